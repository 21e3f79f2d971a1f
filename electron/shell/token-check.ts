// Whether Lobbe accepts a token, found out by the cheapest read that is documented: from the end of the feed, one event (F10, F12).
// It spends nothing, changes nothing, and needs no scope beyond the two that this app is for (F9).

import type { TokenCheck } from '../contract/api';
import type { EpochMs } from '../contract/ids';
import { assertNever } from '../domain/assert-never';
import type { FeedAnswer } from '../domain/feed-answers';

/** Somebody looks at a button meanwhile. Whatever takes longer is found out by the poller. */
const PATIENCE_MS = 8_000;

/** What was found out, and how long Lobbe asked to be left alone if it did (F3). */
export interface CheckedToken {
  readonly verdict: TokenCheck | { readonly kind: 'refused' };
  readonly notBefore: EpochMs | null;
}

/** Asks Lobbe with this token. Never throws: no answer is an answer. */
export type CheckToken = (token: string) => Promise<CheckedToken>;

/** `readEvents`: the feed as this token reads it. */
export function createTokenCheck(
  readEvents: (token: string, after: string, limit: number, signal: AbortSignal) => Promise<FeedAnswer>,
  patienceMs: number = PATIENCE_MS,
): CheckToken {
  return async (token) => {
    const answer = await readEvents(token, 'latest', 1, AbortSignal.timeout(patienceMs));
    return { verdict: verdictOf(answer), notBefore: answer.kind === 'later' ? answer.notBefore : null };
  };
}

function verdictOf(answer: FeedAnswer): CheckedToken['verdict'] {
  switch (answer.kind) {
    case 'page':
    case 'expired':
    case 'newer':
      return { kind: 'accepted' };
    case 'closed':
      // Without a code it is the answer of something in between, and says nothing of the token.
      if (answer.code === null) return { kind: 'unchecked', trouble: 'NOT_LOBBE' };
      return { kind: answer.status === 401 ? 'refused' : 'no-news' };
    case 'unreachable':
      return { kind: 'unchecked', trouble: answer.code };
    case 'unreadable':
      // Case 54: a success that is no page of the feed is somebody else's.
      return { kind: 'unchecked', trouble: answer.status < 400 ? 'NOT_LOBBE' : null };
    case 'later':
      // A page with one of these is of something in between too; all else is Lobbe's own trouble.
      return { kind: 'unchecked', trouble: answer.status === 401 || answer.status === 403 ? 'NOT_LOBBE' : null };
    default:
      return assertNever(answer);
  }
}
