import { type ReactNode, useId } from 'react';
import type { LanguageSetting } from '../../electron/contract/settings';
import type { Snapshot } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import type { Words } from '../i18n/words';
import { useStore } from '../store';
import { Icon } from '../ui/icon';

const languages: readonly LanguageSetting[] = ['system', 'fa', 'en'];
const parallelUploads = [1, 2, 3, 4];

interface RowProps {
  readonly label: ReactNode;
  readonly hint: string;
  readonly children: ReactNode;
}

function Row({ label, hint, children }: RowProps) {
  return (
    <div className="set-row">
      <div>
        <div className="l">{label}</div>
        <p className="h">{hint}</p>
      </div>
      <div className="acts">{children}</div>
    </div>
  );
}

/** The token: what it looks like, where it is kept, and the way to another one. */
export function TokenRow({ account, words: { t } }: { readonly account: Snapshot['account']; readonly words: Words }) {
  const { hasToken, hint, storage } = account;
  return (
    <Row label={t('settings.token')} hint={t(`settings.token.${hasToken && storage ? storage : 'none'}`)}>
      {hint && <span className="code muted">{hint}</span>}
      <button
        type="button"
        className="btn btn-soft"
        data-action="set-token"
        onClick={() => useStore.getState().askForToken(true)}
      >
        {t(hasToken ? 'settings.token.change' : 'settings.token.enter')}
      </button>
    </Row>
  );
}

/** The language of the app. */
export function LanguageRow({ setting, words: { t } }: { readonly setting: LanguageSetting; readonly words: Words }) {
  const id = useId();
  return (
    <Row label={<label htmlFor={id}>{t('settings.language')}</label>} hint={t('settings.language.hint')}>
      <span className="select-wrap">
        <select
          className="select"
          id={id}
          data-testid="language"
          value={setting}
          onChange={(event) => bridge.changeSettings({ language: event.target.value as LanguageSetting })}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`settings.language.${language}`)}
            </option>
          ))}
        </select>
        <Icon name="down" small />
      </span>
    </Row>
  );
}

/** How many uploads run at a time. */
export function ParallelRow({ value, words: { t, language } }: { readonly value: number; readonly words: Words }) {
  const id = useId();
  return (
    <Row label={<span id={id}>{t('settings.parallel')}</span>} hint={t('settings.parallel.hint')}>
      <fieldset className="stepper" aria-labelledby={id} data-testid="parallel-uploads">
        {parallelUploads.map((n) => (
          <label key={n}>
            <input
              type="radio"
              name="parallel-uploads"
              value={n}
              checked={n === value}
              onChange={() => bridge.changeSettings({ parallelUploads: n })}
            />
            {formatNumber(n, language)}
          </label>
        ))}
      </fieldset>
    </Row>
  );
}

/** In and out of the built-in sandbox. */
export function SandboxRow({ on, words: { t } }: { readonly on: boolean; readonly words: Words }) {
  return (
    <Row label={t('settings.sandbox.use')} hint={t('settings.sandbox.hint')}>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={on}
        aria-label={t('settings.sandbox.use')}
        data-action="use-sandbox"
        onClick={() => bridge.switchSandbox(!on)}
      />
    </Row>
  );
}
