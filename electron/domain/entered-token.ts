// A token as people paste it, out of a mail, a chat or somebody's script. Pure.

import type { TokenFlaw } from '../contract/api';

export type EnteredToken =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly flaw: TokenFlaw };

/** Shorter is no secret, longer is no header. */
const SHORTEST = 8;
const LONGEST = 1024;

/** Joiners, marks of direction and the like: nobody sees them, and they come along with text of a right-to-left page. */
const UNSEEN = /\p{Cf}/gu;
/** A long token was broken into lines on its way. */
const LINE_BREAK = /\s*[\r\n\u2028\u2029]+\s*/g;
/** What a Persian or Arabic keyboard makes of digits: a token has none but ASCII ones. */
const DIGIT = /[\u06f0-\u06f9\u0660-\u0669]/g;
const HEADER = /^(authorization\s*:\s*)?bearer(\s+|$)/i;
const QUOTES = /^["'`‘’‚“”„«»‹›]+|["'`‘’‚“”„«»‹›]+$/g;

/** The token in `text`, as a header can carry it; what is wrong with it if there is none. */
export function readEnteredToken(text: string): EnteredToken {
  const seen = text
    .replace(UNSEEN, '')
    .trim()
    .replace(LINE_BREAK, '')
    // U+06F0 and U+0660 end in 0 both.
    .replace(DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf));
  // The quotes may be around the token alone, or around the whole header.
  const token = bare(bare(seen).replace(HEADER, ''));
  const flaw = flawOf(token);
  return flaw === null ? { kind: 'token', token } : { kind: 'none', flaw };
}

function bare(text: string): string {
  return text.trim().replace(QUOTES, '').trim();
}

function flawOf(token: string): TokenFlaw | null {
  if (token === '') return 'empty';
  if (/\s/.test(token)) return 'space';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'characters';
  if (token.length < SHORTEST) return 'short';
  return token.length > LONGEST ? 'long' : null;
}
