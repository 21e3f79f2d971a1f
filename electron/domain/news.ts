// What the system tells its user of: made from the difference that a change makes, so that an event that comes again, which changes
// nothing, is never told again. It is on disk with the change itself, and stays there until it is told. Pure.

import type { MeetingId, RecordingId } from '../contract/ids';
import type { Notifications } from '../contract/settings';
import type { AppState } from './app-state';
import { elsewhereOf } from './elsewhere';
import { type ElsewhereRecord, elsewhereId, recordingOf } from './elsewhere-record';
import { mayBeOurs } from './elsewhere-view';
import type { Gate } from './gates';
import type { MeetingState } from './meeting';
import type { MeetingNews, NewsItem, ToldGate } from './news-item';

/** The same change, with what it has to tell in its state. */
export function withNews(change: (state: AppState) => AppState): (state: AppState) => AppState {
  return (state) => noteNews(state, change(state));
}

function noteNews(before: AppState, after: AppState): AppState {
  const turns = [...turnsOfMeetings(before, after), ...turnsOfElsewhere(before, after), ...turnsOfGates(before, after)];
  const isSet = after.settings.notifications !== before.settings.notifications;
  const left = after.news.length === 0 ? [] : idsOnlyIn(before, after);
  if (turns.length === 0 && left.length === 0 && !isSet) return after;
  const outdated = new Set([...turns.map(({ key }) => key), ...left]);
  const kept = after.news.filter((item) => !outdated.has(keyOf(item)));
  // A cap that its user never heard of need not be called over.
  const unheard = new Set(after.news.map(keyOf));
  const fresh = turns.flatMap(({ key, item }) =>
    item === null || (item.what === 'daily-cap-over' && unheard.has(key)) ? [] : [item],
  );
  const news = [...kept, ...fresh].filter((item) => isWanted(item, after.settings.notifications));
  const isSame = news.length === after.news.length && news.every((item, index) => item === after.news[index]);
  return isSame ? after : { ...after, news };
}

/** What is told of something from now on; null: nothing, also of what was to be told before. */
interface Turn {
  readonly key: string;
  readonly item: NewsItem | null;
}

function keyOf(item: NewsItem): string {
  if (item.about === 'meeting') return item.id;
  return item.what === 'daily-cap-over' ? 'daily-cap' : item.what;
}

function isWanted(item: NewsItem, wanted: Notifications): boolean {
  if (item.about === 'account' || item.what === 'over-daily-cap') return wanted.minutes;
  return wanted[item.what] && (wanted.elsewhere || recordingOf(item.id) === null);
}

/** What a meeting in this state is worth telling. */
function newsOf(state: MeetingState): MeetingNews | null {
  switch (state.stage) {
    case 'ready':
      // Not of one that its user has looked at, or that was ready long before we heard of it.
      return state.unseen ? 'ready' : null;
    case 'naming':
      return 'naming';
    case 'failed':
      // F4: what is tried again is no failure yet.
      return state.failure.retryable ? null : 'failed';
    case 'blocked':
      return state.reason === 'over-daily-cap' ? 'over-daily-cap' : null;
    default:
      return null;
  }
}

/** From one state of a meeting to the next: undefined if there is nothing new to tell, and nothing to take back. */
function turn(was: MeetingState, is: MeetingState): MeetingNews | null | undefined {
  const what = newsOf(is);
  if (was === is || what === newsOf(was)) return undefined;
  // It was something else in between, which one page told together: to its user it has been ready all the time.
  if (what === 'ready' && was.stage === 'ready') return undefined;
  // Brought back from the trash, by somebody who knows how it was.
  return was.stage === 'deleted' && what === 'ready' ? null : what;
}

function turnsOfMeetings(earlier: AppState, { meetings: after }: AppState): Turn[] {
  const { meetings: before } = earlier;
  if (before === after) return [];
  const turns: Turn[] = [];
  let byId: Map<MeetingId, MeetingState> | null = null;
  after.forEach((meeting, index) => {
    const there = before[index];
    if (there === meeting) return;
    const { id, name, state, recordingId } = meeting;
    // The usual changes leave each record in its place: then nothing is looked up.
    byId ??= there?.id === id ? null : new Map(before.map((m) => [m.id, m.state]));
    const was = there?.id === id ? there.state : byId?.get(id);
    // One that comes into the list as it is (an undo) is known.
    const what = was && turn(was, state);
    if (what === undefined) return;
    const isOld = what === null || (recordingId !== null && wasTold(earlier, recordingId, what));
    turns.push({ key: id, item: isOld ? null : { about: 'meeting', what, id, name } });
  });
  return turns;
}

/** Of a stranger that turns out to be our own after its user had cancelled it, or paused it for long. */
function wasTold(state: AppState, recordingId: RecordingId, what: MeetingNews): boolean {
  const stranger = elsewhereOf(state, recordingId);
  if (stranger === null || newsOf(stranger.state) !== what) return false;
  const item: NewsItem = { about: 'meeting', what, id: elsewhereId(recordingId), name: '' };
  return isWanted(item, state.settings.notifications) && !state.news.some((waiting) => keyOf(waiting) === item.id);
}

/** Those that were taken off the list. */
function idsOnlyIn({ meetings: before }: AppState, { meetings: after }: AppState): readonly MeetingId[] {
  if (before === after) return [];
  const ids = new Set(after.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !ids.has(id));
}

function turnsOfElsewhere(before: AppState, after: AppState): Turn[] {
  if (before.elsewhere === after.elsewhere) return [];
  // F17: what catching up finds of others may have been so for a month. Its plan changes with each of its answers, and only then.
  const isPast = before.feed.catchUp !== after.feed.catchUp;
  const known = new Map(before.elsewhere.map((record) => [record.recordingId, record]));
  return after.elsewhere.flatMap((record) => {
    const was = known.get(record.recordingId);
    return was === record ? [] : turnElsewhere(was, record, isPast);
  });
}

function turnElsewhere(was: ElsewhereRecord | undefined, record: ElsewhereRecord, isPast: boolean): Turn[] {
  const id = elsewhereId(record.recordingId);
  // Taken off the list, or one of our own.
  if (record.kind === 'hidden') return [{ key: id, item: null }];
  if (was?.kind === 'hidden') return [];
  const what = was ? turn(was.state, record.state) : newsOf(record.state);
  if (what === undefined) return [];
  const name = record.title ?? '';
  return [{ key: id, item: what === null || isPast ? null : { about: 'meeting', what, id, name } }];
}

function turnsOfGates({ gates: before }: AppState, { gates: after }: AppState): Turn[] {
  if (before === after) return [];
  // A gate that a probe closes again has been closed all the time.
  const closed = after.filter((gate) => !before.some((g) => isSameGate(g, gate)));
  const opened = before.filter((gate) => !after.some((g) => isSameGate(g, gate)));
  return [
    ...opened.filter(isTold).map(({ gate }): Turn => {
      const isCap = gate === 'daily-cap';
      return { key: gate, item: isCap ? { about: 'account', what: 'daily-cap-over', until: null } : null };
    }),
    ...closed.filter(isTold).map((gate): Turn => {
      const until = 'until' in gate ? gate.until : null;
      return { key: gate.gate, item: { about: 'account', what: gate.gate, until } };
    }),
  ];
}

function isTold(gate: Gate): gate is Extract<Gate, { gate: ToldGate }> {
  return gate.gate === 'needs-minutes' || gate.gate === 'daily-cap' || gate.gate === 'daily-limit';
}

function isSameGate(a: Gate, b: Gate): boolean {
  return a.gate === b.gate && ('token' in a ? a.token : null) === ('token' in b ? b.token : null);
}

/** What may be told now. One from elsewhere that may turn out to be our own waits until that is known, as its row does. */
export function dueNews(state: AppState): readonly NewsItem[] {
  return state.news.filter((item) => item.about === 'account' || !isHeldBack(state, item.id));
}

function isHeldBack(state: AppState, id: MeetingId): boolean {
  const recordingId = recordingOf(id);
  const record = recordingId && state.elsewhere.find((r) => r.recordingId === recordingId);
  return record?.kind === 'meeting' && mayBeOurs(state, record);
}

/** More is being found out, and is to be told together with what there is (F17). */
export function isCatchingUp({ news, feed }: AppState): boolean {
  return feed.catchUp !== null && news.some(({ about }) => about === 'meeting');
}

/** Whether it is as the item says: what its user did in the same moment may have changed it. */
export function isStillSo({ meetings, elsewhere, gates }: AppState, item: NewsItem): boolean {
  if (item.about === 'account') return item.what === 'daily-cap-over' || gates.some(({ gate }) => gate === item.what);
  const recordingId = recordingOf(item.id);
  const record =
    recordingId === null
      ? meetings.find(({ id }) => id === item.id)
      : elsewhere.find((r) => r.kind === 'meeting' && r.recordingId === recordingId);
  return record !== undefined && 'state' in record && newsOf(record.state) === item.what;
}

/** The state after these were told. */
export function newsTold(state: AppState, told: readonly NewsItem[]): AppState {
  const gone = new Set(told);
  return told.length === 0 ? state : { ...state, news: state.news.filter((item) => !gone.has(item)) };
}
