import { type FormEvent, useId, useRef, useState } from 'react';
import type { TokenResult } from '../../electron/contract/api';
import type { TokenStorage } from '../../electron/contract/settings';
import { useWords } from '../i18n/words';
import './token-form.css';

interface TokenFormProps {
  /** What the button says. */
  readonly submitLabel: string;
  /** `data-action` of the button. */
  readonly submitAction: string;
  /** Said below the field while nothing is wrong. */
  readonly note: string;
  readonly submit: (token: string, storage: TokenStorage | null) => Promise<TokenResult>;
  readonly onStored: () => void;
}

type FormState = 'editing' | 'busy' | 'malformed' | 'not-saved' | 'choosing';

/**
 * Takes a token. Where the computer cannot encrypt it, asks in plain words whether to keep it for this session only or readable
 * on disk. What was typed is forgotten as soon as it was handed over.
 */
export function TokenForm({ submitLabel, submitAction, note, submit, onStored }: TokenFormProps) {
  const { t } = useWords();
  const [token, setToken] = useState('');
  const [state, setState] = useState<FormState>('editing');
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const choiceId = useId();

  const send = async (storage: TokenStorage | null) => {
    setState('busy');
    const result = await submit(token.trim(), storage).catch(() => ({ kind: 'not-saved' }) as const);
    switch (result.kind) {
      case 'stored':
        setToken('');
        setState('editing');
        onStored();
        return;
      case 'needs-choice':
        setState('choosing');
        return;
      default:
        setState(result.kind);
        field.current?.focus();
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'busy') void send(null);
  };

  if (state === 'choosing') {
    return (
      <fieldset className="choice" aria-labelledby={choiceId} data-testid="token-choice">
        <p id={choiceId} role="alert">
          {t('token.plain')}
        </p>
        <div className="choice-acts">
          <button
            type="button"
            className="btn btn-solid"
            data-action="keep-for-session"
            // biome-ignore lint/a11y/noAutofocus: the question replaced the field that had the focus
            autoFocus
            onClick={() => void send('session')}
          >
            {t('token.plain.session')}
          </button>
          <button
            type="button"
            className="btn btn-soft"
            data-action="store-readable"
            onClick={() => void send('plain')}
          >
            {t('token.plain.store')}
          </button>
        </div>
      </fieldset>
    );
  }

  const problem = state === 'malformed' || state === 'not-saved' ? t(`token.${state}`) : null;
  return (
    <form className="token-form" onSubmit={onSubmit}>
      <div className="token">
        <input
          className="field code"
          data-testid="token"
          ref={field}
          value={token}
          aria-label={t('token.label')}
          aria-describedby={noteId}
          aria-invalid={problem !== null}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: entering it is what this form was opened for
          autoFocus
          onChange={(event) => {
            setToken(event.target.value);
            if (state !== 'busy') setState('editing');
          }}
        />
        <button type="submit" className="btn btn-solid" data-action={submitAction} disabled={state === 'busy'}>
          {submitLabel}
        </button>
      </div>
      <p className={problem ? 'problem' : 'safe'} id={noteId} role={problem ? 'alert' : undefined}>
        {problem ?? note}
      </p>
    </form>
  );
}
