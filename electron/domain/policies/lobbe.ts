// Lobbe's rules for sending a recording, next to the numbers they have in its documents. Pure.

import type { Outcome, ServerAnswer } from '../outcome';

/** Statuses that say nothing about the request, only that it should come again (cases 38: 408, 421, 425). */
const TRY_AGAIN = new Set([408, 421, 425]);

/**
 * What an answer to `POST /recordings` means. `sent` is the number of bytes that were out when it came.
 * Whether a `later` is a wait or a gate is decided by `decide`.
 */
export function classifyUpload(answer: ServerAnswer, sent: number): Outcome {
  const { facts } = answer;
  const { status } = facts;
  if (status >= 200 && status < 300) {
    // L6: also the answer to a repeat. Without an id it is not Lobbe's answer, whatever its status says.
    if (answer.accepted) return { kind: 'accepted', ...answer.accepted, facts };
    return { kind: 'unknown', phase: 'response', mayHaveArrived: true, code: 'NOT_LOBBE', sent };
  }
  if (status >= 300 && status < 400) {
    // Never followed: the key and the token would go to another host. Whoever redirects did not carry the request out.
    return { kind: 'unknown', phase: 'response', mayHaveArrived: false, code: 'REDIRECTED', sent };
  }
  if (status === 407 || status === 511) {
    // Proxy or network sign-in: an answer of something in between.
    return { kind: 'unknown', phase: 'response', mayHaveArrived: false, code: 'NETWORK_SIGN_IN', sent };
  }
  if (status >= 500 || status === 401 || status === 402 || status === 403 || status === 429 || TRY_AGAIN.has(status)) {
    return { kind: 'later', notBefore: answer.notBefore, facts };
  }
  return { kind: 'refused', facts, message: answer.message };
}
