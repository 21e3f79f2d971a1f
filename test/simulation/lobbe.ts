// Lobbe in memory: the rules of the built-in sandbox without HTTP, and what its people and its owner do to an account. It lives in
// true time and knows nothing of the app.

import type { Account } from '../../electron/sandbox/account';
import { type Answer, ok, refusal, secondsUntil } from '../../electron/sandbox/answers';
import { readFeed } from '../../electron/sandbox/feed';
import { change, moveTo, remove, rerun, restore, retry } from '../../electron/sandbox/meetings';
import { type Meeting, type MeetingError, newAccountState } from '../../electron/sandbox/model';
import { type RateClass, resolveSettings, resolveTokens, type Token } from '../../electron/sandbox/options';
import { moveOn } from '../../electron/sandbox/progress';
import { RateLimiter } from '../../electron/sandbox/rate-limit';
import { readyList } from '../../electron/sandbox/reading';
import { addFromElsewhere, admit, BAD_KEY, claimKey, readKey, store } from '../../electron/sandbox/sending';
import type { Chance } from './chance';
import type { Time } from './time';

/** Tokens of one account; the third was never valid, the last is made when the others are refused. */
export const TOKENS = ['token-of-the-laptop', 'token-of-the-phone', 'token-of-nobody', 'token-made-later'] as const;

/** What the headers of a send decide. `finish` takes its body; whoever does not send it all calls `giveUp`. */
export type Admission =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'run';
      readonly giveUp: () => void;
      /** The whole body is there; it is stored after `ms`, whatever becomes of the connection. */
      readonly finish: (recording: Sent, ms: number, then: (answer: Answer) => void) => void;
    };

/** What arrived: for the checker by the version of its content. */
export interface Sent {
  readonly name: string;
  readonly size: number;
  /** Versions that were read for its body. */
  readonly content: readonly number[];
}

export class SimulatedLobbe {
  readonly account: Account;
  readonly tokens: readonly Token[];
  readonly limiter = new RateLimiter();
  /** Told of each meeting that was made by a send. */
  onStored: (meeting: Meeting, sent: Sent) => void = () => {};
  readonly #time: Time;
  readonly #chance: Chance;
  /** Events that the next read gives again (F14). */
  repeats = 0;

  constructor(time: Time, chance: Chance) {
    this.#time = time;
    this.#chance = chance;
    const minute = 60_000;
    const settings = resolveSettings({
      now: () => time.now(),
      random: chance.next,
      minutes: chance.is(0.5) ? 2_000 : chance.below(40),
      minutesOf: (size) => Math.ceil(size / 100_000),
      dayMs: chance.pick([2, 6, 24]) * 60 * minute,
      dailySendLimit: chance.is(0.12) ? 1 + chance.below(3) : null,
      uploadInProgressSeconds: 1 + chance.below(60),
      pace: {
        queued: chance.below(minute / 2),
        transcribing: chance.below(2 * minute),
        generating: chance.below(minute),
        outcome: () =>
          chance.weighed<'READY' | 'NAMING' | MeetingError>([
            [6, 'READY'],
            [3, 'NAMING'],
            [1, { code: 'NO_SPEECH', retryable: false }],
            [1, { code: 'TIMEOUT', retryable: true }],
          ]),
      },
    });
    const state = newAccountState(settings.initialMinutes, 'a secret');
    let ids = 0;
    this.account = {
      name: 'main',
      state,
      settings,
      storing: new Map(),
      newId: (prefix) => {
        ids += 1;
        return `${prefix}_${ids}`;
      },
      changed: () => {},
    };
    const cap = () => (chance.is(0.15) ? { minutes: 1 + chance.below(12) } : {});
    this.tokens = resolveTokens(TOKENS.map((token) => ({ token, name: token, dailyCap: cap() })));
    this.#tokenOf(TOKENS[2]).revoked = true;
  }

  get meetings(): readonly Meeting[] {
    return this.account.state.meetings;
  }

  #tokenOf(secret: string): Token {
    const token = this.tokens.find(({ name }) => name === secret);
    if (!token) throw new Error(`no token ${secret}`);
    return token;
  }

  /** Who asks, and in which class; a refusal if that is already decided. */
  #enter(secret: string, rateClass: RateClass): { token: Token } | { answer: Answer } {
    moveOn(this.account);
    const token = this.#tokenOf(secret);
    if (token.revoked) return { answer: refusal('UNAUTHORIZED', 'revoked') };
    if (rateClass === 'send' && !this.account.state.features.sending) {
      return { answer: refusal('SCOPE_DISABLED', 'not switched on') };
    }
    const roomAt = this.limiter.take(secret, rateClass, this.#time.now());
    if (roomAt === null) return { token };
    return { answer: refusal('RATE_LIMITED', 'too many', secondsUntil(roomAt, this.#time.now())) };
  }

  /** The headers of `POST /recordings`. */
  headers(secret: string, rawKey: string, size: number): Admission {
    const entered = this.#enter(secret, 'send');
    if ('answer' in entered) return { kind: 'answer', answer: entered.answer };
    const { token } = entered;
    const reading = readKey(rawKey);
    if (reading.kind !== 'key') return { kind: 'answer', answer: BAD_KEY };
    const admission = admit(this.account, token, reading.key, size);
    if (admission.kind === 'refused') return { kind: 'answer', answer: admission.answer };
    if (admission.kind === 'replay') return { kind: 'answer', answer: accepted(admission.meeting) };
    const giveUp = claimKey(this.account, token, reading.key);
    const finish = (sent: Sent, ms: number, then: (answer: Answer) => void) => {
      this.#time.after(ms, null, () => {
        giveUp();
        const content = { fileName: sent.name, fileNameOnWire: sent.name, contentType: 'audio/mp4', sha256: '' };
        const stored = store(this.account, token, reading.key, { ...content, size: sent.size });
        if ('body' in stored) {
          then(stored);
          return;
        }
        this.onStored(stored, sent);
        then(accepted(stored));
      });
    };
    return { kind: 'run', giveUp, finish };
  }

  /** `GET /events`. */
  events(secret: string, after: string, limit: number): Answer {
    const entered = this.#enter(secret, 'read');
    if ('answer' in entered) return entered.answer;
    const answer = readFeed(
      this.account,
      entered.token,
      new URLSearchParams({ after, limit: String(limit) }),
      this.repeats,
    );
    this.repeats = 0;
    return answer;
  }

  /** `GET /recordings/ready`. */
  ready(secret: string, after: string | null, limit: number | null): Answer {
    const entered = this.#enter(secret, 'read');
    if ('answer' in entered) return entered.answer;
    const query = new URLSearchParams(limit === null ? {} : { limit: String(limit) });
    if (after !== null) query.set('after', after);
    return readyList(this.account, query);
  }

  /** `GET /recordings/{id}`. */
  meeting(secret: string, id: string): Answer {
    const entered = this.#enter(secret, 'read');
    if ('answer' in entered) return entered.answer;
    const meeting = this.meetings.find((each) => each.id === id);
    if (!meeting || meeting.deleted) return refusal('NOT_FOUND', 'no such meeting');
    return ok({ id, title: meeting.title });
  }

  /** `GET /recordings/{id}/status`. */
  status(secret: string, id: string): Answer {
    const entered = this.#enter(secret, 'read');
    if ('answer' in entered) return entered.answer;
    const meeting = this.meetings.find((each) => each.id === id);
    if (!meeting || meeting.deleted) return refusal('NOT_FOUND', 'no such meeting');
    const { status, error } = meeting;
    return ok(error === null ? { id, status } : { id, status, error });
  }

  /** `POST /recordings/{id}/retry` (F4). */
  retry(secret: string, id: string): Answer {
    const entered = this.#enter(secret, 'send');
    if ('answer' in entered) return entered.answer;
    const meeting = this.meetings.find((each) => each.id === id);
    return !meeting || meeting.deleted ? refusal('NOT_FOUND', 'no such meeting') : retry(this.account, meeting);
  }

  /** Something that people do to the account, or Lobbe by itself. Returns what it was. */
  change(): string {
    const chance = this.#chance;
    const { account } = this;
    moveOn(account);
    const meeting = this.meetings.length > 0 && chance.is(0.8) ? chance.pick(this.meetings) : null;
    if (meeting) return this.#changeMeeting(meeting);
    return chance.weighed<() => string>([
      [3, () => this.#say('minutes bought', () => (account.state.minutes += 5 + chance.below(100)))],
      [2, () => this.#say('sending off', () => (account.state.features.sending = false))],
      [4, () => this.#say('sending on', () => (account.state.features.sending = true))],
      // For good: nobody gets a revoked token back.
      [1, () => this.#say('token revoked', () => (this.#tokenOf(chance.pick([TOKENS[0], TOKENS[1]])).revoked = true))],
      [2, () => this.#say('cursors expired', () => (account.state.cursorGeneration += 1))],
      [2, () => this.#say('a meeting from elsewhere', () => addFromElsewhere(account))],
      [2, () => this.#say('events come again', () => (this.repeats = 1 + chance.below(4)))],
      [2, () => this.#say('sends are limited', () => this.limiter.set('send', { requests: 1, perMs: 90_000 }))],
      [2, () => this.#say('reads are limited', () => this.limiter.set('read', { requests: 2, perMs: 300_000 }))],
      [2, () => this.#say('limits lifted', () => this.#lift())],
    ])();
  }

  #changeMeeting(meeting: Meeting): string {
    const chance = this.#chance;
    const { account } = this;
    const what = chance.weighed([
      [3, 'named'],
      [2, 'naming'],
      [2, 'changed'],
      [1, 'deleted'],
      [1, 'restored'],
      [1, 'failed'],
      [1, 'again'],
    ] as const);
    if (meeting.deleted !== (what === 'restored')) return 'nothing';
    if (what === 'named' && meeting.status === 'NAMING') moveTo(account, meeting, 'READY');
    if (what === 'naming' && meeting.status === 'READY') moveTo(account, meeting, 'NAMING');
    if (what === 'changed') change(account, meeting, 'renamed');
    if (what === 'deleted') remove(account, meeting);
    if (what === 'restored') restore(account, meeting);
    if (what === 'failed' && meeting.dueAt !== null) moveTo(account, meeting, 'FAILED');
    if (what === 'again' && meeting.status === 'FAILED') rerun(account, meeting);
    return `${meeting.id} ${what}`;
  }

  #say(what: string, act: () => unknown): string {
    act();
    return what;
  }

  #lift(): void {
    this.limiter.set('send', null);
    this.limiter.set('read', null);
  }

  /** From now on nothing at Lobbe stands in the way of a send. */
  beFair(): void {
    this.#lift();
    this.account.state.features.sending = true;
    this.account.state.minutes += 1_000_000;
    this.account.settings.dailySendLimit = null;
    for (const token of this.tokens) token.dailyCap = {};
  }

  /** Moves everything on that is due. */
  moveOn(): void {
    moveOn(this.account);
  }
}

function accepted(meeting: Meeting): Answer {
  return ok({ id: meeting.id, status: meeting.status }, 202);
}
