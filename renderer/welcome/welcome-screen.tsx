import { useState } from 'react';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import { useWords } from '../i18n/words';
import { useStore } from '../store';
import { Mark } from '../ui/art';
import { Icon } from '../ui/icon';
import { TokenForm } from '../ui/token-form';
import './welcome.css';

/** The way in: three steps on one page, and a way to look around without an account. */
export function WelcomeScreen() {
  const { t, language } = useWords();
  const canEncrypt = useStore((state) => state.snapshot?.account.canEncrypt ?? false);
  const [opened, setOpened] = useState(false);
  return (
    <main className="welcome" data-testid="welcome">
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
          <li className={opened ? 'done' : ''}>
            <span className="n">{opened ? <Icon name="check" small /> : formatNumber(1, language)}</span>
            <div>
              <h2>{t('welcome.make')}</h2>
              <p>{t('welcome.make.text')}</p>
            </div>
            <button
              type="button"
              className="btn btn-quiet"
              data-action="open-lobbe"
              onClick={() => {
                bridge.openLobbe();
                setOpened(true);
              }}
            >
              {t('welcome.make.open')}
            </button>
          </li>
          <li className="now">
            <span className="n">{formatNumber(2, language)}</span>
            <div className="wide">
              <h2>{t('welcome.paste')}</h2>
              <p>{t('welcome.paste.text')}</p>
              <TokenForm
                submitLabel={t('welcome.paste.go')}
                submitAction="set-token"
                note={t(canEncrypt ? 'welcome.paste.safe' : 'welcome.paste.safe.plain')}
                submit={bridge.setToken}
                onStored={() => {}}
              />
            </div>
          </li>
          <li className="later">
            <span className="n">{formatNumber(3, language)}</span>
            <div>
              <h2>{t('welcome.drop')}</h2>
              <p>{t('welcome.drop.text')}</p>
            </div>
          </li>
        </ol>
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
      </div>
    </main>
  );
}
