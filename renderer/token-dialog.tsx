import { bridge } from './bridge';
import { useWords } from './i18n/words';
import { useStore } from './store';
import { Dialog } from './ui/dialog';
import { TokenForm } from './ui/token-form';

/** Asks for a token, from the banner that needs one or from the settings. */
export function TokenDialog() {
  const { t } = useWords();
  const canEncrypt = useStore((state) => state.snapshot?.account.canEncrypt ?? false);
  const hasToken = useStore((state) => state.snapshot?.account.hasToken ?? false);
  const close = () => useStore.getState().askForToken(false);
  return (
    <Dialog title={t('token.title')} onClose={close}>
      <p className="lead">{t('token.text')}</p>
      <TokenForm
        submitLabel={t('token.save')}
        submitAction="save-token"
        note={t(canEncrypt ? 'welcome.paste.safe' : 'welcome.paste.safe.plain')}
        replaces={hasToken}
        submit={bridge.setToken}
        onStored={(check) => {
          close();
          useStore.getState().addToast({ kind: 'token-stored', check });
        }}
      />
      <div className="rest">
        <button type="button" className="btn btn-quiet" data-action="cancel-dialog" onClick={close}>
          {t('action.cancel-dialog')}
        </button>
      </div>
    </Dialog>
  );
}
