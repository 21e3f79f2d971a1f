// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has its focus on the row, not on the cells

import { memo, useLayoutEffect, useRef } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import { meetingName } from '../i18n/meeting-name';
import { formatNumber } from '../i18n/numbers';
import { isRetrying } from '../i18n/stage-text';
import { useWords } from '../i18n/words';
import { type OpenMenu, useStore } from '../store';
import { FileName } from '../ui/file-name';
import { Icon } from '../ui/icon';
import { mustAct } from '../ui/menu-items';
import { rowAttributes, shareOf } from '../ui/row-attributes';
import { stageIcon } from '../ui/stage-icon';
import { useGliding } from './glide';
import { RowAction } from './row-action';
import { type Concerned, RowMenu } from './row-menu';
import { isOneLine, sentenceKey } from './row-shape';
import { RowDate, StageLine } from './stage-line';

/** A row that is being moved: how many move with it, itself included, or that it moves along with another; null: it stays. */
export type Lift = number | 'along' | null;

interface MeetingRowProps {
  readonly meeting: MeetingView;
  /** Its place in the flat list. */
  readonly index: number;
  /** Where it stands in the list, in pixels. */
  readonly start: number;
  readonly query: string;
  /** The row that the keyboard is on; the only one that Tab stops at. */
  readonly active: boolean;
  readonly selected: boolean;
  /** Its details are open. */
  readonly current: boolean;
  /** It alone changed its group just now. */
  readonly glides: boolean;
  readonly lift: Lift;
  readonly menu: OpenMenu | null;
  /** What its menu is about, if that is more than the row. */
  readonly concerned: Concerned | null;
  /** Tells the list how tall the row came out. */
  readonly measure: (element: HTMLElement | null) => void;
}

/** One meeting. Renders again only when its own view, progress or place changes. */
export const MeetingRow = memo(function MeetingRow(props: MeetingRowProps) {
  const { meeting, index, start, query, active, selected, current, glides, lift, menu, concerned, measure } = props;
  const words = useWords();
  const progress = useStore((state) => state.progress[meeting.id]);
  const element = useRef<HTMLDivElement>(null);
  const { stage, id } = meeting;
  const uploading = stage === 'uploading';
  const oneLine = isOneLine(meeting);

  // Rows of one line are as tall as their line. The others depend on how their sentence wraps.
  const shape = oneLine ? null : sentenceKey(meeting, words.language);
  useLayoutEffect(() => {
    if (shape === null) return;
    measure(element.current);
    return () => measure(null);
  }, [shape, measure]);

  useGliding(element, start, glides);

  return (
    <div
      className={rowClass(meeting, oneLine, glides, lift)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      aria-current={current || undefined}
      tabIndex={active ? 0 : -1}
      ref={element}
      style={{ transform: `translateY(${start}px)` }}
      data-index={index}
      data-id={id}
      {...rowAttributes(meeting, progress)}
      data-lifts={typeof lift === 'number' && lift > 1 ? formatNumber(lift, words.language) : undefined}
      onFocus={() => useStore.getState().activate(id)}
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
            <i style={{ inlineSize: `${100 * shareOf(progress)}%` }} />
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
        <RowMenu meeting={meeting} menu={menu} concerned={concerned} tabIndex={active ? 0 : -1} />
      </div>
    </div>
  );
});

function rowClass(meeting: MeetingView, oneLine: boolean, glides: boolean, lift: Lift): string {
  const marks = {
    one: oneLine,
    asks: mustAct(meeting),
    glides,
    'is-lifted': typeof lift === 'number',
    'goes-along': lift === 'along',
    'is-new': meeting.unseen,
    'is-retrying': isRetrying(meeting),
  };
  return ['row', ...Object.entries(marks).flatMap(([name, has]) => (has ? [name] : []))].join(' ');
}
