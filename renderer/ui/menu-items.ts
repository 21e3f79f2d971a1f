// A meeting's menu: everything its user can do to it, the same wherever it is opened.

import type { MeetingView } from '../../electron/contract/snapshot';
import type { BulkAction, MeetingAction, PauseLength } from '../../electron/contract/stage';
import { actionText } from '../i18n/action-text';
import { asksForAnother, isRetrying } from '../i18n/stage-text';
import type { Words } from '../i18n/words';
import type { MenuItem, Shortcut } from './action-menu';
import type { IconName } from './icon';

/** The icon of each action. */
export const actionIcons: Readonly<Record<MeetingAction, IconName>> = {
  retry: 'retry',
  pause: 'pause',
  resume: 'play',
  cancel: 'close',
  remove: 'close',
  'upload-again': 'retry',
  'upload-new-version': 'file-changed',
  locate: 'search',
  'send-next': 'first',
  'show-in-folder': 'folder',
  'open-in-lobbe': 'open',
  'copy-id': 'copy',
  undo: 'undo',
};

/** Whether a meeting stands still until its user acts: only then its action stands out. */
export function mustAct(meeting: MeetingView): boolean {
  const { stage, group } = meeting;
  // Somebody else sent it, and is asked where they are.
  if (group === 'elsewhere') return false;
  return stage === 'naming' || stage === 'blocked' || (stage === 'failed' && !isRetrying(meeting));
}

/** A pause of it tells first what follows when the others go on; for how long is told once it has one of its own. */
const isHeld = ({ stage }: MeetingView) => stage === 'paused';

/** What can be done to a meeting, the main action first: it does what the sentence beside it asks for. */
export function orderedActions(meeting: MeetingView): readonly MeetingAction[] {
  const { actions } = meeting;
  if (!asksForAnother(meeting) || !actions.includes('remove')) return actions;
  return ['remove', ...actions.filter((action) => action !== 'remove')];
}

/** Actions whose icon points along the reading direction. */
export function isDirected(action: MeetingAction): boolean {
  return action === 'open-in-lobbe' || action === 'undo';
}

const DELETE: Shortcut = { shown: 'Del', keys: 'Delete' };
const SPACE: Shortcut = { shown: 'Space', keys: 'Space' };
const ENTER: Shortcut = { shown: 'Enter', keys: 'Enter' };
/** Alt moves a recording in the order of sending, by an arrow one place: to its beginning, by the key that is for that. */
const FIRST: Shortcut = { shown: 'Alt+Home', keys: 'Alt+Home' };

const shortcuts: Partial<Record<MeetingAction, Shortcut>> = {
  cancel: DELETE,
  remove: DELETE,
  pause: SPACE,
  resume: SPACE,
  'send-next': FIRST,
};

/** Pauses that end by themselves, of one meeting or of all. */
export function pauseItems(words: Words): readonly MenuItem[] {
  return [
    { action: 'pause-hour', label: words.t('action.pause-hour'), icon: 'waiting' },
    { action: 'pause-tomorrow', label: words.t('action.pause-tomorrow'), icon: 'moon' },
  ];
}

/** How long the pause of a menu item lasts; null if the item is none. */
export function pauseLengthOf(action: string): PauseLength | null {
  if (action === 'pause-hour') return 'hour';
  return action === 'pause-tomorrow' ? 'tomorrow' : null;
}

/** The items of a meeting's menu; `details` only where they are not open already. */
export function menuItems(meeting: MeetingView, words: Words, withDetails: boolean): readonly MenuItem[] {
  const items: MenuItem[] = orderedActions(meeting).flatMap((action) => {
    const shortcut = shortcuts[action];
    const item: MenuItem = {
      action,
      label: actionText(action, meeting, 'menu', words),
      icon: actionIcons[action],
      flip: isDirected(action),
      danger: action === 'cancel' || action === 'remove',
      ...(withDetails && shortcut !== undefined && { shortcut }),
    };
    return action === 'pause' && !isHeld(meeting) ? [item, ...pauseItems(words)] : [item];
  });
  if (withDetails) {
    items.push({ action: 'details', label: words.t('action.details'), icon: 'file', shortcut: ENTER });
  }
  return items;
}

/** Acts on several meetings, in the order in which they are offered. One that spends minutes again is decided one by one. */
const bulkActions: readonly BulkAction[] = ['retry', 'resume', 'pause', 'send-next', 'undo', 'remove'];

/** Of several meetings, how many can take an act, and whether all of these are held up already. */
export interface BulkOffer {
  readonly action: BulkAction;
  readonly count: number;
  readonly held: boolean;
}

/** What can be done to any of several meetings. */
export function bulkOffers(meetings: readonly MeetingView[]): readonly BulkOffer[] {
  return bulkActions.flatMap((action) => {
    const takers = meetings.filter((meeting) => canTake(meeting, action));
    return takers.length === 0 ? [] : [{ action, count: takers.length, held: takers.every(isHeld) }];
  });
}

/** Whether an act on several has a meaning for this one; what still has to be sent is removed by cancelling it. */
function canTake({ actions }: MeetingView, action: BulkAction): boolean {
  return actions.includes(action) || (action === 'remove' && actions.includes('cancel'));
}

/** The name of an act on several, with how many of `total` can take it if that is not all of them. */
export function bulkLabel({ action, count, held }: BulkOffer, total: number, { t }: Words): string {
  const label = t(action === 'pause' && held ? 'action.pause.held' : `action.${action}`);
  return count === total ? label : t('selection.some', { action: label, count });
}

/** The items of the menu of a selection. */
export function bulkItems(meetings: readonly MeetingView[], words: Words): readonly MenuItem[] {
  return bulkOffers(meetings).flatMap((offer) => {
    const { action, held } = offer;
    const shortcut = shortcuts[action];
    const item: MenuItem = {
      action,
      label: bulkLabel(offer, meetings.length, words),
      icon: actionIcons[action],
      flip: isDirected(action),
      danger: action === 'remove',
      ...(shortcut !== undefined && { shortcut }),
    };
    return action === 'pause' && !held ? [item, ...pauseItems(words)] : [item];
  });
}
