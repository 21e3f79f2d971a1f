import { useId, useState } from 'react';
import type { PasswordStorage, ProxySettings } from '../../electron/contract/settings';
import { bridge } from '../bridge';
import type { Words } from '../i18n/words';
import { useStore } from '../store';
import { Select } from '../ui/select';
import { ProxyForm } from './proxy-form';
import { SettingRow } from './setting-row';

const modes: readonly ProxySettings['mode'][] = ['system', 'none', 'manual'];

interface ProxyRowsProps {
  readonly proxy: ProxySettings;
  /** How the password for this proxy is kept. */
  readonly password: PasswordStorage | null;
  readonly words: Words;
}

/** How Lobbe is reached: as the system does it, directly, or by a server of one's own. */
export function ProxyRows({ proxy, password, words }: ProxyRowsProps) {
  const { t } = words;
  const id = useId();
  const [wantsManual, setWantsManual] = useState(false);
  const [wantsCredentials, setWantsCredentials] = useState(false);
  const { server, user } = proxy;
  // Until it has an address, nothing changes.
  const lacksAddress = wantsManual && server === null;
  const mode = lacksAddress ? 'manual' : proxy.mode;
  const showsCredentials = wantsCredentials || user !== null || password !== null;

  const choose = async (chosen: ProxySettings['mode']) => {
    setWantsManual(chosen === 'manual');
    if (chosen === proxy.mode || (chosen === 'manual' && server === null)) return;
    const result = await bridge.setProxy({ mode: chosen, server, user }, null);
    if (result.kind !== 'stored') useStore.getState().addToast({ kind: 'failed' });
  };

  return (
    <>
      <SettingRow label={<label htmlFor={id}>{t('settings.proxy')}</label>} hint={t('settings.proxy.hint')}>
        <Select
          id={id}
          testId="proxy"
          value={mode}
          options={modes.map((value) => ({ value, text: t(`settings.proxy.${value}`) }))}
          onChange={(chosen) => void choose(chosen)}
        />
      </SettingRow>
      {mode === 'system' && !showsCredentials && (
        <SettingRow label={t('settings.proxy.credentials')} hint={t('settings.proxy.credentials.hint')}>
          <button
            type="button"
            className="btn btn-soft"
            data-action="proxy-credentials"
            onClick={() => setWantsCredentials(true)}
          >
            {t('settings.token.enter')}
          </button>
        </SettingRow>
      )}
      {(mode === 'manual' || (mode === 'system' && showsCredentials)) && (
        <ProxyForm
          // Another mode is another form: what was typed for one is not sent to the other.
          key={mode}
          proxy={{ mode, server, user }}
          password={lacksAddress ? null : password}
          focused={lacksAddress || wantsCredentials}
          words={words}
        />
      )}
    </>
  );
}
