// Which rows the next act is about, as lists have it everywhere: a click is for one row, Ctrl (Cmd on a Mac) adds or takes away,
// Shift goes from where the last one began. An act never reaches a row that is not shown.

import type { MeetingId } from '../../electron/contract/ids';
import type { MeetingView } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { type ListItem, rowsOf } from '../selectors';
import { nothingSelected, type OpenMenu, useStore } from '../store';

/** Opens the details of one row, which ends the selection. */
export function openAlone({ id, unseen }: MeetingView): void {
  const { openDetails, select } = useStore.getState();
  select(nothingSelected, id);
  openDetails(id);
  if (unseen) bridge.markSeen([id]);
}

/** Opens the menu of a row: of all that is selected if the row is, else of the row alone. */
export function openMenuOf(id: MeetingId, at: OpenMenu['at']): void {
  const { selected, openMenu } = useStore.getState();
  if (!selected.has(id)) clearSelection();
  openMenu({ id, at });
}

/** Adds a row to the selection, or takes it away. The row whose details are open looks selected, so it counts as that. */
export function toggle(id: MeetingId): void {
  const { selected, detailsId, select } = useStore.getState();
  const next = new Set(selected.size === 0 && detailsId !== null ? [detailsId] : selected);
  if (!next.delete(id)) next.add(id);
  select(next, id);
}

/** Selects from where the last selection began (from `from`, if that is not shown) to `to`; `adds`: beside what is selected. */
export function extend(items: readonly ListItem[], from: MeetingId, to: MeetingId, adds = false): void {
  const { selected, anchorId, select } = useStore.getState();
  const rows = rowsOf(items);
  const placeOf = (id: MeetingId | null) => rows.findIndex((row) => row.id === id);
  const anchor = placeOf(anchorId) >= 0 ? anchorId : from;
  const ends = [placeOf(anchor), placeOf(to)] as const;
  const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ id }) => id);
  select(new Set(adds ? [...selected, ...range] : range), anchor);
}

/** Selects all that is shown. */
export function selectAll(items: readonly ListItem[]): void {
  const { anchorId, select } = useStore.getState();
  select(new Set(rowsOf(items).map(({ id }) => id)), anchorId);
}

/** Ends the selection, and leaves everything as it is. */
export function clearSelection(): void {
  const { anchorId, select } = useStore.getState();
  select(nothingSelected, anchorId);
}

/** Drops what is not shown any more: it is gone, or a search hides it. */
export function keepShown(items: readonly ListItem[]): void {
  const { selected, anchorId, select } = useStore.getState();
  if (selected.size === 0) return;
  const shown = rowsOf(items).filter(({ id }) => selected.has(id));
  if (shown.length < selected.size) select(new Set(shown.map(({ id }) => id)), anchorId);
}

/** The row that the keyboard goes to when `leaving` leave the list: the next that stays, or the last before. */
export function neighbourOf(
  items: readonly ListItem[],
  active: MeetingId | null,
  leaving: ReadonlySet<MeetingId>,
): MeetingId | null {
  const rows = rowsOf(items);
  const from = rows.findIndex(({ id }) => id === active);
  const stays = ({ id }: MeetingView) => !leaving.has(id);
  const next = rows.slice(Math.max(0, from)).find(stays) ?? rows.slice(0, Math.max(0, from)).findLast(stays);
  return next?.id ?? null;
}
