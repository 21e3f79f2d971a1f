// A server on loopback that plays one script after another, each to one connection.

import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { Peer, type RequestHead, testCertificate, testKey } from '../fakes/scripted-server';
import type { Script } from './answers';

/** Bytes of a connection that are kept: the small recordings whole. */
const KEPT = 16 * 1024;

/** What the server saw of one call. */
export interface Seen {
  readonly connections: number;
  readonly head: RequestHead | null;
  /** The request's body; null if it was not complete, or larger than what is kept. */
  readonly body: Buffer | null;
  /** Every byte of a request arrived, the last one too. */
  readonly whole: boolean;
  /** The client did not end its connection. */
  readonly leftOpen: boolean;
}

export interface Played<Result> {
  readonly result: Result;
  readonly seen: Seen;
}

/** How long a client may need to end its connection after its call, on a computer that has a lot else to do. */
const GOODBYE_MS = 10_000;

export class AnsweringServer {
  readonly #server: net.Server;
  #script: { readonly script: Script; readonly tls: boolean; onStep(step: number): void } | null = null;
  #peers: { readonly peer: Peer; readonly done: Promise<void> }[] = [];
  #onPeer: () => void = () => {};

  private constructor() {
    this.#server = net.createServer({ allowHalfOpen: true }, (raw) => this.#welcome(raw));
  }

  static async listen(): Promise<AnsweringServer> {
    const answering = new AnsweringServer();
    answering.#server.listen(0, '127.0.0.1');
    await once(answering.#server, 'listening');
    return answering;
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * Plays `script` to whoever connects during `call`, and tells each step of it to `onStep`; then looks at what was left.
   * `connects`: the call gets as far as a connection, although it may be over before the server has accepted it.
   */
  async play<Result>(
    script: Script,
    options: { readonly tls: boolean; readonly connects: boolean; onStep(step: number): void },
    call: () => Promise<Result>,
  ): Promise<Played<Result>> {
    this.#script = { script, ...options };
    this.#peers = [];
    const arrived = new Promise<void>((resolve) => {
      this.#onPeer = resolve;
    });
    const result = await call();
    if (options.connects) await inTime(arrived);
    const last = this.#peers.at(-1);
    let leftOpen = false;
    for (const { peer, done } of this.#peers) {
      // What the kernel still had for it counts as arrived.
      peer.socket.resume();
      if (!(await inTime(peer.until(() => peer.closed || peer.ended !== 'open')))) leftOpen = true;
      peer.socket.destroy();
      peer.raw.destroy();
      await peer.until(() => peer.closed);
      await done;
    }
    const connections = this.#peers.length;
    this.#script = null;
    this.#peers = [];
    if (!last) return { result, seen: { connections, head: null, body: null, whole: false, leftOpen } };
    const head = await last.peer.head();
    const bytes = last.peer.received - head.raw.length;
    const isRequest = head.raw.endsWith('\r\n\r\n');
    const whole = isRequest && bytes >= head.contentLength;
    const body = whole && last.peer.received <= KEPT ? last.peer.kept(head.raw.length) : null;
    return { result, seen: { connections, head: isRequest ? head : null, body, whole, leftOpen } };
  }

  #welcome(raw: net.Socket): void {
    const playing = this.#script;
    // Nobody is expected: a connection that was given up before it was accepted.
    if (playing === null) {
      raw.on('error', () => {}).destroy();
      return;
    }
    const { script } = playing;
    // Before TLS: then it is no TLS at all.
    const early = script.moment === 'connection';
    const socket =
      playing.tls && !early ? new tls.TLSSocket(raw, { isServer: true, cert: testCertificate, key: testKey }) : raw;
    const peer = new Peer(raw, socket, KEPT);
    this.#peers.push({ peer, done: answer(peer, script, playing.onStep) });
    this.#onPeer();
  }
}

/** Whether it happens within the time for a goodbye. */
async function inTime(event: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, GOODBYE_MS, false);
  });
  const happened = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return happened;
}

async function answer(peer: Peer, script: Script, onStep: (step: number) => void): Promise<void> {
  let step = 0;
  const next = () => onStep(step++);
  next();
  if (script.moment !== 'connection') {
    const { contentLength } = await peer.head();
    const wanted = script.moment === 'head' ? 0 : script.moment === 'whole request' ? contentLength : script.moment;
    next();
    await peer.bodyBytes(Math.min(wanted, contentLength));
    next();
  }
  if (!script.reads) peer.socket.pause();
  for (const piece of script.pieces) {
    await peer.say(piece);
    // A turn of the event loop: pieces that arrive one by one.
    await new Promise((resolve) => setImmediate(resolve));
    next();
  }
  switch (script.ending) {
    case 'end':
      peer.socket.end();
      break;
    case 'close':
      peer.socket.destroySoon();
      break;
    case 'reset':
      peer.reset();
      break;
    case 'stay':
      break;
  }
  next();
}
