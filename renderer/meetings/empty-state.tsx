import { useRef } from 'react';
import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { selectTakes } from '../selectors';
import { useStore } from '../store';
import { DropArt } from '../ui/art';
import { useFocusGoesOn } from '../ui/focus-goes-on';

/** What phones, recorders, Zoom and OBS write; whoever drops something else is told all of them. */
const SHOWN = 6;

/** Nothing in the list: teaches the drop. */
export function EmptyState() {
  const { t, kinds } = useWords();
  const takes = useStore(selectTakes);
  const element = useRef<HTMLDivElement>(null);
  useFocusGoesOn(element);
  return (
    <div className="empty" ref={element}>
      <div className="empty-in">
        <DropArt />
        <h1>{t('empty.title')}</h1>
        <p>{t('empty.text')}</p>
        <button type="button" className="btn btn-solid" data-action="add-files" onClick={bridge.pickFiles}>
          {t('empty.pick')}
        </button>
        <button type="button" className="btn btn-quiet" data-action="send-sample" onClick={bridge.sendSample}>
          {t('empty.sample')}
        </button>
        <p className="fine">{t('empty.fine', { kinds: kinds(takes.slice(0, SHOWN)) })}</p>
      </div>
    </div>
  );
}
