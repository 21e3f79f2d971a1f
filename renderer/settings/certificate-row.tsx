import { bridge } from '../bridge';
import { isolatedName } from '../i18n/bidi';
import type { Words } from '../i18n/words';
import { SettingRow } from './setting-row';

interface CertificateRowProps {
  /** Of the certificate that is trusted beside the usual ones. */
  readonly name: string | null;
  readonly words: Words;
}

/** An extra root to trust. There is no way to trust everything. */
export function CertificateRow({ name, words: { t } }: CertificateRowProps) {
  const hint =
    name === null ? t('settings.certificate.hint') : t('settings.certificate.added', { name: isolatedName(name) });
  return (
    <SettingRow wide label={t('settings.certificate')} hint={hint}>
      {name !== null && (
        <button
          type="button"
          className="btn btn-quiet"
          data-action="remove-certificate"
          onClick={() => bridge.changeSettings({ certificate: null })}
        >
          {t('settings.certificate.remove')}
        </button>
      )}
      <button type="button" className="btn btn-soft" data-action="pick-certificate" onClick={bridge.pickCertificate}>
        {t(name === null ? 'settings.certificate.choose' : 'settings.certificate.replace')}
      </button>
    </SettingRow>
  );
}
