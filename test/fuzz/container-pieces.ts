// What headers are made of: numbers in both orders, names, sizes that are true or not, and something to fill them.

import type { Chance } from '../simulation/chance';
import { randomBytes } from './mutations';

export const u16 = (value: number) => Buffer.from([(value >>> 8) & 255, value & 255]);
export const u32 = (value: number) =>
  Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
export const le32 = (value: number) => u32(value).reverse();
export const u64 = (value: number) => Buffer.concat([u32(Math.floor(value / 2 ** 32) >>> 0), u32(value >>> 0)]);
export const ascii = (text: string) => Buffer.from(text, 'latin1');

/** A size as it is stated: nearly always the true one. */
export function stated(chance: Chance, size: number): number {
  if (chance.is(0.9)) return size;
  return (
    chance.pick([
      0,
      1,
      2,
      7,
      size - 1,
      size + 1,
      size * 2,
      0x7fffffff,
      0x80000000,
      0xffffffff,
      chance.below(2 ** 32),
    ]) >>> 0
  );
}

export const filler = (chance: Chance): Buffer =>
  chance.is(0.7) ? randomBytes(chance, chance.below(60)) : Buffer.alloc(chance.below(200), chance.below(256));

export const few = (chance: Chance, most: number, make: () => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: chance.below(most + 1) }, make));
