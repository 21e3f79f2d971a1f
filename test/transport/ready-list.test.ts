// The list of ready meetings and a meeting's title: bodies that nobody documented, so every one that can be understood is.

import { afterEach, describe, expect, test } from 'vitest';
import type { RecordingId } from '../../electron/contract/ids';
import { readyPage } from '../../electron/transport/ready-list';
import { answerText, type ScriptedServer, serverSaying } from '../fakes/scripted-server';
import { clientFor, NOW } from '../fakes/transport-world';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const { signal } = new AbortController();
const MEETING = 'rec/1?x' as RecordingId;
const json = (status: number, body: unknown) => answerText(status, JSON.stringify(body));
const AT = Date.UTC(2026, 10, 1);

describe('a page of the list', () => {
  const one = [{ id: 'a', title: 'Budget', at: null }];

  test.each([
    ['recordings', { recordings: [{ id: 'a', title: 'Budget' }], nextCursor: 'c' }],
    ['items', { items: [{ id: 'a', title: ' Budget ', status: 'READY' }], nextCursor: 'c' }],
    ['data, with what else there is', { total: 1, data: [{ id: 'a', name: 'Budget' }], nextCursor: 'c', more: {} }],
  ])('F17: is read whatever its list is called (%s)', (_, body) => {
    expect(readyPage(body)).toEqual({ meetings: one, nextCursor: 'c' });
  });

  test.each([
    ['a bare list', ['a', { id: 'b' }], ['a', 'b'], null],
    ['ids that are numbers', { items: [{ id: 7 }] }, ['7'], null],
    ['an end without a cursor', { items: [] }, [], null],
    ['an end with null', { items: [], nextCursor: null }, [], null],
    ['an end with an empty cursor', { items: [], nextCursor: '' }, [], null],
    ['entries that cannot be read', { items: [null, 5, {}, { id: ' ' }, { id: '..' }, { id: 'b' }] }, ['5', 'b'], null],
  ])('%s', (_, body, ids, nextCursor) => {
    const page = readyPage(body);
    expect(page?.meetings.map(({ id }) => id)).toEqual(ids);
    expect(page?.nextCursor).toBe(nextCursor);
  });

  test.each([
    ['a time in ISO', '2026-11-01T00:00:00.000Z', AT],
    ['a time as a number', AT, AT],
    ['no time', 'yesterday', null],
    ['a time beyond all calendars', 8.64e15, null],
  ])('%s is taken as far as it makes sense', (_, createdAt, at) => {
    expect(readyPage({ items: [{ id: 'a', createdAt }] })?.meetings).toEqual([{ id: 'a', title: null, at }]);
  });

  test('case 9: a title is text, of a length, without halves of characters', () => {
    const titles = ['<img src=x>', 'x'.repeat(10_000), '\ud83d', 5, ' '];
    const page = readyPage({ items: titles.map((title, n) => ({ id: `m${n}`, title })) });
    expect(page?.meetings.map(({ title }) => title)).toEqual(['<img src=x>', 'x'.repeat(500), '\ufffd', null, null]);
  });

  test.each([[null], ['text'], [{}], [{ items: 5 }], [7]])('%j is none', (body) => {
    expect(readyPage(body)).toBeNull();
  });
});

describe('the requests', () => {
  test('F17: the list is asked for with its cursor as it came, and with a limit or none', async () => {
    server = await serverSaying(json(200, { items: [{ id: 'a' }], nextCursor: 'n' }));
    const client = clientFor(server);
    expect(await client.readReady(null, null, signal)).toEqual({
      kind: 'ready',
      meetings: [{ id: 'a', title: null, at: null }],
      nextCursor: 'n',
    });
    await client.readReady('a b/+&=?', 500, signal);
    const heads = await Promise.all(server.peers.map((peer) => peer.head()));
    expect(heads.map(({ path }) => path)).toEqual([
      '/api/v1/recordings/ready',
      '/api/v1/recordings/ready?limit=500&after=a%20b%2F%2B%26%3D%3F',
    ]);
  });

  test('a title is asked for by the id, whatever characters it has', async () => {
    server = await serverSaying(json(200, { id: 'a', title: 'Budget', transcript: ['…'] }));
    expect(await clientFor(server).readMeeting(MEETING, signal)).toEqual({ kind: 'meeting', title: 'Budget' });
    expect((await server.peers[0]?.head())?.path).toBe('/api/v1/recordings/rec%2F1%3Fx');
  });

  test('one that is wrapped is found too', async () => {
    server = await serverSaying(json(200, { recording: { id: 'a', title: 'Budget' } }));
    expect(await clientFor(server).readMeeting(MEETING, signal)).toEqual({ kind: 'meeting', title: 'Budget' });
  });

  const error = (code: string) => JSON.stringify({ error: { code } });
  test.each([
    { status: 403, body: error('INSUFFICIENT_SCOPE'), list: 'closed', meeting: 'closed' },
    { status: 404, body: error('NOT_FOUND'), list: 'unreadable', meeting: 'gone' },
    { status: 404, body: '<html></html>', list: 'unreadable', meeting: 'unreadable' },
    { status: 400, body: error('VALIDATION'), list: 'unreadable', meeting: 'unreadable' },
    { status: 503, body: '', list: 'later', meeting: 'later' },
    { status: 200, body: '<html>sign in</html>', list: 'unreadable', meeting: 'unreadable' },
  ])('$status $body: $list, $meeting', async ({ status, body, list, meeting }) => {
    server = await serverSaying(answerText(status, body));
    expect(await clientFor(server).readReady(null, null, signal)).toMatchObject({ kind: list });
    expect(await clientFor(server).readMeeting(MEETING, signal)).toMatchObject({ kind: meeting });
  });

  test('F3: 429 says until when', async () => {
    server = await serverSaying(answerText(429, error('RATE_LIMITED'), { 'retry-after': '17' }));
    const later = { kind: 'later', notBefore: NOW + 17_000, status: 429, code: 'RATE_LIMITED' };
    expect(await clientFor(server).readReady(null, null, signal)).toEqual(later);
    expect(await clientFor(server).readMeeting(MEETING, signal)).toEqual(later);
  });
});
