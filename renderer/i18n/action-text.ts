// What an action is called. One action has several names: opening Lobbe is "Name in Lobbe" for a meeting that waits for names.

import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import type { Words } from './words';

/** Where the name stands: on a row's button, short, or in a menu, where there is room to be exact. */
export type ActionPlace = 'button' | 'menu';

/** The name of an action on one meeting. */
export function actionText(
  action: MeetingAction,
  meeting: Pick<MeetingView, 'stage' | 'reason'>,
  place: ActionPlace,
  { t }: Words,
): string {
  switch (action) {
    case 'open-in-lobbe':
      if (meeting.stage === 'naming') return t('action.open-in-lobbe.naming');
      if (meeting.reason === 'over-daily-cap') return t('action.open-in-lobbe.over-daily-cap');
      if (meeting.reason === 'maybe-delivered') return t('action.open-in-lobbe.maybe-delivered');
      return t('action.open-in-lobbe');
    case 'pause':
      return t(meeting.stage === 'paused' ? 'action.pause.held' : 'action.pause');
    case 'retry':
      return t(meeting.stage === 'waiting' ? 'action.retry.now' : 'action.retry');
    case 'cancel':
    case 'remove':
    case 'upload-again':
      return t(place === 'menu' ? `action.${action}.menu` : `action.${action}`);
    default:
      return t(`action.${action}`);
  }
}
