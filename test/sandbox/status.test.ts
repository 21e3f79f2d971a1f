import { expect, test } from 'vitest';
import { call, open, sent } from './client';

const WRITE_ONLY = [
  { token: 'reader', name: 'reader', scopes: ['recordings:read'] as const },
  { token: 'one', name: 'one', scopes: ['recordings:write'] as const },
  { token: 'two', name: 'two', scopes: ['recordings:write'] as const },
];

test('F1, F2: the status of a meeting goes through all its steps', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  const status = async () => (await call(sandbox, 'GET', `/recordings/${id}/status`)).json;
  expect(await status()).toEqual({ id, status: 'QUEUED' });
  for (const step of ['TRANSCRIBING', 'GENERATING', 'NAMING', 'READY'] as const) {
    sandbox.advance(id, step);
    expect(await status()).toEqual({ id, status: step });
  }
});

test('F1: a meeting that does not exist, or was deleted, is 404', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  sandbox.deleteMeeting(id);
  for (const path of [
    `/recordings/${id}/status`,
    `/recordings/${id}`,
    '/recordings/none/status',
    '/recordings/%E0/status',
  ]) {
    expect((await call(sandbox, 'GET', path)).status).toBe(404);
  }
  sandbox.restoreMeeting(id);
  expect((await call(sandbox, 'GET', `/recordings/${id}/status`)).status).toBe(200);
});

test('F3: status, full meeting, lists and feed share one limit, and Retry-After tells when there is room', async () => {
  let now = 0;
  const sandbox = await open({ now: () => now, rateLimits: { read: { requests: 5, perMs: 60_000 } } });
  const id = await sent(sandbox);
  const paths = [`/recordings/${id}/status`, `/recordings/${id}`, '/recordings', '/recordings/ready', '/events'];
  for (const path of paths) {
    expect((await call(sandbox, 'GET', path)).status).toBe(200);
    now += 1000;
  }
  const refused = await call(sandbox, 'GET', '/events');
  expect([refused.status, refused.json.error.code, refused.headers['retry-after']]).toEqual([
    429,
    'RATE_LIMITED',
    '55',
  ]);
  expect(await sent(sandbox)).not.toBe(id); // the send class has room

  now += 54_000;
  expect((await call(sandbox, 'GET', '/events')).status).toBe(429);
  expect(sandbox.requests.at(-1)?.tooEarly).toBe(true);
  now += 1000;
  expect((await call(sandbox, 'GET', '/events')).status).toBe(200);
  expect(sandbox.requests.at(-1)?.tooEarly).toBe(false);
});

test('F3: each token has a limit of its own; a limit can be set and lifted', async () => {
  const sandbox = await open({ tokens: [{ token: 'a' }, { token: 'b' }] });
  sandbox.limitRate('send', { requests: 1, perMs: 60_000 });
  await sent(sandbox, { token: 'a' });
  await sent(sandbox, { token: 'b' });
  await expect(sent(sandbox, { token: 'a' })).rejects.toThrow('RATE_LIMITED');
  sandbox.limitRate('send', null);
  await sent(sandbox, { token: 'a' });
});

test('F4: a retryable failure runs its step again, and sends no event for it', async () => {
  const sandbox = await open();
  const id = await sent(sandbox);
  sandbox.advance(id, 'GENERATING');
  sandbox.advance(id, 'FAILED', { code: 'MODEL_BUSY', retryable: true });
  expect((await call(sandbox, 'GET', `/recordings/${id}/status`)).json).toEqual({
    id,
    status: 'FAILED',
    error: { code: 'MODEL_BUSY', retryable: true },
  });
  const events = sandbox.events.length;
  const reply = await call(sandbox, 'POST', `/recordings/${id}/retry`);
  expect([reply.status, reply.json]).toEqual([200, { id, status: 'GENERATING' }]);
  expect(sandbox.meeting(id).reruns).toBe(1);
  expect(sandbox.events).toHaveLength(events);
});

test('F4: while the own run of Lobbe is due, a retry starts no second one; afterwards it is 409 NOT_FAILED', async () => {
  let now = 1_000_000;
  const sandbox = await open({ now: () => now });
  const id = await sent(sandbox);
  sandbox.advance(id, 'TRANSCRIBING');
  sandbox.advance(id, 'FAILED', { code: 'MODEL_BUSY', retryable: true, ownRunInMs: 60_000 });
  expect((await call(sandbox, 'POST', `/recordings/${id}/retry`)).status).toBe(200);
  expect(sandbox.meeting(id).reruns).toBe(0);
  now += 60_000;
  expect((await call(sandbox, 'GET', `/recordings/${id}/status`)).json.status).toBe('TRANSCRIBING');
  expect(sandbox.meeting(id).reruns).toBe(1);
  const late = await call(sandbox, 'POST', `/recordings/${id}/retry`);
  expect([late.status, late.json.error.code]).toEqual([409, 'NOT_FAILED']);
});

test('F4: a failure for good cannot be retried, and a retry needs recordings:write', async () => {
  const sandbox = await open({ tokens: WRITE_ONLY });
  const id = await sent(sandbox, { token: 'one' });
  sandbox.advance(id, 'FAILED', { code: 'NO_SPEECH', retryable: false });
  const path = `/recordings/${id}/retry`;
  expect((await call(sandbox, 'POST', path, { token: 'one' })).json.error.code).toBe('NOT_RETRYABLE');
  expect((await call(sandbox, 'POST', path, { token: 'reader' })).status).toBe(403);
});

test('F9, F17: with recordings:write alone a token may ask the status of what it sent, and of nothing else', async () => {
  const sandbox = await open({ tokens: WRITE_ONLY });
  const id = await sent(sandbox, { token: 'one' });
  const path = `/recordings/${id}/status`;
  expect((await call(sandbox, 'GET', path, { token: 'one' })).status).toBe(200);
  expect((await call(sandbox, 'GET', path, { token: 'two' })).status).toBe(404);
  expect((await call(sandbox, 'GET', path, { token: 'reader' })).status).toBe(200);
  expect((await call(sandbox, 'GET', '/recordings/ready', { token: 'one' })).status).toBe(403);
});

test('a paced meeting moves on by the clock, however long nobody looked', async () => {
  let now = 0;
  const pace = { queued: 1000, transcribing: 2000, generating: 3000 };
  const sandbox = await open({ now: () => now, pace });
  const id = await sent(sandbox);
  const status = async () => (await call(sandbox, 'GET', `/recordings/${id}/status`)).json.status;
  now = 999;
  expect(await status()).toBe('QUEUED');
  now = 1000;
  expect(await status()).toBe('TRANSCRIBING');
  now = 86_400_000;
  expect(await status()).toBe('READY');
  const events = (await call(sandbox, 'GET', '/events')).json.events;
  expect(events.map((event: { occurredAt: string }) => Date.parse(event.occurredAt))).toEqual([0, 6000]);
});

test('a paced meeting can end in NAMING or FAILED, and runs again after a retry', async () => {
  let now = 0;
  const outcomes = ['NAMING', { code: 'MODEL_BUSY', retryable: true }, 'READY'] as const;
  let made = 0;
  const pace = { queued: 1, transcribing: 1, generating: 1, outcome: () => outcomes[made++] ?? 'READY' };
  const sandbox = await open({ now: () => now, pace });
  const ids = [await sent(sandbox), await sent(sandbox)];
  now = 10;
  expect((await call(sandbox, 'GET', `/recordings/${ids[0]}/status`)).json.status).toBe('NAMING');
  expect((await call(sandbox, 'POST', `/recordings/${ids[1]}/retry`)).json.status).toBe('GENERATING');
  now = 11;
  expect((await call(sandbox, 'GET', `/recordings/${ids[1]}/status`)).json.status).toBe('READY');
});

test('without a request, too, a paced meeting gets to READY', async () => {
  const sandbox = await open({ pace: { queued: 1, transcribing: 1, generating: 1 } });
  const id = await sent(sandbox);
  await sandbox.until(() => sandbox.meeting(id).status === 'READY');
});
