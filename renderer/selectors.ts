// What components read from the store. Selectors return the same value for the same state, so that nothing renders for nothing.

import type { MeetingId } from '../electron/contract/ids';
import type { GateView, MeetingView, Progress } from '../electron/contract/snapshot';
import type { Group, Stage } from '../electron/contract/stage';
import { mergeMeetings } from './archive';
import { fold } from './i18n/fold';
import { knownSpeed } from './i18n/stage-text';
import type { WindowState } from './store';

/** One entry of the list: the head of a group, or a meeting. Heads and rows are one flat list, so that it can be virtual. */
export type ListItem =
  | { readonly kind: 'head'; readonly group: Group; readonly count: number; readonly first: boolean }
  | { readonly kind: 'row'; readonly meeting: MeetingView };

const groups: readonly Group[] = ['needs-you', 'in-progress', 'ready', 'elsewhere'];
const noMeetings: readonly MeetingView[] = [];
const noGates: readonly GateView[] = [];

/** All meetings: those of the snapshot and those of the archive. */
export const selectMeetings = (state: WindowState) =>
  state.snapshot === null ? noMeetings : mergeMeetings(state.snapshot.meetings, state.archive.meetings);
/** Meetings that something can still happen to: few, whatever the past holds. */
export const selectLive = (state: WindowState) => state.snapshot?.meetings ?? noMeetings;
const noKinds: readonly string[] = [];
/** Names of the kinds of file that Lobbe takes. */
export const selectTakes = (state: WindowState) => state.snapshot?.takes ?? noKinds;
export const selectGates = (state: WindowState) => state.snapshot?.gates ?? noGates;
export const selectDetails = (state: WindowState) =>
  state.detailsId === null ? null : (selectMeetings(state).find((m) => m.id === state.detailsId) ?? null);

/** What the window shows: nothing yet, the way in, the list or the settings. */
export function selectView(state: WindowState): 'loading' | 'welcome' | 'meetings' | 'settings' {
  if (state.snapshot === null) return 'loading';
  if (state.screen === 'settings') return 'settings';
  return state.welcoming ? 'welcome' : 'meetings';
}

/** What moves comes first; what Lobbe is busy with comes last, as nothing here can hurry it. Within, the order of sending. */
function rank({ stage }: MeetingView): number {
  if (stage === 'uploading') return 0;
  return stage === 'processing' ? 2 : 1;
}

/**
 * The flat list: groups in their order, each with its head; narrowed to names that hold `search`, and to the one whose id it is.
 * `untitled`: what a meeting without a name is shown as.
 */
export function listItems(meetings: readonly MeetingView[], search: string, untitled = ''): readonly ListItem[] {
  const found = matching(meetings, search, untitled);
  const items: ListItem[] = [];
  const byGroup = new Map<Group, MeetingView[]>();
  for (const meeting of found) {
    const rows = byGroup.get(meeting.group);
    if (rows) rows.push(meeting);
    else byGroup.set(meeting.group, [meeting]);
  }
  for (const group of groups) {
    const rows = byGroup.get(group);
    if (!rows) continue;
    if (group === 'in-progress') rows.sort((a, b) => rank(a) - rank(b));
    // The newest first: it is the one that was waited for.
    else if (group !== 'needs-you') rows.sort((a, b) => (b.finishedAt ?? b.addedAt) - (a.finishedAt ?? a.addedAt));
    items.push({ kind: 'head', group, count: rows.length, first: items.length === 0 });
    for (const meeting of rows) items.push({ kind: 'row', meeting });
  }
  return items;
}

const foldedNames = new WeakMap<MeetingView, string>();

function matching(meetings: readonly MeetingView[], search: string, untitled: string): readonly MeetingView[] {
  const wanted = fold(search).trim();
  if (wanted === '') return meetings;
  const shown = fold(untitled);
  // Pasted whole, an id names one meeting; a part of one would find rows that show no sign of it.
  const id = search.trim();
  return meetings.filter((meeting) => foldedName(meeting, shown).includes(wanted) || meeting.recordingId === id);
}

function foldedName(meeting: MeetingView, untitled: string): string {
  if (meeting.name === '') return untitled;
  let name = foldedNames.get(meeting);
  if (name === undefined) {
    name = fold(meeting.name);
    foldedNames.set(meeting, name);
  }
  return name;
}

/** The meetings of a list, without its heads. */
export function rowsOf(items: readonly ListItem[]): readonly MeetingView[] {
  return items.flatMap((item) => (item.kind === 'row' ? [item.meeting] : []));
}

/** What an act is about: of the selected meetings those that are shown, in the order of the list. */
export function selectedOf(items: readonly ListItem[], selected: ReadonlySet<MeetingId>): readonly MeetingView[] {
  return selected.size === 0 ? noMeetings : rowsOf(items).filter(({ id }) => selected.has(id));
}

export interface Counts {
  readonly uploading: number;
  readonly waiting: number;
  readonly paused: number;
  readonly processing: number;
  readonly needsYou: number;
  readonly ready: number;
  /** Length of all that is not sent yet. */
  readonly unsentMs: number;
  readonly allMs: number;
}

const unsent: ReadonlySet<Stage> = new Set(['preparing', 'queued', 'uploading', 'waiting', 'paused']);

/** The numbers of the status line. */
export function countMeetings(meetings: readonly MeetingView[]): Counts {
  const counts = { uploading: 0, waiting: 0, paused: 0, processing: 0, needsYou: 0, ready: 0, unsentMs: 0, allMs: 0 };
  for (const { stage, group, durationMs } of meetings) {
    // What somebody else sent is no work of this computer's.
    if (group === 'elsewhere') continue;
    counts.allMs += durationMs ?? 0;
    if (unsent.has(stage)) counts.unsentMs += durationMs ?? 0;
    if (group === 'needs-you') counts.needsYou += 1;
    else if (stage === 'uploading' || stage === 'paused' || stage === 'processing' || stage === 'ready')
      counts[stage] += 1;
    else if (unsent.has(stage)) counts.waiting += 1;
  }
  return counts;
}

/** Speed of all uploads together. */
export function totalSpeed(progress: Readonly<Record<string, Progress>>): number {
  return Object.values(progress).reduce((sum, item) => sum + knownSpeed(item), 0);
}
