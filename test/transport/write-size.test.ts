// How much goes to the socket at a time: what a fast line gains must not make a slow one's progress jump.

import { expect, test } from 'vitest';
import { WriteSize } from '../../electron/transport/write-size';

const KIB = 1024;

function sizeAfter(...took: readonly number[]): number {
  const write = new WriteSize();
  for (const ms of took) write.took(ms);
  return write.bytes / KIB;
}

test('writes grow while each is taken at once, up to a limit', () => {
  expect(sizeAfter()).toBe(64);
  expect(sizeAfter(0)).toBe(128);
  expect(sizeAfter(0, 20)).toBe(256);
  expect(sizeAfter(0, 0, 0)).toBe(512);
  expect(sizeAfter(0, 0, 0, 0, 0)).toBe(512);
});

test('one that the network did not take at once makes them small again', () => {
  expect(sizeAfter(21)).toBe(64);
  expect(sizeAfter(0, 0, 0, 70_000)).toBe(64);
  expect(sizeAfter(0, 0, 0, 70_000, 0)).toBe(128);
});
