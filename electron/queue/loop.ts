// The loop: pick what is due, make an attempt, decide, commit. It holds no truth: what is on disk and the wall clock say all there
// is to know, so that it can be killed at any line.

import type { EpochMs, MeetingId, TokenFingerprint } from '../contract/ids';
import type { Refusal } from '../contract/problem';
import type { AppState } from '../domain/app-state';
import type { Recall } from '../domain/archiving';
import { fileIsBack, fileTrouble, heldOver, recover, settleAttempt, startAttempt } from '../domain/attempt';
import type { Clock, Random } from '../domain/clock';
import type { MeetingRecord } from '../domain/meeting';
import type { Outcome } from '../domain/outcome';
import { passTime } from '../domain/passing-time';
import { plan } from '../domain/plan';
import { nameForLobbe } from '../domain/recording-name';
import { createLocating, type Locate } from './locating';
import type { BringFolder, Fresh, OpenedRecording, Recordings, SameAgain, Sender, Store, TickListener } from './ports';
import { createPreparation } from './preparation';
import { tryToCommit } from './tried-commit';

/** Timers stop in a sleeping laptop and clocks jump: the plan is made anew from the wall clock at least this often. */
const REPLAN_MS = 30_000;

/** After the disk refused a commit: often enough to go on soon after there is room, rare enough not to matter. */
const STORE_RETRY_MS = 3_000;

export interface QueueOptions {
  readonly store: Store;
  readonly recordings: Recordings;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly random: Random;
  readonly fresh: Fresh;
  readonly onTick: TickListener;
  readonly onRefused: (refusals: readonly Refusal[]) => void;
  readonly onSameAgain: (same: SameAgain) => void;
  readonly bringFolder: BringFolder;
  /** Told of what should never happen. */
  readonly onBug: (cause: unknown) => void;
}

export interface Queue {
  /** Recordings that an attempt is under way for. */
  inFlight(): ReadonlySet<MeetingId>;
  /** Takes the file that its user shows for a recording that waits for it. */
  readonly locate: Locate;
  /** The world changed (network, wake-up, token, the user came back): plan again now. */
  wake(): void;
  /** Aborts what is under way and resolves when its outcome is on disk. The queue does not start again. */
  stop(): Promise<void>;
}

interface Flight {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Starts the queue on what the store holds. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { store, recordings, sender, clock, random, fresh, onTick, onBug } = options;
  const flights = new Map<MeetingId, Flight>();
  const stopping = new AbortController();
  let kick = new AbortController();
  let resting: EpochMs = 0;
  let lookedForMissingAt: EpochMs = 0;
  let lookingForMissing = false;

  const wake = () => kick.abort();
  const inFlight = () => new Set(flights.keys());
  const meetingOf = (id: MeetingId) => store.state().meetings.find((m) => m.id === id);
  const preparation = createPreparation({ ...options, stopping: stopping.signal, wake });

  // Not waited for: with a full disk the app still has to show itself, say so, and take what is handed to it.
  let recovered = false;
  const recovering = commitPatiently((state) => recover(state, clock.now())).then(() => {
    recovered = true;
    wake();
  });
  const stopListening = store.onCommit(() => {
    stopUnwanted();
    wake();
  });
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      kick = new AbortController();
      const now = clock.now();
      if (passTime(store.state(), now) !== store.state())
        await commitPatiently((state) => passTime(state, clock.now()));
      const next = sendDue(now);
      lookForMissing(now);
      const again = preparation.prepare(now);
      const until = Math.min(now + REPLAN_MS, next ?? Number.POSITIVE_INFINITY, again ?? Number.POSITIVE_INFINITY);
      await clock.until(until, kick.signal);
    }
  }

  /** Starts what may go now; returns when to look again. */
  function sendDue(now: EpochMs): EpochMs | null {
    if (!recovered) return null;
    // Further off than any rest: the clock was set back meanwhile.
    if (now < resting && resting - now <= STORE_RETRY_MS) return resting;
    const token = sender.token();
    const { send, lookAgainAt } = plan(store.state(), { now, inFlight: inFlight(), token, offline: sender.offline() });
    for (const id of send) {
      const abort = new AbortController();
      const ended = attempt(id, abort.signal).finally(() => {
        flights.delete(id);
        onTick(id, null, clock.now());
        wake();
      });
      flights.set(id, { abort, ended });
    }
    return lookAgainAt;
  }

  async function attempt(id: MeetingId, signal: AbortSignal): Promise<void> {
    const meeting = meetingOf(id);
    const token = sender.token();
    if (!meeting?.file || token === null) return;
    const opened = await recordings.open(meeting.path, meeting.file);
    if (opened.kind === 'trouble') {
      await commitPatiently((state) => fileTrouble(state, id, opened.trouble, opened.code, clock.now()));
      return;
    }
    const { recording } = opened;
    try {
      if (!(await begin(id, token, meeting))) return;
      const outcome = await send(meeting, token, recording, signal);
      const freshKey = fresh.key();
      // The time is that of the write, which a full disk may put off for hours, and through a change of the clock.
      const heardAt = clock.now();
      const settle = (state: AppState) => {
        const context = { now: clock.now(), random, token, freshKey };
        return settleAttempt(state, id, heldOver(outcome, heardAt, context.now), recording.digest(), context);
      };
      // F15: what Lobbe told of it before its answer came is taken over.
      const recall = outcome.kind === 'accepted' ? { elsewhere: [outcome.recordingId] } : {};
      await commitPatiently(settle, recall);
    } finally {
      await recording.close();
    }
  }

  /** Key and token are on disk before the first byte (L15). False if the meeting may no longer go, or the disk does not take it. */
  async function begin(
    id: MeetingId,
    token: NonNullable<ReturnType<Sender['token']>>,
    as: MeetingRecord,
  ): Promise<boolean> {
    const others = new Set([...flights.keys()].filter((other) => other !== id));
    const tried = await tryToCommit(store, (state) => {
      const now = clock.now();
      // The file was opened as this record had it: one that was changed meanwhile (a new key) is not what is about to go out.
      const same = state.meetings.find((m) => m.id === id);
      if (same?.key !== as.key || same.file !== as.file) return state;
      // While it was being opened, a gate may have closed: what was said to another upload holds this one up too.
      const { send } = plan(state, { now, inFlight: others, token, offline: sender.offline() });
      return send.includes(id) ? startAttempt(state, id, token, now) : state;
    });
    if (tried.kind === 'committed') return meetingOf(id)?.state.stage === 'uploading';
    if (tried.kind === 'bug') onBug(tried.cause);
    resting = clock.now() + STORE_RETRY_MS;
    return false;
  }

  async function send(
    meeting: MeetingRecord,
    token: TokenFingerprint,
    body: OpenedRecording,
    signal: AbortSignal,
  ): Promise<Outcome> {
    // A token that was changed since is not the one on disk: its answer would be taken for the other's (L13).
    if (sender.token() !== token) return { kind: 'interrupted', mayHaveArrived: false, sent: 0 };
    const request = {
      name: nameForLobbe(meeting.name),
      contentType: meeting.file?.contentType ?? 'application/octet-stream',
      key: meeting.key,
      body,
    };
    try {
      return await sender.send(request, AbortSignal.any([signal, stopping.signal]), (tick) => {
        onTick(meeting.id, tick, clock.now());
      });
    } catch (cause) {
      // A bug of ours. Nobody knows how far it got, so the same key goes out again, ever more slowly, and the others go on.
      onBug(cause);
      return { kind: 'unknown', phase: 'response', mayHaveArrived: true, code: 'BUG', sent: 0 };
    }
  }

  /** Attempts whose meeting was paused, cancelled or removed meanwhile are reset. */
  function stopUnwanted(): void {
    for (const [id, flight] of flights) {
      const stage = meetingOf(id)?.state.stage;
      const wanted = stage === 'uploading' || stage === 'queued' || stage === 'waiting';
      if (!wanted || (store.state().pausedAll && stage === 'uploading')) flight.abort.abort();
    }
  }

  /**
   * A file that is there again (a drive, a share) is looked at, and goes on by itself if it is the one that was queued. One is asked
   * for after the other: a share that is away with a hundred of them is waited for by one.
   */
  function lookForMissing(now: EpochMs): void {
    if (lookingForMissing || (now - lookedForMissingAt < REPLAN_MS && now >= lookedForMissingAt)) return;
    lookedForMissingAt = now;
    lookingForMissing = true;
    void askForMissing().finally(() => {
      lookingForMissing = false;
    });
  }

  async function askForMissing(): Promise<void> {
    const back: Promise<void>[] = [];
    for (const { id, path, state } of store.state().meetings) {
      if (state.stage !== 'blocked' || state.reason !== 'file-missing') continue;
      const isThere = await recordings.isThere(path);
      if (stopping.signal.aborted) return;
      if (isThere) back.push(commitPatiently((current) => fileIsBack(current, id, clock.now())));
    }
    await Promise.all(back);
  }

  /**
   * What happened has to get to the disk, however long the disk is full; at a quit it is found again by the next start. So is what a
   * bug keeps from it: that would never get there, and is told instead.
   */
  async function commitPatiently(change: Parameters<Store['commit']>[0], recall: Recall = {}): Promise<void> {
    for (;;) {
      const tried = await tryToCommit(store, change, recall);
      if (tried.kind === 'bug') onBug(tried.cause);
      if (tried.kind !== 'refused' || stopping.signal.aborted) return;
      resting = clock.now() + STORE_RETRY_MS;
      await clock.until(resting, stopping.signal);
    }
  }

  return {
    inFlight,
    locate: createLocating({ ...options, stopping: stopping.signal }),
    wake,
    async stop() {
      stopping.abort();
      wake();
      stopListening();
      await Promise.all([recovering, running, ...[...flights.values()].map((flight) => flight.ended)]);
      await preparation.settled();
    },
  };
}
