import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { within } from '../../electron/disk/deadline';
import { classifyErrno, codeOf } from '../../electron/disk/errno';
import { failed } from '../../electron/disk/look';
import { Turns } from '../../electron/disk/turns';

test.each([
  ['ENOENT', { kind: 'refused', reason: 'not-found' }],
  ['ELOOP', { kind: 'refused', reason: 'not-found' }],
  ['ENAMETOOLONG', { kind: 'refused', reason: 'not-found' }],
  ['EACCES', { kind: 'refused', reason: 'unreadable' }],
  ['EPERM', { kind: 'refused', reason: 'unreadable' }],
  ['EIO', { kind: 'refused', reason: 'unreadable' }],
  ['EBUSY', { kind: 'later', why: 'in-use', seen: null }],
  ['EDEADLK', { kind: 'later', why: 'in-cloud', seen: null }],
  ['CLOUD_AWAY', { kind: 'later', why: 'in-cloud', seen: null }],
  ['EMFILE', { kind: 'later', why: 'no-answer', seen: null }],
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

test('turns are taken in order, so many at a time, and end once', async () => {
  const turns = new Turns(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = [0, 1, 2, 3].map(async (number) => {
    ends[number] = await turns.begin();
    started.push(number);
  });
  await work[1];
  expect(started).toEqual([0, 1]);
  ends[0]?.();
  ends[0]?.();
  await work[2];
  expect(started).toEqual([0, 1, 2]);
  ends[1]?.();
  await work[3];
  expect(started).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
});
