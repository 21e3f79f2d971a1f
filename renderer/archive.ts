// The finished meetings of the past, as the window holds them: the list that came once, and what changed since. Newest first.

import type { MeetingId } from '../electron/contract/ids';
import type { ArchivedMeetings, ArchiveNews, MeetingView } from '../electron/contract/snapshot';

export interface WindowArchive {
  /** Newest first. */
  readonly meetings: readonly MeetingView[];
  readonly revision: number;
  /** News that came before the list, which may be newer than it; null once the list is there. */
  readonly early: readonly ArchiveNews[] | null;
}

export const noArchive: WindowArchive = { meetings: [], revision: 0, early: [] };

/** The list arrived; news that it does not know yet come on top. */
export function withList(archive: WindowArchive, { revision, meetings }: ArchivedMeetings): WindowArchive {
  const list: WindowArchive = { meetings: newestFirst(meetings), revision, early: null };
  return (archive.early ?? []).reduce(withNews, list);
}

/** Something came in, or left. */
export function withNews(archive: WindowArchive, news: ArchiveNews): WindowArchive {
  if (archive.early !== null) return { ...archive, early: [...archive.early, news] };
  if (news.revision <= archive.revision) return archive;
  const gone = new Set<MeetingId>([...news.removed, ...news.added.map(({ id }) => id)]);
  const others = archive.meetings.filter(({ id }) => !gone.has(id));
  const meetings = news.added.length === 0 ? others : newestFirst([...others, ...news.added]);
  return { ...archive, revision: news.revision, meetings };
}

function newestFirst(meetings: readonly MeetingView[]): readonly MeetingView[] {
  return [...meetings].sort((a, b) => (b.finishedAt ?? b.addedAt) - (a.finishedAt ?? a.addedAt));
}

let merged: {
  readonly live: readonly MeetingView[];
  readonly archived: readonly MeetingView[];
  readonly all: readonly MeetingView[];
} | null = null;

/** Live meetings, then archived ones; one that is in both (it is just moving) counts as live. The same list for the same two. */
export function mergeMeetings(live: readonly MeetingView[], archived: readonly MeetingView[]): readonly MeetingView[] {
  if (archived.length === 0) return live;
  if (merged?.live !== live || merged.archived !== archived) {
    const ids = new Set(live.map(({ id }) => id));
    const others = archived.some(({ id }) => ids.has(id)) ? archived.filter(({ id }) => !ids.has(id)) : archived;
    merged = { live, archived, all: [...live, ...others] };
  }
  return merged.all;
}
