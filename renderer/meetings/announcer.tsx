import { useEffect, useState } from 'react';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { Stage } from '../../electron/contract/stage';
import { isolatedName } from '../i18n/bidi';
import { stageText } from '../i18n/stage-text';
import { useWords, wordsIn } from '../i18n/words';
import { useStore } from '../store';

/** What is worth saying aloud. Queued and uploading are what its user expects. */
const spoken: ReadonlySet<Stage> = new Set(['waiting', 'paused', 'blocked', 'processing', 'naming', 'ready', 'failed']);
/** Changes of this long are one announcement: a gate that closes moves every row at once. */
const BATCH_MS = 1000;
const MANY = 3;

/** Tells a screen reader, politely and in batches, which meetings got where. */
export function Announcer() {
  const { language } = useWords();
  const [message, setMessage] = useState('');

  useEffect(() => {
    const changed = new Map<string, MeetingView>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const words = wordsIn(language);

    const say = () => {
      timer = undefined;
      const meetings = [...changed.values()];
      changed.clear();
      setMessage(
        meetings.length > MANY
          ? words.t('announce.many', { count: meetings.length })
          : meetings
              .map((m) =>
                words.t('announce.one', { name: isolatedName(m.name), stage: stageText(m, Date.now(), words) }),
              )
              .join('\n'),
      );
    };

    const stop = useStore.subscribe((state, before) => {
      if (state.snapshot === before.snapshot || !before.snapshot || !state.snapshot) return;
      const old = new Map(before.snapshot.meetings.map((m) => [m.id, m.stage]));
      for (const meeting of state.snapshot.meetings) {
        // Nobody here waits for what somebody else sent.
        if (meeting.group === 'elsewhere') continue;
        // One that comes back from the archive was somewhere too.
        const was = old.get(meeting.id) ?? before.archive.meetings.find(({ id }) => id === meeting.id)?.stage;
        if (was !== undefined && was !== meeting.stage && spoken.has(meeting.stage)) changed.set(meeting.id, meeting);
      }
      if (changed.size > 0) timer ??= setTimeout(say, BATCH_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [language]);

  return (
    <>
      <div className="unseen" aria-live="polite" data-testid="announcer">
        {message}
      </div>
      <Said />
    </>
  );
}

/** What its user's own doing came to. A new element each time, so that the same words twice are heard twice. */
function Said() {
  const { text, count } = useStore((state) => state.said);
  return (
    <div className="unseen" aria-live="polite" data-testid="said">
      <p key={count}>{text}</p>
    </div>
  );
}
