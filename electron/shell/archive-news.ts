// Tells the window about the archive: what came in at once, what left it only after the snapshot that may have it again. A row
// that changes its place is drawn from both for a moment, never from neither.

import type { MeetingId } from '../contract/ids';
import type { ArchivedMeetings, ArchiveNews, MeetingView } from '../contract/snapshot';

/** The archive, as far as its news need it. */
export interface NewsSource {
  views(): readonly MeetingView[];
  onChange(
    listener: (change: { readonly added: readonly MeetingView[]; readonly removed: readonly MeetingId[] }) => void,
  ): () => void;
}

export interface ArchiveTeller {
  /** The list as of now. */
  listed(): ArchivedMeetings;
  /** A snapshot was sent: the window has what came back. */
  afterSnapshot(): void;
}

/** `tell` gets each piece of news. */
export function createArchiveNews(archive: NewsSource, tell: (news: ArchiveNews) => void): ArchiveTeller {
  let revision = 0;
  let left: MeetingId[] = [];

  function say(added: readonly MeetingView[], removed: readonly MeetingId[]): void {
    revision += 1;
    tell({ revision, added, removed });
  }

  function tellLeft(): void {
    if (left.length === 0) return;
    const removed = left;
    left = [];
    say([], removed);
  }

  archive.onChange(({ added, removed }) => {
    if (added.length > 0) {
      // One that is archived anew must not be taken off by what was said of it before.
      tellLeft();
      say(added, []);
    }
    left.push(...removed);
  });

  return {
    listed: () => ({ revision, meetings: archive.views() }),
    afterSnapshot: tellLeft,
  };
}
