import type { MeetingView } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import { useWords } from '../i18n/words';
import { useMinute } from '../ui/clock';
import { CopyButton } from './copy-button';

interface Fact {
  readonly name: string;
  readonly value: string;
}

/** What is known of a meeting, in numbers and days; of one from elsewhere that is little, and nothing stands for the rest. */
export function Facts({ meeting }: { readonly meeting: MeetingView }) {
  const words = useWords();
  const { t } = words;
  const now = useMinute();
  const { durationMs, size, attempts, addedAt, finishedAt, group, recordingId } = meeting;
  const facts: Fact[] = [];
  if (group !== 'elsewhere') {
    facts.push(
      { name: t('details.length'), value: durationMs ? words.length(durationMs) : t('unit.unknown') },
      { name: t('details.size'), value: size === null ? t('unit.unknown') : words.bytes(size) },
    );
    if (attempts > 0) facts.push({ name: t('details.tries'), value: formatNumber(attempts, words.language) });
  }
  facts.push({
    name: t(group === 'elsewhere' ? 'details.first-news' : 'details.added'),
    value: words.day(addedAt, now),
  });
  if (finishedAt !== null) facts.push({ name: t('details.finished'), value: words.day(finishedAt, now) });
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {recordingId !== null && (
        <div className="wide">
          <dt>{t('details.id')}</dt>
          <dd className="code">{recordingId}</dd>
          <dd className="copy">
            <CopyButton action="copy-id" onCopy={() => bridge.act(meeting.id, 'copy-id')} />
          </dd>
        </div>
      )}
    </dl>
  );
}
