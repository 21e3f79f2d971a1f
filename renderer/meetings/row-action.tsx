import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import { actionText } from '../i18n/action-text';
import { useWords } from '../i18n/words';
import { Icon } from '../ui/icon';
import { actionIcons, isDirected, mustAct, orderedActions } from '../ui/menu-items';
import { act } from './acting';

/** Outlined where the user must act, plain where they may, shown on hover or focus where it is a convenience. */
type Manner = 'soft' | 'quiet' | 'calm';

function mannerOf(action: MeetingAction, meeting: MeetingView): Manner {
  if (mustAct(meeting)) return 'soft';
  return action === 'pause' || action === 'resume' || action === 'retry' || action === 'undo' ? 'quiet' : 'calm';
}

interface RowActionProps {
  readonly meeting: MeetingView;
  readonly tabIndex: number;
}

/** The row's one button: the first thing its user can do. */
export function RowAction({ meeting, tabIndex }: RowActionProps) {
  const words = useWords();
  const [action] = orderedActions(meeting);
  if (action === undefined) return null;
  const label = actionText(action, meeting, 'button', words);
  const manner = mannerOf(action, meeting);
  const shared = { type: 'button', tabIndex, 'data-action': action, onClick: () => act(meeting, action) } as const;
  if (manner === 'soft') {
    return (
      <button {...shared} className="btn btn-soft">
        {label}
      </button>
    );
  }
  return (
    <button {...shared} className={`btn btn-quiet${manner === 'calm' ? ' calm' : ''}`} title={label} aria-label={label}>
      <Icon name={actionIcons[action]} small flip={isDirected(action)} />
      <span>{label}</span>
    </button>
  );
}
