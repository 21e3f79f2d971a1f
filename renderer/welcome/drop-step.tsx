import { bridge } from '../bridge';
import { useWords } from '../i18n/words';
import { useStore } from '../store';
import { DropArt } from '../ui/art';

/** The first recording: dropped anywhere, chosen, or the sample. */
export function DropStep() {
  const { t } = useWords();
  return (
    <>
      <p>{t('welcome.drop.now')}</p>
      <div className="w-drop">
        <DropArt />
        <div className="w-acts">
          <button
            type="button"
            className="btn btn-solid"
            data-action="add-files"
            // biome-ignore lint/a11y/noAutofocus: the step before it is over, and its field is gone
            autoFocus
            onClick={bridge.pickFiles}
          >
            {t('empty.pick')}
          </button>
          <button type="button" className="btn btn-soft" data-action="send-sample" onClick={bridge.sendSample}>
            {t('empty.sample')}
          </button>
          <button
            type="button"
            className="btn btn-quiet"
            data-action="leave-welcome"
            onClick={useStore.getState().leaveWelcome}
          >
            {t('welcome.skip')}
          </button>
        </div>
      </div>
    </>
  );
}
