import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LocalFile } from '../../electron/contract/local-file';
import type { MeetingView, TimelineEntry } from '../../electron/contract/snapshot';
import { playTime } from '../../renderer/details/play-time';
import { foldRuns } from '../../renderer/details/runs';
import { timelineLine } from '../../renderer/details/timeline-text';
import { wordsIn } from '../../renderer/i18n/words';
import { aMeeting, aSnapshot, NOON } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow, rowOf } from './open-window';

freshWindow();

const MINUTE = 60_000;
const attempt = (minute: number, part: Partial<TimelineEntry> = {}): TimelineEntry => ({
  at: NOON - 120 * MINUTE + minute * MINUTE,
  kind: 'attempt',
  attempt: minute + 1,
  phase: 'connect',
  code: 'ECONNREFUSED',
  sent: 0,
  ...part,
});
const pane = () => screen.getByTestId('meeting-details');

async function openDetails(
  meeting: MeetingView,
  timeline: readonly TimelineEntry[] = [],
  file: LocalFile = { kind: 'gone' },
  language: 'en' | 'fa' = 'en',
) {
  const timelines = { [meeting.id]: timeline };
  const fake = await openWindow({ language, meetings: [meeting] }, { timelines, localFiles: { [meeting.id]: file } });
  await act(async () => fireEvent.click(rowOf(meeting.name)));
  fake.calls.length = 0;
  return { fake, timelines };
}

describe('repeated tries are one line', () => {
  const shape = (entries: readonly TimelineEntry[]) =>
    foldRuns(entries).map((piece) => {
      if (piece.kind === 'entry') return piece.entry.kind;
      return piece.kind === 'run' ? `${piece.of} ${piece.entries.length}` : `gap ${piece.count}`;
    });

  test.each<[string, readonly TimelineEntry[], readonly string[]]>([
    ['none', [], []],
    ['two', [attempt(0), attempt(1)], ['attempt', 'attempt']],
    ['three', [attempt(0), attempt(1), attempt(2)], ['attempt', 'unconnected 2']],
    [
      'with other troubles of the way, which are one trouble',
      [attempt(0), attempt(1, { code: 'ENOTFOUND' }), attempt(2, { code: 'EAI_AGAIN' })],
      ['attempt', 'unconnected 2'],
    ],
    [
      'not with those that got further',
      [attempt(0), attempt(1, { phase: 'body', sent: 5 }), attempt(2), attempt(3), attempt(4)],
      ['attempt', 'attempt', 'attempt', 'unconnected 2'],
    ],
    [
      'the same answer again and again',
      [1, 2, 3].map((n) => attempt(n, { kind: 'answered', status: 503, code: 'UPLOAD_IN_PROGRESS' })),
      ['answered', 'same-answer 2'],
    ],
    [
      'not another answer',
      [500, 502, 503].map((status) => attempt(1, { kind: 'answered', status })),
      ['answered', 'answered', 'answered'],
    ],
    [
      'not what its user did in between',
      [attempt(0), attempt(1), attempt(2, { kind: 'user', code: 'retry' }), attempt(3), attempt(4)],
      ['attempt', 'attempt', 'user', 'attempt', 'attempt'],
    ],
    [
      'not over those that no line is kept of',
      [attempt(0), attempt(1), attempt(2), attempt(459), attempt(460), attempt(461)],
      ['attempt', 'unconnected 2', 'gap 456', 'attempt', 'unconnected 2'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(shape(entries)).toEqual(expected);
  });

  test('what is not kept is told, over midnight too', async () => {
    const yesterday = attempt(-24 * 60, { attempt: 8 });
    await openDetails(aMeeting('waiting', { reason: 'network' }), [yesterday, attempt(0, { attempt: 40 })]);
    expect(screen.getByTestId('timeline-gap').textContent).toBe('31 tries in between are no longer noted');
  });

  test('open at a click, and say until when', async () => {
    await openDetails(
      aMeeting('waiting', { reason: 'network' }),
      [0, 1, 2, 3, 4].map((minute) => attempt(minute)),
    );
    const run = within(pane()).getByTestId('timeline-run');
    expect(run.querySelector('button span')?.textContent).toBe('4 more tries without a connection, until 10:04');
    expect(screen.getAllByTestId('timeline-item')).toHaveLength(1);
    fireEvent.click(actionIn(run, 'show-tries'));
    expect(actionIn(run, 'show-tries').getAttribute('aria-expanded')).toBe('true');
    expect(screen.getAllByTestId('timeline-item')).toHaveLength(5);
  });
});

describe('the timeline is live', () => {
  test('a new line comes while the pane is open, also where the row did not change', async () => {
    const meeting = aMeeting('ready');
    const { fake, timelines } = await openDetails(meeting, [{ at: NOON - MINUTE, kind: 'added' }]);
    timelines[meeting.id] = [
      { at: NOON - MINUTE, kind: 'added' },
      { at: NOON, kind: 'event', code: 'recording.updated:speakers_renamed' },
    ];
    const first = screen.getByTestId('timeline-item');
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [meeting] })));
    expect(screen.getAllByTestId('timeline-item').map((item) => item.dataset.kind)).toEqual(['added', 'event']);
    expect(screen.getAllByTestId('timeline-item')[0]).toBe(first);
  });
});

describe('every answer says what follows', () => {
  test.each<[number, string | undefined, string, string | null]>([
    [202, undefined, 'Lobbe took it: one meeting, charged once', null],
    [401, 'UNAUTHORIZED', 'Lobbe did not accept the token', 'It waits here safely until there is a new token.'],
    [402, undefined, 'out of minutes', 'goes out with the same key once there are minutes'],
    [403, 'SCOPE_DISABLED', 'may not send yet', 'we look again by ourselves'],
    [403, 'FORBIDDEN', 'this token may not send', 'until there is a new token'],
    [409, 'IDEMPOTENCY_KEY_IN_USE', 'used with another token', null],
    [429, 'TOKEN_DAILY_CAP', 'daily cap of the token', 'alone is longer than the cap'],
    [429, 'DAILY_LIMIT_REACHED', 'limit for sending', 'Waiting does not clear it'],
    [429, 'RATE_LIMITED', 'slow down', 'It did not say until when'],
    [503, 'UPLOAD_IN_PROGRESS', 'still storing an earlier try', 'the same key'],
    [502, undefined, 'Lobbe had a problem', 'the same key'],
    [408, undefined, 'Lobbe had a problem', 'the same key'],
    [413, undefined, 'it is too large. Remove it here', null],
    [415, 'UNSUPPORTED_MEDIA_TYPE', 'of a kind that Lobbe does not take', null],
    [400, 'VALIDATION', 'something in it is not as Lobbe expects', null],
    [418, 'TEAPOT', 'tell Lobbe’s support: \u2066TEAPOT\u2069', null],
  ])('%s %s', (status, code, what, why) => {
    const entry: TimelineEntry = { at: NOON, kind: 'answered', status, ...(code !== undefined && { code }) };
    const line = timelineLine(entry, 1000, NOON, wordsIn('en'));
    expect(line.what).toContain(what);
    if (why === null) expect(line.why).toBeNull();
    else expect(line.why).toContain(why);
    const persian = timelineLine(entry, 1000, NOON, wordsIn('fa'));
    expect(`${persian.what}${persian.why ?? ''}`).toMatch(/[آ-ی]/);
    expect(`${persian.what}${persian.why ?? ''}`).not.toMatch(/timeline\.|stage\./);
  });

  test.each<[Partial<TimelineEntry>, string, string]>([
    [{ kind: 'blocked', code: 'file-busy' }, 'Another program was using the file', 'برنامهٔ دیگری با فایل کار می‌کرد'],
    [
      { kind: 'attempt', attempt: 3, phase: 'file', code: 'READ_STALLED' },
      'Try 3: the file could not be read',
      'تلاش ۳: فایل خوانده نشد',
    ],
    [{ kind: 'interrupted', sent: 0 }, 'Stopped before anything went out', 'پیش از آنکه چیزی فرستاده شود متوقف شد'],
    [{ kind: 'user', code: 'locate' }, 'You showed where the file is now', 'شما جای تازهٔ فایل را نشان دادید'],
  ])('%o', (part, english, persian) => {
    const entry = { at: NOON, kind: 'added', ...part } as TimelineEntry;
    expect(timelineLine(entry, 1000, NOON, wordsIn('en')).what).toBe(english);
    expect(timelineLine(entry, 1000, NOON, wordsIn('fa')).what).toBe(persian);
  });
});

describe('for support', () => {
  const timeline: readonly TimelineEntry[] = [
    {
      at: NOON - 2 * MINUTE,
      kind: 'answered',
      attempt: 1,
      status: 503,
      code: 'UPLOAD_IN_PROGRESS',
      requestId: 'req-1',
    },
    { at: NOON - MINUTE, kind: 'answered', attempt: 2, status: 202, requestId: 'req-2' },
  ];

  test('id, key and each request are copied by main, which is only told which', async () => {
    const meeting = aMeeting('ready');
    const { fake } = await openDetails(meeting, timeline);
    const support = within(pane()).getByTestId('support');
    expect([...support.querySelectorAll('dd.code')].map((code) => code.textContent)).toEqual([
      meeting.key,
      'req-2',
      'req-1',
    ]);
    fireEvent.click(actionIn(pane(), 'copy-id'));
    fireEvent.click(actionIn(support, 'copy-key'));
    fireEvent.click(actionIn(support, 'copy-request-id'));
    fireEvent.click(actionIn(support, 'copy-support'));
    fireEvent.click(actionIn(screen.getAllByTestId('timeline-item')[0] as HTMLElement, 'copy-request-id'));
    expect(fake.calls).toEqual([
      { verb: 'act', input: [meeting.id, 'copy-id'] },
      { verb: 'copyFact', input: [meeting.id, { kind: 'key' }] },
      { verb: 'copyFact', input: [meeting.id, { kind: 'request-id', requestId: 'req-2' }] },
      { verb: 'copyFact', input: [meeting.id, { kind: 'support' }] },
      { verb: 'copyFact', input: [meeting.id, { kind: 'request-id', requestId: 'req-1' }] },
    ]);
  });

  test('what was copied is said, once', async () => {
    const { fake } = await openDetails(aMeeting('ready'), timeline);
    for (const what of ['key', 'key', 'request-id', 'support', 'id'] as const) {
      await meanwhile(() => fake.toast({ kind: 'copied', what }));
    }
    expect(screen.getAllByTestId('toast').map((toast) => toast.querySelector('p')?.textContent)).toEqual([
      'The id was copied',
    ]);
  });

  test('one from elsewhere has no key, no file, and no facts that nobody knows', async () => {
    const meeting = aMeeting('ready', { group: 'elsewhere', key: null, size: null, durationMs: null });
    await openDetails(meeting, [{ at: NOON, kind: 'event', code: 'recording.ready' }]);
    expect(pane().querySelector('[data-action="copy-key"]')).toBeNull();
    expect([...pane().querySelectorAll('.facts dt')].map((name) => name.textContent)).toEqual([
      'First news',
      'Finished',
      'Id',
    ]);
    expect(screen.queryByTestId('player')).toBeNull();
  });
});

describe('the player', () => {
  const playable: LocalFile = { kind: 'playable', address: 'app://recording/x' };
  const done: string[] = [];

  // jsdom plays nothing: the element only says what it was asked for.
  beforeEach(() => {
    done.length = 0;
    const element = HTMLMediaElement.prototype;
    vi.spyOn(element, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      done.push('play');
      this.dispatchEvent(new Event('play'));
    });
    vi.spyOn(element, 'pause').mockImplementation(() => void done.push('pause'));
    vi.spyOn(element, 'load').mockImplementation(() => void done.push('load'));
  });
  afterAll(() => vi.restoreAllMocks());

  const player = () => within(pane()).getByTestId('player');
  const audio = () => player().querySelector('audio') as HTMLAudioElement;

  test('reads nothing before it is asked to play, and runs from left to right in Persian too', async () => {
    await openDetails(aMeeting('ready', { durationMs: 65 * MINUTE }), [], playable, 'fa');
    expect(audio().preload).toBe('none');
    expect(audio().src).toBe('app://recording/x');
    expect(player().dir).toBe('ltr');
    expect([...player().querySelectorAll('span.num')].map((time) => time.textContent)).toEqual(['۰:۰۰', '۱:۰۵:۰۰']);
    expect(done).toEqual([]);
    fireEvent.click(actionIn(player(), 'play'));
    expect(done).toEqual(['play']);
    expect(actionIn(player(), 'play').getAttribute('aria-label')).toBe('توقف پخش');
  });

  test('goes where it is sent, at the speed it is told', async () => {
    await openDetails(aMeeting('ready', { durationMs: 10 * MINUTE }), [], playable);
    fireEvent.change(actionIn(player(), 'play-position'), { target: { value: '125' } });
    expect(audio().currentTime).toBe(125);
    expect(actionIn(player(), 'play-position').getAttribute('aria-valuetext')).toBe('2:05 of 10:00');
    const speed = actionIn(player(), 'play-speed');
    const told = [1, 2, 3].map(() => {
      fireEvent.click(speed);
      return [audio().playbackRate, speed.textContent];
    });
    expect(told).toEqual([
      [1.5, '1.5×'],
      [2, '2×'],
      [1, '1×'],
    ]);
  });

  test('is silent when its pane closes, and lets go of the file', async () => {
    await openDetails(aMeeting('ready'), [], playable);
    const element = audio();
    fireEvent.click(actionIn(player(), 'play'));
    fireEvent.click(actionIn(pane(), 'close-details'));
    expect(done).toEqual(['play', 'pause', 'load']);
    expect(element.hasAttribute('src')).toBe(false);
  });

  test.each<[LocalFile, string]>([
    [{ kind: 'other-kind' }, 'This kind of recording cannot be played here; other programs can play it.'],
    [{ kind: 'changed' }, 'The file has changed since it was added, so it is not played here.'],
  ])('%o: says why not, and shows the file', async (file, text) => {
    const meeting = aMeeting('ready');
    const { fake } = await openDetails(meeting, [], file);
    const note = screen.getByTestId('player-note');
    expect(note.querySelector('p')?.textContent).toBe(text);
    fireEvent.click(actionIn(note, 'show-in-folder'));
    expect(fake.calls).toEqual([{ verb: 'act', input: [meeting.id, 'show-in-folder'] }]);
  });

  test('is not there for a file that is not there', async () => {
    await openDetails(aMeeting('ready'), [], { kind: 'gone' });
    expect(screen.queryByTestId('player')).toBeNull();
    expect(screen.queryByTestId('player-note')).toBeNull();
  });

  test('what cannot be played although it is there is of another kind', async () => {
    await openDetails(aMeeting('ready'), [], playable);
    await act(async () => void audio().dispatchEvent(new Event('error')));
    expect(screen.getByTestId('player-note').dataset.reason).toBe('other-kind');
  });
});

test.each([
  [0, '0:00', '۰:۰۰'],
  [59.9, '0:59', '۰:۵۹'],
  [61, '1:01', '۱:۰۱'],
  [3725, '1:02:05', '۱:۰۲:۰۵'],
  [-1, '0:00', '۰:۰۰'],
])('%d s in a recording', (seconds, english, persian) => {
  expect(playTime(seconds, 'en')).toBe(english);
  expect(playTime(seconds, 'fa')).toBe(persian);
});

describe('what Lobbe takes', () => {
  test('is told where a file is no recording', async () => {
    await openDetails(aMeeting('blocked', { reason: 'not-audio', actions: ['remove', 'retry'] }));
    expect(within(pane()).getByTestId('takes').textContent).toMatch(/^Lobbe takes .*m4a/);
  });

  test('is not told where something else is in the way', async () => {
    await openDetails(aMeeting('blocked', { reason: 'empty-file', actions: ['remove', 'retry'] }));
    expect(within(pane()).queryByTestId('takes')).toBeNull();
  });
});
