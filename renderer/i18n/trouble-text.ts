// What was in the way of a connection, in words: the code of the last attempt → a cause, and what can be done about it.

import type { TextKey } from './words';

/** Codes by what they mean to people, the particular before the general. */
const troubles: readonly (readonly [RegExp, TextKey])[] = [
  [/^PROXY_SIGN_IN$/, 'trouble.proxy-sign-in'],
  [/^PROXY_REFUSED$/, 'trouble.proxy-refused'],
  [/^PROXY_CANNOT_REACH$/, 'trouble.proxy-cut-off'],
  [/^PROXY_|^NO_ROUTE$/, 'trouble.proxy-unreachable'],
  [/^NETWORK_SIGN_IN$/, 'trouble.sign-in'],
  [/^(NOT_LOBBE|REDIRECTED|NOT_HTTP|TOO_LARGE)$/, 'trouble.not-lobbe'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/, 'trouble.certificate-name'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'trouble.certificate-date'],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$|^CERT_|_CA$/,
    'trouble.certificate',
  ],
  [/^ERR_(SSL|TLS)_|^EPROTO$/, 'trouble.secure'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'trouble.dns'],
  [/^READ_STALLED$/, 'trouble.drive'],
  [/TIMEDOUT$|_TIMEOUT$|^(STALLED|NO_ANSWER)$/, 'trouble.timeout'],
  [/^ECONNREFUSED$/, 'trouble.refused'],
  [/^(CLOSED|ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_\w+)$/, 'trouble.cut'],
  [/^E(NETUNREACH|HOSTUNREACH|NETDOWN|HOSTDOWN|ADDRNOTAVAIL)$/, 'trouble.no-way'],
  [/^(EACCES|EPERM)$/, 'trouble.forbidden'],
];

/** What stands between a recording and Lobbe although there is a network, and mostly needs its user. */
const inBetween: ReadonlySet<TextKey> = new Set<TextKey>([
  'trouble.proxy-sign-in',
  'trouble.proxy-refused',
  'trouble.proxy-cut-off',
  'trouble.proxy-unreachable',
  'trouble.sign-in',
  'trouble.not-lobbe',
  'trouble.certificate',
  'trouble.certificate-name',
  'trouble.certificate-date',
  'trouble.secure',
  'trouble.forbidden',
]);

/** The text of a code; null where all there is to say is that no connection came about. */
export function troubleText(code: string | null): TextKey | null {
  if (code === null) return null;
  return troubles.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** The same for a row that waits: only what says more than that there is no connection (cases 54, 55, 61, 62). */
export function inTheWay(code: string | null): TextKey | null {
  const text = troubleText(code);
  return text !== null && inBetween.has(text) ? text : null;
}
