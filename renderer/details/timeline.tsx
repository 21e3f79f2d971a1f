import { useEffect, useState } from 'react';
import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { daysBetween } from '../i18n/dates';
import { useWords } from '../i18n/words';
import { useMinute } from '../ui/clock';
import { Sentence } from '../ui/sentence';
import { timelineLine } from './timeline-text';

/** What happened to a meeting, oldest first, under the days on which it happened. */
export function Timeline({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const now = useMinute();
  const entries = useTimeline(meeting);
  const days = byDay(entries ?? []);
  return (
    <section className="sec" aria-busy={entries === null}>
      <div className="sec-head">
        <h3>{words.t('details.timeline')}</h3>
        {days[0] && <span className="day">{words.dayHeading(days[0].at, now)}</span>}
      </div>
      {entries?.length === 0 && <p className="muted">{words.t('details.timeline.empty')}</p>}
      {days.map((day, index) => (
        <div key={day.at} className="tl-day">
          {index > 0 && <span className="day">{words.dayHeading(day.at, now)}</span>}
          <ol className="tl">
            {day.entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a timeline only grows at its end
              <TimelineItem key={at} entry={entry} size={meeting.size} now={now} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

interface TimelineItemProps {
  readonly entry: TimelineEntry;
  readonly size: number | null;
  readonly now: number;
}

function TimelineItem({ entry, size, now }: TimelineItemProps) {
  const words = useWords();
  const { what, why, answer } = timelineLine(entry, size, now, words);
  return (
    <li data-testid="timeline-item" data-kind={entry.kind} data-tone={toneOf(entry)}>
      <time dateTime={new Date(entry.at).toISOString()}>{words.clock(entry.at)}</time>
      <p className="what">
        <Sentence text={what} />
      </p>
      {why !== null && <p className="why">{why}</p>}
      {answer !== null && (
        <span className="ans code" title={entry.requestId}>
          {answer}
        </span>
      )}
    </li>
  );
}

const ready: ReadonlySet<string> = new Set(['recording.ready', 'status:READY', 'status:ready']);

/** How the dot is painted: hollow for what came to nothing, full where Lobbe has it. */
function toneOf({ kind, status, code }: TimelineEntry): 'failed' | 'taken' | 'ready' | undefined {
  if (kind === 'answered') return status !== undefined && status < 300 ? 'taken' : 'failed';
  if (kind === 'attempt' || kind === 'interrupted' || kind === 'blocked') return 'failed';
  return kind === 'event' && ready.has(code ?? '') ? 'ready' : undefined;
}

/** Null until main answered. Asked again whenever the meeting moved: each move is a line. */
function useTimeline(meeting: MeetingView): readonly TimelineEntry[] | null {
  const [known, setKnown] = useState<{ id: string; entries: readonly TimelineEntry[] } | null>(null);
  useEffect(() => {
    let current = true;
    bridge.timeline(meeting.id).then(
      (entries) => current && setKnown({ id: meeting.id, entries }),
      () => current && setKnown({ id: meeting.id, entries: [] }),
    );
    return () => {
      current = false;
    };
  }, [meeting]);
  return known?.id === meeting.id ? known.entries : null;
}

interface Day {
  readonly at: number;
  readonly entries: readonly TimelineEntry[];
}

function byDay(entries: readonly TimelineEntry[]): readonly Day[] {
  const days: { at: number; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && daysBetween(last.at, entry.at) === 0) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}
