import type { MeetingView } from '../../electron/contract/snapshot';
import { countsDownTo, stageText, uploadParts } from '../i18n/stage-text';
import { type TextKey, useWords } from '../i18n/words';
import { useStore } from '../store';
import { useNow } from '../ui/clock';
import { FileName } from '../ui/file-name';
import { Icon } from '../ui/icon';
import { rowAttributes } from '../ui/row-attributes';
import { Dotted, Sentence } from '../ui/sentence';
import { stageIcon } from '../ui/stage-icon';

/** Enough to see that it works; the list has all of them. */
const SHOWN = 3;

/** The end of the way in: where the first recordings are, and that the window is not needed for the rest. */
export function FirstRows({ meetings }: { readonly meetings: readonly MeetingView[] }) {
  const { t } = useWords();
  const more = meetings.length - SHOWN;
  return (
    <>
      <ul className="w-first">
        {meetings.slice(0, SHOWN).map((meeting) => (
          <FirstRow key={meeting.id} meeting={meeting} />
        ))}
        {more > 0 && <li className="muted">{t('welcome.done.more', { count: more })}</li>}
      </ul>
      <div className="w-done">
        <p>{t('welcome.done.text')}</p>
        <button
          type="button"
          className="btn btn-solid"
          data-action="leave-welcome"
          // biome-ignore lint/a11y/noAutofocus: the step before it is over, and its buttons are gone
          autoFocus
          onClick={useStore.getState().leaveWelcome}
        >
          {t('welcome.done.go')}
        </button>
      </div>
    </>
  );
}

function FirstRow({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const now = useNow(countsDownTo(meeting));
  const progress = useStore((state) => state.progress[meeting.id]);
  return (
    <li {...rowAttributes(meeting, progress)}>
      <Icon name={stageIcon(meeting)} />
      <div>
        <div className="fname-room">
          <FileName name={meeting.name} />
        </div>
        <p>
          {meeting.stage === 'uploading' ? (
            <Dotted parts={uploadParts(progress, words)} />
          ) : (
            <Sentence text={stageText(meeting, now, words)} />
          )}
        </p>
      </div>
    </li>
  );
}

/** What is to be said of them in one line. */
export function headline(meetings: readonly MeetingView[]): TextKey {
  if (meetings.every(({ group }) => group === 'needs-you')) return 'welcome.done.needs-you';
  const stands = ({ stage }: MeetingView) => stage === 'paused' || stage === 'waiting';
  return meetings.some((meeting) => meeting.group !== 'needs-you' && !stands(meeting))
    ? 'welcome.done'
    : 'welcome.done.queued';
}
