import { useId } from 'react';
import type { LanguageSetting } from '../../electron/contract/settings';
import type { Snapshot } from '../../electron/contract/snapshot';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import type { Words } from '../i18n/words';
import { useStore } from '../store';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import { SettingRow } from './setting-row';

const languages: readonly LanguageSetting[] = ['system', 'fa', 'en'];
const parallelUploads = [1, 2, 3, 4];

const scopeNames = ['write', 'read', 'ask'] as const satisfies readonly (keyof Snapshot['account']['scopes'])[];

/** The token: what it looks like, where it is kept, what it may not do, and the way to another one. */
export function TokenRow({ account, words: { t } }: { readonly account: Snapshot['account']; readonly words: Words }) {
  const { hasToken, hint, storage, scopes } = account;
  const missing = hasToken ? scopeNames.filter((scope) => scopes[scope] === false) : [];
  const hints = (
    <>
      {t(`settings.token.${hasToken && storage ? storage : 'none'}`)}
      {missing.map((scope) => (
        <span key={scope} className="scope" data-scope={scope}>
          {t(`settings.scope.${scope}`)}
        </span>
      ))}
    </>
  );
  return (
    <SettingRow label={t('settings.token')} hint={hints}>
      {hint && <span className="code muted">{hint}</span>}
      <button
        type="button"
        className="btn btn-soft"
        data-action="set-token"
        onClick={() => useStore.getState().askForToken(true)}
      >
        {t(hasToken ? 'settings.token.change' : 'settings.token.enter')}
      </button>
    </SettingRow>
  );
}

/** The language of the app. */
export function LanguageRow({ setting, words: { t } }: { readonly setting: LanguageSetting; readonly words: Words }) {
  const id = useId();
  return (
    <SettingRow label={<label htmlFor={id}>{t('settings.language')}</label>} hint={t('settings.language.hint')}>
      <Select
        id={id}
        testId="language"
        value={setting}
        options={languages.map((value) => ({ value, text: t(`settings.language.${value}`) }))}
        onChange={(language) => bridge.changeSettings({ language })}
      />
    </SettingRow>
  );
}

/** How many uploads run at a time. */
export function ParallelRow({ value, words: { t, language } }: { readonly value: number; readonly words: Words }) {
  const id = useId();
  return (
    <SettingRow label={<span id={id}>{t('settings.parallel')}</span>} hint={t('settings.parallel.hint')}>
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
    </SettingRow>
  );
}

/** In and out of the built-in sandbox. */
export function SandboxRow({ on, words: { t } }: { readonly on: boolean; readonly words: Words }) {
  return (
    <SettingRow label={t('settings.sandbox.use')} hint={t('settings.sandbox.hint')}>
      <Switch on={on} label={t('settings.sandbox.use')} action="use-sandbox" onChange={bridge.switchSandbox} />
    </SettingRow>
  );
}
