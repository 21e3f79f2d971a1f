import type { FolderQuestion } from '../../electron/contract/question';
import { useWords } from '../i18n/words';
import { Ask, type GiveAnswer } from './ask';

interface FolderDialogProps {
  readonly question: FolderQuestion;
  /** Folders that wait behind this one. */
  readonly others: number;
  readonly give: GiveAnswer;
}

/** A folder with many recordings, or one that is watched and into which many came: all of them, or none. */
export function FolderDialog({ question, others, give }: FolderDialogProps) {
  const { t } = useWords();
  const { name, count, more, came } = question;
  const text = came ? 'folder.question.came' : more ? 'folder.question.more' : 'folder.question';
  return (
    <Ask
      testId="folder-question"
      title={t(text, { count })}
      icon="folder"
      name={name}
      choices={[{ answer: 'add', action: 'add-folder', label: t('folder.add', { count }) }]}
      leave={t('folder.leave')}
      forAllLabel={others > 0 ? t('folder.all', { count: others }) : null}
      give={give}
    />
  );
}
