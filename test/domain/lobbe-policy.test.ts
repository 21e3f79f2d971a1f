import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../electron/domain/outcome';
import { classifyUpload, decide } from '../../electron/domain/policies/lobbe';
import {
  accepted,
  context,
  everyStage,
  facts,
  freshKey,
  keyOf,
  later,
  lost,
  meeting,
  otherToken,
  recordingIdOf,
  refused,
  T0,
  token,
  uploading,
} from '../builders/meetings';

const MINUTE = 60_000;

describe('what an answer to a send becomes', () => {
  const answer = (status: number, code: string | null = null) =>
    classifyUpload(
      { facts: facts(status, code), accepted: null, notBefore: null, askedToWait: false, isPage: false, message: null },
      5,
    );

  test('L1, L6: a 2xx with an id is accepted, with the status it came with', () => {
    const ok = { recordingId: recordingIdOf(1), status: 'READY' };
    const outcome = classifyUpload(
      { facts: facts(202), accepted: ok, notBefore: null, askedToWait: false, isPage: false, message: null },
      5,
    );
    expect(outcome).toEqual({ kind: 'accepted', ...ok, facts: facts(202) });
  });

  test('case 54: a 2xx without an id is not Lobbe, and may have arrived', () => {
    expect(answer(200)).toMatchObject({ kind: 'unknown', code: 'NOT_LOBBE', mayHaveArrived: true });
    expect(answer(202)).toMatchObject({ kind: 'unknown', code: 'NOT_LOBBE' });
  });

  test.each([301, 302, 303, 307, 308])('case 51: %i is neither followed nor success', (status) => {
    expect(answer(status)).toMatchObject({ kind: 'unknown', code: 'REDIRECTED', mayHaveArrived: false });
  });

  test.each([407, 511])('%i comes from something in between', (status) => {
    expect(answer(status)).toMatchObject({ kind: 'unknown', code: 'NETWORK_SIGN_IN' });
  });

  test.each([401, 402, 403, 408, 421, 425, 429, 500, 502, 503, 504, 507, 599])('%i: later', (status) => {
    expect(answer(status).kind).toBe('later');
  });

  test.each([400, 404, 405, 409, 410, 411, 413, 415, 422, 451])('L20: %i: refused', (status) => {
    expect(answer(status).kind).toBe('refused');
  });
});

describe('what follows from an attempt', () => {
  const decided = (outcome: Outcome, given = uploading(1)) => decide(given, outcome, context);

  test('a 202 makes it a meeting; with its id, no doubt left, and no failures', () => {
    const { meeting: m, closes } = decided(accepted(1), uploading(1, { unanswered: [otherToken], failures: 3 }));
    expect(m).toMatchObject({
      recordingId: recordingIdOf(1),
      unanswered: [],
      failures: 0,
      state: { stage: 'processing', status: 'QUEUED' },
    });
    expect(closes).toBeNull();
  });

  test.each([
    ['READY', 'ready'],
    ['NAMING', 'naming'],
    ['FAILED', 'failed'],
    ['GENERATING', 'processing'],
    ['SOMETHING_NEW', 'processing'],
  ])('L6: a repeat answers the current status: %s becomes %s', (status, stage) => {
    expect(decided(accepted(1, status)).meeting.state.stage).toBe(stage);
  });

  test('L16: network trouble waits 2, 4, 8 … s, at most 10 min, for ever, with the same key', () => {
    const waits = [0, 1, 2, 3, 7, 8, 9, 40, 4000].map((failures) => {
      const { meeting: m } = decided(lost(false), uploading(1, { failures }));
      expect(m.key).toBe(keyOf(1));
      return m.state.stage === 'waiting' ? (m.state.until - T0) / 1000 : null;
    });
    expect(waits).toEqual([2, 4, 8, 16, 256, 512, 512, 512, 512]);
  });

  test('L16: jitter only adds, and stays under 10 min', () => {
    const { meeting: m } = decide(uploading(1, { failures: 99 }), lost(false), { ...context, random: () => 0.999999 });
    expect(m.state).toMatchObject({ stage: 'waiting', reason: 'network' });
    const wait = m.state.stage === 'waiting' ? m.state.until - T0 : 0;
    expect(wait).toBeGreaterThan(512_000);
    expect(wait).toBeLessThanOrEqual(10 * MINUTE);
  });

  test('an unanswered attempt is remembered with its token, once', () => {
    const first = decided(lost(true)).meeting;
    expect(first.unanswered).toEqual([token]);
    expect(decided(lost(true), first).meeting.unanswered).toEqual([token]);
    expect(decided(lost(false)).meeting.unanswered).toEqual([]);
  });

  test('L16: a Retry-After of a 5xx takes the place of the backoff', () => {
    expect(decided(later(503, 'BUSY', T0 + 45_000)).meeting.state).toEqual({
      stage: 'waiting',
      reason: 'server-error',
      since: T0,
      until: T0 + 45_000,
      toldByServer: true,
    });
  });

  test.each([408, 421, 425, 500, 502, 504])('case 38, 39: %i waits as a server error', (status) => {
    const { meeting: m, closes } = decided(later(status));
    expect(m.state).toMatchObject({ stage: 'waiting', reason: 'server-error', until: T0 + 2000, toldByServer: false });
    expect(closes).toBeNull();
  });

  test('a gateway that answers for Lobbe may hide a stored meeting; Lobbe itself stored nothing (L9)', () => {
    expect(decided(later(504)).meeting.unanswered).toEqual([token]);
    expect(decided(later(500, 'INTERNAL')).meeting.unanswered).toEqual([]);
  });

  test('a wait of more than seven days is a gate, so that the banner says how long it is', () => {
    const week = 7 * 24 * 60 * MINUTE;
    expect(decided(later(503, 'BUSY', T0 + week)).closes).toBeNull();
    const far = decided(later(503, 'BUSY', T0 + week + 1));
    expect(far.closes).toEqual({ gate: 'rate-limited', until: T0 + week + 1 });
    expect(far.meeting.state).toMatchObject({ stage: 'waiting', reason: 'server-error', until: T0 + week + 1 });
  });

  test('L10: while the first send is still being stored, waits as told with the same key', () => {
    const { meeting: m } = decided(later(503, 'UPLOAD_IN_PROGRESS', T0 + 20_000));
    expect(m.state).toEqual({
      stage: 'waiting',
      reason: 'upload-in-progress',
      since: T0,
      until: T0 + 20_000,
      toldByServer: true,
    });
    expect(m.key).toBe(keyOf(1));
    expect(m.unanswered).toEqual([token]);
  });

  test('L9: 402 closes needs-minutes, keeps the key, and proves that nothing is stored', () => {
    const { meeting: m, closes } = decided(later(402, 'NO_MINUTES'), uploading(1, { unanswered: [token, otherToken] }));
    expect(closes).toEqual({ gate: 'needs-minutes' });
    expect(m).toMatchObject({ key: keyOf(1), state: { stage: 'queued' }, unanswered: [otherToken] });
  });

  test.each([402, 404, 413, 429])(
    'a %i without Lobbe’s code is a gateway’s word: it proves nothing about an earlier attempt',
    (status) => {
      const outcome = status === 402 || status === 429 ? later(status) : refused(status);
      expect(decided(outcome, uploading(1, { unanswered: [token] })).meeting.unanswered).toEqual([token]);
    },
  );

  test.each([402, 429])(
    'L7: a repeat that only a gateway answered with %i rests: at a cap it would go out for ever',
    (status) => {
      const { meeting: m, closes } = decided(later(status), uploading(1, { unanswered: [token], failures: 2 }));
      expect(m.state).toMatchObject({ stage: 'waiting', reason: 'server-error', until: T0 + 8000 });
      expect(closes).toEqual({ gate: status === 402 ? 'needs-minutes' : 'daily-limit' });
    },
  );

  test.each([later(401), later(402, 'NO_MINUTES'), later(403), later(429, 'TOKEN_DAILY_CAP', T0 + 9000)])(
    'what waits for a gate begins at the shortest backoff again: $facts.status',
    (outcome) => {
      expect(decided(outcome, uploading(1, { failures: 7 })).meeting.failures).toBe(0);
    },
  );

  test('401 closes unauthorized; 403 closes scope-disabled and says which kind', () => {
    expect(decided(later(401)).closes).toEqual({ gate: 'unauthorized' });
    expect(decided(later(403, 'SCOPE_DISABLED')).closes).toEqual({ gate: 'scope-disabled', why: 'scope-disabled' });
    expect(decided(later(403, 'FORBIDDEN')).closes).toEqual({ gate: 'scope-disabled', why: 'forbidden' });
    expect(decided(later(403)).closes).toEqual({ gate: 'scope-disabled', why: 'forbidden' });
  });

  test('L17: TOKEN_DAILY_CAP with Retry-After closes daily-cap until then', () => {
    const { meeting: m, closes } = decided(later(429, 'TOKEN_DAILY_CAP', T0 + 5 * 3_600_000));
    expect(closes).toEqual({ gate: 'daily-cap', until: T0 + 5 * 3_600_000 });
    expect(m.state.stage).toBe('queued');
  });

  test('L18: TOKEN_DAILY_CAP without Retry-After blocks this one recording and no other', () => {
    const { meeting: m, closes } = decided(later(429, 'TOKEN_DAILY_CAP'));
    expect(closes).toBeNull();
    expect(m.state).toMatchObject({ stage: 'blocked', reason: 'over-daily-cap' });
  });

  test('L18: any other 429 without Retry-After is a daily limit, with one a rate limit', () => {
    for (const code of ['DAILY_LIMIT_REACHED', 'RATE_LIMITED', null]) {
      expect(decided(later(429, code)).closes).toEqual({ gate: 'daily-limit' });
      const told = decided(later(429, code, T0 + 9000));
      expect(told.closes).toEqual({ gate: 'rate-limited', until: T0 + 9000 });
      expect(told.meeting.state).toMatchObject({ stage: 'waiting', reason: 'rate-limited', until: T0 + 9000 });
    }
  });

  test.each([null, T0, T0 - 5000])(
    'case 42: a Retry-After that cannot be used (%j): own backoff, longer each time',
    (told) => {
      for (const code of ['TOKEN_DAILY_CAP', 'RATE_LIMITED', null]) {
        const outcome: Outcome = { kind: 'later', notBefore: told, askedToWait: true, facts: facts(429, code) };
        const { meeting: m, closes } = decided(outcome, uploading(1, { failures: 3 }));
        expect(m.state).toMatchObject({ stage: 'waiting', reason: 'rate-limited', until: T0 + 16_000 });
        expect(closes).toEqual({ gate: 'rate-limited', until: T0 + 16_000 });
      }
      const busy: Outcome = { kind: 'later', notBefore: told, askedToWait: true, facts: facts(503) };
      expect(decided(busy).meeting.state).toMatchObject({ until: T0 + 2000, toldByServer: false });
    },
  );

  test('L20: 409 IDEMPOTENCY_KEY_IN_USE gets one new key, once', () => {
    const inUse = refused(409, 'IDEMPOTENCY_KEY_IN_USE');
    const first = decided(inUse).meeting;
    expect(first).toMatchObject({ key: freshKey, keyToken: null, keyReplaced: true, state: { stage: 'queued' } });
    const second = decided(
      inUse,
      uploading(1, { ...first, attempt: { since: T0, token }, state: { stage: 'uploading' } }),
    ).meeting;
    expect(second.state).toMatchObject({ stage: 'blocked', reason: 'rejected' });
    expect(second.key).toBe(freshKey);
  });

  test('L13: 409 after an unanswered attempt under another token of ours: maybe delivered, the key stays', () => {
    const before = uploading(1, { keyToken: otherToken, unanswered: [otherToken] });
    const { meeting: m } = decided(refused(409, 'IDEMPOTENCY_KEY_IN_USE'), before);
    expect(m).toMatchObject({ key: keyOf(1), state: { stage: 'blocked', reason: 'maybe-delivered' } });
  });

  test('L13: 409 after an unanswered attempt under this very token: it would have been replayed, so a new key', () => {
    const { meeting: m } = decided(refused(409, 'IDEMPOTENCY_KEY_IN_USE'), uploading(1, { unanswered: [token] }));
    expect(m.key).toBe(freshKey);
  });

  test.each([400, 404, 413, 415, 422])(
    'L20: %i is rejected with its reason, and does not come again by itself',
    (status) => {
      expect(decided(refused(status, 'TOO_ODD')).meeting.state).toEqual({
        stage: 'blocked',
        reason: 'rejected',
        detail: 'TOO_ODD',
      });
      expect(decided(refused(status)).meeting.state).toMatchObject({ detail: String(status) });
    },
  );

  test('the request id of an answer that does not count is kept for support, in the timeline too', () => {
    const named = { ...facts(202), requestId: 'req_1' };
    const given = { accepted: null, notBefore: null, askedToWait: false, isPage: false, message: null };
    const outcome = classifyUpload({ facts: named, ...given }, 5);
    expect(outcome).toMatchObject({ kind: 'unknown', requestId: 'req_1' });
    expect(decided(outcome).meeting.timeline.at(-1)).toMatchObject({ kind: 'attempt', requestId: 'req_1' });
  });

  test.each([400, 401, 402, 403, 404, 429, 451])(
    'case 54: a page with %i is waited out, and closes no gate',
    (status) => {
      const outcome = { ...later(status), isPage: true } as Outcome;
      const { meeting: after, closes } = decided(outcome, uploading(1, { unanswered: [token] }));
      expect(closes).toBeNull();
      expect(after.state).toMatchObject({ stage: 'waiting', reason: 'server-error', toldByServer: false });
      // It says nothing of an earlier attempt either.
      expect(after.unanswered).toEqual([token]);
      const told = { ...later(status, null, T0 + 90_000), isPage: true } as Outcome;
      const { state } = decided(told).meeting;
      expect(state).toMatchObject({ stage: 'waiting', toldByServer: true });
      expect(state.stage === 'waiting' && state.until).toBeGreaterThanOrEqual(T0 + 90_000);
    },
  );

  test('L10, L16: a Retry-After that comes after its user paused or cancelled still holds when it goes on', () => {
    const told = later(503, 'UPLOAD_IN_PROGRESS', T0 + 9000);
    const wait = { reason: 'upload-in-progress', since: T0, until: T0 + 9000, toldByServer: true };
    const paused = uploading(1, { state: { stage: 'paused', wait: null, until: null } });
    expect(decided(told, paused).meeting.state).toEqual({ stage: 'paused', wait, until: null });
    const before = { stage: 'queued' } as const;
    const cancelled = uploading(1, { state: { stage: 'cancelled', at: T0, hidden: false, before } });
    expect(decided(told, cancelled).meeting.state).toMatchObject({
      stage: 'cancelled',
      before: { stage: 'waiting', ...wait },
    });
    expect(decided(later(503), cancelled).meeting.state).toEqual(cancelled.state);
  });

  test('an interruption of ours costs no backoff, and is remembered if all of it was out', () => {
    const { meeting: m } = decided(
      { kind: 'interrupted', mayHaveArrived: true, sent: 9 },
      uploading(1, { failures: 2 }),
    );
    expect(m).toMatchObject({ failures: 2, unanswered: [token], state: { stage: 'queued' } });
  });

  test('the timeline says of a file in trouble what is wrong with it, in the words that it has sentences for', () => {
    const outcome: Outcome = { kind: 'file-trouble', trouble: 'file-missing', code: 'ESTALE' };
    const { meeting: m } = decided(outcome, uploading(1, { attempts: 3 }));
    expect(m.timeline.at(-1)).toEqual({ at: T0, kind: 'blocked', code: 'file-missing', attempt: 3 });
    expect(m.state).toEqual({ stage: 'blocked', reason: 'file-missing', detail: 'ESTALE' });
  });

  test('a file that changed after its key was sent needs its user; before that it is only looked at again', () => {
    const changed: Outcome = { kind: 'file-trouble', trouble: 'file-changed', code: 'CHANGED' };
    expect(decided(changed).meeting.state).toMatchObject({ stage: 'blocked', reason: 'file-changed' });
    const unsent = decide(meeting(1), changed, context).meeting;
    expect(unsent).toMatchObject({ file: null, state: { stage: 'preparing' } });
  });

  describe('every outcome × every stage', () => {
    const outcomes: Outcome[] = [
      accepted(1),
      lost(true),
      lost(false),
      later(401),
      later(402),
      later(403),
      later(429),
      later(429, 'TOKEN_DAILY_CAP', T0 + 1000),
      later(503, 'UPLOAD_IN_PROGRESS'),
      later(500),
      refused(400),
      refused(409, 'IDEMPOTENCY_KEY_IN_USE'),
      { kind: 'interrupted', mayHaveArrived: true, sent: 0 },
      { kind: 'file-trouble', trouble: 'file-missing', code: 'ENOENT' },
    ];
    const table = everyStage().flatMap((record) => outcomes.map((outcome) => ({ record, outcome })));

    test.each(table)('$record.state.stage × $outcome.kind', ({ record, outcome }) => {
      const { meeting: m } = decide(record, outcome, context);
      expect(m.timeline.length).toBeGreaterThan(0);
      if (outcome.kind === 'accepted') {
        // Overrules everything: it is a meeting now.
        expect(m).toMatchObject({ recordingId: recordingIdOf(1), state: { stage: 'processing' } });
      } else if (['preparing', 'queued', 'uploading', 'waiting'].includes(record.state.stage)) {
        expect(['preparing', 'queued', 'waiting', 'blocked']).toContain(m.state.stage);
      } else {
        // What its user did meanwhile, or what Lobbe has, stays.
        expect(m.state).toBe(record.state);
      }
      // A key is replaced by one answer only (L20).
      expect(m.key === record.key).toBe(!(outcome.kind === 'refused' && outcome.facts.status === 409));
    });
  });
});
