// One attempt at sending a recording: everything that can happen to it ends in one Outcome, the first one counts.

import type { AttemptPhase, FileTrouble, Outcome } from '../domain/outcome';
import { classifyUpload } from '../domain/policies/lobbe';
import { isPage, isSuccess, lostBy, type ReadAnswer, readAnswer, uploadAnswer } from './answer';
import { routePath } from './base-address';
import { type BodyOwner, uploadChunks } from './body';
import { type Connection, openConnection } from './connector';
import {
  type ExchangeEnd,
  type ExchangeWatcher,
  endConnection,
  exchange,
  type RawAnswer,
  type Target,
} from './exchange';
import { Meter } from './meter';
import { frameRecording, type MultipartFrame } from './multipart';
import { fileTrouble, interrupted, type OwnCode, unanswered } from './outcome';
import type { UploadRequest, UploadTick } from './ports';
import { StallWatch } from './stall-watch';
import type { Lane } from './throttle';

type Verdict =
  | { readonly kind: 'answer'; readonly answer: RawAnswer; readonly sent: number; readonly whole: boolean }
  | { readonly kind: 'outcome'; readonly outcome: Outcome };

/** That nothing moves has to be told too, only not as often. */
const STILL_TICK_MS = 1_000;

class Attempt implements BodyOwner, ExchangeWatcher {
  readonly verdict: Promise<Verdict>;
  readonly over: Promise<void>;
  readonly #target: Target;
  readonly #connection: Connection;
  readonly #meter: Meter;
  readonly #size: number;
  readonly #onTick: (tick: UploadTick) => void;
  #decide: (verdict: Verdict) => void = () => {};
  #endOver: () => void = () => {};
  #decided = false;
  /** Status of the answer that is coming; null while none is. */
  #answering: number | null = null;
  /** Bytes that were out when the answer began. */
  #sentAtAnswer = 0;
  #wholeAtAnswer = false;
  #footOut = false;
  #endPause: () => void = () => {};
  #endDraining: () => void = () => {};
  readonly #lane: Lane;
  readonly #stallWatch: StallWatch;
  #lastTick: UploadTick = { sent: -1, total: 0, phase: 'sending' };
  #tickedAt = 0;

  constructor(target: Target, connection: Connection, size: number, onTick: (tick: UploadTick) => void) {
    this.#target = target;
    this.#connection = connection;
    this.#meter = new Meter(connection, size);
    this.#lane = target.throttle.lane();
    this.#stallWatch = new StallWatch(target.limits);
    this.#size = size;
    this.#onTick = onTick;
    this.verdict = new Promise((resolve) => {
      this.#decide = resolve;
    });
    this.over = new Promise((resolve) => {
      this.#endOver = resolve;
    });
  }

  #end(verdict: Verdict): void {
    if (this.#decided) return;
    this.#decided = true;
    // At once, not when somebody gets to it: until then undici could go on, or close it in order.
    if (verdict.kind === 'outcome') this.#connection.reset();
    this.#endWaits();
    this.#decide(verdict);
  }

  /** Whatever the body waits for, it is to look whether it is stopped. */
  #endWaits(): void {
    this.#endPause();
    this.#endDraining();
    this.#lane.close();
  }

  get #phase(): 'body' | 'flush' | 'response' {
    if (!this.#footOut) return 'body';
    return this.#meter.drained ? 'response' : 'flush';
  }

  // What the body asks and tells.

  get stopped(): boolean {
    return this.#decided || this.#answering !== null;
  }

  /** Time for an early refusal to arrive before the uplink is spent; an answer ends it. */
  afterHead(): Promise<void> {
    this.#meter.headWritten();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#target.limits.headPauseMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.stopped) this.#endPause();
    });
  }

  async drained(): Promise<void> {
    if (this.#meter.drained || this.stopped) return;
    await new Promise<void>((resolve) => {
      this.#endDraining = resolve;
      this.#meter.onceDrained(resolve);
    });
  }

  allowed(wanted: number): number | Promise<number> {
    return this.#lane.take(wanted);
  }

  onReread(): void {
    this.#stallWatch.restart();
  }

  onTrouble(trouble: FileTrouble, code: string): void {
    this.#end({ kind: 'outcome', outcome: fileTrouble(trouble, code) });
  }

  onFoot(): void {
    this.#footOut = true;
    this.#lane.close();
    this.#stallWatch.restart();
  }

  // What the connection tells.

  onAnswer(status: number): void {
    this.#answering = status;
    this.#sentAtAnswer = this.#meter.sent;
    this.#wholeAtAnswer = this.#footOut;
    this.#endWaits();
  }

  onAnswerEnd(): void {
    // Before undici closes it in order, after which the kernel would go on sending the megabytes it holds.
    if (!this.#footOut) this.#connection.reset();
  }

  onExchangeEnd(end: ExchangeEnd): void {
    if (end.kind === 'answer') this.#end({ ...end, sent: this.#sentAtAnswer, whole: this.#wholeAtAnswer });
    else this.#unanswered(this.#phase, end.code);
  }

  onAbort = (): void => {
    // A 2xx that has begun is Lobbe's word that it has the meeting, even in the middle of the body (a repeat, L6).
    const accepted = this.#answering !== null && this.#answering < 300;
    this.#end({ kind: 'outcome', outcome: interrupted(this.#footOut || accepted, this.#meter.sent) });
  };

  #unanswered(phase: AttemptPhase, code: string): void {
    this.#end({ kind: 'outcome', outcome: unanswered(phase, code, this.#meter.sent) });
  }

  // What time tells.

  onInterval = (): void => {
    if (this.stopped) return;
    const phase = this.#phase;
    this.#report(phase === 'response' ? 'answer' : 'sending');
    const { handed, drained } = this.#meter;
    const stall = this.#stallWatch.look({ phase, handed, drained, throttled: this.#lane.waiting });
    if (stall !== null) this.#unanswered(stall.phase, stall.code);
  };

  #report(phase: UploadTick['phase']): void {
    const tick: UploadTick = { sent: this.#meter.sent, total: this.#size, phase };
    const isSame = tick.sent === this.#lastTick.sent && tick.phase === this.#lastTick.phase;
    const now = performance.now();
    if (isSame && now - this.#tickedAt < STILL_TICK_MS) return;
    this.#tickedAt = now;
    this.#lastTick = tick;
    this.#onTick(tick);
  }

  /** Runs to the verdict and ends the connection. */
  async run(request: UploadRequest, frame: MultipartFrame, signal: AbortSignal): Promise<Verdict> {
    const { base, headers, limits } = this.#target;
    const interval = setInterval(this.onInterval, limits.tickMs);
    signal.addEventListener('abort', this.onAbort, { once: true });
    try {
      if (signal.aborted) this.onAbort();
      this.#report('sending');
      const done = exchange(
        base.origin,
        this.#connection,
        {
          method: 'POST',
          path: routePath(base, '/recordings'),
          headers: {
            ...headers,
            'idempotency-key': request.key,
            'content-type': frame.contentType,
            'content-length': String(frame.length),
          },
          body: uploadChunks(frame, request.body, this),
        },
        { bodyBytes: limits.answerBytes, bodyMs: limits.answerBodyMs },
        this,
      ).then((end) => this.onExchangeEnd(end));
      // A malformed request rejects: a bug, and the only thing that is thrown here.
      return await Promise.race([this.verdict, done.then(() => this.verdict)]);
    } finally {
      clearInterval(interval);
      signal.removeEventListener('abort', this.onAbort);
      // In order only if everything is out: else the kernel would go on sending a recording that nobody wants any more, and
      // whatever was stopped could still become complete.
      await endConnection(this.#connection, this.#whole ? 'close' : 'reset', limits.closeMs);
      // Only now: the body's end, before all of it went out, would make undici close the connection in order.
      this.#endOver();
    }
  }

  get #whole(): boolean {
    return this.#footOut && this.#answering !== null;
  }
}

/** A success without a meeting's id, told apart; other outcomes as they are. `whole`: all of the request was out. */
function withoutId(outcome: Outcome, answer: ReadAnswer, whole: boolean): Outcome {
  if (outcome.kind !== 'unknown' || !isSuccess(answer)) return outcome;
  // Lobbe answers no upload with a page: a network did, that lets nobody through yet (case 54). Of half a request it made nothing.
  if (isPage(answer)) return { ...outcome, code: 'NETWORK_SIGN_IN' satisfies OwnCode, mayHaveArrived: whole };
  // Cut off before its id: trouble of the network, not somebody else's answer.
  return { ...outcome, code: lostBy(answer) ?? outcome.code };
}

/**
 * Sends one recording, once. Resolves with how that ended, at the latest 250 ms after an abort, with the connection closed.
 * Rejects only on a bug of the caller's: a content type or a header that is none.
 */
export async function attemptUpload(
  target: Target,
  request: UploadRequest,
  signal: AbortSignal,
  onTick: (tick: UploadTick) => void,
): Promise<Outcome> {
  const { limits } = target;
  const frame = frameRecording(request.name, request.contentType, request.body.size);
  const opened = await openConnection(target.base, target, signal);
  if (opened.kind === 'stopped') return interrupted(false, 0);
  if (opened.kind === 'failed') return unanswered('connect', opened.code, 0);

  const attempt = new Attempt(target, opened.connection, request.body.size, onTick);
  const verdict = await attempt.run(request, frame, signal);
  if (verdict.kind === 'outcome') return verdict.outcome;
  const answer = await readAnswer(verdict.answer, limits.answerBytes, target.now());
  return withoutId(classifyUpload(uploadAnswer(answer), verdict.sent), answer, verdict.whole);
}
