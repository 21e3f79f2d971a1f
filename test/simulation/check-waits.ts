// L16–L18, F3, F18 and the gates of product.md: nobody is asked earlier than they said, nor again where asking does not help, and
// nobody is asked too often.

import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { History } from './history';
import type { HttpAnswer } from './http';
import type { Attempt, ReadCall } from './network';
import type { Life } from './time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Something that was said, and holds up sends until then or until the user's word. */
interface Said {
  readonly what: string;
  readonly life: Life;
  readonly at: number;
  readonly until: number;
  /** What it holds up; null: everything. */
  readonly token: string | null;
  readonly key: string | null;
  /** L7: a repeat may find out whether there is a meeting. */
  readonly exceptRepeats: boolean;
  /** Words of the user that end it. */
  readonly words: readonly string[];
  /** Of which send it was the answer, and with which commit that was on disk. */
  readonly of: string;
  known: number | null;
}

/** Reads that one token was told not to make yet. */
interface HeldReads {
  readonly life: Life;
  readonly token: string;
  readonly until: number;
  /** Commits since: the second one has it, if the disk was good all the time. */
  commits: number;
  doubtful: boolean;
}

/** The most attempts that one recording makes in an hour by itself: 2 s, 4, 8 … 512 s, 512 s, with something to spare. */
const MOST_IN_AN_HOUR = 18;

export class WaitChecks {
  readonly #history: History;
  readonly #diskIsGood: () => boolean;
  #said: Said[] = [];
  #readsHeld: HeldReads[] = [];
  /** Sends without an answer, by key and token. */
  readonly #unanswered = new Set<string>();
  /** Keys whose send a start found on disk: it may not have come to its first byte, but nobody knows. */
  readonly #cutOff = new Set<string>();
  readonly #inFlight = new Set<Attempt>();
  readonly #attempts = new Map<string, number[]>();
  /** What makes everything be tried at once, and rightly: starts, wake-ups, the network, the user. */
  readonly #excuses: number[] = [];
  /** The 402 that stands; null: there are minutes, as far as anybody knows. */
  #needsMinutes: Said | null = null;
  #commits = 0;
  #clockSetAt = Number.NEGATIVE_INFINITY;
  /** Ended, and that is not on disk yet. */
  readonly #unsettled = new Set<Attempt>();
  /** A send that finds out for all whether there are minutes again. */
  #probe: Attempt | null = null;
  /** When an answer that closes a gate was last one that said something new. */
  readonly #saidAt = new Map<string, number>();
  /** When the user last said what. */
  readonly #wordsAt = new Map<string, number>();

  constructor(history: History, diskIsGood: () => boolean) {
    this.#history = history;
    this.#diskIsGood = diskIsGood;
  }

  get inFlight(): ReadonlySet<Attempt> {
    return this.#inFlight;
  }

  excuse(): void {
    this.#excuses.push(this.#history.now());
  }

  sends(attempt: Attempt): void {
    const now = attempt.at;
    const record = this.#history.recordOfKey(attempt.key);
    const isRepeat = this.#unanswered.has(`${attempt.key} ${attempt.token}`) || this.#cutOff.has(attempt.key);
    for (const said of this.#said) {
      if (now >= said.until || !this.#isKnown(said)) continue;
      if (said.token !== null && said.token !== attempt.token) continue;
      if (said.key !== null && said.key !== attempt.key) continue;
      if (said.exceptRepeats && isRepeat) continue;
      const early = Number.isFinite(said.until) ? `${Math.round((said.until - now) / 1000)} s too early` : 'unasked';
      this.#history.broken('no request earlier than told', `attempt ${attempt.number} after ${said.what}: ${early}`);
    }
    if (!isRepeat) this.#checkProbe(attempt, record?.id);
    this.#checkPace(attempt, record?.id ?? attempt.key);
    this.#inFlight.add(attempt);
    const most = this.#history.onDisk?.settings.parallelUploads ?? 4;
    const sending = [...this.#inFlight].filter(({ life }) => !life.dead).length;
    if (sending > Math.max(most, this.#mostBefore)) this.#history.broken('parallel uploads', `${sending} of ${most}`);
    this.#mostBefore = most;
  }

  /** A lower limit counts for what begins after it. */
  #mostBefore = 4;

  /** Gate `needs-minutes`: the smallest waiting recording goes first, alone. */
  #checkProbe(attempt: Attempt, id: string | undefined): void {
    if (!this.#needsMinutes || !this.#isKnown(this.#needsMinutes)) return;
    if (this.#probe && !this.#probe.ended && !this.#probe.life.dead) {
      this.#history.broken('one probe at a time', `attempt ${attempt.number} beside ${this.#probe.number}`);
    }
    this.#probe = attempt;
    for (const other of this.#history.onDisk?.meetings ?? []) {
      const since = this.#history.waitsSince.get(other.id);
      if (other.id === id || since === undefined || attempt.at - since < 20_000) continue;
      if (other.file !== null && other.file.size < attempt.size) {
        this.#history.broken('the smallest goes first', `${attempt.name} went before ${other.name}`);
      }
    }
  }

  #checkPace(attempt: Attempt, id: string): void {
    const from = attempt.at - HOUR;
    const times = (this.#attempts.get(id) ?? []).filter((time) => time > from);
    times.push(attempt.at);
    this.#attempts.set(id, times);
    const excuses = this.#excuses.filter((time) => time > from).length;
    if (times.length > MOST_IN_AN_HOUR + 3 * excuses) {
      this.#history.broken('nothing hammers', `${attempt.name}: ${times.length} attempts within an hour`);
    }
  }

  answered(attempt: Attempt, answer: HttpAnswer): void {
    const { key, token, life } = attempt;
    const { status, code, toldMs, retryAfter } = answer;
    const at = this.#history.now();
    const repeat = `${key} ${token}`;
    const base = { life, at, of: key, known: null, what: `${status} ${code ?? ''}` };
    const say = (given: Partial<Said> & Pick<Said, 'until'>): Said | null => {
      const said = { ...base, token: null, key: null, exceptRepeats: false, words: [], ...given };
      // An answer to what went out before the user's word does not take it back.
      if (said.words.some((word) => (this.#wordsAt.get(word) ?? 0) > attempt.at)) return null;
      // Nor does one to what went out under another time: it cannot be told from it how late it is.
      if (attempt.at < this.#clockSetAt) return null;
      // Of four sends in the air that get the same answer, the first one closes the gate, and the others say nothing new: not even
      // where a repeat was accepted between them, which opens nothing (L7).
      if (said.words.length > 0 && said.key === null) {
        if ((this.#saidAt.get(said.what) ?? 0) > attempt.at) return null;
        this.#saidAt.set(said.what, at);
      }
      this.#said.push(said);
      return said;
    };
    if (toldMs !== null) this.excuse();
    if (status >= 200 && status < 300 && code === null && toldMs === null) this.#isOpen();
    if (status === 503 && code === 'UPLOAD_IN_PROGRESS') this.#unanswered.add(repeat);
    else if (status >= 500 && code === null) this.#unanswered.add(repeat);
    else if (status === 402 || code === 'TOKEN_DAILY_CAP' || code === 'DAILY_LIMIT_REACHED') {
      this.#unanswered.delete(repeat);
      this.#cutOff.delete(key);
    }

    if (status === 401) say({ token, until: Number.POSITIVE_INFINITY, words: ['setToken'] });
    else if (status === 403) say({ until: at + HOUR - MINUTE, words: ['setToken', 'open scope-disabled'] });
    else if (status === 402) {
      const words = ['setToken', 'open needs-minutes', 'focused'];
      this.#needsMinutes = say({ until: at + HOUR / 2 - MINUTE, exceptRepeats: true, words }) ?? this.#needsMinutes;
    } else if (status === 429 && toldMs !== null) {
      const isCap = code === 'TOKEN_DAILY_CAP';
      say({ token, until: at + toldMs, exceptRepeats: isCap });
    } else if (status === 429 && retryAfter === null && code === 'TOKEN_DAILY_CAP') {
      say({ key, until: Number.POSITIVE_INFINITY, words: ['record', 'setToken'] });
    } else if (status === 429 && retryAfter === null) {
      say({ until: at + 24 * HOUR - MINUTE, exceptRepeats: true, words: ['setToken', 'open daily-limit'] });
    } else if (toldMs !== null && (status >= 500 || [408, 421, 425].includes(status))) {
      say({ key, until: at + toldMs });
    } else if (status >= 400 && status < 500 && ![408, 409, 421, 425, 407, 429].includes(status)) {
      say({ key, until: Number.POSITIVE_INFINITY, words: ['record'] });
    }
  }

  /** A send was accepted: what was said to others before is over. */
  #isOpen(): void {
    this.#needsMinutes = null;
    this.#said = this.#said.filter(({ words }) => words.length === 0 || words.includes('record'));
  }

  ended(attempt: Attempt): void {
    this.#inFlight.delete(attempt);
    this.#unsettled.add(attempt);
    const outcome = attempt.ended;
    if (outcome?.kind === 'unknown' || outcome?.kind === 'interrupted') {
      if (outcome.mayHaveArrived) this.#unanswered.add(`${attempt.key} ${attempt.token}`);
    }
  }

  /** On disk before the commit with which a send begins: what is told in the same moment comes too late for it. */
  #isKnown({ known }: Said): boolean {
    return known !== null && known < this.#commits;
  }

  /** A start found this on disk. */
  opened(state: AppState): void {
    for (const record of state.meetings) if (isBusy(record)) this.#cutOff.add(record.key);
  }

  /** What is on disk from now on is known, whatever happens. */
  committed(): void {
    this.#commits += 1;
    for (const said of this.#said) {
      if (said.known !== null || isBusy(this.#history.recordOfKey(said.of))) continue;
      said.known = this.#commits;
      // What began before this was on disk is one of those in the air.
      if (this.#saidAt.has(said.what)) this.#saidAt.set(said.what, this.#history.now());
    }
    for (const attempt of this.#unsettled) {
      if (isBusy(this.#history.recordOfKey(attempt.key))) continue;
      this.#unsettled.delete(attempt);
      // With a full disk that may be long after its answer.
      if (attempt.ended?.kind === 'accepted') this.#isOpen();
    }
    for (const held of this.#readsHeld) held.commits += 1;
  }

  reads(call: ReadCall): void {
    for (const held of this.#readsHeld) {
      // Its clock has whole milliseconds; the one of this world has not.
      if (held.token !== call.token || call.at > held.until - 1) continue;
      const seconds = Math.round((held.until - call.at) / 1000);
      this.#history.broken('no request earlier than told', `a read ${seconds} s too early`);
    }
  }

  readAnswered(call: ReadCall, answer: HttpAnswer): void {
    if (answer.toldMs === null || ![408, 429, 500, 502, 503, 504].includes(answer.status)) return;
    const until = this.#history.now() + answer.toldMs;
    this.#readsHeld.push({ life: call.life, token: call.token, until, commits: 0, doubtful: !this.#diskIsGood() });
  }

  /** The user said something that ends waits: their word for a gate, for a record (`id`), or for all. */
  word(word: string, id: string | null): void {
    this.excuse();
    this.#wordsAt.set(word, this.#history.now());
    if (word === 'retryAll') this.#said = this.#said.filter(({ words }) => !words.includes('record'));
    if (id !== null) {
      const isOf = (key: string | null) => key !== null && this.#history.ownerOf.get(key) === id;
      this.#said = this.#said.filter((said) => !(said.words.includes('record') && isOf(said.key)));
    }
    this.#said = this.#said.filter(({ words }) => !words.includes(word));
  }

  /** The app died: what it was told and had not written down yet, it cannot know. */
  died(): void {
    this.excuse();
    this.#said = this.#said.filter(({ known }) => known !== null);
    if (this.#needsMinutes?.known === null) this.#needsMinutes = null;
    this.#readsHeld = this.#readsHeld.filter(({ commits, doubtful }) => commits >= 2 && !doubtful);
    for (const { key, token } of [...this.#inFlight, ...this.#unsettled]) this.#unanswered.add(`${key} ${token}`);
    this.#inFlight.clear();
    this.#unsettled.clear();
  }

  /** The computer's clock was set: what was told in seconds can no longer be measured by it. */
  clockWasSet(): void {
    this.excuse();
    this.#clockSetAt = this.#history.now();
    this.#said = this.#said.filter(({ until }) => until === Number.POSITIVE_INFINITY);
    this.#readsHeld = [];
    this.#needsMinutes = null;
  }
}

/** An attempt is on disk whose end is not. */
function isBusy(record: MeetingRecord | undefined): boolean {
  return record !== undefined && (record.state.stage === 'uploading' || record.attempt !== null);
}
