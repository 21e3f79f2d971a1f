import { useState } from 'react';
import { bridge } from '../bridge';
import type { Words } from '../i18n/words';
import { Switch } from '../ui/switch';
import { SettingRow } from './setting-row';

/** What support asks for: a report whose user knows what is in it, and the log. */
export function DiagnosticsRows({ words: { t } }: { readonly words: Words }) {
  // Said anew each time: a report with names is for one reader, not for all that follow.
  const [fileNames, setFileNames] = useState(false);
  return (
    <>
      <SettingRow label={t('settings.report')} hint={t('settings.report.hint')}>
        <button
          type="button"
          className="btn btn-soft"
          data-action="export-diagnostics"
          onClick={() => bridge.exportDiagnostics(fileNames)}
        >
          {t('settings.report.save')}
        </button>
      </SettingRow>
      <SettingRow label={t('settings.report.names')} hint={t('settings.report.names.hint')}>
        <Switch on={fileNames} label={t('settings.report.names')} action="report-names" onChange={setFileNames} />
      </SettingRow>
      <SettingRow label={t('settings.log')} hint={t('settings.log.hint')}>
        <button type="button" className="btn btn-soft" data-action="show-logs" onClick={bridge.showLogs}>
          {t('settings.log.show')}
        </button>
      </SettingRow>
    </>
  );
}
