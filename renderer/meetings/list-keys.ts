// The keyboard on the list: one row has the focus, the arrows move it, and its actions have their keys.

import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction, Stage } from '../../electron/contract/stage';
import { bridge } from '../bridge';
import { type ListItem, selectLive } from '../selectors';
import { useStore } from '../store';

interface ListKeysOptions {
  readonly items: readonly ListItem[];
  readonly activeIndex: number;
  readonly list: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
}

const PAGE = 8;

/** Returns the handlers of the list, and keeps the focus in it when the focused row goes away. */
export function useListKeys({ items, activeIndex, list, scrollTo }: ListKeysOptions) {
  const lastIndex = useRef(activeIndex);
  const hadFocus = useRef(false);

  const focusRow = (id: string) => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-testid="meeting-row"]') ?? [];
    for (const row of rows) if (row.dataset.id === id) row.focus({ preventScroll: true });
  };

  const goTo = (index: number) => {
    const item = items[index];
    if (item?.kind !== 'row') return;
    const { id, unseen } = item.meeting;
    const { activate, openDetails, detailsId } = useStore.getState();
    scrollTo(index);
    activate(id);
    // Open details follow the keyboard, so that meetings can be looked through one after the other.
    if (detailsId !== null && detailsId !== id) {
      openDetails(id);
      if (unseen) bridge.markSeen([id]);
    }
    requestAnimationFrame(() => focusRow(id));
  };

  const pointedId = useStore((state) => state.pointedId);
  useEffect(() => {
    if (pointedId === null) return;
    // The row may come only with the next snapshot, or with the archive.
    const index = items.findIndex((item) => item.kind === 'row' && item.meeting.id === pointedId);
    if (index >= 0) goTo(index);
  });

  // When the row with the focus was removed, the one that took its place gets it; else the keyboard would be nowhere.
  useEffect(() => {
    const focused = document.activeElement;
    const isHere = focused !== null && list.current?.contains(focused) === true;
    if (!isHere && hadFocus.current && focused === document.body) {
      const next = rowFrom(items, lastIndex.current, 1) ?? rowFrom(items, items.length - 1, -1);
      const item = next === null ? undefined : items[next];
      if (item?.kind === 'row') focusRow(item.meeting.id);
    }
    hadFocus.current = isHere;
    lastIndex.current = activeIndex;
  });

  const onFocus = () => {
    hadFocus.current = true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const onRow = target.dataset.testid === 'meeting-row';
    const item = items[activeIndex];
    if (item?.kind !== 'row' || event.ctrlKey || event.metaKey) return;
    const { meeting } = item;
    if (event.altKey) {
      if (!moveInOrder(items, activeIndex, event.key)) return;
      event.preventDefault();
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
        goTo(rowFrom(items, activeIndex + 1, 1) ?? activeIndex);
        break;
      case 'ArrowUp':
        goTo(rowFrom(items, activeIndex - 1, -1) ?? activeIndex);
        break;
      case 'PageDown':
        goTo(rowFrom(items, Math.min(activeIndex + PAGE, items.length - 1), -1) ?? activeIndex);
        break;
      case 'PageUp':
        goTo(rowFrom(items, Math.max(activeIndex - PAGE, 0), 1) ?? activeIndex);
        break;
      case 'Home':
        goTo(rowFrom(items, 0, 1) ?? activeIndex);
        break;
      case 'End':
        goTo(rowFrom(items, items.length - 1, -1) ?? activeIndex);
        break;
      case 'Enter':
        if (!onRow) return;
        useStore.getState().openDetails(meeting.id);
        if (meeting.unseen) bridge.markSeen([meeting.id]);
        break;
      case ' ':
        if (!onRow) return;
        actFirst(meeting, ['pause', 'resume']);
        break;
      case 'Delete':
        // The button of a head is no row's.
        if (!target.closest('[data-testid="meeting-row"]')) return;
        actFirst(meeting, ['remove', 'cancel']);
        break;
      case 'ContextMenu':
        useStore.getState().openMenu({ id: meeting.id, at: null });
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return { onFocus, onKeyDown };
}

/** Alt with an arrow moves a recording in the order of sending; only past others that still have to be sent. */
function moveInOrder(items: readonly ListItem[], from: number, key: string): boolean {
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  const moving = items[from];
  const other = items[from + step];
  if (step === 0 || moving?.kind !== 'row' || other?.kind !== 'row') return false;
  if (!isMovable(moving.meeting) || !isMovable(other.meeting)) return false;
  bridge.moveBefore(moving.meeting.id, step < 0 ? other.meeting.id : idAfter(other.meeting));
  return true;
}

/** "After it" is "before the one after it", in the order of sending: the list may show another one next, or none. */
function idAfter({ id }: MeetingView): MeetingId | null {
  const order = selectLive(useStore.getState());
  return order[order.findIndex((meeting) => meeting.id === id) + 1]?.id ?? null;
}

const unsent: ReadonlySet<Stage> = new Set(['preparing', 'queued', 'waiting', 'paused']);
const isMovable = ({ stage }: MeetingView) => unsent.has(stage);

function actFirst(meeting: MeetingView, actions: readonly MeetingAction[]): void {
  const action = actions.find((wanted) => meeting.actions.includes(wanted));
  if (action) bridge.act(meeting.id, action);
}

/** The first row at or after `index`, in the direction of `step`. */
function rowFrom(items: readonly ListItem[], index: number, step: 1 | -1): number | null {
  for (let i = index; i >= 0 && i < items.length; i += step) if (items[i]?.kind === 'row') return i;
  return null;
}
