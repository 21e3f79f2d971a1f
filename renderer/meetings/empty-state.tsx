import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { DropArt } from '../ui/art';

/** A few of many: what phones, recorders, Zoom and OBS write. */
const kinds = ['m4a', 'mp3', 'wav', 'ogg', 'mp4', 'mkv'];

/** Nothing in the list: teaches the drop. */
export function EmptyState() {
  const { t, language } = useWords();
  return (
    <div className="empty">
      <div className="empty-in">
        <DropArt />
        <h1>{t('empty.title')}</h1>
        <p>{t('empty.text')}</p>
        <button type="button" className="btn btn-solid" data-action="add-files" onClick={bridge.pickFiles}>
          {t('empty.pick')}
        </button>
        <button type="button" className="btn btn-quiet" data-action="send-sample" onClick={bridge.sendSample}>
          {t('empty.sample')}
        </button>
        <p className="fine">
          {t('empty.fine', { kinds: kinds.map((kind) => `\u2068${kind}\u2069`).join(language === 'fa' ? '، ' : ', ') })}
        </p>
      </div>
    </div>
  );
}
