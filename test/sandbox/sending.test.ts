import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEFAULT_TOKEN } from '../../electron/sandbox/options';
import { call, FORM, form, formHead, open, send, sent, Wire } from './client';

const KEY = 'aaaaaaaa-1111-4111-8111-111111111111';
const TWO_TOKENS = [
  { token: 'first-token', name: 'first' },
  { token: 'second-token', name: 'second' },
];

test('L1: a recording is answered 202 with an id and a status, and spends minutes once', async () => {
  const sandbox = await open({ minutes: 10, minutesOf: () => 4 });
  const reply = await send(sandbox, { key: KEY });
  expect(reply.status).toBe(202);
  expect(reply.json).toEqual({ id: sandbox.meetings[0]?.id, status: 'QUEUED' });
  expect(sandbox.charges).toMatchObject([{ for: 'recording', id: reply.json.id, minutes: 4 }]);
  expect(sandbox.account().minutes).toBe(6);
});

test('L1: no other route takes a key', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  expect((await call(sandbox, 'GET', `/recordings/${id}/status`, { key: 'short' })).status).toBe(200);
  expect((await call(sandbox, 'POST', `/recordings/${id}/retry`, { key: 'short' })).json.error.code).toBe('NOT_FAILED');
});

test('L1: without the scope, or with an unknown token, nothing is taken', async () => {
  const sandbox = await open({ tokens: [{ token: 'reader', scopes: ['recordings:read'] }] });
  expect((await send(sandbox, { token: 'reader' })).status).toBe(403);
  expect((await send(sandbox, { token: 'nobody' })).status).toBe(401);
  expect((await send(sandbox, { token: null })).status).toBe(401);
  expect(sandbox.meetings).toEqual([]);
});

test('L1: a revoked token is unknown', async () => {
  const sandbox = await open({ tokens: [{ token: 'mine', name: 'mine' }] });
  await sent(sandbox, { token: 'mine' });
  sandbox.revokeToken('mine');
  expect((await send(sandbox, { token: 'mine' })).status).toBe(401);
});

test('L2: size, digest, name and content type are those of the part', async () => {
  const sandbox = await open({ keepContent: true });
  const content = Buffer.from('نوار\r\n--almost a boundary\0');
  const id = await sent(sandbox, { content, name: '会議🎙️.m4a' });
  expect(sandbox.meeting(id)).toMatchObject({
    fileName: '会議🎙️.m4a',
    title: '会議🎙️',
    contentType: 'audio/mp4',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  expect(sandbox.content(id)).toEqual(content);
});

test('L2: a body that is no such form is 400 VALIDATION and stores nothing', async () => {
  const sandbox = await open();
  const bad = [
    send(sandbox, { headers: { 'content-type': 'application/json' }, body: '{}' }),
    send(sandbox, { body: form().subarray(0, -6) }),
    send(sandbox, { body: String(form()).replace('name="audio"', 'name="file"') }),
    send(sandbox, { content: '' }),
  ];
  for (const reply of await Promise.all(bad)) {
    expect([reply.status, reply.json.error.code]).toEqual([400, 'VALIDATION']);
  }
  expect([sandbox.meetings, sandbox.charges, sandbox.events]).toEqual([[], [], []]);
});

test('L2: what is no audio is 415', async () => {
  const sandbox = await open();
  const reply = await call(sandbox, 'POST', '/recordings', {
    headers: FORM,
    body: form('x', 'a.pdf', 'application/pdf'),
  });
  expect(reply.status).toBe(415);
});

test.each([
  ['1234567', 400],
  ['12345678', 202],
  ['x'.repeat(64), 202],
  ['x'.repeat(65), 400],
  ['  1234567  ', 400],
  ['  12345678  ', 202],
  ['', 400],
])('L3: the key %j is answered %i', async (key, status) => {
  const sandbox = await open();
  const reply = await send(sandbox, { key });
  expect(reply.status).toBe(status);
  if (status === 400) expect(reply.json.error.code).toBe('VALIDATION');
});

test('L3: white space at both ends is not part of the key', async () => {
  const sandbox = await open();
  const id = await sent(sandbox, { key: KEY });
  expect(await sent(sandbox, { key: `  ${KEY}  ` })).toBe(id);
});

test('L4: without a key a repeat is a second meeting', async () => {
  const sandbox = await open();
  const once = () => call(sandbox, 'POST', '/recordings', { headers: FORM, body: form() });
  const replies = [await once(), await once()];
  expect(replies.map(({ status }) => status)).toEqual([202, 202]);
  expect(sandbox.meetings).toHaveLength(2);
});

test('L6: a repeat is 202 with the same meeting and its current status, charged once', async () => {
  const sandbox = await open({ tokens: [{ token: DEFAULT_TOKEN, name: 'mine', dailyCap: { bytes: 8 } }] });
  const id = await sent(sandbox, { key: KEY });
  sandbox.advance(id, 'GENERATING');
  const repeat = await send(sandbox, { key: KEY });
  expect([repeat.status, repeat.json]).toEqual([202, { id, status: 'GENERATING' }]);
  expect(sandbox.meetings).toHaveLength(1);
  expect(sandbox.charges).toHaveLength(1);
  expect(sandbox.events).toHaveLength(1);
  expect(sandbox.account().use).toMatchObject({ sends: 1, tokens: { mine: { bytes: 5 } } });
});

test('L7: repeats are answered at every cap, and without minutes', async () => {
  const sandbox = await open({ tokens: [{ token: DEFAULT_TOKEN, name: 'mine' }] });
  const id = await sent(sandbox, { key: KEY });
  sandbox.setMinutes(0);
  sandbox.setDailyCap('mine', { bytes: 0, minutes: 0 });
  sandbox.setDailySendLimit(0);
  expect((await send(sandbox, { key: KEY })).json).toEqual({ id, status: 'QUEUED' });
  expect((await send(sandbox)).status).toBe(429);
});

test('L8: the same key with another file returns the first meeting, and the new file is never stored', async () => {
  const sandbox = await open();
  const id = await sent(sandbox, { key: KEY, content: 'first' });
  expect(await sent(sandbox, { key: KEY, content: 'another recording', name: 'other.mp3' })).toBe(id);
  expect(sandbox.meetings).toMatchObject([{ id, size: 5 }]);
});

test('L9: after a 402 the same key runs once minutes were bought', async () => {
  const sandbox = await open({ minutes: 0 });
  expect((await send(sandbox, { key: KEY })).status).toBe(402);
  expect(sandbox.meetings).toEqual([]);
  sandbox.addMinutes(30);
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
  expect(sandbox.charges).toHaveLength(1);
});

test('L9: minutes are checked again with the true size, when the body is there', async () => {
  const sandbox = await open({ minutes: 5, minutesOf: (size) => (size > 1 ? 6 : 1) });
  expect((await send(sandbox)).status).toBe(402);
  expect(sandbox.requests[0]?.bodyComplete).toBe(true);
  expect([sandbox.account().minutes, sandbox.meetings]).toEqual([5, []]);
});

test('L9, L16: after a 5xx the same key runs', async () => {
  const sandbox = await open();
  sandbox.script({ path: '/recordings' }, { kind: 'answer', moment: 'after', status: 500 });
  expect((await send(sandbox, { key: KEY })).status).toBe(500);
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
  expect(sandbox.meetings).toHaveLength(1);
});

test('L9: a body that is cut off stores nothing and gives up its key', async () => {
  const sandbox = await open();
  const wire = new Wire(sandbox);
  const body = form('x'.repeat(1000));
  wire.startUpload(body.length, { key: KEY, start: body.subarray(0, -1) });
  await sandbox.until(() => sandbox.requests[0]?.bytesReceived === body.length - 1);
  wire.socket.resetAndDestroy();
  await sandbox.until(() => sandbox.requests[0]?.connectionLost === true);
  expect([sandbox.meetings, sandbox.charges]).toEqual([[], []]);
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
});

test('L10: while the first request is still storing, a repeat is 503 with Retry-After; then it gets the same meeting', async () => {
  const sandbox = await open({ uploadInProgressSeconds: 7 });
  const hold = sandbox.script({ method: 'POST' }, { kind: 'hold', at: 'before-storing' });
  const first = send(sandbox, { key: KEY });
  await sandbox.until(() => sandbox.requests[0]?.bodyComplete === true);
  const second = await send(sandbox, { key: KEY });
  expect([second.status, second.json.error.code]).toEqual([503, 'UPLOAD_IN_PROGRESS']);
  expect(second.headers['retry-after']).toBe('7');
  hold.release();
  const { id } = (await first).json;
  expect(await sent(sandbox, { key: KEY })).toBe(id);
  expect(sandbox.charges).toHaveLength(1);
});

test('L10: two requests with one key at the same time make one meeting', async () => {
  const sandbox = await open();
  const wire = new Wire(sandbox);
  const body = form();
  wire.startUpload(body.length, { key: KEY, start: formHead() });
  await sandbox.until(() => (sandbox.requests[0]?.bytesReceived ?? 0) > 0);
  expect((await send(sandbox, { key: KEY })).json.error.code).toBe('UPLOAD_IN_PROGRESS');
  wire.socket.write(body.subarray(formHead().length));
  await wire.until('202 Accepted');
  expect(sandbox.meetings).toHaveLength(1);
});

test('L11: a key is kept for a year, and after its meeting was deleted', async () => {
  let now = Date.UTC(2024, 0, 1);
  const sandbox = await open({ now: () => now });
  const id = await sent(sandbox, { key: KEY });
  sandbox.deleteMeeting(id);
  now += 365 * 86_400_000;
  const reply = await send(sandbox, { key: KEY });
  expect([reply.status, reply.json.id]).toEqual([202, id]);
  expect(sandbox.charges).toHaveLength(1);
});

test('L12: a key of one account means nothing on another', async () => {
  const sandbox = await open({
    tokens: [
      { token: 'here', account: 'a' },
      { token: 'there', account: 'b' },
    ],
  });
  const ids = [await sent(sandbox, { token: 'here', key: KEY }), await sent(sandbox, { token: 'there', key: KEY })];
  expect(new Set(ids).size).toBe(2);
});

test('L12, L13, L14: a key that another token or Lobbe itself used is 409, and tells nothing of the meeting', async () => {
  const sandbox = await open({ tokens: TWO_TOKENS });
  const id = await sent(sandbox, { token: 'first-token', key: KEY });
  const fromApp = sandbox.postFromElsewhere({ key: 'key-of-the-app' });
  for (const reply of [
    await send(sandbox, { token: 'second-token', key: KEY }),
    await send(sandbox, { token: 'first-token', key: 'key-of-the-app' }),
  ]) {
    expect([reply.status, reply.json.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(reply.text).not.toContain(id);
    expect(reply.text).not.toContain(fromApp.id);
  }
  expect(sandbox.charges).toHaveLength(1);
});

test('L13: the key is in use for other tokens while it is still being stored', async () => {
  const sandbox = await open({ tokens: TWO_TOKENS });
  const hold = sandbox.script({}, { kind: 'hold', at: 'before-storing' });
  const first = send(sandbox, { token: 'first-token', key: KEY });
  await sandbox.until(() => sandbox.requests[0]?.bodyComplete === true);
  expect((await send(sandbox, { token: 'second-token', key: KEY })).json.error.code).toBe('IDEMPOTENCY_KEY_IN_USE');
  hold.release();
  expect((await first).status).toBe(202);
});

test('L17: a daily cap says when it opens, and then the same request runs', async () => {
  let now = Date.UTC(2024, 0, 1, 18);
  const sandbox = await open({ now: () => now, tokens: [{ token: DEFAULT_TOKEN, dailyCap: { bytes: 100 } }] });
  await sent(sandbox, { content: 'x'.repeat(60) });
  const refused = await send(sandbox, { key: KEY, content: 'x'.repeat(60) });
  expect([refused.status, refused.json.error.code]).toEqual([429, 'TOKEN_DAILY_CAP']);
  expect(refused.headers['retry-after']).toBe(String(6 * 3600));
  now += 6 * 3600_000;
  expect((await send(sandbox, { key: KEY, content: 'x'.repeat(60) })).status).toBe(202);
});

test('L18: a recording larger than the whole cap is 429 without Retry-After', async () => {
  const sandbox = await open({
    tokens: [{ token: DEFAULT_TOKEN, dailyCap: { minutes: 3 } }],
    minutesOf: (size) => size,
  });
  const reply = await send(sandbox, { content: 'four' });
  expect([reply.status, reply.json.error.code]).toEqual([429, 'TOKEN_DAILY_CAP']);
  expect(reply.headers).not.toHaveProperty('retry-after');
  expect((await send(sandbox, { content: 'one' })).status).toBe(202);
});

test('L18: a recording that Content-Length shows to be over the cap is refused before it is read', async () => {
  const sandbox = await open({ tokens: [{ token: DEFAULT_TOKEN, dailyCap: { bytes: 1_000_000 } }] });
  const wire = new Wire(sandbox);
  wire.startUpload(5_000_000_000);
  await wire.until('TOKEN_DAILY_CAP');
  expect(sandbox.requests[0]?.bytesReceived).toBe(0);
});

test('L18: DAILY_LIMIT_REACHED has no Retry-After', async () => {
  const sandbox = await open({ dailySendLimit: 1 });
  await sent(sandbox);
  const reply = await send(sandbox);
  expect([reply.status, reply.json.error.code]).toEqual([429, 'DAILY_LIMIT_REACHED']);
  expect(reply.headers).not.toHaveProperty('retry-after');
});

test('L20: after 409 IDEMPOTENCY_KEY_IN_USE a new key works', async () => {
  const sandbox = await open({ tokens: TWO_TOKENS });
  await sent(sandbox, { token: 'first-token', key: KEY });
  expect((await send(sandbox, { token: 'second-token', key: KEY })).status).toBe(409);
  expect((await send(sandbox, { token: 'second-token', key: `${KEY}-2` })).status).toBe(202);
});

test('L21: while sending is not switched on, every send is 403 SCOPE_DISABLED', async () => {
  const sandbox = await open();
  sandbox.switchOnSending(false);
  const reply = await send(sandbox, { key: KEY });
  expect([reply.status, reply.json.error.code]).toEqual([403, 'SCOPE_DISABLED']);
  sandbox.switchOnSending(true);
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
});

test('a repeat is answered before its body was read, and the rest is drained', async () => {
  const sandbox = await open();
  const id = await sent(sandbox, { key: KEY });
  const wire = new Wire(sandbox);
  const body = form('x'.repeat(1_000_000));
  wire.startUpload(body.length, { key: KEY });
  await wire.until(id);
  expect(sandbox.requests[1]).toMatchObject({ bytesReceived: 0, bodyComplete: false, answered: { status: 202 } });
  wire.socket.write(body);
  await sandbox.until(() => sandbox.requests[1]?.bodyComplete === true);
  wire.socket.write('GET /api/v1/events HTTP/1.1\r\nHost: sandbox\r\n\r\n');
  await wire.until('401 Unauthorized');
  expect(sandbox.requests[2]?.connection).toBe(sandbox.requests[1]?.connection);
});

test('with earlyAnswer: never, a repeat is answered after its body', async () => {
  const sandbox = await open({ earlyAnswer: 'never' });
  await sent(sandbox, { key: KEY });
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
  expect(sandbox.requests[1]?.bodyComplete).toBe(true);
});

test('413 above maxBytes, before the body where Content-Length tells, within it where it does not; 411 where it must tell', async () => {
  const sandbox = await open({ maxBytes: 100_000 });
  const wire = new Wire(sandbox);
  wire.startUpload(10_000_000);
  await wire.until('413 Payload Too Large');
  expect((await send(sandbox, { content: 'x'.repeat(100_001) })).json.error.code).toBe('FILE_TOO_LARGE');
  expect((await send(sandbox, { content: 'x'.repeat(100_000) })).status).toBe(202);
  const strict = await open({ requireContentLength: true });
  const chunked = await call(strict, 'POST', '/recordings', { headers: { ...FORM, 'transfer-encoding': 'chunked' } });
  expect(chunked.status).toBe(411);
});
