// The way between the app and Lobbe, as the queue and the poller see it: one attempt each, with everything that field reports tell of
// networks, proxies and gateways. It promises what transport/ promises (its own tests prove that), and nothing more.

import type { RecordingId } from '../../electron/contract/ids';
import type { FeedAnswer, MeetingAnswer, ReadyAnswer, StatusAnswer } from '../../electron/domain/feed-answers';
import type { AttemptPhase, Outcome, ServerAnswer } from '../../electron/domain/outcome';
import { classifyUpload } from '../../electron/domain/policies/lobbe';
import type { FeedReader } from '../../electron/feed/ports';
import type { SendRequest, SendTick } from '../../electron/queue/ports';
import type { Chance } from './chance';
import type { SimulatedRecording } from './files';
import { type HttpAnswer, inBetween, wireAnswer } from './http';
import type { SimulatedLobbe } from './lobbe';
import { meetingOf, pageOf, readyOf, statusOf } from './reads';
import type { Life, Time } from './time';

/** One attempt to send, for the checker. */
export interface Attempt {
  readonly number: number;
  readonly life: Life;
  readonly at: number;
  readonly key: string;
  readonly token: string;
  readonly name: string;
  readonly size: number;
  /** Versions of the content that were read so far. */
  readonly content: readonly number[];
  /** Every byte of it is at Lobbe, which stores it now, or refuses to. */
  complete: boolean;
  ended: Outcome | null;
}

/** One call of the read class. */
export interface ReadCall {
  readonly life: Life;
  readonly at: number;
  readonly token: string;
}

export interface Watcher {
  sends(attempt: Attempt): void;
  /** An answer got to the app. `toldMs`: how long it may not ask again, if it was told. */
  answered(attempt: Attempt, answer: HttpAnswer): void;
  ended(attempt: Attempt): void;
  reads(call: ReadCall): void;
  readAnswered(call: ReadCall, answer: HttpAnswer): void;
}

const FAULTS = [
  [3, 'refused'],
  [2, 'before'],
  [3, 'body'],
  [2, 'flush'],
  [5, 'answer-lost'],
  [3, 'late'],
  [2, 'gateway-after'],
  [4, 'in-between'],
] as const;
type Fault = (typeof FAULTS)[number][1] | 'none';

export class SimulatedNetwork {
  /** Nothing gets through; `hint`: the system says so too. */
  down = false;
  hint = false;
  /** Share of attempts that something happens to. */
  flaky = 0;
  faults = 0;
  sends = 0;
  readonly #time: Time;
  readonly #chance: Chance;
  readonly #lobbe: SimulatedLobbe;
  readonly #watcher: Watcher;
  /** Ends what is on its way, as a sleep does. */
  readonly #cuts = new Set<() => void>();
  /** Lobbe notices that a connection is gone whose body it waits for. */
  readonly #hangUps = new Map<Attempt, () => void>();

  constructor(time: Time, chance: Chance, lobbe: SimulatedLobbe, watcher: Watcher) {
    this.#time = time;
    this.#chance = chance;
    this.#lobbe = lobbe;
    this.#watcher = watcher;
  }

  /** Connections did not survive (a sleep, another network). */
  cutAll(): void {
    for (const cut of [...this.#cuts]) if (this.#chance.is(0.8)) cut();
  }

  /** The app is gone, and its connections with it. */
  died(life: Life): void {
    for (const [attempt, hangUp] of this.#hangUps) if (attempt.life === life) hangUp();
    this.#cuts.clear();
  }

  send(
    life: Life,
    token: string,
    request: SendRequest,
    signal: AbortSignal,
    onTick: (tick: SendTick) => void,
  ): Promise<Outcome> {
    // Stopped before it began: no connection is made.
    if (signal.aborted) return Promise.resolve({ kind: 'interrupted', mayHaveArrived: false, sent: 0 });
    this.sends += 1;
    const { key, name } = request;
    const body = request.body as SimulatedRecording;
    const attempt: Attempt = {
      number: this.sends,
      life,
      at: this.#time.now(),
      key,
      token,
      name,
      size: body.size,
      content: body.read$,
      complete: false,
      ended: null,
    };
    this.#watcher.sends(attempt);
    return new Promise((resolve) => {
      // Ended for the app; Lobbe may be busy with it still.
      let over = false;
      const end = (outcome: Outcome) => {
        if (over || life.dead) return;
        over = true;
        this.#cuts.delete(cut);
        attempt.ended = outcome;
        this.#watcher.ended(attempt);
        resolve(outcome);
      };
      let stopped = false;
      let sent = 0;
      const cut = () => {
        stopped = true;
        end(lost(attempt.complete ? 'response' : 'body', 'ECONNRESET', sent));
      };
      this.#cuts.add(cut);
      const stop = () => {
        stopped = true;
        const mayHaveArrived = attempt.complete;
        this.#time.after(this.#chance.between(0, 200), life, () => {
          end({ kind: 'interrupted', mayHaveArrived, sent });
        });
      };
      signal.addEventListener('abort', stop, { once: true });
      const tick = (bytes: number, phase: SendTick['phase']) => {
        sent = bytes;
        if (!over) onTick({ sent, total: body.size, phase });
      };
      void this.#go(attempt, body, () => stopped || over, tick, end);
    });
  }

  async #go(
    attempt: Attempt,
    body: SimulatedRecording,
    isOver: () => boolean,
    tick: (sent: number, phase: SendTick['phase']) => void,
    end: (outcome: Outcome) => void,
  ): Promise<void> {
    const chance = this.#chance;
    const time = this.#time;
    const { life } = attempt;
    const wait = (ms: number) => time.operation(life, ms, () => {});
    const fault: Fault = chance.is(this.flaky) ? chance.weighed(FAULTS) : 'none';
    if (fault !== 'none') this.faults += 1;

    await wait(chance.between(5, fault === 'late' ? 20_000 : 300));
    if (isOver()) return;
    if (this.down || fault === 'refused') return end(lost('connect', this.down ? 'ENETUNREACH' : 'ECONNREFUSED', 0));
    if (fault === 'in-between') return this.#deliver(attempt, inBetween(chance, time.now()), 0, end);

    const admission = this.#lobbe.headers(attempt.token, attempt.key, attempt.size);
    const early = admission.kind === 'answer' ? admission.answer : null;
    const giveUp = () => {
      this.#hangUps.delete(attempt);
      if (admission.kind === 'run') admission.giveUp();
    };
    this.#hangUps.set(attempt, giveUp);
    const give = (outcome: Outcome) => {
      giveUp();
      end(outcome);
    };
    if (fault === 'before') return give(lost('body', 'ECONNRESET', 0));
    // An answer that the headers decide may come before the body, in the middle of it, or after it.
    const answersAt = early ? chance.pick([0, 0, 0.5, 1]) : 1;
    const cutAt = fault === 'body' ? chance.between(0, 1) : 2;

    const speed = chance.between(20_000, 4_000_000);
    for (let from = 0; from < attempt.size; ) {
      if (early && answersAt < 1 && from / attempt.size >= answersAt) {
        giveUp();
        return this.#deliver(attempt, wireAnswer(early, chance, time.now()), from, end);
      }
      const { length } = await body.next();
      if (isOver()) return giveUp();
      if (length === 0) return give({ kind: 'file-trouble', trouble: 'file-changed', code: 'FILE_SHORTER' });
      await wait(Math.min((length / speed) * 1000, 240_000));
      if (isOver()) return giveUp();
      if (this.down || (from + length) / attempt.size > cutAt) return give(lost('body', 'ECONNRESET', from));
      from += length;
      tick(from, 'sending');
    }
    const trouble = await body.verify();
    if (isOver()) return giveUp();
    if (trouble) return give({ kind: 'file-trouble', trouble, code: 'CHANGED' });
    await wait(chance.between(1, 50));
    if (isOver()) return giveUp();
    tick(attempt.size, 'answer');

    const answer = (http: HttpAnswer) => {
      const delay = chance.between(5, fault === 'late' ? 400_000 : 500);
      time.after(delay, life, () => {
        if (isOver()) return;
        if (fault === 'answer-lost' || this.down) return end(lost('response', 'ECONNRESET', attempt.size));
        const seen = fault === 'gateway-after' ? gatewayTimeout(chance) : http;
        return this.#deliver(attempt, seen, attempt.size, end);
      });
    };
    attempt.complete = true;
    this.#hangUps.delete(attempt);
    if (fault === 'flush') return give(lost('flush', 'ECONNRESET', attempt.size));
    if (early) return answer(wireAnswer(early, chance, time.now()));
    if (admission.kind !== 'run') return;
    const storing = chance.is(0.15) ? chance.between(1_000, 120_000) : chance.between(1, 400);
    const { name, size, content } = attempt;
    admission.finish({ name, size, content: [...content] }, storing, (said) =>
      answer(wireAnswer(said, chance, time.now())),
    );
  }

  #deliver(attempt: Attempt, answer: HttpAnswer, sent: number, end: (outcome: Outcome) => void): void {
    if (attempt.ended !== null || attempt.life.dead) return;
    this.#watcher.answered(attempt, answer);
    end(classifyUpload(answer.asRead(this.#time.wall()) as ServerAnswer, sent));
  }

  /** What the poller reads with. */
  reader(life: Life, token: () => string | null): Omit<FeedReader, 'token'> {
    return {
      readEvents: (after, limit) =>
        this.#read<FeedAnswer>(life, token(), (secret) => this.#lobbe.events(secret, after, limit), pageOf),
      readReady: (after, limit) =>
        this.#read<ReadyAnswer>(life, token(), (secret) => this.#lobbe.ready(secret, after, limit), readyOf),
      readMeeting: (id) =>
        this.#read<MeetingAnswer>(life, token(), (secret) => this.#lobbe.meeting(secret, id), meetingOf),
      readStatus: (id: RecordingId) =>
        this.#read<StatusAnswer>(life, token(), (secret) => this.#lobbe.status(secret, id), statusOf),
      retry: (id: RecordingId) =>
        this.#read<StatusAnswer>(life, token(), (secret) => this.#lobbe.retry(secret, id), statusOf, 'send'),
    };
  }

  async #read<Result>(
    life: Life,
    token: string | null,
    ask: (token: string) => Parameters<typeof wireAnswer>[0],
    read: (answer: HttpAnswer, now: number) => Result,
    rateClass: 'read' | 'send' = 'read',
  ): Promise<Result | { kind: 'unreachable'; code: string }> {
    const chance = this.#chance;
    const call = { life, at: this.#time.now(), token: token ?? '' };
    if (rateClass === 'read') this.#watcher.reads(call);
    const fault = chance.is(this.flaky / 2) ? chance.pick(['refused', 'lost', 'in-between'] as const) : 'none';
    if (fault !== 'none') this.faults += 1;
    const answer = await this.#time.operation(life, chance.between(5, 400), () => {
      if (this.down || fault === 'refused' || token === null) return null;
      if (fault === 'in-between') return inBetween(chance, this.#time.now());
      return wireAnswer(ask(token), chance, this.#time.now());
    });
    await this.#time.operation(life, chance.between(1, 100), () => {});
    if (answer === null || fault === 'lost') return { kind: 'unreachable', code: 'ECONNRESET' };
    if (rateClass === 'read') this.#watcher.readAnswered(call, answer);
    return read(answer, this.#time.wall());
  }
}

function lost(phase: AttemptPhase, code: string, sent: number): Outcome {
  const mayHaveArrived = phase === 'flush' || phase === 'response';
  return { kind: 'unknown', phase, mayHaveArrived, code, sent };
}

function gatewayTimeout(chance: Chance): HttpAnswer {
  return inBetween(chance, 0, 'gateway');
}
