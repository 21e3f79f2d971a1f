import { useId } from 'react';
import type { LanguageSetting } from '../../electron/contract/settings';
import { bridge } from '../bridge';
import type { Words } from '../i18n/words';
import { Select } from '../ui/select';
import { Switch } from '../ui/switch';
import { SettingRow } from './setting-row';

const languages: readonly LanguageSetting[] = ['system', 'fa', 'en'];

interface LanguageRowProps {
  readonly setting: LanguageSetting;
  /** What the system draws of the app is in another language than its window. */
  readonly lagging: boolean;
  readonly words: Words;
}

/** The language of the app. The window has it at once; what the system draws has it with the next start. */
export function LanguageRow({ setting, lagging, words: { t } }: LanguageRowProps) {
  const id = useId();
  return (
    <>
      <SettingRow label={<label htmlFor={id}>{t('settings.language.label')}</label>}>
        <Select
          id={id}
          testId="language"
          value={setting}
          options={languages.map((value) => ({ value, text: t(`settings.language.${value}`) }))}
          onChange={(language) => bridge.changeSettings({ language })}
        />
      </SettingRow>
      {lagging && (
        <div className="set-note" role="status" data-testid="relaunch-note">
          <p>{t('settings.language.relaunch')}</p>
          <button type="button" className="btn btn-link" data-action="relaunch" onClick={bridge.relaunch}>
            {t('action.relaunch')}
          </button>
        </div>
      )}
    </>
  );
}

/** Whether the app is started at login. `on` null: the system does not know this run. */
export function StartRow({ on, words: { t } }: { readonly on: boolean | null; readonly words: Words }) {
  return (
    <SettingRow label={t('settings.start')} hint={t(on === null ? 'settings.start.checkout' : 'settings.start.hint')}>
      <Switch
        on={on ?? false}
        label={t('settings.start')}
        action="start-at-login"
        disabled={on === null}
        onChange={bridge.startAtLogin}
      />
    </SettingRow>
  );
}
