// A token is entered: cleaned, asked about at Lobbe, and only then put in the place of the one before.

import type { LobbeCommands, TokenResult } from '../contract/api';
import type { EpochMs, TokenFingerprint } from '../contract/ids';
import type { TokenStorage } from '../contract/settings';
import type { AppState } from '../domain/app-state';
import { readEnteredToken } from '../domain/entered-token';
import { feedToldToWait } from '../domain/feed';
import { gatesForNewToken } from '../domain/gates';
import { learned } from '../domain/scopes';
import { tokenFingerprint } from '../store/vault';
import type { Credentials } from './credentials';
import type { CheckedToken, CheckToken } from './token-check';

export interface TokenCommandServices {
  state(): AppState;
  /** Whether the change is on disk; if not, the user is told. */
  commit(change: (state: AppState) => AppState): Promise<boolean>;
  readonly credentials: Credentials;
  readonly checkToken: CheckToken;
  canEncrypt(): boolean;
  now(): EpochMs;
  readonly sandbox: boolean;
  /** Starts the app again, in the account. */
  leaveSandbox(): void;
  /** There is another token: queue and feed look again. */
  wake(): void;
}

const notAsked: CheckedToken = { verdict: { kind: 'unchecked', trouble: null }, notBefore: null };

/** The command by which a token is entered. */
export function createTokenCommands(services: TokenCommandServices): Pick<LobbeCommands, 'setToken'> {
  const { credentials } = services;
  let entered = 0;
  /** Of the token for which its user was asked how to keep it: the answer is no reason to ask Lobbe again. */
  let waiting: { readonly of: TokenFingerprint; readonly checked: CheckedToken; readonly at: EpochMs } | null = null;

  async function check(token: string, of: TokenFingerprint): Promise<CheckedToken> {
    // The sandbox knows only its own token, and promises that nothing leaves this computer.
    if (services.sandbox) return notAsked;
    // F3: who was told to wait does not ask earlier because its token was entered once more.
    const isToWait = (services.state().feed.notBefore ?? 0) > services.now();
    return isToWait && of === credentials.fingerprint() ? notAsked : services.checkToken(token);
  }

  async function setToken(text: string, wanted: TokenStorage | null): Promise<TokenResult> {
    const read = readEnteredToken(text);
    if (read.kind === 'none') return { kind: 'malformed', flaw: read.flaw };
    const { token } = read;
    const of = tokenFingerprint(token);
    entered += 1;
    const turn = entered;
    const known = waiting?.of === of && wanted !== null ? waiting : null;
    const checked = known?.checked ?? (await check(token, of));
    if (turn !== entered) return { kind: 'overtaken' };
    const { verdict, notBefore } = checked;
    if (verdict.kind === 'refused') return verdict;
    const storage = wanted ?? (services.canEncrypt() ? 'encrypted' : null);
    const at = known?.at ?? services.now();
    if (storage === null || (storage === 'encrypted' && !services.canEncrypt())) {
      waiting = { of, checked, at };
      return { kind: 'needs-choice' };
    }
    waiting = null;
    const accepted = verdict.kind !== 'unchecked';
    try {
      await credentials.replace(token, storage, accepted ? at : null);
    } catch {
      return { kind: 'not-saved' };
    }
    if (services.sandbox) {
      // This token is for the account, which has a queue of its own.
      services.leaveSandbox();
      return { kind: 'stored', storage, check: verdict };
    }
    await services.commit((state) => {
      const now = services.now();
      const gates = gatesForNewToken(state.gates, accepted ? of : null, now);
      const told = notBefore === null ? state : feedToldToWait(state, notBefore, now);
      const next = verdict.kind === 'no-news' ? learned(told, of, { read: false }) : told;
      return { ...next, gates };
    });
    services.wake();
    return { kind: 'stored', storage, check: verdict };
  }

  return { setToken };
}
