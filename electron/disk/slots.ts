// The memory that a reader thread shares with the main thread: slots that are filled and emptied in turns.

/** One is being sent and two are read meanwhile: neither side waits for the other's hiccups. */
export const slotCount = 3;
/** What one message between the threads is about: a thousand of them for a GiB cost next to nothing. */
export const slotBytes = 1024 * 1024;

/** The slots of `shared`, in their order. */
export function slotsOf(shared: SharedArrayBuffer): readonly Uint8Array[] {
  return Array.from({ length: slotCount }, (_, n) => new Uint8Array(shared, n * slotBytes, slotBytes));
}
