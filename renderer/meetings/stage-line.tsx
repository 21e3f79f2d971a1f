import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import { countsDownTo, processingStep, stageText, stageWord, uploadParts } from '../i18n/stage-text';
import { useWords } from '../i18n/words';
import { useMinute, useNow } from '../ui/clock';
import { Dotted, Figures, Sentence } from '../ui/sentence';

/** From here on a countdown tells seconds, and its figures must not push what follows them. */
const SECONDS_FROM_MS = 60_000;

interface StageLineProps {
  readonly meeting: MeetingView;
  readonly progress: Progress | undefined;
}

/** What a row tells below its name. On its own, so that a countdown renders one line and not the row. */
export function StageLine({ meeting, progress }: StageLineProps) {
  const words = useWords();
  const until = countsDownTo(meeting);
  const now = useNow(until);
  const moves = meeting.stage === 'uploading' || (until !== null && until - now <= SECONDS_FROM_MS);
  const step = meeting.stage === 'processing' ? processingStep(meeting.status) : 0;
  return (
    <div className={`row-stage${moves ? ' num' : ''}`}>
      {meeting.stage === 'uploading' ? (
        <Dotted parts={uploadParts(progress, words)} />
      ) : (
        <span>
          {moves ? (
            <Figures text={stageText(meeting, now, words)} />
          ) : (
            <Sentence text={stageText(meeting, now, words)} />
          )}
        </span>
      )}
      {step > 0 && <Steps step={step} />}
    </div>
  );
}

/** Lobbe's three steps; the sentence beside them says the same in words. */
function Steps({ step }: { readonly step: number }) {
  return (
    <span className="steps" aria-hidden="true">
      {[1, 2, 3].map((n) => (
        <i key={n} className={n < step ? 'done' : n === step ? 'now' : ''} />
      ))}
    </span>
  );
}

/** What a row of one line tells at its end: when it got ready, or one word. */
export function RowDate({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const minute = useMinute();
  const now = useNow(countsDownTo(meeting));
  const isDate = meeting.stage === 'ready' && meeting.finishedAt !== null;
  return (
    <span className="when" data-short={stageWord(meeting, words) ?? undefined}>
      <span>
        {isDate && meeting.finishedAt !== null ? words.day(meeting.finishedAt, minute) : stageText(meeting, now, words)}
      </span>
    </span>
  );
}
