import { expect, test } from 'vitest';
import type { Toast } from '../../electron/contract/snapshot';
import { createToasts } from '../../electron/shell/toasts';

const refused: Toast = { kind: 'refused', refusals: [{ name: 'a.txt', reason: 'not-audio' }] };

test('what is refused while nobody looks is one message about all of it', () => {
  const sent: Toast[] = [];
  const window = { open: false };
  const toasts = createToasts(
    () => window.open,
    (toast) => sent.push(toast),
  );
  toasts.ready();
  toasts.tell(refused);
  toasts.tell({ kind: 'copied', what: 'id' });
  toasts.tell({ kind: 'refused', refusals: [{ name: 'b.m4a', reason: 'empty-file' }] });
  window.open = true;
  toasts.shown();
  const names = sent.flatMap((toast) => (toast.kind === 'refused' ? [toast.refusals.map(({ name }) => name)] : []));
  expect(names).toEqual([['a.txt', 'b.m4a']]);
});

test('a message waits for a page that listens, and for a window that can be seen', () => {
  const sent: Toast[] = [];
  const window = { open: false };
  const toasts = createToasts(
    () => window.open,
    (toast) => sent.push(toast),
  );
  toasts.tell(refused);
  window.open = true;
  toasts.shown();
  expect(sent).toEqual([]);
  toasts.ready();
  expect(sent).toEqual([refused]);
  window.open = false;
  toasts.tell({ kind: 'copied', what: 'id' });
  expect(sent).toHaveLength(1);
  window.open = true;
  toasts.shown();
  expect(sent).toEqual([refused, { kind: 'copied', what: 'id' }]);
});
