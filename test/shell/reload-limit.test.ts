import { expect, test } from 'vitest';
import { createReloadLimit } from '../../electron/shell/reload-limit';

const MINUTE = 60_000;

test('case 106: a page that dies at once each time is reloaded three times, and not for ever', () => {
  const mayReload = createReloadLimit();
  expect([0, 100, 200, 300, 400].map(mayReload)).toEqual([true, true, true, false, false]);
});

test('a page that dies now and then is always reloaded', () => {
  const mayReload = createReloadLimit();
  for (let day = 0; day < 30; day += 1) expect(mayReload(day * 24 * 60 * MINUTE)).toBe(true);
});

test('one that was given up on is reloaded again when its first deaths are long ago', () => {
  const mayReload = createReloadLimit();
  for (const at of [0, 1, 2]) mayReload(at);
  expect(mayReload(9 * MINUTE)).toBe(false);
  expect(mayReload(11 * MINUTE)).toBe(true);
});
