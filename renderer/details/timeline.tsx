import { useState } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { daysBetween } from '../i18n/dates';
import { useWords } from '../i18n/words';
import { useMinute } from '../ui/clock';
import { Icon } from '../ui/icon';
import { Sentence } from '../ui/sentence';
import { CopyButton } from './copy-button';
import { foldRuns, type Piece } from './runs';
import { timelineLine } from './timeline-text';
import './timeline.css';

interface TimelineProps {
  readonly meeting: MeetingView;
  /** Oldest first; null while it is not known. */
  readonly entries: readonly TimelineEntry[] | null;
}

/** What happened to a meeting, oldest first, under the days on which it happened. */
export function Timeline({ meeting, entries }: TimelineProps) {
  const words = useWords();
  const now = useMinute();
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
            {foldRuns(day.entries, day.before).map((piece, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a timeline grows at its end
              <TimelinePiece key={at} piece={piece} meeting={meeting} now={now} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

interface PieceProps {
  readonly piece: Piece;
  readonly meeting: MeetingView;
  readonly now: number;
}

function TimelinePiece({ piece, meeting, now }: PieceProps) {
  if (piece.kind === 'gap') return <TimelineGap count={piece.count} />;
  if (piece.kind === 'run') return <TimelineRun run={piece} meeting={meeting} now={now} />;
  return <TimelineItem entry={piece.entry} id={meeting.id} size={meeting.size} now={now} />;
}

function TimelineGap({ count }: { readonly count: number }) {
  return (
    <li data-testid="timeline-gap" data-tone="run">
      <p className="why">{useWords().t('timeline.gap', { count })}</p>
    </li>
  );
}

interface RunProps {
  readonly run: Extract<Piece, { kind: 'run' }>;
  readonly meeting: MeetingView;
  readonly now: number;
}

/** Tries that came to the same, folded into one line that opens. */
function TimelineRun({ run, meeting, now }: RunProps) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const { of, entries } = run;
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const values = { count: entries.length, time: words.clock(last.at) };
  return (
    <>
      <li data-testid="timeline-run" data-tone="run">
        <time dateTime={new Date(first.at).toISOString()}>{words.clock(first.at)}</time>
        <button
          type="button"
          className="run"
          data-action="show-tries"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span>{words.t(`timeline.more.${of}`, values)}</span>
          <Icon name="down" small />
        </button>
      </li>
      {open &&
        entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <TimelineItem key={at} entry={entry} id={meeting.id} size={meeting.size} now={now} />
        ))}
    </>
  );
}

interface TimelineItemProps {
  readonly entry: TimelineEntry;
  readonly id: MeetingId;
  readonly size: number | null;
  readonly now: number;
}

function TimelineItem({ entry, id, size, now }: TimelineItemProps) {
  const words = useWords();
  const { t } = words;
  const { what, why, answer } = timelineLine(entry, size, now, words);
  const { requestId } = entry;
  return (
    <li data-testid="timeline-item" data-kind={entry.kind} data-tone={toneOf(entry)}>
      <time dateTime={new Date(entry.at).toISOString()}>{words.clock(entry.at)}</time>
      <p className="what">
        <Sentence text={what} />
      </p>
      {why !== null && (
        <p className="why">
          <Sentence text={why} />
        </p>
      )}
      {answer !== null && (
        <p className="said">
          {/* An attempt without an answer says its number in its sentence. */}
          {entry.kind === 'answered' && entry.attempt !== undefined && (
            <span>{t('timeline.try', { n: entry.attempt })}</span>
          )}
          <span className="ans code">{answer}</span>
          {requestId !== undefined && (
            <CopyButton
              action="copy-request-id"
              hint={requestId}
              onCopy={() => bridge.copyFact(id, { kind: 'request-id', requestId })}
            />
          )}
        </p>
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

interface Day {
  readonly at: number;
  readonly entries: readonly TimelineEntry[];
  /** The number of the last try of an earlier day. */
  readonly before: number | null;
}

function byDay(entries: readonly TimelineEntry[]): readonly Day[] {
  const days: (Day & { readonly entries: TimelineEntry[] })[] = [];
  let tried: number | null = null;
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && daysBetween(last.at, entry.at) === 0) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry], before: tried });
    tried = entry.attempt ?? tried;
  }
  return days;
}
