import type { Scopes, Snapshot } from '../../electron/contract/snapshot';
import type { Words } from '../i18n/words';
import { useStore } from '../store';
import { useMinute } from '../ui/clock';
import { Icon, type IconName } from '../ui/icon';
import { SettingRow } from './setting-row';

interface TokenRowProps {
  readonly account: Snapshot['account'];
  /** Lobbe said that it does not accept it. */
  readonly refused: boolean;
  readonly words: Words;
}

/** The token: what it looks like, where it is kept, what Lobbe said of it last, and the way to another one. */
export function TokenRow({ account, refused, words }: TokenRowProps) {
  const { hasToken, hint, storage, acceptedAt } = account;
  const { t } = words;
  const now = useMinute();
  const told = refused
    ? t('settings.token.refused')
    : acceptedAt === null
      ? t('settings.token.unchecked')
      : t('settings.token.accepted', { ago: words.ago(acceptedAt, now) });
  return (
    <SettingRow
      label={t('settings.token')}
      hint={
        <>
          {t(`settings.token.${hasToken && storage ? storage : 'none'}`)}{' '}
          {hasToken && (
            <span
              className={refused ? 'problem' : undefined}
              data-testid="token-state"
              data-state={refused ? 'refused' : acceptedAt === null ? 'unchecked' : 'accepted'}
            >
              {told}
            </span>
          )}
        </>
      }
    >
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

const names = ['write', 'read', 'ask'] as const satisfies readonly (keyof Scopes)[];

const icons = { yes: 'check', no: 'close', unknown: 'waiting' } as const satisfies Readonly<Record<string, IconName>>;

function answer(may: boolean | null): keyof typeof icons {
  if (may === null) return 'unknown';
  return may ? 'yes' : 'no';
}

/** What the token may do, as far as Lobbe's answers told; what is missing has its own sentence. */
export function ScopesRow({ scopes, words: { t } }: { readonly scopes: Scopes; readonly words: Words }) {
  const missing = names.filter((name) => scopes[name] === false);
  const hint =
    missing.length === 0
      ? t('settings.scopes.hint')
      : missing.map((name) => (
          <span key={name} className="scope" data-scope={name}>
            {t(`settings.scope.${name}`)}
          </span>
        ));
  return (
    <SettingRow label={t('settings.scopes')} hint={hint} wide>
      <ul className="may" data-testid="scopes">
        {names.map((name) => {
          const may = answer(scopes[name]);
          return (
            <li key={name} data-name={name} data-may={may}>
              <Icon name={icons[may]} small />
              <span>{t(`settings.scopes.${name}`)}</span>
              <span className="muted">{t(`settings.scopes.${may}`)}</span>
            </li>
          );
        })}
      </ul>
    </SettingRow>
  );
}
