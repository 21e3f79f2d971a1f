// The keyboard on the list: one row has the focus, the arrows move it, and its actions have their keys.
//
//   arrows, Page, Home, End   another row; with Shift the selection reaches there, with Ctrl it stays as it is
//   Alt + arrow, Alt + Home   in the order of sending: one place, or to its beginning
//   Enter, Space, Delete      details, pause or resume, remove; the last two act on all that is selected
//   Ctrl + Space, Ctrl + A    selects or unselects the row; selects all that is shown

import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import type { Words } from '../i18n/words';
import { type ListItem, selectedOf, selectLive } from '../selectors';
import { nothingSelected, useStore } from '../store';
import { isDialogOpen } from '../ui/dialog';
import { focusActiveRow } from '../ui/focus-goes-on';
import { act, actOnAll, carryOut, focusRow, remove } from './acting';
import { extend, openAlone, openMenuOf, selectAll, toggle } from './selection';
import { isMovable, movableOf, moveByOne } from './sending-order';

interface ListKeysOptions {
  readonly items: readonly ListItem[];
  readonly activeIndex: number;
  readonly list: RefObject<HTMLElement | null>;
  readonly words: Words;
  readonly scrollTo: (index: number) => void;
  /** How many rows are on the screen. */
  readonly page: () => number;
}

/** What another row is gone to for. */
type Manner = 'alone' | 'extend' | 'look';

/** Returns the handlers of the list, and keeps the focus in it when the focused row goes away. */
export function useListKeys({ items, activeIndex, list, words, scrollTo, page }: ListKeysOptions) {
  const lastIndex = useRef(activeIndex);
  const hadFocus = useRef(false);

  const goTo = (index: number | null, manner: Manner) => {
    const item = index === null ? undefined : items[index];
    const current = items[activeIndex];
    if (index === null || item?.kind !== 'row' || current?.kind !== 'row') return;
    const { id, unseen } = item.meeting;
    const { activate, openDetails, detailsId, select } = useStore.getState();
    if (manner === 'extend') extend(items, current.meeting.id, id);
    if (manner === 'alone') select(nothingSelected, id);
    scrollTo(index);
    activate(id);
    // Open details follow the keyboard, so that meetings can be looked through one after the other.
    if (manner === 'alone' && detailsId !== null && detailsId !== id) {
      openDetails(id);
      if (unseen) bridge.markSeen([id]);
    }
    focusRow(id);
  };

  const pointedId = useStore((state) => state.pointedId);
  useEffect(() => {
    if (pointedId === null) return;
    // The row may come only with the next snapshot, or with the archive.
    const index = items.findIndex((item) => item.kind === 'row' && item.meeting.id === pointedId);
    if (index >= 0) goTo(index, 'alone');
  });

  // A row that was moved or removed takes the focus with it. It goes back to that row, or to the one that took its place; else the
  // keyboard would be nowhere.
  useEffect(() => {
    const focused = document.activeElement;
    const isHere = focused !== null && list.current?.contains(focused) === true;
    if (!isHere && hadFocus.current && focused === document.body) {
      const { activeId } = useStore.getState();
      const there = items.findIndex((item) => item.kind === 'row' && item.meeting.id === activeId);
      const next = there >= 0 ? there : (rowFrom(items, lastIndex.current, 1) ?? rowFrom(items, items.length - 1, -1));
      const item = next === null ? undefined : items[next];
      if (item?.kind === 'row') focusRow(item.meeting.id);
    }
    hadFocus.current = isHere;
    lastIndex.current = activeIndex;
  });

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      // By its place on the keyboard: a Persian layout has another letter there.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyA') return;
      const field = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
      if (field || isDialogOpen() || useStore.getState().menu) return;
      event.preventDefault();
      selectAll(items);
      // What is selected is acted on by keys, which go to the row with the focus.
      if (document.activeElement === document.body) focusActiveRow();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [items]);

  const onFocus = () => {
    hadFocus.current = true;
  };

  /** Where a key goes to, if it is one that goes somewhere. */
  const target = (key: string): number | null => {
    switch (key) {
      case 'ArrowDown':
        return rowFrom(items, activeIndex + 1, 1) ?? activeIndex;
      case 'ArrowUp':
        return rowFrom(items, activeIndex - 1, -1) ?? activeIndex;
      case 'PageDown':
        return rowFrom(items, Math.min(activeIndex + page(), items.length - 1), -1) ?? activeIndex;
      case 'PageUp':
        return rowFrom(items, Math.max(activeIndex - page(), 0), 1) ?? activeIndex;
      case 'Home':
        return rowFrom(items, 0, 1) ?? activeIndex;
      case 'End':
        return rowFrom(items, items.length - 1, -1) ?? activeIndex;
      default:
        return null;
    }
  };

  /** Does what the key is for; false if it is for nothing here. */
  const press = (event: KeyboardEvent, meeting: MeetingView): boolean => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const element = event.target as HTMLElement;
    const onRow = element.dataset.testid === 'meeting-row';
    const withCtrl = ctrlKey || metaKey;
    const selected = selectedOf(items, useStore.getState().selected);
    if (altKey) return moveByKey(items, selected, meeting, key, words);
    const index = target(key);
    if (index !== null) {
      goTo(index, shiftKey ? 'extend' : withCtrl ? 'look' : 'alone');
      return true;
    }
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      openMenuOf(meeting.id, null);
      return true;
    }
    // The button of a head is no row's.
    if (key === 'Delete' && element.closest('[data-testid="meeting-row"]')) {
      if (selected.length > 0) actOnAll(items, selected, 'remove');
      else remove(items, meeting);
      return true;
    }
    if (key === ' ' && onRow) {
      if (withCtrl) toggle(meeting.id);
      else pauseOrResume(items, selected, meeting);
      return true;
    }
    if (key !== 'Enter' || !onRow || withCtrl) return false;
    openAlone(meeting);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[activeIndex];
    if (item?.kind === 'row' && press(event, item.meeting)) event.preventDefault();
  };

  return { onFocus, onKeyDown };
}

function pauseOrResume(items: readonly ListItem[], selected: readonly MeetingView[], meeting: MeetingView): void {
  const concerned = selected.length > 0 ? selected : [meeting];
  const action = (['pause', 'resume'] as const).find((each) => concerned.some(({ actions }) => actions.includes(each)));
  if (action === undefined) return;
  if (selected.length > 0) actOnAll(items, selected, action);
  else act(meeting, action);
}

/** Alt with an arrow, or Home: what is selected, if the row is, else the row. */
function moveByKey(
  items: readonly ListItem[],
  selected: readonly MeetingView[],
  meeting: MeetingView,
  key: string,
  words: Words,
): boolean {
  const concerned = selected.includes(meeting) ? selected : [meeting];
  if (key === 'Home') {
    if (concerned.length > 1) actOnAll(items, concerned, 'send-next');
    else if (meeting.actions.includes('send-next')) act(meeting, 'send-next');
    return true;
  }
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
  if (!isMovable(meeting)) return false;
  const ids = new Set(concerned.map(({ id }) => id));
  const move = moveByOne(movableOf(items), ids, key === 'ArrowUp' ? -1 : 1, selectLive(useStore.getState()));
  if (move) carryOut(move, words);
  return true;
}

/** The first row at or after `index`, in the direction of `step`. */
function rowFrom(items: readonly ListItem[], index: number, step: 1 | -1): number | null {
  for (let i = index; i >= 0 && i < items.length; i += step) if (items[i]?.kind === 'row') return i;
  return null;
}
