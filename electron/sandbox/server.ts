// The built-in Lobbe: the app's "try it without an account", and the world that tests run in. Written from Lobbe's numbered rules
// (L1–L21, F1–F18), never from our client, so that the two can be checked against each other.

import type { Account } from './account';
import { type Controls, makeControls } from './controls';
import { Faults } from './faults';
import { type Listening, listen } from './http-server';
import { type AccountState, newAccountState } from './model';
import { DEFAULT_ACCOUNT, resolveSettings, resolveTokens, type SandboxOptions, type Settings } from './options';
import { moveOn, nextDueAt } from './progress';
import { RateLimiter } from './rate-limit';
import { RequestLog } from './request-log';
import { type Loaded, loadState, saveState } from './state-file';
import type { World } from './world';

/** A running sandbox. */
export interface Sandbox extends Controls {
  /** Base address, with `/api/v1`. */
  readonly url: string;
  readonly port: number;
  /** How the state file was found; `fresh` without one. */
  readonly loaded: Loaded;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/** Starts a sandbox on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = resolveSettings(options);
  const tokens = resolveTokens(options.tokens);
  const log = new RequestLog();
  const file = options.stateFile === undefined ? null : loadState(options.stateFile);
  const names = new Set([
    DEFAULT_ACCOUNT,
    ...tokens.map((token) => token.account),
    ...Object.keys(file?.accounts ?? {}),
  ]);
  const accounts = new Map<string, Account>();
  const timer = new PaceTimer(accounts, settings);
  const save = () => {
    if (options.stateFile === undefined) return;
    saveState(options.stateFile, Object.fromEntries([...accounts].map(([name, { state }]) => [name, state])));
  };
  const changed = () => {
    save();
    timer.arm();
    log.changed();
  };
  for (const name of names) accounts.set(name, openAccount(name, file?.accounts[name] ?? null, settings, changed));
  const world: World = {
    settings,
    tokens,
    accounts,
    limiter: new RateLimiter(options.rateLimits),
    log,
    faults: new Faults(),
    sockets: new Set(),
    contents: new Map(),
    failingQuestions: 0,
    repeatedEvents: 0,
    notBefore: new Map(),
  };
  const server: Listening = await listen(world, options);
  save();
  timer.arm();
  // Assigned onto the controls, not spread: spreading would read their getters once and for all.
  return Object.assign(makeControls(world), {
    url: server.url,
    port: server.port,
    loaded: file?.loaded ?? ('fresh' as const),
    close: async () => {
      timer.stop();
      await server.close();
    },
  });
}

function openAccount(name: string, stored: AccountState | null, settings: Settings, changed: () => void): Account {
  const random = () => Math.floor(settings.random() * 2 ** 32).toString(36);
  const state = stored ?? newAccountState(settings.initialMinutes, `${random()}${random()}`);
  const newId = (prefix: string) => {
    state.nextId += 1;
    return `${prefix}_${random()}${state.nextId.toString(36)}`;
  };
  return { name, state, settings, storing: new Map(), newId, changed };
}

/** Wakes when the next meeting is due, so that the state file and whoever watches it need no request to see it move. */
class PaceTimer {
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private readonly accounts: ReadonlyMap<string, Account>;
  private readonly settings: Settings;

  constructor(accounts: ReadonlyMap<string, Account>, settings: Settings) {
    this.accounts = accounts;
    this.settings = settings;
  }

  arm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const dueAt = nextDueAt(this.accounts.values());
    if (dueAt === null || this.stopped) return;
    // Never 0, as a clock that stands still would spin; never long, as a timer over 2^31 ms fires at once and sleep stops it.
    const wait = Math.min(Math.max(dueAt - this.settings.now(), 20), 30_000);
    this.timer = setTimeout(() => {
      try {
        for (const account of this.accounts.values()) moveOn(account);
      } catch (error) {
        // A state file that cannot be written must not take the app down with it.
        this.settings.onError(error);
      }
      this.arm();
    }, wait);
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
