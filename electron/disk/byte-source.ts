import { codeOfBytes } from './errno';

/** What looking into one file may cost. Headers come from strangers: they decide where we look, never how long. */
export interface Budget {
  readonly bytes: number;
  readonly reads: number;
  /** From the first to the last of it, the disk's part included. */
  readonly ms: number;
  /** Without the disk's part: what a header can make us think. */
  readonly thinkMs: number;
}

/**
 * A long film's headers take a few dozen reads. A quarter of a second is for a disk that has to seek for each of them; the
 * length of a recording is a courtesy, and worth no more. An honest header takes 1 to 6 ms of thought.
 */
export const usualBudget: Budget = { bytes: 4 * 1024 * 1024, reads: 256, ms: 250, thinkMs: 30 };

/** Headers come in clusters, so one read serves many. */
const blockBytes = 16 * 1024;
/** A header of thousands of tiny boxes costs no reads of the disk, only our time. No real one comes near. */
const maxLooks = 4_000;
/** Few honest headers take more steps. Up to here a thought that takes long was kept from the processor, not led astray. */
const honestSteps = 500;

/** Reads up to `length` bytes at `position` of a file into `into` from `offset` on: how many came, 0 at the end. Throws what the disk says. */
export type ReadAt = (into: Uint8Array, offset: number, length: number, position: number) => number;

/**
 * Random access to a file within a budget. When the budget is spent, or the disk fails, everything beyond looks like the end
 * of the file: readers need one way of giving up, the one they have for cut-off files anyway.
 */
export class ByteSource {
  readonly size: number;
  /** The code of the read that failed, if one did. */
  failure: string | null = null;
  /** Nothing more is read; what a reader did not find may still be there. */
  spent = false;
  readonly #readAt: ReadAt;
  readonly #budget: Budget;
  readonly #blocks = new Map<number, Uint8Array>();
  #bytes = 0;
  #reads = 0;
  #looks = 0;
  #startedAt = Number.POSITIVE_INFINITY;
  #waitedMs = 0;

  constructor(readAt: ReadAt, size: number, budget: Budget = usualBudget) {
    this.size = size;
    this.#readAt = readAt;
    this.#budget = budget;
  }

  /** From here the time counts. The first read is not in it: it may have to wake the disk. */
  startClock(): void {
    this.#startedAt = performance.now();
    this.#waitedMs = 0;
  }

  /** Whether the time is up, after so many steps. */
  late(steps: number): boolean {
    const ms = performance.now() - this.#startedAt;
    return ms > this.#budget.ms || (steps > honestSteps && ms - this.#waitedMs > this.#budget.thinkMs);
  }

  /** Up to `length` bytes; fewer, or none, at the end of the file and when the budget is spent. */
  read(position: number, length: number): Uint8Array {
    const end = Math.min(position + length, this.size);
    if (!Number.isSafeInteger(position) || position < 0 || end <= position) return new Uint8Array(0);
    this.#looks += 1;
    if (this.#looks > maxLooks || this.late(this.#looks)) this.spent = true;
    if (this.spent) return new Uint8Array(0);
    const first = Math.floor(position / blockBytes);
    const last = Math.floor((end - 1) / blockBytes);
    if (!this.#load(first, last)) return new Uint8Array(0);
    const out = new Uint8Array(end - position);
    let filled = 0;
    for (let index = first; index <= last; index++) {
      const from = index === first ? position - first * blockBytes : 0;
      const part = this.#blocks.get(index)?.subarray(from, from + out.length - filled) ?? new Uint8Array(0);
      out.set(part, filled);
      filled += part.length;
      // A short block: the file ended before the size it had.
      if (index < last && from + part.length < blockBytes) break;
    }
    return out.subarray(0, filled);
  }

  /** Brings the blocks that are missing between two in with one read. */
  #load(first: number, last: number): boolean {
    while (first <= last && this.#blocks.has(first)) first++;
    while (last >= first && this.#blocks.has(last)) last--;
    if (first > last) return true;
    const length = (last - first + 1) * blockBytes;
    const { bytes, reads } = this.#budget;
    if (this.#bytes + length > bytes || this.#reads >= reads) this.spent = true;
    if (this.spent) return false;
    this.#bytes += length;
    this.#reads += 1;
    const into = new Uint8Array(length);
    const filled = this.#fill(into, first * blockBytes);
    if (filled === null) return false;
    for (let index = first; index <= last; index++) {
      const from = (index - first) * blockBytes;
      this.#blocks.set(index, into.subarray(Math.min(from, filled), Math.min(from + blockBytes, filled)));
    }
    return true;
  }

  /** Fills as much as the file has; null: the disk failed. */
  #fill(into: Uint8Array, position: number): number | null {
    const askedAt = performance.now();
    let filled = 0;
    try {
      while (filled < into.length) {
        const got = this.#readAt(into, filled, into.length - filled, position + filled);
        if (got === 0) break;
        filled += got;
      }
      return filled;
    } catch (error) {
      this.failure = codeOfBytes(error);
      this.spent = true;
      return null;
    } finally {
      this.#waitedMs += performance.now() - askedAt;
    }
  }
}

/** A view for reading numbers. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether the ASCII text is at that place. */
export function hasAscii(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Where the ASCII text stands last before `before`, or -1. */
export function lastAscii(bytes: Uint8Array, text: string, before = bytes.length): number {
  let at = Math.min(before, bytes.length) - text.length;
  for (; at >= 0; at--) {
    at = bytes.lastIndexOf(text.charCodeAt(0), at);
    if (at < 0 || hasAscii(bytes, at, text)) return at;
  }
  return -1;
}

/** Four bytes as text, one character each; they are compared, never shown. */
export function fourCc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
