import { useWords } from '../i18n/words';
import { Icon } from '../ui/icon';

interface CopyButtonProps {
  readonly action: 'copy-id' | 'copy-key' | 'copy-request-id';
  /** What it copies, where its name alone does not tell. */
  readonly hint?: string;
  readonly onCopy: () => void;
}

/** Copies the value it stands beside. That it did is told by a message, once. */
export function CopyButton({ action, hint, onCopy }: CopyButtonProps) {
  const name = useWords().t(`action.${action}`);
  return (
    <button
      type="button"
      className="icon-btn xs"
      data-action={action}
      aria-label={name}
      title={hint === undefined ? name : `${name}: ${hint}`}
      onClick={onCopy}
    >
      <Icon name="copy" small />
    </button>
  );
}
