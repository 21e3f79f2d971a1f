import { afterEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../electron/sandbox/server';
import { createLateClient } from '../../electron/shell/late-client';

const TOKEN = 'lobbe-test-token-0001';
let lobbe: Sandbox | null = null;
afterEach(async () => {
  await lobbe?.close();
  lobbe = null;
});

async function lateClient() {
  lobbe = await startSandbox({ tokens: [{ token: TOKEN, name: 'first' }] });
  const base = lobbe.url;
  let allow = () => {};
  const mayLoad = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const client = createLateClient(mayLoad, { connection: () => ({ base, token: TOKEN }), now: Date.now });
  return { client, allow, lobbe };
}

test('nothing goes out before it may; then what was asked meanwhile does', async () => {
  const { client, allow, lobbe } = await lateClient();
  const asked = client.readEvents('latest', 1, new AbortController().signal);
  expect(lobbe.requests).toHaveLength(0);
  allow();
  expect((await asked).kind).toBe('page');
  expect(lobbe.requests).toHaveLength(1);
});

test('who gives up before that is not kept waiting', async () => {
  const { client, lobbe } = await lateClient();
  const stop = new AbortController();
  const asked = client.readEvents('latest', 1, stop.signal);
  stop.abort();
  expect((await asked).kind).not.toBe('page');
  expect((await client.readEvents('latest', 1, stop.signal)).kind).not.toBe('page');
  expect(lobbe.requests).toHaveLength(0);
});
