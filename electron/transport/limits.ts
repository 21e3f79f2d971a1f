// Every limit of the transport, with its reason. All of them can be set, so that tests run in milliseconds.

export interface Limits {
  /** Routes, name lookup, TCP, a proxy's tunnel and TLS together. */
  readonly connectMs: number;
  /** What one address of a host gets while it has others. */
  readonly addressMs: number;
  /** An upload of which the socket took nothing for this long is stuck. */
  readonly stallMs: number;
  /** From the last byte to the start of the answer. */
  readonly answerMs: number;
  /** From the start of an upload's answer to its end. */
  readonly answerBodyMs: number;
  /** Between the multipart head and the first byte of the file. */
  readonly headPauseMs: number;
  /** How long a failed write is withheld so that an answer that has arrived is read first. */
  readonly graceMs: number;
  /** Between two looks at an upload. */
  readonly tickMs: number;
  /** A small request, from the connection to the end of its answer. */
  readonly readMs: number;
  /** How long an ended attempt waits for its descriptor to be closed. */
  readonly closeMs: number;
  /** Most bytes of an answer to an upload that are looked at. */
  readonly answerBytes: number;
  /** Most bytes of an answer to a small request. */
  readonly readBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  // A phone's uplink needs some seconds for DNS, TCP and TLS; beyond this it will not happen.
  connectMs: 15_000,
  // IPv6 that leads nowhere costs this much. Node's 250 ms would give up every address on a line slower than that, and could end
  // at one that leads nowhere; within this a lost SYN is sent again.
  addressMs: 2_500,
  // At 20 KB/s the kernel takes bytes in bursts up to 70 s apart: 60 s would end a healthy upload.
  stallMs: 120_000,
  // Lobbe may store and check a long recording before it answers; the common default of 300 s ends such uploads (case 58).
  answerMs: 15 * 60_000,
  // An answer is a few hundred bytes; only a broken or hostile server takes longer, and the status is known by then.
  answerBodyMs: 30_000,
  // Early refusals (402, 413, 429) arrive within it and spare the uplink; nobody notices it in an upload.
  headPauseMs: 250,
  // Measured: what has arrived is parsed well within it.
  graceMs: 1_500,
  // Four times a second: smooth for people, cheap for the machine.
  tickMs: 250,
  // A page of the feed on a bad line.
  readMs: 30_000,
  // Part of the 250 ms in which a cancelled upload has to be over.
  closeMs: 150,
  answerBytes: 64 * 1024,
  // 500 events are about 200 KB.
  readBytes: 8 * 1024 * 1024,
};
