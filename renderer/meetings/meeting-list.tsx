// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows cannot be a table

import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import { useWords } from '../i18n/words';
import { type ListItem, selectedOf } from '../selectors';
import { useStore } from '../store';
import { useFocusGoesOn } from '../ui/focus-goes-on';
import { useGlide } from './glide';
import { GroupHead } from './group-head';
import { useListKeys } from './list-keys';
import { type Lift, MeetingRow } from './meeting-row';
import { type Lifted, useReordering } from './reordering';
import { extend, keepShown, openAlone, openMenuOf, toggle } from './selection';
import { rowIndex, useVirtualRows } from './virtual-rows';

interface MeetingListProps {
  readonly items: readonly ListItem[];
  /** What they were searched for by. */
  readonly query: string;
  readonly children: ReactNode;
}

/** The list of all meetings under their heads. Only what is near the viewport is in the document. */
export function MeetingList({ items, query, children }: MeetingListProps) {
  const words = useWords();
  const { t, language } = words;
  const chosenId = useStore((state) => state.activeId);
  const detailsId = useStore((state) => state.detailsId);
  const selected = useStore((state) => state.selected);
  const menu = useStore((state) => state.menu);

  const list = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const scrollMargin = useHeight(above);
  const gliding = useGlide(items);
  useFocusGoesOn(list);

  const activeIndex = useMemo(() => rowIndex(items, chosenId) ?? firstRow(items), [items, chosenId]);
  const liftedId = useRef<MeetingId | null>(null);
  const { virtualizer, stuckHead, measure } = useVirtualRows({
    items,
    language,
    list,
    scrollMargin,
    activeIndex,
    liftedId,
  });

  useEffect(() => keepShown(items), [items]);

  const { lifted, line, onPointerDown } = useReordering({
    items,
    list,
    words,
    placeOf: (index) => {
      const measured = virtualizer.measurementsCache[index];
      return measured ? { start: measured.start - scrollMargin, end: measured.end - scrollMargin } : null;
    },
  });
  liftedId.current = lifted?.id ?? null;

  const keys = useListKeys({
    items,
    activeIndex,
    list,
    words,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    page: () => Math.max(1, (virtualizer.range?.endIndex ?? 0) - (virtualizer.range?.startIndex ?? 0) - 1),
  });
  const shown = virtualizer.getVirtualItems();
  const isMany = menu !== null && selected.size > 1 && selected.has(menu.id);
  const concerned = isMany ? { items, meetings: selectedOf(items, selected) } : null;

  /** The row that an event of the pointer is for; null if it is for a button or a menu of it. */
  const rowAt = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('button, [role="menu"]')) return null;
    const id = target.closest<HTMLElement>('[data-testid="meeting-row"]')?.dataset.id as MeetingId | undefined;
    const item = id === undefined ? undefined : items[rowIndex(items, id) ?? -1];
    return item?.kind === 'row' ? item.meeting : null;
  };

  const onClick = (event: MouseEvent) => {
    const meeting = rowAt(event);
    if (!meeting) return;
    const adds = event.ctrlKey || event.metaKey;
    if (event.shiftKey) extend(items, detailsId ?? meeting.id, meeting.id, adds);
    else if (adds) toggle(meeting.id);
    else openAlone(meeting);
  };

  const onContextMenu = (event: MouseEvent) => {
    const meeting = rowAt(event);
    if (!meeting) return;
    event.preventDefault();
    useStore.getState().activate(meeting.id);
    openMenuOf(meeting.id, { x: event.clientX, y: event.clientY });
  };

  return (
    <div className="list" ref={list}>
      <div ref={above}>{children}</div>
      {items.length === 0 ? (
        <NothingFound query={query} />
      ) : (
        <div
          className={`rows${lifted ? ' is-sorting' : ''}`}
          role="grid"
          aria-label={t('list.label')}
          aria-rowcount={items.length}
          aria-multiselectable="true"
          style={{ blockSize: virtualizer.getTotalSize() }}
          onFocus={keys.onFocus}
          onKeyDown={keys.onKeyDown}
          onClick={onClick}
          onContextMenu={onContextMenu}
          onPointerDown={onPointerDown}
        >
          {shown.map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            const place = start - scrollMargin;
            if (item.kind === 'head') {
              const stuck = index === stuckHead.current;
              return <GroupHead key={item.group} head={item} index={index} start={place} stuck={stuck} />;
            }
            const { id } = item.meeting;
            return (
              <MeetingRow
                key={id}
                meeting={item.meeting}
                index={index}
                start={place}
                query={query}
                active={index === activeIndex}
                selected={selected.size > 0 ? selected.has(id) : id === detailsId}
                current={id === detailsId}
                glides={id === gliding}
                lift={liftOf(id, lifted)}
                menu={menu?.id === id ? menu : null}
                concerned={menu?.id === id ? concerned : null}
                measure={measure}
              />
            );
          })}
          {lifted && <div className="line" ref={line} data-testid="insertion-line" hidden />}
        </div>
      )}
    </div>
  );
}

function NothingFound({ query }: { readonly query: string }) {
  const { t } = useWords();
  return (
    <div className="nothing">
      <p>{t('search.none', { query: `\u2068${query}\u2069` })}</p>
      <button
        type="button"
        className="btn btn-quiet"
        data-action="clear-search"
        onClick={() => useStore.getState().searchFor('')}
      >
        {t('search.clear')}
      </button>
    </div>
  );
}

/** What a row has to do with what is being moved. */
function liftOf(id: MeetingId, lifted: Lifted | null): Lift {
  if (!lifted?.ids.has(id)) return null;
  return lifted.id === id ? lifted.ids.size : 'along';
}

const firstRow = (items: readonly ListItem[]) => items.findIndex((item) => item.kind === 'row');

/** The height of what stands above the rows and scrolls with them. */
function useHeight(element: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || typeof ResizeObserver === 'undefined') return;
    const read = () => setHeight(target.offsetHeight);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
