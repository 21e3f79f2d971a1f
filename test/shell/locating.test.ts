import { expect, test } from 'vitest';
import type { Toast } from '../../electron/contract/snapshot';
import type { Located } from '../../electron/queue/locating';
import { askWhere } from '../../electron/shell/locating';
import { idOf } from '../builders/meetings';

async function ask(picked: string | null, located: () => Promise<Located>) {
  const toasts: Toast[] = [];
  const asked: unknown[] = [];
  await askWhere(
    { id: idOf(1), name: 'a.m4a' },
    {
      async pickRecording(name) {
        asked.push(name);
        return picked;
      },
      locate(...given) {
        asked.push(given);
        return located();
      },
      toast: (toast) => toasts.push(toast),
    },
  );
  return { toasts, asked };
}

test('asks for the file by its name, and takes the one that was picked', async () => {
  expect(await ask('/there/b.m4a', async () => 'taken')).toEqual({
    toasts: [],
    asked: ['a.m4a', [idOf(1), '/there/b.m4a', 'b.m4a']],
  });
});

test('a picker that was closed is no answer', async () => {
  expect((await ask(null, () => expect.fail())).toasts).toEqual([]);
});

test.each(['other-content', 'not-now', 'not-a-recording'] as const)('%s is told, with the name', async (why) => {
  expect((await ask('/there/b.m4a', async () => why)).toasts).toEqual([{ kind: 'not-located', name: 'b.m4a', why }]);
});

test('one that does not wait for a file any more needs no word', async () => {
  expect((await ask('/there/b.m4a', async () => 'unwanted')).toasts).toEqual([]);
});

test('case 79: a full disk is told', async () => {
  const { toasts } = await ask('/there/b.m4a', () => Promise.reject(new Error('disk full')));
  expect(toasts).toEqual([{ kind: 'not-saved' }]);
});
