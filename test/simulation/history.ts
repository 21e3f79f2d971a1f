// What happened, as the checks look at it: what is on disk, what the user asked for, and where a rule was broken.

import type { AppState } from '../../electron/domain/app-state';
import type { MeetingRecord } from '../../electron/domain/meeting';
import type { Heard } from './check-settled';
import type { Life } from './time';

/** Something that the user asked for. It is kept until the app says that it is on disk, or cannot be. */
export interface Act {
  readonly kind: string;
  /** The record it is about; null: none, or all. */
  readonly id: string | null;
  readonly path: string | null;
  readonly life: Life;
  readonly at: number;
  /** Ids that were made while it was carried out. */
  readonly made: string[];
  /** When the user saw that it is done. */
  doneAt: number;
  /**
   * `lost`: the app died before it said anything. `refused`: the user was told that it is not saved; a start may still find it (the
   * disk failed after it had it), until something else is written. Then it is `undone`.
   */
  state: 'pending' | 'done' | 'refused' | 'undone' | 'lost';
}

export interface Violation {
  readonly rule: string;
  readonly detail: string;
  readonly at: number;
}

/** A commit takes no longer, unless the disk is in trouble. */
const SOON_MS = 10_000;

export class History {
  readonly acts: Act[] = [];
  readonly violations: Violation[] = [];
  /** What is on disk, as the app knows it. */
  onDisk: AppState | null = null;
  /** The last that was acknowledged. What a start found may be newer, and gone again after a power cut: nobody was told of it. */
  acknowledged: { readonly state: AppState; readonly revision: number } | null = null;
  /** Since when a record waits for its turn. */
  readonly waitsSince = new Map<string, number>();
  /** When a 202 for a record first got to the app. */
  readonly answeredAt = new Map<string, number>();
  /** When a record first had its meeting. */
  readonly acceptedAt = new Map<string, number>();
  /** Since when the feed tells of what happens: the last time that a cursor "from now on" was on disk. */
  heardFrom = Number.POSITIVE_INFINITY;
  /** Who a key belongs to. */
  readonly ownerOf = new Map<string, string>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  broken(rule: string, detail: string): void {
    this.violations.push({ rule, detail, at: this.now() });
  }

  recordOf(id: string): MeetingRecord | undefined {
    return this.onDisk?.meetings.find((meeting) => meeting.id === id);
  }

  recordOfKey(key: string): MeetingRecord | undefined {
    const id = this.ownerOf.get(key);
    return id === undefined ? undefined : this.recordOf(id);
  }

  /** Acts that may or may not be part of what is on disk next. */
  open(kind: string, id: string | null = null): boolean {
    const isOpen = ({ state }: Act) => state === 'pending' || state === 'lost' || state === 'refused';
    return this.acts.some((act) => act.kind === kind && (id === null || act.id === id) && isOpen(act));
  }

  /** How often the user asked for this of this record, done or not. */
  asked(kind: string, id: string): number {
    return this.acts.filter((act) => act.kind === kind && act.id === id).length;
  }

  wasAnswered(key: string): void {
    const id = this.ownerOf.get(key);
    if (id !== undefined && !this.answeredAt.has(id)) this.answeredAt.set(id, this.now());
  }

  heard(missedAt: number | null): Heard {
    const wasAway = (id: string) => {
      if (this.asked('remove', id) > 0 && this.asked('undo', id) > 0) return true;
      const answeredAt = this.answeredAt.get(id) ?? Number.POSITIVE_INFINITY;
      return (this.acceptedAt.get(id) ?? 0) > answeredAt + SOON_MS;
    };
    return { missedAt, heardFrom: this.heardFrom, acceptedAt: this.acceptedAt, wasAway };
  }

  /** Something was written: what was under way before is part of it, or is not. */
  decided(): void {
    for (const act of this.acts) {
      if (act.state === 'lost') act.state = 'done';
      if (act.state === 'refused') act.state = 'undone';
    }
  }

  /** The app is gone; of what was not acknowledged, nobody knows. */
  died(): void {
    for (const act of this.acts) if (act.state === 'pending') act.state = 'lost';
  }
}
