import { type ReactNode, useRef, useState } from 'react';
import type { TokenCheck } from '../../electron/contract/api';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import { tokenCheckText } from '../i18n/token-text';
import { useWords } from '../i18n/words';
import { selectGates, selectLive } from '../selectors';
import { useStore } from '../store';
import { Mark } from '../ui/art';
import { useFocusGoesOn } from '../ui/focus-goes-on';
import { Icon } from '../ui/icon';
import { TokenForm } from '../ui/token-form';
import { isOwn } from '../welcoming';
import { DropStep } from './drop-step';
import { FirstRows, headline } from './first-rows';
import './welcome.css';

type Step = 'token' | 'drop' | 'done';

/** The way in, on one page: a token, a first recording, and that it is on its way. Or a look around without an account. */
export function WelcomeScreen() {
  const { t } = useWords();
  const account = useStore((state) => state.snapshot?.account);
  // Also one that could not be asked about when it was entered.
  const isRefused = useStore((state) => selectGates(state).some(({ gate, why }) => gate === 'unauthorized' && !why));
  const live = useStore(selectLive);
  const [opened, setOpened] = useState(false);
  const [check, setCheck] = useState<TokenCheck>({ kind: 'unchecked', trouble: null });
  const element = useRef<HTMLElement>(null);
  useFocusGoesOn(element);
  if (!account) return null;
  const first = live.filter(isOwn);
  // What was not known when it was entered may be known by now.
  const found: TokenCheck = check.kind === 'unchecked' && account.acceptedAt !== null ? { kind: 'accepted' } : check;
  const step: Step = !account.hasToken || isRefused ? 'token' : first.length === 0 ? 'drop' : 'done';
  return (
    <main className="welcome" ref={element} data-testid="welcome" data-step={step}>
      {/* The language has to be within reach of somebody who cannot read this one. */}
      <button
        type="button"
        className="icon-btn welcome-settings"
        data-action="settings"
        title={t('action.settings')}
        aria-label={t('action.settings')}
        onClick={() => useStore.getState().show('settings')}
      >
        <Icon name="settings" />
      </button>
      <div className="welcome-in">
        <Mark />
        <h1>{t('welcome.title')}</h1>
        <p className="lead">{t('welcome.lead')}</p>
        <ol className="wsteps">
          <Item n={1} now={false} done={opened || step !== 'token'} title={t('welcome.make')}>
            {step === 'token' && (
              <>
                <p>{t('welcome.make.text')}</p>
                <button
                  type="button"
                  className="btn btn-quiet beside"
                  data-action="open-lobbe"
                  onClick={() => {
                    bridge.openLobbe();
                    setOpened(true);
                  }}
                >
                  {t('welcome.make.open')}
                </button>
              </>
            )}
          </Item>
          <Item
            n={2}
            now={step === 'token'}
            done={step !== 'token'}
            title={t(step === 'token' ? 'welcome.paste' : 'welcome.pasted')}
          >
            {step === 'token' ? (
              <>
                <p>{t('welcome.paste.text')}</p>
                <TokenForm
                  submitLabel={t('welcome.paste.go')}
                  submitAction="set-token"
                  note={t(account.canEncrypt ? 'welcome.paste.safe' : 'welcome.paste.safe.plain')}
                  replaces={false}
                  refused={isRefused}
                  submit={bridge.setToken}
                  onStored={setCheck}
                />
              </>
            ) : (
              step === 'drop' && <Said check={found} />
            )}
          </Item>
          <Item
            n={3}
            now={step === 'drop'}
            done={step === 'done'}
            title={step === 'done' ? t(headline(first), { count: first.length }) : t('welcome.drop')}
          >
            {step === 'token' && <p>{t('welcome.drop.text')}</p>}
            {step === 'drop' && <DropStep />}
            {step === 'done' && <FirstRows meetings={first} />}
          </Item>
        </ol>
        {step === 'token' && <Sandbox />}
      </div>
    </main>
  );
}

interface ItemProps {
  readonly n: number;
  readonly now: boolean;
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Item({ n, now, done, title, children }: ItemProps) {
  const { language } = useWords();
  return (
    <li className={done ? 'done' : now ? 'now' : 'later'} aria-current={now ? 'step' : undefined}>
      <span className="n">{done ? <Icon name="check" small /> : formatNumber(n, language)}</span>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

function Said({ check }: { readonly check: TokenCheck }) {
  const words = useWords();
  return (
    <p role="status" data-testid="token-check" data-check={check.kind}>
      {tokenCheckText(check, words)}
    </p>
  );
}

/** A way to look around without an account. */
function Sandbox() {
  const { t } = useWords();
  return (
    <div className="alt">
      <Icon name="flask" />
      <div>
        <b>{t('welcome.sandbox')}</b>
        <span>{t('welcome.sandbox.text')}</span>
      </div>
      <button
        type="button"
        className="btn btn-soft"
        data-action="use-sandbox"
        onClick={() => bridge.switchSandbox(true)}
      >
        {t('welcome.sandbox.go')}
      </button>
    </div>
  );
}
