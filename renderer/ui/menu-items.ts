// A meeting's menu: everything its user can do to it, the same wherever it is opened.

import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import { actionText } from '../i18n/action-text';
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

/** The items of a meeting's menu; `details` only where they are not open already. */
export function menuItems(meeting: MeetingView, words: Words, withDetails: boolean): readonly MenuItem[] {
  const items: MenuItem[] = meeting.actions.map((action) => {
    const shortcut = shortcuts[action];
    return {
      action,
      label: actionText(action, meeting, 'menu', words),
      icon: actionIcons[action],
      flip: isDirected(action),
      danger: action === 'cancel' || action === 'remove',
      ...(withDetails && shortcut !== undefined && { shortcut }),
    };
  });
  if (withDetails) {
    items.push({ action: 'details', label: words.t('action.details'), icon: 'file', shortcut: 'Enter' });
  }
  return items;
}
