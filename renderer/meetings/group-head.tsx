// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows cannot be a table
// biome-ignore-all lint/a11y/useFocusableInteractive: a head has nothing to do but its button

import { memo } from 'react';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import { useWords } from '../i18n/words';
import type { ListItem } from '../selectors';

interface GroupHeadProps {
  readonly head: Extract<ListItem, { kind: 'head' }>;
  readonly index: number;
  readonly start: number;
  /** Stays at the top while its group scrolls by. */
  readonly stuck: boolean;
}

/** The head of a group: its name and how many there are. */
export const GroupHead = memo(function GroupHead({ head, index, start, stuck }: GroupHeadProps) {
  const { t, language } = useWords();
  return (
    <div
      className={`group-head${stuck ? ' is-stuck' : ''}${head.first ? '' : ' is-later'}`}
      role="row"
      aria-rowindex={index + 1}
      data-index={index}
      data-group={head.group}
      style={stuck ? undefined : { transform: `translateY(${start}px)` }}
    >
      <div className="head-cell" role="gridcell">
        <h2>{t(`group.${head.group}`)}</h2>
        <span className="count">{formatNumber(head.count, language)}</span>
        <span className="grow" />
        {head.group === 'ready' && (
          <button type="button" className="btn btn-quiet" data-action="clear-finished" onClick={bridge.clearFinished}>
            {t('action.clear-finished')}
          </button>
        )}
      </div>
    </div>
  );
});
