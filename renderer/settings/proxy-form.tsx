import { type FormEvent, type InputHTMLAttributes, useId, useRef, useState } from 'react';
import type { ProxyResult } from '../../electron/contract/api';
import type { PasswordStorage, ProxySettings } from '../../electron/contract/settings';
import { bridge } from '../bridge';
import { latinDigits } from '../i18n/numbers';
import type { TextKey, Words } from '../i18n/words';
import { Sentence } from '../ui/sentence';

interface ProxyFormProps {
  readonly proxy: ProxySettings;
  /** How its password is kept. The password itself is never here, except while it is typed. */
  readonly password: PasswordStorage | null;
  readonly focused: boolean;
  readonly words: Words;
}

type FormState = 'editing' | 'busy' | ProxyResult;

/** Address, name and password of a proxy. The address of the system's own is the system's. */
export function ProxyForm({ proxy, password, focused, words: { t } }: ProxyFormProps) {
  const [server, setServer] = useState(proxy.server ?? '');
  const [user, setUser] = useState(proxy.user ?? '');
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<FormState>('editing');
  const serverField = useRef<HTMLInputElement>(null);
  const userField = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const problemId = useId();
  const isManual = proxy.mode === 'manual';

  const save = async (secret: string | null) => {
    setState('busy');
    const address = isManual ? latinDigits(server).trim() || null : proxy.server;
    const result = await bridge.setProxy({ mode: proxy.mode, server: address, user: user.trim() || null }, secret);
    setState(result);
    if (result.kind === 'bad-server') serverField.current?.focus();
    if (result.kind === 'bad-credentials') userField.current?.focus();
    if (result.kind === 'stored') setTyped('');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'busy') void save(typed === '' ? null : typed);
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    if (state !== 'busy') setState('editing');
  };

  const problem = problemOf(state);
  const kind = typeof state === 'string' ? null : state.kind;
  // Only one problem is told at a time, so one id does for all the places where it may stand.
  const problemText = problem && (
    <p id={problemId} className="problem" role="alert">
      <Sentence text={t(problem)} />
    </p>
  );
  /** What a field is told by: its problem, if it has one, and what is said of it anyway. */
  const told = (isWrong: boolean, note?: string) => ({
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? [problemId, note].join(' ').trim() : note,
  });
  return (
    <form className="set-form" data-testid="proxy-form" onSubmit={onSubmit}>
      {isManual && (
        <Field
          label={t('settings.proxy.server')}
          testId="proxy-server"
          value={server}
          onText={edit(setServer)}
          ref={serverField}
          inputMode="url"
          placeholder={t('settings.proxy.server.example')}
          autoFocus={focused}
          {...told(kind === 'bad-server')}
        />
      )}
      {kind === 'bad-server' && problemText}
      <Field
        label={t('settings.proxy.user')}
        testId="proxy-user"
        value={user}
        onText={edit(setUser)}
        ref={userField}
        autoFocus={focused && !isManual}
        {...told(kind === 'bad-credentials')}
      />
      <Field
        label={t('settings.proxy.password')}
        testId="proxy-password"
        type="password"
        value={typed}
        onText={edit(setTyped)}
        {...told(kind === 'bad-credentials', noteId)}
      />
      {kind === 'bad-credentials' && problemText}
      <p id={noteId} className="h" role="status">
        {t(kind === 'stored' ? 'settings.proxy.saved' : `settings.proxy.password.${password ?? 'none'}`)}
      </p>
      {(kind === 'no-system-proxy' || kind === 'not-saved') && problemText}
      <div className="set-form-acts">
        {password !== null && (
          <button type="button" className="btn btn-quiet" data-action="forget-password" onClick={() => void save('')}>
            {t('settings.proxy.forget')}
          </button>
        )}
        <button type="submit" className="btn btn-solid" data-action="save-proxy" disabled={state === 'busy'}>
          {t('settings.proxy.save')}
        </button>
      </div>
    </form>
  );
}

function problemOf(state: FormState): TextKey | null {
  if (typeof state === 'string' || state.kind === 'stored') return null;
  return state.kind === 'bad-server' ? `settings.proxy.bad.${state.why}` : `settings.proxy.${state.kind}`;
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly testId: string;
  readonly onText: (text: string) => void;
  readonly ref?: React.Ref<HTMLInputElement>;
}

function Field({ label, testId, onText, ...input }: FieldProps) {
  return (
    <label className="set-field">
      <span>{label}</span>
      <input
        type="text"
        className="field code"
        data-testid={testId}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        {...input}
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
}
