import type { MeetingView } from '../../electron/contract/snapshot';
import { isRetrying } from '../i18n/stage-text';
import type { IconName } from './icon';
import { shapes } from './icon-shapes';

/** A blocked meeting shows why it is blocked, every other one where it is. */
export function stageIcon(meeting: MeetingView): IconName {
  const { stage, reason } = meeting;
  if (isRetrying(meeting)) return 'retry';
  if (stage !== 'blocked') return stage;
  return reason !== null && reason in shapes ? (reason as IconName) : 'rejected';
}
