// Boxes of an ISO media file, as they lie in it.

import { type ByteSource, fourCc, viewOf } from '../byte-source';

export interface Box {
  readonly type: string;
  /** Where its content begins. */
  readonly body: number;
  readonly end: number;
}

export interface Track {
  id: number;
  handler: string;
  timescale: number;
  /** In `timescale`; 0 where the header does not say. */
  duration: number;
  /** Length of a sample that does not state its own, in fragments. */
  sampleDuration: number;
}

/** A fragmented file has a box for every few seconds; their end is found from the other side. */
const maxBoxes = 400;

/** The boxes between two places; ends where one does not fit, as in a file that was cut off. */
export function* boxesOf(source: ByteSource, from: number, to: number): Generator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < maxBoxes; count++) {
    const header = source.read(at, 16);
    if (header.length < 8) return;
    const view = viewOf(header);
    const short = view.getUint32(0);
    if (short === 1 && header.length < 16) return;
    const head = short === 1 ? 16 : 8;
    // 0: to the end of what holds it.
    const length = short === 0 ? to - at : short === 1 ? Number(view.getBigUint64(8)) : short;
    const box = { type: fourCc(header, 4), body: at + head, end: at + length };
    if (length < head || box.end > to) return;
    yield box;
    at = box.end;
  }
}
