import { expect, test } from 'vitest';
import { createTaskbar } from '../../electron/shell/taskbar';
import { aMeeting, aSnapshot, someProgress } from '../renderer/builders';

function world() {
  const calls: unknown[] = [];
  const taskbar = createTaskbar({
    setProgress: (fraction) => calls.push(fraction),
    setBadge: (count) => calls.push({ badge: count }),
  });
  return { calls, taskbar };
}

test('the bar is how far all uploads together are, and goes with the last', () => {
  const { calls, taskbar } = world();
  const [a, b] = [aMeeting('uploading', { size: 1000 }), aMeeting('uploading', { size: 3000 })];
  taskbar.progress([someProgress(a, 0.5)]);
  taskbar.progress([someProgress(a, 0.502)]);
  taskbar.progress([someProgress(a, 0.5), someProgress(b, 0.5)]);
  taskbar.progress([someProgress(a, 1), someProgress(b, 0)]);
  taskbar.progress([]);
  taskbar.progress([]);
  expect(calls).toEqual([0.5, 0.25, null]);
});

test('the badge counts what needs its user, and is told when it changes', () => {
  const { calls, taskbar } = world();
  taskbar.update(aSnapshot({ meetings: [aMeeting('ready')] }));
  const two = [aMeeting('naming'), aMeeting('blocked'), aMeeting('uploading')];
  taskbar.update(aSnapshot({ meetings: two }));
  taskbar.update(aSnapshot({ meetings: two }));
  taskbar.update(aSnapshot());
  expect(calls).toEqual([{ badge: 2 }, { badge: 0 }]);
});

test('a window that was opened later is told all of it', () => {
  const { calls, taskbar } = world();
  taskbar.renew();
  taskbar.progress([someProgress(aMeeting('uploading', { size: 1000 }), 0.3)]);
  taskbar.update(aSnapshot({ meetings: [aMeeting('naming')] }));
  calls.length = 0;
  taskbar.renew();
  expect(calls).toEqual([0.3, { badge: 1 }]);
});
