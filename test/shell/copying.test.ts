import { expect, test } from 'vitest';
import type { MeetingId } from '../../electron/contract/ids';
import type { Toast } from '../../electron/contract/snapshot';
import { type ElsewhereMeeting, elsewhereId } from '../../electron/domain/elsewhere-record';
import { createCopying } from '../../electron/shell/copying';
import type { SupportedMeeting } from '../../electron/shell/support-text';
import { atLobbe, idOf, keyOf, recordingIdOf, T0, token } from '../builders/meetings';

const SECRET = 'lobbe-secret-token';
const ready = atLobbe(
  2,
  { stage: 'ready', at: T0 + 600_000, unseen: false },
  {
    name: 'board call, salaries.m4a',
    path: '/home/sara/board call, salaries.m4a',
    attempts: 2,
    timeline: [
      { at: T0, kind: 'added' },
      { at: T0 + 1000, kind: 'attempt', attempt: 1, phase: 'body', code: 'ECONNRESET', sent: 31_000_000 },
      {
        at: T0 + 9000,
        kind: 'answered',
        attempt: 2,
        status: 503,
        code: `ECHO_${SECRET}: board call, salaries.m4a`,
        until: T0 + 29_000,
        requestId: 'req-7',
      },
    ],
  },
);
const elsewhere: ElsewhereMeeting = {
  kind: 'meeting',
  recordingId: recordingIdOf(9),
  title: 'Salaries',
  titleIsDue: false,
  token,
  addedAt: T0,
  state: { stage: 'failed', at: T0 + 5000, failure: { code: 'NO_SPEECH', retryable: false, retries: 0 } },
  seenEvents: [],
  timeline: [{ at: T0, kind: 'event', code: 'recording.failed' }],
};

function world() {
  const copied: string[] = [];
  const toasts: Toast[] = [];
  const known = new Map<MeetingId, SupportedMeeting>([
    [ready.id, ready],
    [elsewhereId(elsewhere.recordingId), elsewhere],
  ]);
  const copyFact = createCopying({
    find: async (id) => known.get(id) ?? null,
    copy: (text) => copied.push(text),
    toast: (toast) => toasts.push(toast),
    token: () => SECRET,
    about: 'Lobbe Uploader 0.1.0 (linux)',
  });
  return { copied, toasts, copyFact };
}

test('the key, and a request of the timeline, each with one message', async () => {
  const { copied, toasts, copyFact } = world();
  await copyFact(idOf(2), { kind: 'key' });
  await copyFact(idOf(2), { kind: 'request-id', requestId: 'req-7' });
  expect(copied).toEqual([keyOf(2), 'req-7']);
  expect(toasts).toEqual([
    { kind: 'copied', what: 'key' },
    { kind: 'copied', what: 'request-id' },
  ]);
});

test('a page can copy no text of its own', async () => {
  const { copied, toasts, copyFact } = world();
  await copyFact(idOf(2), { kind: 'request-id', requestId: 'rm -rf /' });
  await copyFact(idOf(77), { kind: 'support' });
  await copyFact(elsewhereId(recordingIdOf(9)), { kind: 'key' });
  expect(copied).toEqual([]);
  expect(toasts).toEqual([]);
});

test('case 111: all for support is ids, times and answers; no name, no place, no token', async () => {
  const { copied, copyFact } = world();
  await copyFact(idOf(2), { kind: 'support' });
  expect(copied).toEqual([
    `Lobbe Uploader 0.1.0 (linux)
recording: rec_2
key: ${keyOf(2)}
attempts: 2
stage: ready
file: 2000 bytes, audio/mp4, 120 s
added: 2026-11-30T09:00:00.000Z
finished: 2026-11-30T09:10:00.000Z

2026-11-30T09:00:00.000Z added
2026-11-30T09:00:01.000Z attempt attempt=1 phase=body sent=31000000 code=ECONNRESET
2026-11-30T09:00:09.000Z answered attempt=2 status=503 code=ECHO_[token]: [name] until=2026-11-30T09:00:29.000Z request=req-7`,
  ]);
});

test('of one from elsewhere, what is known of it; not its title', async () => {
  const { copied, copyFact } = world();
  await copyFact(elsewhereId(recordingIdOf(9)), { kind: 'support' });
  expect(copied).toEqual([
    `Lobbe Uploader 0.1.0 (linux)
recording: rec_9
stage: failed
failure: NO_SPEECH
added: 2026-11-30T09:00:00.000Z
finished: 2026-11-30T09:00:05.000Z

2026-11-30T09:00:00.000Z event code=recording.failed`,
  ]);
});
