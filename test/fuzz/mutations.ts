// Damage as it comes over wires and from disks, and as those do it who want to see what happens.

import type { Chance } from '../simulation/chance';

/** Numbers at which sizes, counts and signs go wrong. */
const EDGES = [
  0, 1, 2, 7, 8, 16, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];

type Mutation = (bytes: Buffer, chance: Chance) => Buffer;

const flipBit: Mutation = (bytes, chance) => {
  const at = chance.below(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
  return bytes;
};

const setByte: Mutation = (bytes, chance) => {
  bytes[chance.below(bytes.length)] = chance.pick([0, 0xff, 0x7f, 0x80, 0x0a, 0x0d, 0x20, chance.below(256)]);
  return bytes;
};

const setNumber: Mutation = (bytes, chance) => {
  if (bytes.length < 4) return bytes;
  const at = chance.below(bytes.length - 3);
  const value = chance.is(0.7) ? chance.pick(EDGES) : chance.below(2 ** 32);
  if (chance.is(0.5)) bytes.writeUInt32BE(value, at);
  else bytes.writeUInt32LE(value, at);
  return bytes;
};

const insert: Mutation = (bytes, chance) => {
  const at = chance.below(bytes.length + 1);
  const more = randomBytes(chance, 1 + chance.below(16));
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
};

const remove: Mutation = (bytes, chance) => {
  const at = chance.below(bytes.length);
  const length = 1 + chance.below(Math.min(64, bytes.length - at));
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
};

const repeat: Mutation = (bytes, chance) => {
  const at = chance.below(bytes.length);
  const piece = bytes.subarray(at, at + 1 + chance.below(64));
  return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(1 + chance.below(8)).fill(piece), bytes.subarray(at)]);
};

const move: Mutation = (bytes, chance) => {
  const from = chance.below(bytes.length);
  const piece = Buffer.from(bytes.subarray(from, from + 1 + chance.below(64)));
  piece.copy(bytes, chance.below(bytes.length));
  return bytes;
};

const MUTATIONS = [flipBit, setByte, setNumber, insert, remove, repeat, move];

/** A copy of `bytes` with up to `most` changes, at least one of them. */
export function mutated(chance: Chance, bytes: Buffer, most: number): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = 1 + chance.below(most); left > 0 && changed.length > 0; left -= 1) {
    changed = chance.pick(MUTATIONS)(changed, chance);
  }
  return changed;
}

/** The beginning of `bytes`, cut off anywhere. */
export function cut(chance: Chance, bytes: Buffer): Buffer {
  return bytes.subarray(0, chance.below(bytes.length + 1));
}

export function randomBytes(chance: Chance, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at += 1) bytes[at] = chance.below(256);
  return bytes;
}

/** `bytes` in up to `most` pieces, as a network may deliver it. */
export function inPieces(chance: Chance, bytes: Buffer, most: number): Buffer[] {
  const cuts = Array.from({ length: chance.below(most) }, () => chance.below(bytes.length + 1)).sort((a, b) => a - b);
  return [...cuts, bytes.length].map((end, index) => bytes.subarray(cuts[index - 1] ?? 0, end));
}
