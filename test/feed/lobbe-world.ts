// The poller against the built-in Lobbe: real HTTP, a clock that goes on when the poller has nothing to do, and time that Lobbe shares.

import { onTestFinished } from 'vitest';
import type { RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import { type AppState, emptyState } from '../../electron/domain/app-state';
import type { Clock } from '../../electron/domain/clock';
import type { MeetingState } from '../../electron/domain/meeting';
import { startPoller } from '../../electron/feed/poller';
import type { Poller } from '../../electron/feed/ports';
import { DEFAULT_TOKEN, type SandboxOptions } from '../../electron/sandbox/options';
import type { Sandbox } from '../../electron/sandbox/server';
import { createLobbeClient } from '../../electron/transport/lobbe-client';
import { atLobbe, T0, token } from '../builders/meetings';
import { type MemoryStore, memoryStore } from '../fakes/memory-store';
import { open } from '../sandbox/client';

export const MINUTE = 60_000;

export interface LobbeWorld {
  readonly sandbox: Sandbox;
  readonly store: MemoryStore;
  readonly poller: Poller;
  readonly given: { watched: boolean; secret: string; token: TokenFingerprint };
  /** Requests so far: method and path, without the cursor. */
  asked(): readonly string[];
  /** Resolves when the poller waits for time to pass. */
  idle(): Promise<void>;
  /** Lets time pass in steps of the poller's own waits. */
  pass(ms: number): Promise<void>;
  /** Time passes in one go, as for a laptop that is closed. */
  sleep(ms: number): Promise<void>;
  /** A record of ours, of a meeting that this Lobbe has. */
  own(id: string, state?: MeetingState): Promise<unknown>;
  stageOf(id: string): string | undefined;
}

export interface LobbeWorldOptions extends SandboxOptions {
  readonly state?: AppState;
  /** What happened at Lobbe before the app started. */
  readonly before?: (sandbox: Sandbox) => Promise<AppState | undefined> | AppState | undefined;
}

/** Starts both; resolves when the poller is idle for the first time. */
export async function lobbeWorld(options: LobbeWorldOptions = {}): Promise<LobbeWorld> {
  const { before, state = emptyState, ...sandboxOptions } = options;
  let now = T0;
  const sandbox = await open({ now: () => now, ...sandboxOptions });
  const store = memoryStore((await before?.(sandbox)) ?? state);
  const given = { watched: false, secret: DEFAULT_TOKEN, token };

  let due: { readonly time: number; readonly wake: () => void } | null = null;
  const waiting = new Set<() => void>();
  const clock: Clock = {
    now: () => now,
    until: (time, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          due = null;
          resolve();
        };
        if (signal.aborted) return wake();
        due = { time, wake };
        signal.addEventListener('abort', wake, { once: true });
        for (const tell of waiting) tell();
        waiting.clear();
      }),
  };
  const client = createLobbeClient({ connection: () => ({ base: sandbox.url, token: given.secret }), now: () => now });
  const bugs: unknown[] = [];
  const poller = startPoller({
    store,
    reader: { token: () => given.token, ...client },
    clock,
    random: () => 0.5,
    watched: () => given.watched,
    onRead: () => {},
    onNote: () => {},
    onBug: (cause) => bugs.push(cause),
    intervalMs: MINUTE,
  });
  onTestFinished(() => poller.stop());
  onTestFinished(() => {
    if (bugs.length > 0) throw bugs[0];
  });
  const idle = () => (due === null ? new Promise<void>((resolve) => waiting.add(resolve)) : Promise.resolve());
  await idle();
  let owned = 0;
  return {
    sandbox,
    store,
    poller,
    given,
    idle,
    asked: () => sandbox.requests.map(({ method, path }) => `${method} ${path}`),
    async pass(ms) {
      const end = now + ms;
      for (let next = due; next !== null && next.time <= end; next = due) {
        now = Math.max(now, next.time);
        next.wake();
        await idle();
      }
      now = end;
    },
    async sleep(ms) {
      now += ms;
      due?.wake();
      await idle();
    },
    own(id, own = { stage: 'processing', status: 'QUEUED' }) {
      owned += 1;
      const record = atLobbe(owned, own, { recordingId: id as RecordingId });
      return store.commit((before) => ({ ...before, meetings: [...before.meetings, record] }));
    },
    stageOf: (id) => store.state().meetings.find((m) => m.recordingId === id)?.state.stage,
  };
}
