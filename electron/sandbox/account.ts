import type { AccountState, DayUse } from './model';
import type { Settings, Token } from './options';

/** An account at work: its state, and what its rules need besides. */
export interface Account {
  readonly name: string;
  readonly state: AccountState;
  readonly settings: Settings;
  /** Keys whose first request is still storing its audio, with the token that sent it (L10). Gone after a restart, as it is. */
  readonly storing: Map<string, string>;
  newId(prefix: string): string;
  /** Called once after each complete change: it is on disk when this returns. */
  changed(): void;
}

/** Spends minutes and writes down for whom. */
export function charge(
  account: Account,
  what: 'recording' | 'question',
  id: string,
  minutes: number,
  by: string,
): void {
  account.state.minutes -= minutes;
  account.state.charges.push({ for: what, id, minutes, sentBy: by, at: account.settings.now() });
}

/** What was used today; starts again at zero when the day changes. */
export function usedToday(account: Account): DayUse {
  const day = Math.floor(account.settings.now() / account.settings.dayMs);
  if (account.state.use.day !== day) account.state.use = { day, sends: 0, questions: 0, tokens: {} };
  return account.state.use;
}

/** What one token used today. */
export function tokenUse(account: Account, token: Token): { bytes: number; minutes: number } {
  const use = usedToday(account);
  const known = Object.hasOwn(use.tokens, token.name) ? use.tokens[token.name] : undefined;
  if (known !== undefined) return known;
  const fresh = { bytes: 0, minutes: 0 };
  use.tokens[token.name] = fresh;
  return fresh;
}

/** When the daily caps start again. */
export function nextDay(account: Account): number {
  const { now, dayMs } = account.settings;
  return (Math.floor(now() / dayMs) + 1) * dayMs;
}
