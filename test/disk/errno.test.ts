import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { LeftBehind, within } from '../../electron/disk/deadline';
import { classifyErrno, codeOf } from '../../electron/disk/errno';
import { failed } from '../../electron/disk/intake';
import { Turns } from '../../electron/disk/turns';

test.each([
  ['ENOENT', { kind: 'refused', reason: 'not-found' }],
  ['ELOOP', { kind: 'refused', reason: 'not-found' }],
  ['ENAMETOOLONG', { kind: 'refused', reason: 'not-found' }],
  ['EACCES', { kind: 'refused', reason: 'unreadable' }],
  ['EPERM', { kind: 'refused', reason: 'unreadable' }],
  ['EIO', { kind: 'refused', reason: 'unreadable' }],
  ['EBUSY', { kind: 'growing', seen: null }],
  ['EDEADLK', { kind: 'growing', seen: null }],
  ['EMFILE', { kind: 'growing', seen: null }],
] as const)('cases 25, 26, 33: %s while looking at a file', (code, inspection) => {
  expect(failed(code, null)).toEqual(inspection);
});

test('an error that libuv has no name for keeps its meaning', () => {
  const stale = Object.assign(new Error('stale'), {
    code: `Unknown system error -${constants.errno.ESTALE}`,
    errno: -constants.errno.ESTALE,
  });
  expect(codeOf(stale)).toBe('ESTALE');
  expect(classifyErrno(codeOf(stale))).toBe('gone');
  expect(codeOf(Object.assign(new Error('odd'), { code: 'Unknown system error -999', errno: -999 }))).toBe('ERRNO-999');
  expect(codeOf('no error at all')).toBe('UNKNOWN');
});

test('case 26: a call that never comes back is left behind', async () => {
  expect(await within(1, new Promise(() => {}))).toEqual({ kind: 'late' });
  expect(await within(60_000, Promise.resolve(7))).toEqual({ kind: 'done', value: 7 });
});

test('case 26: what hangs is not tried again before it came back, and everything else goes on', async () => {
  const hanging = new LeftBehind();
  let begun = 0;
  let comeBack = () => {};
  const begin = () => {
    begun += 1;
    return new Promise<number>((resolve) => {
      comeBack = () => resolve(7);
    });
  };
  expect(await hanging.within('/cloud/a', 1, begin)).toEqual({ kind: 'late' });
  expect(await hanging.within('/cloud/a', 60_000, begin)).toEqual({ kind: 'late' });
  expect(begun).toBe(1);
  expect(await hanging.within('/disk/b', 60_000, async () => 8)).toEqual({ kind: 'done', value: 8 });
  comeBack();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await hanging.within('/cloud/a', 60_000, async () => 9)).toEqual({ kind: 'done', value: 9 });
});

test('turns are taken in order, so many at a time, also when work fails', async () => {
  const turns = new Turns(2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const work = [0, 1, 2, 3].map((number) =>
    turns.take(() => {
      started.push(number);
      return new Promise<void>((resolve, reject) =>
        finish.push(number === 0 ? () => reject(new Error('failed')) : resolve),
      );
    }),
  );
  expect(started).toEqual([0, 1]);
  finish[0]?.();
  await expect(work[0]).rejects.toThrow('failed');
  expect(started).toEqual([0, 1, 2]);
  finish[1]?.();
  await work[1];
  finish[2]?.();
  await work[2];
  finish[3]?.();
  await work[3];
  expect(started).toEqual([0, 1, 2, 3]);
});
