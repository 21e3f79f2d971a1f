// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has its focus on the row, not on the cells

import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { meetingName } from '../i18n/meeting-name';
import { wholePercent } from '../i18n/numbers';
import { isRetrying } from '../i18n/stage-text';
import { useWords } from '../i18n/words';
import { type OpenMenu, useStore } from '../store';
import { FileName } from '../ui/file-name';
import { Icon } from '../ui/icon';
import { mustAct } from '../ui/menu-items';
import { stageIcon } from '../ui/stage-icon';
import { useGliding } from './glide';
import { RowAction } from './row-action';
import { RowMenu } from './row-menu';
import { isOneLine, sentenceKey } from './row-shape';
import { RowDate, StageLine } from './stage-line';

interface MeetingRowProps {
  readonly meeting: MeetingView;
  /** Its place in the flat list. */
  readonly index: number;
  /** Where it stands in the list, in pixels. */
  readonly start: number;
  readonly query: string;
  /** The row that the keyboard is on; the only one that Tab stops at. */
  readonly active: boolean;
  /** Its details are open. */
  readonly selected: boolean;
  /** It alone changed its group just now. */
  readonly glides: boolean;
  readonly menu: OpenMenu | null;
  /** Tells the list how tall the row came out. */
  readonly measure: (element: HTMLElement | null) => void;
}

/** One meeting. Renders again only when its own view, progress or place changes. */
export const MeetingRow = memo(function MeetingRow(props: MeetingRowProps) {
  const { meeting, index, start, query, active, selected, glides, menu, measure } = props;
  const words = useWords();
  const progress = useStore((state) => state.progress[meeting.id]);
  const element = useRef<HTMLDivElement>(null);
  const { openDetails, openMenu, activate } = useStore.getState();
  const { stage, reason, until, id } = meeting;
  const uploading = stage === 'uploading';
  const oneLine = isOneLine(meeting);
  const percent = uploading ? percentOf(progress) : 0;

  // Rows of one line are as tall as their line. The others depend on how their sentence wraps.
  const shape = oneLine ? null : sentenceKey(meeting, words.language);
  useLayoutEffect(() => {
    if (shape === null) return;
    measure(element.current);
    return () => measure(null);
  }, [shape, measure]);

  useGliding(element, start, glides);

  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button, [role="menu"]')) return;
    openDetails(id);
    if (meeting.unseen) bridge.markSeen([id]);
  };

  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    activate(id);
    openMenu({ id, at: { x: event.clientX, y: event.clientY } });
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys of all its rows
    <div
      className={rowClass(meeting, oneLine, glides)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      ref={element}
      style={{ transform: `translateY(${start}px)` }}
      data-index={index}
      data-id={id}
      data-testid="meeting-row"
      data-stage={stage}
      data-reason={reason ?? undefined}
      data-name={meeting.name}
      data-recording-id={meeting.recordingId ?? undefined}
      data-progress={uploading ? percent : undefined}
      data-until={until === null ? undefined : new Date(until).toISOString()}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onFocus={() => activate(id)}
    >
      <span className="row-icon">
        <Icon name={stageIcon(meeting)} />
      </span>
      <div className="row-text" role="gridcell">
        <div className="row-name">
          <FileName name={meetingName(meeting, words)} query={query} />
        </div>
        {oneLine ? <RowDate meeting={meeting} /> : <StageLine meeting={meeting} progress={progress} />}
        {uploading && (
          <div className="bar">
            <i style={{ inlineSize: `${percent}%` }} />
          </div>
        )}
      </div>
      <div className="row-facts" role="gridcell">
        <span>{meeting.durationMs ? words.length(meeting.durationMs) : words.t('unit.unknown')}</span>
        {!oneLine && meeting.size !== null && <span>{words.bytes(meeting.size)}</span>}
      </div>
      <div className="row-act" role="gridcell">
        <RowAction meeting={meeting} tabIndex={active ? 0 : -1} />
      </div>
      <div className="row-menu" role="gridcell">
        <RowMenu meeting={meeting} menu={menu} tabIndex={active ? 0 : -1} />
      </div>
    </div>
  );
});

function percentOf(progress: Progress | undefined): number {
  if (!progress) return 0;
  return progress.phase === 'answer' ? 100 : wholePercent(progress.sent / progress.total);
}

function rowClass(meeting: MeetingView, oneLine: boolean, glides: boolean): string {
  const marks = {
    one: oneLine,
    asks: mustAct(meeting),
    glides,
    'is-new': meeting.unseen,
    'is-retrying': isRetrying(meeting),
  };
  return ['row', ...Object.entries(marks).flatMap(([name, has]) => (has ? [name] : []))].join(' ');
}
