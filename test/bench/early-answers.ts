// A server that has read enough says so and closes. What the transport has to see of that, twenty times in each way.

import { DEFAULT_LIMITS } from '../../electron/transport/limits';
import type { LobbeClient } from '../../electron/transport/ports';
import { clientVia, lobbeServer, proxyTo } from '../fakes/proxy-world';
import { type Peer, refusal, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, send } from '../fakes/transport-world';

const TIMES = 20;
const MB = 1024 * 1024;
const EARLY = 8 * MB;
const SIZE = 64 * MB;
export interface EarlyRow {
  readonly way: 'plain' | 'tls' | 'proxy';
  readonly moment: 'before the body' | 'after 8 MB';
  readonly then: keyof typeof AFTERWARDS;
  readonly seen: number;
  readonly of: number;
}

const AFTERWARDS = {
  drain: (_peer: Peer) => {},
  'half-close': (peer: Peer) => void peer.socket.end(),
  reset: (peer: Peer) => peer.reset(),
};

interface Place {
  readonly client: LobbeClient;
  close(): Promise<void>;
}

async function placeFor(way: EarlyRow['way'], script: (peer: Peer) => Promise<void>): Promise<Place> {
  if (way !== 'proxy') {
    const server = await scriptedServer(script, { tls: way === 'tls' });
    return { client: clientFor(server, DEFAULT_LIMITS), close: server.close };
  }
  const server = await lobbeServer(script);
  const proxy = await proxyTo(server, { kind: 'http' });
  return {
    client: clientVia([proxy.route()], DEFAULT_LIMITS),
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}

async function measure(row: Omit<EarlyRow, 'seen' | 'of'>): Promise<EarlyRow> {
  const place = await placeFor(row.way, async (peer) => {
    if (row.moment === 'before the body') await peer.head();
    else await peer.bodyBytes(EARLY);
    await peer.say(refusal(429, 'TOKEN_DAILY_CAP', { 'retry-after': '3600' }));
    AFTERWARDS[row.then](peer);
  });
  let seen = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const outcome = await send(place.client, syntheticBody(SIZE));
    // All of it: the status, the code and the time.
    if (outcome.kind === 'later' && outcome.facts.code === 'TOKEN_DAILY_CAP' && outcome.notBefore !== null) seen += 1;
  }
  await place.close();
  return { ...row, seen, of: TIMES };
}

/** The whole table. */
export async function seenEarly(): Promise<readonly EarlyRow[]> {
  const rows: EarlyRow[] = [];
  for (const way of ['plain', 'tls', 'proxy'] as const) {
    for (const moment of ['before the body', 'after 8 MB'] as const) {
      for (const then of ['drain', 'half-close', 'reset'] as const) rows.push(await measure({ way, moment, then }));
    }
  }
  return rows;
}
