import type { SameAgainQuestion } from '../../electron/contract/question';
import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import { isolatedName } from '../i18n/bidi';
import { countsDownTo, stageText, uploadParts } from '../i18n/stage-text';
import { useWords, type Words } from '../i18n/words';
import { selectMeetings } from '../selectors';
import { useStore } from '../store';
import { useMinute, useNow } from '../ui/clock';
import { Dotted } from '../ui/sentence';
import { stageIcon } from '../ui/stage-icon';
import { Ask, type GiveAnswer } from './ask';

const MINUTE = 60_000;

interface SameAgainDialogProps {
  readonly question: SameAgainQuestion;
  /** Duplicates that wait behind this one. */
  readonly others: number;
  readonly give: GiveAnswer;
}

/** The content of a file is that of a meeting: that one, another one, or nothing. */
export function SameAgainDialog({ question, others, give }: SameAgainDialogProps) {
  const words = useWords();
  const { t } = words;
  const { name, durationMs, size, of } = question;
  // As it is now, whatever it was when the file was brought.
  const meeting = useStore((state) => selectMeetings(state).find(({ id }) => id === of.id));
  const progress = useStore((state) => state.progress[of.id]);
  const minute = useMinute();
  const now = useNow(meeting ? countsDownTo(meeting) : null);
  const length = durationMs === null ? [] : [words.length(durationMs)];
  const stage = meeting ? stageParts(meeting, progress, now, words) : [];

  return (
    <Ask
      testId="same-again"
      title={
        of.sentAt === null
          ? t('same.question.listed')
          : t('same.question', { when: words.moment(of.sentAt, minute, minute) })
      }
      icon={meeting ? stageIcon(meeting) : 'file'}
      name={name}
      choices={[
        {
          answer: 'open',
          action: 'open-in-lobbe',
          label: t(of.sentAt === null ? 'same.open.listed' : 'same.open'),
        },
        { answer: 'again', action: 'upload-again', label: againLabel(durationMs, words) },
      ]}
      leave={t('same.leave')}
      forAllLabel={others > 0 ? t('same.all', { count: others }) : null}
      give={give}
    >
      <p>
        <Dotted parts={[...length, words.bytes(size), ...stage]} />
      </p>
      {of.name !== name && <p>{t('same.as', { name: isolatedName(of.name) })}</p>}
    </Ask>
  );
}

function stageParts(
  meeting: MeetingView,
  progress: Progress | undefined,
  now: number,
  words: Words,
): readonly string[] {
  return meeting.stage === 'uploading' ? uploadParts(progress, words) : [stageText(meeting, now, words)];
}

/** What it costs, where its length is known. */
function againLabel(durationMs: number | null, { t }: Words): string {
  if (durationMs === null) return t('same.again.unmeasured');
  return t('same.again', { count: Math.max(1, Math.round(durationMs / MINUTE)) });
}
