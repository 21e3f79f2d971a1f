// A feed that is all there is: meetings change at random, and what is read of them comes with everything that the documents allow:
// repeats of any age, events that come late, types that nobody knows, cursors that expire. Only the last events are kept (F16).

import type { Chance } from './chance';
import type { WireEvent } from './feed-model';

/** Events that are kept; a cursor that is older has expired. */
const KEPT = 20_000;

/** How far back a repeat may go. */
const REPEATED = 5_000;

type Status = 'QUEUED' | 'NAMING' | 'READY' | 'FAILED';

interface Meeting {
  readonly id: string;
  status: Status;
  deleted: boolean;
}

interface Kept {
  readonly position: number;
  readonly event: WireEvent | { readonly odd: number };
}

export interface FeedPage {
  readonly schemaVersion: 1;
  readonly events: readonly (WireEvent | { readonly odd: number })[];
  readonly nextCursor: string;
}

export interface FeedFaults {
  repeats: number;
  late: number;
  expired: number;
  odd: number;
  unreadable: number;
}

export class FeedLobbe {
  readonly faults: FeedFaults = { repeats: 0, late: 0, expired: 0, odd: 0, unreadable: 0 };
  readonly meetings: Meeting[] = [];
  /** Events so far. */
  made = 0;
  /** Nothing is held back, repeated or expired any more. */
  isFair = false;
  readonly #chance: Chance;
  readonly #byId = new Map<string, Meeting>();
  readonly #most: number;
  #events: Kept[] = [];
  #generation = 1;
  /** Where the oldest cursor that still counts was given. */
  #since = 0;

  constructor(chance: Chance, most: number) {
    this.#chance = chance;
    this.#most = most;
  }

  /** A meeting of somebody's. */
  add(): Meeting {
    const meeting: Meeting = { id: `rec_${this.meetings.length}`, status: 'QUEUED', deleted: false };
    this.meetings.push(meeting);
    this.#byId.set(meeting.id, meeting);
    return meeting;
  }

  /** So many more events. */
  grow(count: number): void {
    for (const end = this.made + count; this.made < end; ) this.#change();
    // In place of one at a time: what is kept is looked at rarely.
    if (this.#events.length > 2 * KEPT) this.#events = this.#events.slice(-KEPT);
  }

  #change(): void {
    const chance = this.#chance;
    if (this.meetings.length < this.#most && chance.is(0.02)) {
      const { id, status } = this.add();
      this.#tell(id, 'recording.created', { status });
      return;
    }
    if (this.meetings.length === 0) return;
    const meeting = chance.pick(this.meetings);
    if (chance.is(0.01)) {
      this.faults.odd += 1;
      this.#tell(meeting.id, 'recording.painted', { status: meeting.status, change: 'blue' });
      return;
    }
    if (chance.is(0.002)) {
      this.faults.unreadable += 1;
      this.#keep({ odd: this.made });
      return;
    }
    if (meeting.deleted) {
      meeting.deleted = false;
      this.#tell(meeting.id, 'recording.updated', { status: meeting.status, change: 'restored' });
      return;
    }
    const was = meeting.status;
    switch (chance.pick(['ready', 'ready', 'naming', 'failed', 'changed', 'changed', 'deleted'] as const)) {
      case 'ready':
        meeting.status = 'READY';
        if (was === 'READY') this.#tell(meeting.id, 'recording.updated', { status: 'READY', change: 'regenerated' });
        else this.#tell(meeting.id, 'recording.ready', { status: 'READY' });
        return;
      case 'naming':
        meeting.status = 'NAMING';
        this.#tell(meeting.id, 'recording.naming_required', { status: 'NAMING' });
        return;
      case 'failed':
        meeting.status = 'FAILED';
        this.#tell(meeting.id, 'recording.failed', { status: 'FAILED' });
        return;
      case 'changed':
        if (was === 'READY') this.#tell(meeting.id, 'recording.updated', { status: 'READY', change: 'renamed' });
        return;
      case 'deleted':
        meeting.deleted = true;
        this.#tell(meeting.id, 'recording.deleted', { status: was });
    }
  }

  #tell(recordingId: string, type: string, data: WireEvent['data']): void {
    this.#keep({ id: `evt_${this.made}`, type, recordingId, data });
  }

  #keep(event: Kept['event']): void {
    this.#events.push({ position: this.made, event });
    this.made += 1;
  }

  /** `GET /events`; null: 410. */
  read(after: string, limit: number): FeedPage | null {
    const chance = this.#chance;
    const end = this.made;
    if (after === 'latest') {
      this.#since = Math.max(this.#since, end);
      return this.#page([], end);
    }
    const [from = 0, generation = 0] = after.split('.').map(Number);
    const oldest = this.#events[0]?.position ?? end;
    if (generation !== this.#generation || from < oldest || (!this.isFair && chance.is(0.02))) {
      this.#generation += 1;
      this.#since = end;
      this.faults.expired += 1;
      return null;
    }
    // Events that come a little late: the last ones are not to be seen yet.
    const late = !this.isFair && chance.is(0.2) ? chance.below(30) : 0;
    if (late > 0) this.faults.late += 1;
    const seen = Math.max(from, end - late);
    const back = !this.isFair && chance.is(0.1) ? chance.below(REPEATED) : 0;
    if (back > 0) this.faults.repeats += 1;
    // Nothing comes again that did not come.
    const start = Math.max(oldest, Math.min(from, this.#since), from - back);
    const stop = Math.min(seen, start + limit);
    const events = this.#events.slice(start - oldest, stop - oldest).map(({ event }) => event);
    // The same event twice in one page.
    if (!this.isFair && events.length > 0 && events.length < limit && chance.is(0.1)) events.push(chance.pick(events));
    return this.#page(events, Math.max(from, stop));
  }

  #page(events: FeedPage['events'], position: number): FeedPage {
    return { schemaVersion: 1, events, nextCursor: `${position}.${this.#generation}` };
  }

  /** `GET /recordings/ready`. */
  ready(after: string | null, limit: number): { readonly ids: readonly string[]; readonly nextCursor: string | null } {
    const ids: string[] = [];
    for (let place = Number(after ?? 0); place < this.meetings.length; place += 1) {
      const meeting = this.meetings[place];
      if (!meeting || meeting.deleted || meeting.status !== 'READY') continue;
      if (ids.length === limit) return { ids, nextCursor: String(place) };
      ids.push(meeting.id);
    }
    return { ids, nextCursor: null };
  }

  /** `GET /recordings/{id}/status`; null: 404. */
  status(id: string): Status | null {
    const meeting = this.#byId.get(id);
    return !meeting || meeting.deleted ? null : meeting.status;
  }
}
