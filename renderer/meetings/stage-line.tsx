import type { MeetingView, Progress } from '../../electron/contract/snapshot';
import { countsDownTo, processingStep, stageText, uploadParts } from '../i18n/stage-text';
import { useWords } from '../i18n/words';
import { useMinute, useNow } from '../ui/clock';
import { Dotted, Sentence } from '../ui/sentence';

interface StageLineProps {
  readonly meeting: MeetingView;
  readonly progress: Progress | undefined;
}

/** What a row tells below its name. On its own, so that a countdown renders one line and not the row. */
export function StageLine({ meeting, progress }: StageLineProps) {
  const words = useWords();
  const now = useNow(countsDownTo(meeting));
  const step = meeting.stage === 'processing' ? processingStep(meeting.status) : 0;
  return (
    <div className="row-stage">
      {meeting.stage === 'uploading' ? (
        <Dotted parts={uploadParts(progress, words)} />
      ) : (
        <span>
          <Sentence text={stageText(meeting, now, words)} />
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
    <span className="when">
      {isDate && meeting.finishedAt !== null ? words.day(meeting.finishedAt, minute) : stageText(meeting, now, words)}
    </span>
  );
}
