import { expect, test } from 'vitest';
import type { Sandbox } from '../../electron/sandbox/server';
import { type Call, call, open, sent } from './client';

const KEY = 'bbbbbbbb-2222-4222-8222-222222222222';
const TOKENS = [
  { token: 'all', name: 'all', scopes: ['recordings:write', 'recordings:query', 'series:query'] as const },
  { token: 'other', name: 'other', scopes: ['recordings:query'] as const },
];

async function ready(sandbox: Sandbox, token = 'all'): Promise<string> {
  const id = await sent(sandbox, { token });
  sandbox.finish(id);
  return id;
}

function ask(sandbox: Sandbox, path: string, body: unknown, options: Call = {}) {
  return call(sandbox, 'POST', `${path}/ask`, { token: 'all', body: JSON.stringify(body), ...options });
}

test('L1, L6: a question is answered 200; its repeat gets the same answer without a charge', async () => {
  const sandbox = await open({ tokens: TOKENS, minutes: 100, minutesPerQuestion: 2 });
  const id = await ready(sandbox);
  const first = await ask(sandbox, `/recordings/${id}`, { question: 'Who spoke?' }, { key: KEY });
  expect(first.status).toBe(200);
  expect(first.json.answer).toContain('Who spoke?');
  const repeat = await ask(sandbox, `/recordings/${id}`, { question: 'Who spoke?' }, { key: KEY });
  expect([repeat.status, repeat.json]).toEqual([200, first.json]);
  expect(sandbox.charges.filter((charge) => charge.for === 'question')).toMatchObject([{ minutes: 2 }]);
});

test('L1: a series is asked with series:query', async () => {
  const sandbox = await open({ tokens: TOKENS });
  sandbox.addSeries('weekly', 'Weekly');
  expect((await ask(sandbox, '/series/weekly', { question: 'What was decided?' })).status).toBe(200);
  expect((await ask(sandbox, '/series/none', { question: 'What was decided?' })).status).toBe(404);
  expect((await ask(sandbox, '/series/weekly', { question: 'What?' }, { token: 'other' })).status).toBe(403);
});

test('L3: a bad key is 400 on the ask routes too, in the header and in the body', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const path = `/recordings/${await ready(sandbox)}`;
  expect((await ask(sandbox, path, { question: 'x' }, { key: 'short' })).json.error.code).toBe('VALIDATION');
  expect((await ask(sandbox, path, { question: 'x', idempotencyKey: 'short' })).json.error.code).toBe('VALIDATION');
  expect((await ask(sandbox, path, { question: 'x', idempotencyKey: 12345678 })).json.error.code).toBe('VALIDATION');
});

test('L5: the key may be in the body; the header counts if both are sent', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const path = `/recordings/${await ready(sandbox)}`;
  const inBody = await ask(sandbox, path, { question: 'one', idempotencyKey: KEY });
  expect((await ask(sandbox, path, { question: 'one' }, { key: KEY })).json).toEqual(inBody.json);
  const both = await ask(sandbox, path, { question: 'two', idempotencyKey: KEY }, { key: 'header-key' });
  expect(both.json.id).not.toBe(inBody.json.id);
  expect(sandbox.questions.map((question) => question.key)).toEqual([KEY, 'header-key']);
});

test('L7: a repeated question is answered at the daily limit and without minutes', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const path = `/recordings/${await ready(sandbox)}`;
  const first = await ask(sandbox, path, { question: 'one' }, { key: KEY });
  sandbox.setMinutes(0);
  sandbox.setDailyQuestionLimit(1);
  expect((await ask(sandbox, path, { question: 'one' }, { key: KEY })).json).toEqual(first.json);
  expect((await ask(sandbox, path, { question: 'two' })).status).toBe(429);
});

test('L8: the same key with another question returns the first answer', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const path = `/recordings/${await ready(sandbox)}`;
  const first = await ask(sandbox, path, { question: 'one' }, { key: KEY });
  expect((await ask(sandbox, path, { question: 'two' }, { key: KEY })).json).toEqual(first.json);
  expect(sandbox.questions).toHaveLength(1);
});

test('L9: a question that could not be paid runs with the same key later', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const path = `/recordings/${await ready(sandbox)}`;
  sandbox.setMinutes(0);
  expect((await ask(sandbox, path, { question: 'one' }, { key: KEY })).status).toBe(402);
  sandbox.addMinutes(1);
  expect((await ask(sandbox, path, { question: 'one' }, { key: KEY })).status).toBe(200);
});

test('L12: the same key may be used on another meeting, on a series, and for a recording', async () => {
  const sandbox = await open({ tokens: TOKENS });
  sandbox.addSeries('weekly', 'Weekly');
  const [one, two] = [await ready(sandbox), await ready(sandbox)];
  const paths = [`/recordings/${one}`, `/recordings/${two}`, '/series/weekly'];
  for (const path of paths) expect((await ask(sandbox, path, { question: 'x' }, { key: KEY })).status).toBe(200);
  expect(sandbox.questions).toHaveLength(3);
  await sent(sandbox, { token: 'all', key: KEY });
  expect(sandbox.meetings).toHaveLength(3);
});

test('L13: a question key of another token is 409 without the answer', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const path = `/recordings/${await ready(sandbox)}`;
  const first = await ask(sandbox, path, { question: 'secret' }, { key: KEY });
  const other = await ask(sandbox, path, { question: 'secret' }, { key: KEY, token: 'other' });
  expect([other.status, other.json.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
  expect(other.text).not.toContain(first.json.id);
});

test('L19: 502 GENERATE_FAILED costs nothing, counts for the day, and stores nothing', async () => {
  const sandbox = await open({ tokens: TOKENS, dailyQuestionLimit: 2 });
  const path = `/recordings/${await ready(sandbox)}`;
  sandbox.failQuestions(1);
  const failed = await ask(sandbox, path, { question: 'one' }, { key: KEY });
  expect([failed.status, failed.json.error.code]).toEqual([502, 'GENERATE_FAILED']);
  expect(sandbox.charges.filter((charge) => charge.for === 'question')).toEqual([]);
  expect((await ask(sandbox, path, { question: 'one' }, { key: KEY })).status).toBe(200);
  expect((await ask(sandbox, path, { question: 'two' })).json.error.code).toBe('DAILY_LIMIT_REACHED');
});

test('L21: asking and series are switched on account by account', async () => {
  const sandbox = await open({ tokens: TOKENS });
  sandbox.addSeries('weekly', 'Weekly');
  const path = `/recordings/${await ready(sandbox)}`;
  sandbox.switchOn('asking', false);
  sandbox.switchOn('series', false);
  for (const asked of [path, '/series/weekly']) {
    expect((await ask(sandbox, asked, { question: 'x' })).json.error.code).toBe('SCOPE_DISABLED');
  }
});

test('a meeting without minutes, a deleted one, and a body that is no question are refused', async () => {
  const sandbox = await open({ tokens: TOKENS });
  const waiting = await sent(sandbox, { token: 'all' });
  expect((await ask(sandbox, `/recordings/${waiting}`, { question: 'x' })).json.error.code).toBe('NOT_READY');
  const gone = await ready(sandbox);
  sandbox.deleteMeeting(gone);
  expect((await ask(sandbox, `/recordings/${gone}`, { question: 'x' })).status).toBe(404);
  const path = `/recordings/${await ready(sandbox)}`;
  expect((await ask(sandbox, path, { question: ' ' })).status).toBe(400);
  expect((await ask(sandbox, path, {}, { body: 'no json' })).status).toBe(400);
  expect((await ask(sandbox, path, { question: 'x'.repeat(100_000) })).status).toBe(400);
});
