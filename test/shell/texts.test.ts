import { expect, test } from 'vitest';
import { textsOf } from '../../electron/shell/texts';

test('one is one in English: in the tray, and where the app is about to end', () => {
  const texts = textsOf('en');
  expect(texts['tray.needs-you']('1')).toBe('1 needs you');
  expect(texts['tray.needs-you']('2')).toBe('2 need you');
  expect(texts['quit.ask']('1')).toMatch(/^1 recording is still being sent. It goes on /);
  expect(texts['quit.ask']('2')).toMatch(/^2 recordings are still being sent. They go on /);
});
