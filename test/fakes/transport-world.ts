// A client of the transport and what its tests look at.

import type { IdempotencyKey } from '../../electron/contract/ids';
import type { Outcome } from '../../electron/domain/outcome';
import type { Limits } from '../../electron/transport/limits';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import type { LobbeClient, UploadBody, UploadTick } from '../../electron/transport/ports';
import { type ScriptedServer, testCertificate } from './scripted-server';

export const TOKEN = 'lobbe_test_token_1234567890';
export const KEY = '3f2b8f0e-5a1c-4d0b-9a63-2c8f7f6c1e55' as IdempotencyKey;
/** The wall clock of these tests. */
export const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

/** A client that trusts the tests' certificate and takes `server` for Lobbe. */
export function clientFor(server: Pick<ScriptedServer, 'base'>, limits: Partial<Limits> = {}): LobbeClient {
  return createLobbeClient({
    connection: () => ({ base: server.base, token: TOKEN }),
    now: () => NOW,
    userAgent: 'LobbeUploader/0.0.0',
    ca: () => [testCertificate],
    limits: { headPauseMs: 20, tickMs: 10, ...limits },
  });
}

export interface SendOptions {
  readonly name?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  readonly onTick?: (tick: UploadTick) => void;
}

/** Sends `body` once. */
export function send(client: LobbeClient, body: UploadBody, options: SendOptions = {}): Promise<Outcome> {
  return client.upload(
    { name: options.name ?? 'meeting.m4a', contentType: options.contentType ?? 'audio/mp4', key: KEY, body },
    options.signal ?? new AbortController().signal,
    options.onTick ?? (() => {}),
  );
}

/**
 * Sockets that this process still holds open, of whatever side, once those that are being closed are gone: a descriptor goes in the
 * turns after its `close`. To be asked when the server is closed too.
 */
export async function openSockets(): Promise<readonly string[]> {
  let open: string[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    open = process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)/.test(name) && name !== 'TCPServerWrap');
    if (open.length === 0) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return open;
}

/** Something that happens once, to be awaited by whoever needs it to have happened. */
export function signalOnce(): { readonly fired: Promise<void>; fire(): void } {
  let fire: () => void = () => {};
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fired, fire: () => fire() };
}
