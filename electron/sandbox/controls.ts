// What tests, and the developer menu, can see of the sandbox and do to it.

import type { Account } from './account';
import { appendEvent } from './events';
import type { Fault, Match, Scripted } from './faults';
import { change, type Failure, moveTo, remove, restore } from './meetings';
import type { AccountState, Change, Charge, Feature, Meeting, Question, Status, StoredEvent } from './model';
import { type DailyCap, DEFAULT_ACCOUNT, type RateClass, type RateLimit, type Token } from './options';
import type { SeenRequest } from './request-log';
import { addFromElsewhere } from './sending';
import { findMeeting, type World } from './world';

export interface Controls {
  /** Meetings of all accounts, deleted ones included, in the order in which they were made. */
  readonly meetings: readonly Readonly<Meeting>[];
  readonly charges: readonly Readonly<Charge>[];
  readonly events: readonly Readonly<StoredEvent>[];
  readonly questions: readonly Readonly<Question>[];
  /** Every request since the start, the oldest first. */
  readonly requests: readonly Readonly<SeenRequest>[];
  /** Open TCP connections to the server. */
  readonly openConnections: number;
  /** State of one account. */
  account(name?: string): Readonly<AccountState>;
  /** Meeting by its id; throws if there is none. */
  meeting(recordingId: string): Readonly<Meeting>;
  /** Bytes of a recording; null unless `keepContent` is set. */
  content(recordingId: string): Buffer | null;
  /** Resolves as soon as `condition` holds; it is looked at after each change of a request or an account. */
  until(condition: () => boolean): Promise<void>;

  /** Moves a meeting to a status, with the event that F7 has for it. */
  advance(recordingId: string, status: Status, failure?: Failure): void;
  /** Makes a meeting READY, by way of the steps that are left. */
  finish(recordingId: string): void;
  /** Deletes a meeting in Lobbe. */
  deleteMeeting(recordingId: string): void;
  /** Brings a deleted meeting back. */
  restoreMeeting(recordingId: string): void;
  /** Gives a meeting another title. */
  rename(recordingId: string, title: string): void;
  /** Another change of a meeting; only a READY one tells of it (F7). */
  change(recordingId: string, what: Exclude<Change, 'restored' | 'renamed' | 'series_changed'>): void;
  /** Puts a meeting into a series, or takes it out. */
  moveToSeries(recordingId: string, seriesId: string | null): void;
  /** Makes a series that can be asked. */
  addSeries(id: string, title: string, account?: string): void;
  /** A meeting made by Lobbe's own app, whose key is taken for every token (L12, L13). */
  postFromElsewhere(
    details?: Partial<Pick<Meeting, 'title' | 'key' | 'seriesId'>>,
    account?: string,
  ): Readonly<Meeting>;
  /** Any event, of unknown types too, with any time (F14, F15). */
  appendEvent(event: { type: string; recordingId: string; data?: Record<string, unknown>; occurredAt?: number }): void;

  /** Sets the balance of an account. */
  setMinutes(minutes: number, account?: string): void;
  /** Buys minutes. */
  addMinutes(minutes: number, account?: string): void;
  /** Sets the daily cap of a token, by its name. */
  setDailyCap(tokenName: string, cap: DailyCap): void;
  /** Sets how many meetings an account may send a day; null: no limit. */
  setDailySendLimit(limit: number | null): void;
  /** Sets how many questions an account may ask a day; null: no limit. */
  setDailyQuestionLimit(limit: number | null): void;
  /** Sets or lifts the limit of a class of requests. */
  limitRate(rateClass: RateClass, limit: RateLimit | null): void;
  /** Switches a feature on or off for an account: SCOPE_DISABLED (L21). */
  switchOn(feature: Feature, on: boolean, account?: string): void;
  /** `switchOn('sending', on)`. */
  switchOnSending(on: boolean, account?: string): void;
  /** From now on the token, by its name, is unknown: 401. Until the next start, as tokens are options. */
  revokeToken(tokenName: string): void;
  /** Makes every cursor that was given out too old (F16). */
  expireCursors(): void;
  /** The next read of the feed gives so many events again (F14). */
  repeatEvents(count: number): void;
  /** The next so many questions fail with GENERATE_FAILED (L19). */
  failQuestions(count: number): void;

  /** Closes every open connection, as a server does that restarts or tidies idle ones away. */
  dropConnections(): void;
  /** Scripts a fault for requests that fit. */
  script(match: Match, fault: Fault): Scripted;
  /** Removes every scripted fault. */
  clearScripts(): void;
  /** Reads bodies of all later requests no faster than this; null: as fast as they come. */
  throttleAll(bytesPerSecond: number | null): void;
  /** Loses this share of all later answers, after the request was carried out. */
  dropAnswers(probability: number): void;
}

/** Builds the controls over a world. */
export function makeControls(world: World): Controls {
  const { settings, log } = world;
  const accountNamed = (name = DEFAULT_ACCOUNT): Account => {
    const account = world.accounts.get(name);
    if (account === undefined) throw new Error(`no account named ${name}`);
    return account;
  };
  const tokenNamed = (name: string): Token => {
    const token = world.tokens.find((candidate) => candidate.name === name);
    if (token === undefined) throw new Error(`no token named ${name}`);
    return token;
  };
  const find = (recordingId: string): { account: Account; meeting: Meeting } => {
    for (const account of world.accounts.values()) {
      const meeting = findMeeting(account, recordingId);
      if (meeting !== null) return { account, meeting };
    }
    throw new Error(`no meeting ${recordingId}`);
  };
  const all = <Item>(pick: (state: AccountState) => Item[]): Item[] =>
    [...world.accounts.values()].flatMap(({ state }) => pick(state));
  const edit = (account: Account, edits: (state: AccountState) => void) => {
    edits(account.state);
    account.changed();
  };
  const advance: Controls['advance'] = (recordingId, status, failure) => {
    const { account, meeting } = find(recordingId);
    moveTo(account, meeting, status, failure);
    account.changed();
  };
  const switchOn: Controls['switchOn'] = (feature, on, account) =>
    edit(accountNamed(account), (state) => {
      state.features[feature] = on;
    });

  return {
    get meetings() {
      return all((state) => state.meetings);
    },
    get charges() {
      return all((state) => state.charges);
    },
    get events() {
      return all((state) => state.events);
    },
    get questions() {
      return all((state) => state.questions);
    },
    requests: log.requests,
    get openConnections() {
      return world.sockets.size;
    },
    account: (name) => accountNamed(name).state,
    meeting: (recordingId) => find(recordingId).meeting,
    content: (recordingId) => world.contents.get(recordingId) ?? null,
    until: (condition) => log.until(condition),

    advance,
    finish: (recordingId) => {
      for (const status of ['TRANSCRIBING', 'GENERATING', 'READY'] as const) advance(recordingId, status);
    },
    deleteMeeting: (recordingId) => {
      const { account, meeting } = find(recordingId);
      remove(account, meeting);
    },
    restoreMeeting: (recordingId) => {
      const { account, meeting } = find(recordingId);
      restore(account, meeting);
    },
    rename: (recordingId, title) => {
      const { account, meeting } = find(recordingId);
      meeting.title = title;
      change(account, meeting, 'renamed');
    },
    change: (recordingId, what) => {
      const { account, meeting } = find(recordingId);
      change(account, meeting, what);
    },
    moveToSeries: (recordingId, seriesId) => {
      const { account, meeting } = find(recordingId);
      meeting.seriesId = seriesId;
      change(account, meeting, 'series_changed');
    },
    addSeries: (id, title, account) => edit(accountNamed(account), (state) => state.series.push({ id, title })),
    postFromElsewhere: (details, account) => addFromElsewhere(accountNamed(account), details),
    appendEvent: ({ type, recordingId, data, occurredAt }) => {
      const known = all((state) => state.meetings).find(({ id }) => id === recordingId);
      const account = known === undefined ? accountNamed() : find(recordingId).account;
      const about = known ?? { id: recordingId, seriesId: null, sentBy: '' };
      appendEvent(account, about, type, data ?? {}, occurredAt);
      account.changed();
    },

    setMinutes: (minutes, account) =>
      edit(accountNamed(account), (state) => {
        state.minutes = minutes;
      }),
    addMinutes: (minutes, account) =>
      edit(accountNamed(account), (state) => {
        state.minutes += minutes;
      }),
    setDailyCap: (tokenName, cap) => {
      tokenNamed(tokenName).dailyCap = cap;
    },
    setDailySendLimit: (limit) => {
      settings.dailySendLimit = limit;
    },
    setDailyQuestionLimit: (limit) => {
      settings.dailyQuestionLimit = limit;
    },
    limitRate: (rateClass, limit) => world.limiter.set(rateClass, limit),
    switchOn,
    switchOnSending: (on, account) => switchOn('sending', on, account),
    revokeToken: (tokenName) => {
      tokenNamed(tokenName).revoked = true;
    },
    expireCursors: () => {
      for (const account of world.accounts.values()) {
        edit(account, (state) => {
          state.cursorGeneration += 1;
        });
      }
    },
    repeatEvents: (count) => {
      world.repeatedEvents = count;
    },
    failQuestions: (count) => {
      world.failingQuestions = count;
    },

    dropConnections: () => {
      for (const socket of world.sockets) socket.destroy();
    },
    script: (match, fault) => world.faults.add(match, fault),
    clearScripts: () => world.faults.clear(),
    throttleAll: (bytesPerSecond) => {
      settings.throttleAll = bytesPerSecond;
    },
    dropAnswers: (probability) => {
      settings.dropAnswers = probability;
    },
  };
}
