// A meeting's menu: everything its user can do to it, the same wherever it is opened.

import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction, PauseLength } from '../../electron/contract/stage';
import { actionText } from '../i18n/action-text';
import { isRetrying } from '../i18n/stage-text';
import type { Words } from '../i18n/words';
import type { MenuItem } from './action-menu';
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

/** Actions whose icon points along the reading direction. */
export function isDirected(action: MeetingAction): boolean {
  return action === 'open-in-lobbe' || action === 'undo';
}

const shortcuts: Partial<Record<MeetingAction, string>> = {
  cancel: 'Del',
  remove: 'Del',
  pause: 'Space',
  resume: 'Space',
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
  const items: MenuItem[] = meeting.actions.flatMap((action) => {
    const shortcut = shortcuts[action];
    const item: MenuItem = {
      action,
      label: actionText(action, meeting, 'menu', words),
      icon: actionIcons[action],
      flip: isDirected(action),
      danger: action === 'cancel' || action === 'remove',
      ...(withDetails && shortcut !== undefined && { shortcut }),
    };
    return action === 'pause' ? [item, ...pauseItems(words)] : [item];
  });
  if (withDetails) {
    items.push({ action: 'details', label: words.t('action.details'), icon: 'file', shortcut: 'Enter' });
  }
  return items;
}
