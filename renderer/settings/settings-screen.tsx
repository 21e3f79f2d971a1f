import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words';
import { useStore } from '../store';
import { isDialogOpen } from '../ui/dialog';
import { Icon, type IconName } from '../ui/icon';
import { BandwidthRows } from './bandwidth-rows';
import { CertificateRow } from './certificate-row';
import { NotificationRows } from './notification-rows';
import { ProxyRows } from './proxy-rows';
import { LanguageRow, ParallelRow, SandboxRow, TokenRow } from './settings-rows';
import './settings.css';

const sections = [
  { id: 'account', icon: 'account' },
  { id: 'language', icon: 'globe' },
  { id: 'speed', icon: 'gauge' },
  { id: 'notifications', icon: 'bell' },
  { id: 'network', icon: 'net' },
  { id: 'sandbox', icon: 'flask' },
] as const satisfies readonly { readonly id: string; readonly icon: IconName }[];

type SectionId = (typeof sections)[number]['id'];

function back(): void {
  useStore.getState().show('meetings');
}

/** What can be set. Each change is carried out at once. */
export function SettingsScreen() {
  const words = useWords();
  const { t } = words;
  const snapshot = useStore((state) => state.snapshot);
  const [current, setCurrent] = useState<SectionId>('account');
  const backButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    backButton.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isDialogOpen()) back();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  if (!snapshot) return null;
  const goTo = (id: SectionId) => {
    setCurrent(id);
    document.getElementById(`section-${id}`)?.scrollIntoView?.({ block: 'start' });
  };

  return (
    <div className="screen" data-testid="settings">
      <header className="set-bar">
        <button
          type="button"
          className="icon-btn"
          data-action="back"
          ref={backButton}
          aria-label={t('action.back')}
          title={t('action.back')}
          onClick={back}
        >
          <Icon name="back" flip />
        </button>
        <h1>{t('settings.title')}</h1>
      </header>
      <div className="set">
        <nav className="rail" aria-label={t('settings.title')}>
          {sections.map(({ id, icon }) => (
            <button key={id} type="button" aria-current={id === current} onClick={() => goTo(id)}>
              <Icon name={icon} />
              {t(`settings.${id}`)}
            </button>
          ))}
        </nav>
        <main className="set-main">
          <Section id="account" title={t('settings.account')}>
            <TokenRow account={snapshot.account} words={words} />
          </Section>
          <Section id="language" title={t('settings.language')}>
            <LanguageRow setting={snapshot.settings.language} words={words} />
          </Section>
          <Section id="speed" title={t('settings.speed')}>
            <ParallelRow value={snapshot.settings.parallelUploads} words={words} />
            <BandwidthRows bandwidth={snapshot.settings.bandwidth} words={words} />
          </Section>
          <Section id="notifications" title={t('settings.notifications')}>
            <NotificationRows notifications={snapshot.settings.notifications} words={words} />
          </Section>
          <Section id="network" title={t('settings.network')}>
            <ProxyRows proxy={snapshot.settings.proxy} password={snapshot.proxyPassword} words={words} />
            <CertificateRow name={snapshot.settings.certificate} words={words} />
          </Section>
          <Section id="sandbox" title={t('settings.sandbox')}>
            <SandboxRow on={snapshot.sandbox} words={words} />
          </Section>
        </main>
      </div>
    </div>
  );
}

interface SectionProps {
  readonly id: SectionId;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section className="set-sec" id={`section-${id}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
