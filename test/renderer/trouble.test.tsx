import { describe, expect, test } from 'vitest';
import { timelineLine } from '../../renderer/details/timeline-text';
import { stageText } from '../../renderer/i18n/stage-text';
import { inTheWay, troubleText } from '../../renderer/i18n/trouble-text';
import { wordsIn } from '../../renderer/i18n/words';
import { aMeeting, NOON } from './builders';

const stage = (language: 'en' | 'fa', trouble: string | null, reason = 'network') =>
  stageText(aMeeting('waiting', { reason, trouble, until: NOON + 42_000 }), NOON, wordsIn(language));

describe('a row that waits says what is in the way', () => {
  test.each([
    [
      'PROXY_SIGN_IN',
      'The proxy asks for a name and a password. Enter them in Settings.',
      'پراکسی نام و گذرواژه می‌خواهد',
    ],
    ['PROXY_REFUSED', 'The proxy does not let us through to Lobbe.', 'پراکسی راه به لُب نمی‌دهد'],
    ['PROXY_CANNOT_REACH', 'The proxy cannot reach Lobbe.', 'پراکسی به لُب دسترسی ندارد'],
    ['PROXY_UNREACHABLE', 'The proxy cannot be reached.', 'پراکسی پاسخ نمی‌دهد'],
    ['PROXY_NO_ANSWER', 'The proxy cannot be reached.', 'پراکسی پاسخ نمی‌دهد'],
    ['NETWORK_SIGN_IN', 'The network asks for a sign-in.', 'شبکه ورود می‌خواهد'],
    ['NOT_LOBBE', 'Something in between answered, not Lobbe.', 'چیزی در میانهٔ راه پاسخ داد'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'The connection has a certificate that is not trusted here.', 'گواهی این ارتباط'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The connection has a certificate that is not trusted here.', 'گواهی این ارتباط'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The connection has a certificate that is not', 'گواهی این ارتباط'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The connection has a certificate that is not', 'گواهی این ارتباط'],
    ['CERT_UNTRUSTED', 'The connection has a certificate that is not trusted here.', 'گواهی این ارتباط'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Something in between answered for Lobbe.', 'چیزی در میانهٔ راه به جای لُب'],
    ['CERT_HAS_EXPIRED', 'The dates of the certificate do not fit.', 'تاریخ گواهی'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'No secure connection to Lobbe came about.', 'ارتباط امن'],
  ])('cases 54, 55, 61, 62: %s', (code, english, persian) => {
    expect(stage('en', code)).toContain(english);
    expect(stage('en', code)).toMatch(/Next try in 42 seconds\.$/);
    expect(stage('fa', code)).toContain(persian);
    expect(stage('fa', code)).toMatch(/تلاش بعدی تا ۴۲ ثانیهٔ دیگر\.$/);
  });

  test.each([null, 'ECONNREFUSED', 'ENOTFOUND', 'CONNECT_TIMEOUT', 'SOMETHING_NEW'])(
    'case 63: %s is no connection, and no more is said',
    (code) => {
      expect(stage('en', code)).toBe('No connection to Lobbe. Next try in 42 seconds.');
    },
  );

  test('what Lobbe said is not put down to the network', () => {
    expect(stage('en', 'PROXY_SIGN_IN', 'server-error')).toBe('Lobbe has a problem just now. Next try in 42 seconds.');
  });
});

describe('the timeline says it of each attempt', () => {
  const line = (entry: { code: string; phase: string; sent?: number }) =>
    timelineLine({ at: NOON, kind: 'attempt', attempt: 2, ...entry }, 1000, NOON, wordsIn('en'));

  test.each([
    ['ENOTFOUND', 'The network did not find Lobbe’s address. It goes out again by itself.'],
    ['EAI_AGAIN', 'The network did not find Lobbe’s address. It goes out again by itself.'],
    ['CONNECT_TIMEOUT', 'Nothing came through in time. It goes out again by itself.'],
    ['ETIMEDOUT', 'Nothing came through in time. It goes out again by itself.'],
    ['ECONNREFUSED', 'Nobody took the connection at Lobbe’s address. It goes out again by itself.'],
    ['EHOSTUNREACH', 'There was no way out of this network. It goes out again by itself.'],
    ['SOMETHING_NEW', 'It goes out again by itself.'],
  ])('%s before the connection', (code, why) => {
    expect(line({ code, phase: 'connect' })).toEqual({ what: 'Try 2: no connection to Lobbe', why, answer: code });
  });

  test('and how far it came', () => {
    expect(line({ code: 'NO_ANSWER', phase: 'response', sent: 1000 })).toEqual({
      what: 'Try 2: all of it went out, no answer came',
      why: 'Nothing came through in time. It goes out again with the same key, so that no second meeting is made.',
      answer: 'NO_ANSWER',
    });
  });
});

test('a code that only looks like one of these is not put into their words', () => {
  for (const code of ['', 'X', 'MY_CERT', 'NOT_LOBBE_AT_ALL', 'ECERT']) expect(troubleText(code)).toBeNull();
  expect(inTheWay('STALLED')).toBeNull();
});
