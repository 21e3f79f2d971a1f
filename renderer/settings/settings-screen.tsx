import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../i18n/words';
import { useStore } from '../store';
import { isDialogOpen } from '../ui/dialog';
import { Icon, type IconName } from '../ui/icon';
import { ScopesRow, TokenRow } from './account-rows';
import { BandwidthRows } from './bandwidth-rows';
import { CertificateRow } from './certificate-row';
import { DiagnosticsRows } from './diagnostics-rows';
import { FolderRows } from './folder-rows';
import { NotificationRows } from './notification-rows';
import { ProxyRows } from './proxy-rows';
import { Rail, useSectionInView } from './rail';
import { ParallelRow, SandboxRow } from './settings-rows';
import { LanguageRow, StartRow } from './start-rows';
import './settings.css';

const sections = [
  { id: 'account', icon: 'account' },
  { id: 'language', icon: 'globe' },
  { id: 'speed', icon: 'gauge' },
  { id: 'folders', icon: 'folder' },
  { id: 'notifications', icon: 'bell' },
  { id: 'network', icon: 'net' },
  { id: 'diagnostics', icon: 'file' },
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
  const page = useRef<HTMLElement>(null);
  const [current, goTo] = useSectionInView<SectionId>(page, sections, 'account');
  const backButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    backButton.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isDialogOpen()) back();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      // Back to the button that every screen has for them, unless something else took the focus.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('[data-action="settings"]')?.focus();
      });
    };
  }, []);

  if (!snapshot) return null;
  const { account, app, gates, language, settings } = snapshot;
  const isRefused = gates.some(({ gate, why }) => gate === 'unauthorized' && why === null);

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
        <Rail sections={sections} current={current} titleOf={(id) => `settings.${id}` as const} onChoose={goTo} />
        <main className="set-main" ref={page}>
          <Section id="account" title={t('settings.account')}>
            <TokenRow account={account} refused={isRefused} words={words} />
            {account.hasToken && <ScopesRow scopes={account.scopes} words={words} />}
          </Section>
          <Section id="language" title={t('settings.language')}>
            <LanguageRow setting={settings.language} lagging={app.nativeLanguage !== language} words={words} />
            <StartRow on={app.startsAtLogin} words={words} />
          </Section>
          <Section id="speed" title={t('settings.speed')}>
            <ParallelRow value={snapshot.settings.parallelUploads} words={words} />
            <BandwidthRows bandwidth={snapshot.settings.bandwidth} words={words} />
          </Section>
          <Section id="folders" title={t('settings.folders')}>
            <FolderRows folders={snapshot.folders} words={words} />
          </Section>
          <Section id="notifications" title={t('settings.notifications')}>
            <NotificationRows notifications={snapshot.settings.notifications} words={words} />
          </Section>
          <Section id="network" title={t('settings.network')}>
            <ProxyRows proxy={snapshot.settings.proxy} password={snapshot.proxyPassword} words={words} />
            <CertificateRow name={snapshot.settings.certificate} words={words} />
          </Section>
          <Section id="diagnostics" title={t('settings.diagnostics')}>
            <DiagnosticsRows words={words} />
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
    <section className="set-sec" id={`section-${id}`} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
