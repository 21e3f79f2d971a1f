import { type FormEvent, useId, useRef, useState } from 'react';
import type { TokenCheck, TokenFlaw, TokenResult } from '../../electron/contract/api';
import type { TokenStorage } from '../../electron/contract/settings';
import { useWords, type Words } from '../i18n/words';
import './token-form.css';

interface TokenFormProps {
  /** What the button says. */
  readonly submitLabel: string;
  /** `data-action` of the button. */
  readonly submitAction: string;
  /** Said below the field while nothing is wrong. */
  readonly note: string;
  /** There is a token already, which stays if this one is refused. */
  readonly replaces: boolean;
  /** Lobbe has refused the one that was entered before. */
  readonly refused?: boolean;
  readonly submit: (token: string, storage: TokenStorage | null) => Promise<TokenResult>;
  readonly onStored: (check: TokenCheck) => void;
}

type FormState = 'editing' | 'busy' | 'choosing' | Problem;
type Problem = { readonly kind: 'refused' | 'not-saved' } | { readonly kind: 'malformed'; readonly flaw: TokenFlaw };

/**
 * Takes a token, and says what Lobbe says of it. Where the computer cannot encrypt it, asks in plain words whether to keep it for this
 * session only or readable on disk. What was typed is forgotten as soon as it was taken.
 */
export function TokenForm({
  submitLabel,
  submitAction,
  note,
  replaces,
  refused = false,
  submit,
  onStored,
}: TokenFormProps) {
  const words = useWords();
  const { t } = words;
  const [token, setToken] = useState('');
  const [state, setState] = useState<FormState>(refused ? { kind: 'refused' } : 'editing');
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const choiceId = useId();

  const send = async (storage: TokenStorage | null) => {
    setState('busy');
    const result = await submit(token, storage).catch(() => ({ kind: 'not-saved' }) as const);
    switch (result.kind) {
      case 'stored':
        setToken('');
        setState('editing');
        onStored(result.check);
        return;
      case 'needs-choice':
        setState('choosing');
        return;
      case 'overtaken':
        setState('editing');
        return;
      default:
        setState(result);
        // What is pasted next takes its place.
        field.current?.select();
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

  const isBusy = state === 'busy';
  const problem = typeof state === 'string' ? null : problemText(state, replaces, words);
  return (
    <form className="token-form" onSubmit={onSubmit} aria-busy={isBusy}>
      <div className="token">
        <input
          className="field code"
          data-testid="token"
          ref={field}
          value={token}
          aria-label={t('token.label')}
          aria-describedby={noteId}
          aria-invalid={problem !== null}
          // More would not get to main, which says what is wrong with it.
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: entering it is what this form was opened for
          autoFocus
          onChange={(event) => {
            setToken(event.target.value);
            if (state !== 'busy') setState('editing');
          }}
        />
        <button type="submit" className="btn btn-solid" data-action={submitAction} disabled={isBusy}>
          {submitLabel}
        </button>
      </div>
      <p className={problem ? 'problem' : 'safe'} id={noteId} role={problem ? 'alert' : 'status'}>
        {problem ?? (isBusy ? t('token.checking') : note)}
      </p>
    </form>
  );
}

function problemText(problem: Problem, replaces: boolean, { t }: Words): string {
  switch (problem.kind) {
    case 'malformed':
      return t(`token.flaw.${problem.flaw}`);
    case 'refused':
      return t(replaces ? 'token.refused.kept' : 'token.refused');
    case 'not-saved':
      return t('token.not-saved');
  }
}
