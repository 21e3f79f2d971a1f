import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Ending } from '../../electron/sandbox/options';
import { call, form, open, send, sent, Wire } from './client';

const KEY = 'cccccccc-3333-4333-8333-333333333333';
const BIG = form('x'.repeat(3_000_000));

test('faults strike once, in the order in which they were scripted, and only what fits', async () => {
  const sandbox = await open();
  const upload = { method: 'POST', path: '/recordings' };
  sandbox.script(upload, { kind: 'answer', status: 500 });
  sandbox.script(upload, { kind: 'answer', status: 502 });
  const events = sandbox.script({ path: /^\/events/ }, { kind: 'answer', status: 503 });
  expect([(await send(sandbox)).status, (await send(sandbox)).status, (await send(sandbox)).status]).toEqual([
    500, 502, 202,
  ]);
  expect((await call(sandbox, 'GET', '/events')).status).toBe(503);
  expect((await events.hit).path).toBe('/events');
  expect((await call(sandbox, 'GET', '/events')).status).toBe(200);
});

test('faults can wait for the n-th request, strike several, choose by key or by anything, and be removed', async () => {
  const sandbox = await open();
  const third = sandbox.script({ nth: 3, times: 2 }, { kind: 'answer', status: 500 });
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i += 1) seen.push((await send(sandbox)).status);
    return seen;
  };
  expect(await statuses(5)).toEqual([202, 202, 500, 500, 202]);
  expect(third.hits).toHaveLength(2);

  const always = sandbox.script({ key: KEY, times: Number.POSITIVE_INFINITY }, { kind: 'answer', status: 500 });
  sandbox.script({ when: (request) => request.headers['x-odd'] === 'yes' }, { kind: 'answer', status: 418 });
  expect((await send(sandbox, { key: KEY })).status).toBe(500);
  expect((await send(sandbox, { headers: { 'x-odd': 'yes' } })).status).toBe(418);
  expect((await send(sandbox, { key: KEY })).status).toBe(500);
  always.remove();
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
  sandbox.script({}, { kind: 'answer', status: 500 });
  sandbox.clearScripts();
  expect(await statuses(1)).toEqual([202]);
});

const ENDINGS: [Ending, string][] = [
  ['half-close', 'end'],
  ['close', 'end'],
  ['reset', 'reset'],
];

for (const [ending, how] of ENDINGS) {
  test(`answers before the body was read, then: ${ending}`, async () => {
    const sandbox = await open();
    const headers = { 'Retry-After': '30' };
    const body = { json: { error: { code: 'TOKEN_DAILY_CAP' } } };
    sandbox.script({}, { kind: 'answer', status: 429, headers, body, ending });
    const wire = new Wire(sandbox);
    wire.startUpload(BIG.length);
    expect(await wire.gone(true)).toBe(how);
    expect(wire.received).toContain('HTTP/1.1 429 Too Many Requests\r\n');
    expect(wire.received).toContain('\r\nRetry-After: 30\r\n');
    expect(wire.received).toMatch(/\r\n\r\n\{"error":\{"code":"TOKEN_DAILY_CAP"\}\}$/);
    expect(sandbox.requests[0]).toMatchObject({ bytesReceived: 0, answered: { status: 429, code: 'TOKEN_DAILY_CAP' } });
  });

  test(`answers amid the body, then: ${ending}`, async () => {
    const sandbox = await open();
    sandbox.script({}, { kind: 'answer', moment: { afterBytes: 1_000_000 }, status: 413, ending });
    const wire = new Wire(sandbox);
    wire.startUpload(BIG.length, { start: BIG.subarray(0, 1_000_000) });
    expect(await wire.gone(true)).toBe(how);
    expect(wire.received).toContain('HTTP/1.1 413 ');
    expect(sandbox.requests[0]?.bytesReceived).toBe(1_000_000);
  });
}

test('answers before the body was read, then drains, and the connection stays usable', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'answer', status: 402, ending: 'drain' });
  const wire = new Wire(sandbox);
  wire.startUpload(BIG.length);
  await wire.until('402 Payment Required');
  wire.socket.write(BIG);
  await sandbox.until(() => sandbox.requests[0]?.bodyComplete === true);
  wire.startUpload(form().length, { start: form() });
  await wire.until('202 Accepted');
  expect(sandbox.requests.map(({ connection }) => connection)).toEqual([1, 1]);
});

test('half-close reads on until the client is done', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'answer', status: 413, ending: 'half-close' });
  const wire = new Wire(sandbox);
  wire.startUpload(BIG.length);
  expect(await wire.gone()).toBe('end');
  wire.socket.write(BIG);
  await sandbox.until(() => sandbox.requests[0]?.bodyComplete === true);
  expect(sandbox.requests[0]?.bytesReceived).toBe(BIG.length);
  await sandbox.until(() => sandbox.openConnections === 0);
});

test('early answers of the rules end as `earlyAnswer` says', async () => {
  const sandbox = await open({ minutes: 0, earlyAnswer: 'reset' });
  const wire = new Wire(sandbox);
  wire.startUpload(BIG.length);
  expect(await wire.gone(true)).toBe('reset');
  expect(wire.received).toContain('HTTP/1.1 402 ');
  wire.socket.destroy();
  await sandbox.until(() => sandbox.openConnections === 0);
  // What has no body was read whole.
  const next = new Wire(sandbox);
  next.socket.write('GET /api/v1/events HTTP/1.1\r\nHost: sandbox\r\n\r\n'.repeat(2));
  await next.untilBytes(1);
  await sandbox.until(() => sandbox.requests.filter(({ answered }) => answered?.status === 401).length === 2);
});

test.each(['close', 'reset'] as const)('drops before, amid and after the body without storing: %s', async (how) => {
  const sandbox = await open();
  for (const moment of ['before', { afterBytes: 100_000 }, 'after'] as const) {
    sandbox.script({}, { kind: 'drop', moment, how });
    const wire = new Wire(sandbox);
    wire.startUpload(BIG.length, { key: KEY, start: moment === 'before' ? '' : BIG });
    const ended = await wire.gone(true);
    if (moment === 'after') expect(ended).toBe(how === 'reset' ? 'reset' : 'end');
    expect(wire.received).toBe('');
  }
  const [before, amid, after] = sandbox.requests;
  expect(before?.bytesReceived).toBe(0);
  expect(amid).toMatchObject({ bodyComplete: false, answered: null });
  expect(after).toMatchObject({ bytesReceived: BIG.length, bodyComplete: true, answered: null });
  expect([sandbox.meetings, sandbox.charges]).toEqual([[], []]);
  expect((await send(sandbox, { key: KEY })).status).toBe(202);
});

test.each(['close', 'reset'] as const)(
  'stored, but the answer is lost: %s; the repeat finds the one meeting',
  async (how) => {
    const sandbox = await open();
    sandbox.script({}, { kind: 'drop', moment: 'stored', how });
    await expect(send(sandbox, { key: KEY })).rejects.toThrow();
    expect(sandbox.meetings).toHaveLength(1);
    expect(await sent(sandbox, { key: KEY })).toBe(sandbox.meetings[0]?.id);
    expect(sandbox.charges).toHaveLength(1);
  },
);

test('stored, but another answer comes', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'answer', moment: 'stored', status: 504, body: { html: '<h1>Gateway Time-out</h1>' } });
  expect((await send(sandbox, { key: KEY })).status).toBe(504);
  expect(await sent(sandbox, { key: KEY })).toBe(sandbox.meetings[0]?.id);
});

test('a stall stops reading until it is released', async () => {
  const sandbox = await open();
  const stall = sandbox.script({}, { kind: 'stall', afterBytes: 1 });
  const wire = new Wire(sandbox);
  const body = form('x'.repeat(10_000_000));
  wire.startUpload(body.length, { start: body });
  await sandbox.until(() => (sandbox.requests[0]?.bytesReceived ?? 0) > 0);
  expect(sandbox.requests[0]?.bodyComplete).toBe(false);
  stall.release();
  await wire.until('202 Accepted');
});

test('throttling reads no faster than it says', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'throttle', bytesPerSecond: 10_000_000 });
  const started = performance.now();
  expect((await send(sandbox, { body: BIG })).status).toBe(202);
  // The last piece is not waited for by the rule alone, hence the margin.
  expect(performance.now() - started).toBeGreaterThan(250);
  sandbox.throttleAll(10_000_000);
  const again = performance.now();
  expect((await send(sandbox, { body: BIG })).status).toBe(202);
  expect(performance.now() - again).toBeGreaterThan(250);
});

test('a throttled body whose sender leaves is noticed at once', async () => {
  const sandbox = await open({ throttleAll: 1 });
  const wire = new Wire(sandbox);
  wire.startUpload(1_000_000, { start: form() });
  await sandbox.until(() => (sandbox.requests[0]?.bytesReceived ?? 0) > 0);
  wire.socket.resetAndDestroy();
  await sandbox.until(() => sandbox.requests[0]?.connectionLost === true);
});

test('an answer can be held back, after the meeting is stored', async () => {
  const sandbox = await open();
  const hold = sandbox.script({}, { kind: 'hold', at: 'before-answer' });
  const reply = send(sandbox, { key: KEY });
  await sandbox.until(() => sandbox.meetings.length === 1);
  expect(sandbox.requests[0]?.answered).toBeNull();
  hold.release();
  expect((await reply).status).toBe(202);
});

test('an answer can be late', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'delay', ms: 60 });
  const started = performance.now();
  expect((await send(sandbox)).status).toBe(202);
  expect(performance.now() - started).toBeGreaterThan(55);
});

test('several faults strike one request: slow reading, a hold, and a lost answer', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'throttle', bytesPerSecond: 100_000_000 });
  const hold = sandbox.script({}, { kind: 'hold', at: 'before-answer' });
  sandbox.script({}, { kind: 'drop', moment: 'stored' });
  const reply = send(sandbox);
  const lost = expect(reply).rejects.toThrow();
  await sandbox.until(() => sandbox.meetings.length === 1);
  hold.release();
  await lost;
});

test.each(['close', 'reset', 'silence'] as const)('the answer is cut short, then: %s', async (then) => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'truncate', keep: 7, then });
  const wire = new Wire(sandbox);
  wire.startUpload(form().length, { start: form() });
  await wire.until('\r\n\r\n{"id":"');
  if (then !== 'silence') expect(await wire.gone(true)).toBe(then === 'close' ? 'end' : 'reset');
  expect(wire.received).toMatch(/\r\n\r\n\{"id":"$/);
  expect(sandbox.meetings).toHaveLength(1);
});

test.each([301, 302, 307, 308])('a redirect: %i', async (status) => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'answer', status, headers: { Location: 'https://elsewhere.example/' } });
  const reply = await send(sandbox);
  expect([reply.status, reply.headers.location]).toEqual([status, 'https://elsewhere.example/']);
});

test('a captive portal, a gzip body, a body made from the request, and any headers', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'answer', status: 200, body: { html: '<form>Sign in</form>' } });
  const portal = await send(sandbox);
  expect([portal.status, portal.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);

  sandbox.script(
    {},
    { kind: 'answer', status: 503, body: { json: { error: { code: 'BUSY' } } }, gzip: true, ending: 'close' },
  );
  const wire = new Wire(sandbox);
  wire.startUpload(form().length, { start: form() });
  await wire.gone();
  const [headers, body] = wire.received.split('\r\n\r\n', 2) as [string, string];
  expect(headers).toContain('Content-Encoding: gzip');
  expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toBe('{"error":{"code":"BUSY"}}');

  sandbox.script(
    { path: '/events' },
    {
      kind: 'answer',
      status: 200,
      body: (request) => ({ json: { schemaVersion: 2, events: [], nextCursor: request.query.get('after') } }),
    },
  );
  const feed = await call(sandbox, 'GET', '/events?after=same');
  expect(feed.json).toEqual({ schemaVersion: 2, events: [], nextCursor: 'same' });
});

test('an endless answer goes on until the client hangs up', async () => {
  const sandbox = await open();
  sandbox.script({}, { kind: 'answer', status: 503, body: { endless: true } });
  const wire = new Wire(sandbox);
  wire.startUpload(form().length, { start: form() });
  await wire.untilBytes(1_000_000);
  wire.socket.destroy();
  await sandbox.until(() => sandbox.requests[0]?.connectionLost === true && sandbox.openConnections === 0);
});

test('answers get lost by chance, always after the request was carried out', async () => {
  let seed = 1;
  // A small linear generator: the same losses in every run.
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sandbox = await open({ random, dropAnswers: 0.5 });
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const results = await Promise.allSettled(keys.map((key) => send(sandbox, { key })));
  const lost = results.filter(({ status }) => status === 'rejected').length;
  expect(lost).toBeGreaterThan(0);
  expect(lost).toBeLessThan(20);
  expect(sandbox.meetings).toHaveLength(20);
  sandbox.dropAnswers(0);
  for (const key of keys) expect((await send(sandbox, { key })).status).toBe(202);
  expect([sandbox.meetings.length, sandbox.charges.length]).toEqual([20, 20]);
});

test('open connections can be dropped, and closing leaves none', async () => {
  const sandbox = await open();
  const [one, two] = [new Wire(sandbox), new Wire(sandbox)];
  await sandbox.until(() => sandbox.openConnections === 2);
  sandbox.dropConnections();
  await Promise.all([one.gone(), two.gone()]);
  await sandbox.until(() => sandbox.openConnections === 0);
  const held = sandbox.script({}, { kind: 'hold', at: 'before-answer' });
  const hanging = send(sandbox);
  const lost = expect(hanging).rejects.toThrow();
  await held.hit;
  await sandbox.close();
  await lost;
  await expect(send(sandbox)).rejects.toThrow('ECONNREFUSED');
});

test('requests are kept without the token', async () => {
  const sandbox = await open({ tokens: [{ token: 'a-secret-token', name: 'mine' }] });
  await send(sandbox, { token: 'a-secret-token', key: KEY });
  expect(sandbox.requests).toMatchObject([
    {
      method: 'POST',
      path: '/recordings',
      key: KEY,
      token: 'mine',
      bytesReceived: form('sound').length,
      bodyComplete: true,
      connectionLost: false,
      answered: { status: 202, code: null },
    },
  ]);
  expect(JSON.stringify([sandbox.requests, sandbox.account()])).not.toContain('a-secret-token');
});

test('a client that expects 100-continue gets it, unless it is answered early', async () => {
  const sandbox = await open();
  const expecting = () => {
    const wire = new Wire(sandbox);
    const head = { Expect: '100-continue' };
    wire.startUpload(form().length, { headers: head });
    return wire;
  };
  const wire = expecting();
  await wire.until('HTTP/1.1 100 Continue\r\n\r\n');
  wire.socket.write(form());
  await wire.until('202 Accepted');
  sandbox.setMinutes(0);
  const early = expecting();
  await early.until('402 Payment Required');
  expect(early.received).not.toContain('100 Continue');
});

test('what is not below /api/v1 is not there', async () => {
  const sandbox = await open();
  const outside = { ...sandbox, url: `http://127.0.0.1:${sandbox.port}` };
  expect((await call(outside, 'GET', '/events')).status).toBe(404);
  expect(sandbox.requests[0]).toMatchObject({ path: '/events', belowBase: false });
});
