// What holds up sending: one banner for each closed gate, and what the store has to tell. Never one error for each row.

import type { FeedTrouble, StoreNotice } from '../../electron/contract/problem';
import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { selectGates } from '../selectors';
import { useStore } from '../store';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';
import { GateBanner } from './gate-banner';
import { gateLooks } from './gate-looks';

const noticeIcons: Readonly<Record<StoreNotice, IconName>> = {
  'disk-full': 'disk',
  'restored-older': 'file-changed',
  missing: 'file-missing',
  'newer-version': 'file-changed',
  'read-only': 'file-unreadable',
  'other-writer': 'file-changed',
  'archive-damaged': 'file-missing',
};
/** Nothing stands still for these. */
const harmless: ReadonlySet<StoreNotice> = new Set(['restored-older', 'archive-damaged']);
const noNotices: readonly StoreNotice[] = [];

/** All banners, those with a button first. */
export function Banners() {
  const { t } = useWords();
  const gates = useStore(selectGates);
  const notices = useStore((state) => state.snapshot?.notices ?? noNotices);
  const trouble = useStore((state) => state.snapshot?.feed.trouble ?? null);
  const update = useStore((state) => state.snapshot?.app.update ?? null);
  if (gates.length === 0 && notices.length === 0 && trouble === null && update === null) return null;
  const asking = gates.filter((gate) => gateLooks(gate).actions.length > 0);
  const waiting = gates.filter((gate) => gateLooks(gate).actions.length === 0);
  return (
    <section className="gates" aria-label={t('gates.label')}>
      {notices.map((notice) => (
        <Notice key={notice} notice={notice} />
      ))}
      {trouble !== null && <FeedNotice trouble={trouble} />}
      {[...asking, ...waiting].map((gate, index) => (
        // One solid button on the screen: the first banner's.
        <GateBanner key={gate.gate} gate={gate} solid={index === 0} />
      ))}
      {update !== null && <UpdateNotice />}
    </section>
  );
}

function Notice({ notice }: { readonly notice: StoreNotice }) {
  const { t } = useWords();
  return (
    <div
      className="banner"
      role="status"
      data-testid="store-notice"
      data-notice={notice}
      data-who={harmless.has(notice) ? 'self' : 'stop'}
    >
      <div className="b-main">
        <span className="b-icon">
          <Icon name={noticeIcons[notice]} />
        </span>
        <p className="b-text">{t(`notice.${notice}`)}</p>
      </div>
    </div>
  );
}

/** Another version waits for the next start. It is never in a hurry, so it comes last. */
function UpdateNotice() {
  const { t } = useWords();
  return (
    <div className="banner" role="status" data-testid="update-notice" data-who="self">
      <div className="b-main">
        <span className="b-icon">
          <Icon name="first" />
        </span>
        <div>
          <p className="b-text">{t('update.installed')}</p>
          <p className="b-sub">{t('update.sub')}</p>
        </div>
      </div>
      <div className="b-acts">
        <button type="button" className="btn btn-soft" data-action="relaunch" onClick={bridge.relaunch}>
          {t('action.relaunch')}
        </button>
      </div>
    </div>
  );
}

/** News do not come. Sending goes on, so nothing stands still. */
function FeedNotice({ trouble }: { readonly trouble: FeedTrouble }) {
  const { t } = useWords();
  return (
    <div className="banner" role="status" data-testid="feed-notice" data-notice={trouble} data-who="self">
      <div className="b-main">
        <span className="b-icon">
          <Icon name={trouble === 'stuck' ? 'waiting' : 'file-changed'} />
        </span>
        <p className="b-text">{t(`feed.${trouble}`)}</p>
      </div>
    </div>
  );
}
