import { useEffect, useState } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { selectLive } from '../selectors';
import { useStore, type WindowState } from '../store';

interface Known {
  readonly id: MeetingId;
  readonly entries: readonly TimelineEntry[];
}

/**
 * The timeline of a meeting, oldest first; null until main answered. Asked for again whenever there may be a new line. The same array
 * for as long as nothing is new, so that nothing renders for nothing.
 */
export function useTimeline(meeting: MeetingView): readonly TimelineEntry[] | null {
  const { id } = meeting;
  const [known, setKnown] = useState<Known | null>(null);
  const news = useStore((state) => newsOf(meeting, state));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes with the news is the answer
  useEffect(() => {
    let current = true;
    const receive = (entries: readonly TimelineEntry[]) => {
      if (current) setKnown((before) => (before !== null && isKnown(before, id, entries) ? before : { id, entries }));
    };
    bridge.timeline(id).then(receive, () => receive([]));
    return () => {
      current = false;
    };
  }, [id, news]);

  return known?.id === id ? known.entries : null;
}

/**
 * Changes with each snapshot: not every line shows in the row (a renamed speaker does not). What is in the archive is read from its
 * file, and cannot change there.
 */
function newsOf({ id, group }: MeetingView, state: WindowState): string {
  const isPast = group !== 'elsewhere' && !selectLive(state).some((meeting) => meeting.id === id);
  return `${isPast ? '' : state.snapshot?.revision} ${state.archive.revision}`;
}

/** Some dozen short lines at the most (domain/timeline.ts). */
function isKnown(before: Known, id: MeetingId, entries: readonly TimelineEntry[]): boolean {
  return before.id === id && JSON.stringify(before.entries) === JSON.stringify(entries);
}
