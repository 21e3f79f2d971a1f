import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { Icon } from '../ui/icon';
import { CopyButton } from './copy-button';
import './support.css';

interface SupportProps {
  readonly meeting: MeetingView;
  readonly entries: readonly TimelineEntry[] | null;
}

/** What Lobbe's support finds a meeting by; folded, as hardly anybody needs it. */
export function Support({ meeting, entries }: SupportProps) {
  const { t } = useWords();
  const { id, key } = meeting;
  return (
    <details className="support" data-testid="support">
      <summary data-action="support">
        <span>{t('details.support')}</span>
        <Icon name="down" small />
      </summary>
      <dl>
        {key !== null && (
          <div className="wide">
            <dt>{t('details.key')}</dt>
            <dd className="code">{key}</dd>
            <dd className="copy">
              <CopyButton action="copy-key" onCopy={() => bridge.copyFact(id, { kind: 'key' })} />
            </dd>
          </div>
        )}
        {requestsOf(entries ?? []).map(({ requestId, attempt }) => (
          <div key={requestId} className="wide">
            <dt>{attempt === null ? t('details.request') : t('details.request.of', { n: attempt })}</dt>
            <dd className="code">{requestId}</dd>
            <dd className="copy">
              <CopyButton
                action="copy-request-id"
                onCopy={() => bridge.copyFact(id, { kind: 'request-id', requestId })}
              />
            </dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="btn btn-soft btn-sm"
        data-action="copy-support"
        onClick={() => bridge.copyFact(id, { kind: 'support' })}
      >
        {t('action.copy-support')}
      </button>
    </details>
  );
}

interface Request {
  readonly requestId: string;
  readonly attempt: number | null;
}

/** The newest first: it is what support is asked about. */
function requestsOf(entries: readonly TimelineEntry[]): readonly Request[] {
  const requests = new Map<string, Request>();
  for (const { requestId, attempt } of entries) {
    if (requestId !== undefined) requests.set(requestId, { requestId, attempt: attempt ?? null });
  }
  return [...requests.values()].reverse();
}
