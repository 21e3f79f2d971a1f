import { type ReactNode, useMemo } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import { useWords, type Words } from '../i18n/words';
import { type Counts, countMeetings, selectMeetings, totalSpeed } from '../selectors';
import { useStore } from '../store';
import { useMinute } from '../ui/clock';
import { Icon } from '../ui/icon';

interface StatusLineProps {
  /** What a search found; null while nothing is searched for. */
  readonly found: readonly MeetingView[] | null;
  /** Stands in its place, if it is anything. */
  readonly children: ReactNode;
}

/** The line at the foot: how much is where, and how fresh that is. That this is the sandbox is always told. */
export function StatusLine({ found, children }: StatusLineProps) {
  const words = useWords();
  const sandbox = useStore((state) => state.snapshot?.sandbox ?? false);
  return (
    <footer className={`status${children ? ' has-selection' : ''}`}>
      {children || (
        <>
          <Summary found={found} />
          <span className="grow" />
        </>
      )}
      {sandbox ? (
        <span className="sandbox" title={words.t('sandbox.on')}>
          <Icon name="flask" />
          <span>{words.t('sandbox.on')}</span>
        </span>
      ) : (
        !children && <News />
      )}
    </footer>
  );
}

function Summary({ found }: Pick<StatusLineProps, 'found'>) {
  const words = useWords();
  const meetings = useStore(selectMeetings);
  // Rounded, so that the line renders when what it shows changes and not with every report of progress.
  const speed = useStore((state) => Math.round(totalSpeed(state.progress) / 10_000) * 10_000);
  const pausedAll = useStore((state) => state.snapshot?.pausedAll ?? false);
  const counts = useMemo(() => countMeetings(meetings), [meetings]);
  const parts = found ? foundParts(found, meetings.length, words) : summaryParts(counts, speed, pausedAll, words);
  return (
    <div className="summary" data-testid="summary">
      {parts.map((part, index) => (
        // In a narrow window only the first two fit.
        <span key={part} className={index > 1 ? 'opt' : ''}>
          {part}
        </span>
      ))}
    </div>
  );
}

function foundParts(found: readonly MeetingView[], total: number, { t }: Words): readonly string[] {
  const minutes = Math.round(countMeetings(found).allMs / 60_000);
  const count = t('search.found', { count: found.length, total });
  return minutes > 0 ? [count, t('summary.in-all', { count: minutes })] : [count];
}

function summaryParts(
  counts: Counts,
  speed: number,
  pausedAll: boolean,
  { t, speed: speedText }: Words,
): readonly string[] {
  const { uploading, waiting, paused, processing, needsYou, ready, unsentMs } = counts;
  const minutes = Math.round(unsentMs / 60_000);
  const parts: string[] = [];
  // Where rows are paused they say so themselves.
  if (pausedAll && paused === 0) parts.push(t('summary.paused-all'));
  if (uploading > 0) parts.push(t('summary.uploading', { count: uploading }));
  if (uploading > 0 && speed > 0) parts.push(speedText(speed));
  if (waiting > 0) parts.push(t('summary.waiting', { count: waiting }));
  if (paused > 0) parts.push(t('summary.paused', { count: paused }));
  if (needsYou > 0) parts.push(t('summary.needs-you', { count: needsYou }));
  if (minutes > 0) parts.push(t('summary.to-go', { count: minutes }));
  // What is out of the way is told only while nothing else is.
  if (processing > 0 && uploading + waiting + paused === 0) parts.push(t('summary.processing', { count: processing }));
  if (ready > 0 && parts.length < 2) parts.push(t('summary.ready', { count: ready }));
  return parts.length > 0 ? parts : [t('summary.empty')];
}

function News() {
  const words = useWords();
  const now = useMinute();
  const readAt = useStore((state) => state.snapshot?.feed.lastReadAt ?? null);
  if (readAt === null) return null;
  return <span className="opt">{words.t('summary.news', { ago: words.ago(readAt, now) })}</span>;
}
