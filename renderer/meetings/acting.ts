// What a user does to rows: to one, or to all that are selected. The keyboard never loses its place by it.

import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { BulkAction, MeetingAction } from '../../electron/contract/stage';
import { bridge } from '../bridge';
import type { Words } from '../i18n/words';
import type { ListItem } from '../selectors';
import { useStore } from '../store';
import { clearSelection, neighbourOf } from './selection';
import type { Move } from './sending-order';

/** Acts on a meeting. Opening it in Lobbe is looking at it. */
export function act(meeting: MeetingView, action: MeetingAction): void {
  bridge.act(meeting.id, action);
  if (action === 'open-in-lobbe' && meeting.unseen) bridge.markSeen([meeting.id]);
}

/** Acts on those of several meetings that can take it. What is removed is selected no longer. */
export function actOnAll(items: readonly ListItem[], meetings: readonly MeetingView[], action: BulkAction): void {
  const ids = meetings.map(({ id }) => id);
  if (action === 'remove') {
    goOn(items, new Set(meetings.filter(isRemovable).map(({ id }) => id)));
    clearSelection();
  }
  bridge.actAll(ids, action);
}

/** Takes one meeting off the list or the queue, if it can be taken off. */
export function remove(items: readonly ListItem[], meeting: MeetingView): void {
  const action = meeting.actions.find((each) => each === 'remove' || each === 'cancel');
  if (action === undefined) return;
  goOn(items, new Set([meeting.id]));
  bridge.act(meeting.id, action);
}

/** Moves rows in the order of sending, and says where they went. */
export function carryOut({ ids, before, place, count }: Move, { t }: Words): void {
  bridge.moveBefore(ids, before);
  const text =
    ids.length === 1 ? t('order.moved', { place, count }) : t('order.moved-many', { moved: ids.length, place, count });
  useStore.getState().say(text);
}

/** Puts the focus on a row, as soon as it is there. */
export function focusRow(id: MeetingId): void {
  requestAnimationFrame(() => {
    document
      .querySelector<HTMLElement>(`[data-testid="meeting-row"][data-id=${JSON.stringify(id)}]`)
      ?.focus({ preventScroll: true });
  });
}

const isRemovable = ({ actions }: MeetingView) => actions.includes('remove') || actions.includes('cancel');

/** The keyboard goes on to a row that stays: what is taken off the queue is listed elsewhere, and is not what it was on. */
function goOn(items: readonly ListItem[], leaving: ReadonlySet<MeetingId>): void {
  const { activeId, activate } = useStore.getState();
  const next = neighbourOf(items, activeId, leaving);
  if (next === null || (activeId !== null && !leaving.has(activeId))) return;
  activate(next);
  if (document.activeElement !== document.body) focusRow(next);
}
