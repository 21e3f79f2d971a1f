import { useId } from 'react';
import { bridge } from '../bridge';
import { formatNumber } from '../i18n/numbers';
import type { Words } from '../i18n/words';
import { Switch } from '../ui/switch';
import { SettingRow } from './setting-row';

const parallelUploads = [1, 2, 3, 4];

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
