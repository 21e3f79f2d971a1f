import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { MeetingAction } from '../../electron/contract/stage';
import { aMeeting, aSnapshot, NOON, someProgress } from './builders';
import { actionIn, freshWindow, meanwhile, openMenu, openWindow, rowOf } from './open-window';

freshWindow();

const SECOND = 1000;
const failure = (code: string, retryable = false, retries = 0) => ({ code, retryable, retries });
const inSeconds = (seconds: number) => NOON + seconds * SECOND;

// Only the date: what counts down is read from it, and nothing here waits.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Case {
  readonly meeting: MeetingView;
  readonly en: string;
  readonly fa: string;
  /** What the row's button does, if that is not the first of its actions. */
  readonly main?: MeetingAction;
  /** What the row's button says, in English. */
  readonly button: string;
  readonly manner: 'soft' | 'quiet' | 'calm';
}

const rejected = ['retry', 'show-in-folder', 'remove'] as const;

const cases: readonly Case[] = [
  {
    meeting: aMeeting('preparing'),
    en: 'Reading the file',
    fa: 'در حال خواندن فایل',
    button: 'Remove',
    manner: 'calm',
  },
  {
    meeting: aMeeting('preparing', { fileWait: 'growing' }),
    en: 'Still being recorded. It will be sent when the file is complete.',
    fa: 'هنوز در حال ضبط است. وقتی کامل شد فرستاده می‌شود.',
    button: 'Remove',
    manner: 'calm',
  },
  {
    meeting: aMeeting('preparing', { fileWait: 'in-use' }),
    en: 'Another program is using the file. It will be sent when that program is done.',
    fa: 'برنامهٔ دیگری با این فایل کار می‌کند. کارش که تمام شد فرستاده می‌شود.',
    button: 'Remove',
    manner: 'calm',
  },
  {
    meeting: aMeeting('preparing', { fileWait: 'in-cloud' }),
    en: 'The file is in the cloud, not on this computer. Start OneDrive, iCloud or the like, and it goes on by itself.',
    fa: 'فایل در فضای ابری است و روی این رایانه نیست. OneDrive یا iCloud را اجرا کنید تا خودش ادامه پیدا کند.',
    button: 'Remove',
    manner: 'calm',
  },
  {
    meeting: aMeeting('preparing', { fileWait: 'no-answer' }),
    en: 'The drive with this file does not answer. It goes on by itself when the drive is back.',
    fa: 'درایو این فایل پاسخ نمی‌دهد. با برگشتن درایو، خودش ادامه پیدا می‌کند.',
    button: 'Remove',
    manner: 'calm',
  },
  { meeting: aMeeting('queued'), en: 'Waiting for its turn', fa: 'در نوبت', button: 'Send next', manner: 'calm' },
  {
    meeting: aMeeting('waiting', { reason: 'network', until: inSeconds(42) }),
    en: 'No connection to Lobbe. Next try in 42 seconds.',
    fa: 'ارتباط با لُب برقرار نیست. تلاش بعدی تا ۴۲ ثانیهٔ دیگر.',
    button: 'Try now',
    manner: 'quiet',
  },
  {
    meeting: aMeeting('waiting', { reason: 'server-error', until: inSeconds(8) }),
    en: 'Lobbe has a problem just now. Next try in 8 seconds.',
    fa: 'لُب فعلاً مشکلی دارد. تلاش بعدی تا ۸ ثانیهٔ دیگر.',
    button: 'Try now',
    manner: 'quiet',
  },
  {
    meeting: aMeeting('waiting', { reason: 'upload-in-progress', until: inSeconds(20), actions: ['pause', 'cancel'] }),
    en: 'Lobbe is still storing an earlier try. Checking again in 20 seconds.',
    fa: 'لُب هنوز تلاش قبلی را ذخیره می‌کند. بررسی دوباره تا ۲۰ ثانیهٔ دیگر.',
    button: 'Pause',
    manner: 'quiet',
  },
  {
    meeting: aMeeting('waiting', { reason: 'rate-limited', until: inSeconds(60), actions: ['pause', 'cancel'] }),
    en: 'Lobbe asked us to slow down. Going on in 60 seconds.',
    fa: 'لُب خواسته است آهسته‌تر بفرستیم. ارسال تا ۶۰ ثانیهٔ دیگر از سر گرفته می‌شود.',
    button: 'Pause',
    manner: 'quiet',
  },
  {
    meeting: aMeeting('paused', { reason: 'user' }),
    en: 'Paused by you',
    fa: 'شما متوقفش کرده‌اید',
    button: 'Go on',
    manner: 'quiet',
  },
  {
    meeting: aMeeting('paused', { reason: 'user', actions: ['send-next', 'pause', 'cancel'] }),
    en: 'You paused everything',
    fa: 'همه را متوقف کرده‌اید',
    button: 'Send next',
    manner: 'calm',
  },
  {
    meeting: aMeeting('paused', { reason: 'needs-minutes', actions: ['send-next', 'cancel'] }),
    en: 'Paused',
    fa: 'متوقف',
    button: 'Send next',
    manner: 'calm',
  },
  {
    meeting: aMeeting('blocked', { reason: 'file-missing' }),
    en: 'The file is no longer where it was. Bring it back or show us where it is.',
    fa: 'فایل دیگر سر جایش نیست. برش گردانید یا جای تازه‌اش را نشان دهید.',
    button: 'Try again',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'file-changed', actions: ['upload-new-version', 'cancel'] }),
    en: 'The file changed after a first try. Send the new version as a new meeting?',
    fa: 'فایل پس از تلاش اول تغییر کرده است. نسخهٔ تازه به‌عنوان جلسه‌ای جدید فرستاده شود؟',
    button: 'Send the new version',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'file-unreadable' }),
    en: 'We may not read this file. Allow access, then try again.',
    fa: 'اجازهٔ خواندن این فایل را نداریم. دسترسی بدهید و دوباره تلاش کنید.',
    button: 'Try again',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'not-audio', actions: ['cancel', 'retry'] }),
    en: 'This is not a recording that Lobbe takes.',
    fa: 'این فایل صوتی نیست یا لُب این نوع را نمی‌پذیرد.',
    button: 'Remove',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'empty-file', size: 0 }),
    en: 'The file is empty.',
    fa: 'فایل خالی است.',
    button: 'Try again',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'over-daily-cap', actions: ['open-in-lobbe', 'retry'] }),
    en: 'This recording alone is longer than the daily cap of your token. Raise the cap in Lobbe, then try again.',
    fa: 'این فایل به‌تنهایی از سقف روزانهٔ توکن شما بیشتر است. سقف را در لُب بالا ببرید و دوباره تلاش کنید.',
    button: 'Raise the cap',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'maybe-delivered', actions: ['open-in-lobbe', 'upload-again'] }),
    en: 'This recording may already be a meeting, sent with your earlier token. Look in Lobbe before sending it again; sending again uses minutes.',
    fa: 'شاید این فایل با توکن قبلی شما جلسه شده باشد. پیش از فرستادن دوباره در لُب نگاه کنید؛ فرستادن دوباره دقیقه مصرف می‌کند.',
    button: 'Look in Lobbe',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'rejected', failure: failure('413'), actions: rejected }),
    en: 'Lobbe did not accept this recording: it is too large. Remove it here, and add it smaller or in parts.',
    fa: 'لُب این فایل را نپذیرفت: حجمش بیش از اندازه است. از اینجا بردارید و کم‌حجم‌تر یا در چند تکه بیفزایید.',
    main: 'remove',
    button: 'Remove',
    manner: 'soft',
  },
  {
    meeting: aMeeting('blocked', { reason: 'rejected', failure: failure('SOMETHING_NEW'), actions: rejected }),
    en: 'the reason is not known. Try again later; if it stays so, tell Lobbe’s support: SOMETHING_NEW',
    fa: 'دلیلش روشن نیست. بعداً دوباره تلاش کنید؛ اگر باز نشد، به پشتیبانی لُب بگویید: SOMETHING_NEW',
    button: 'Try again',
    manner: 'soft',
  },
  {
    meeting: aMeeting('processing'),
    en: 'Lobbe has it. In Lobbe’s queue.',
    fa: 'به لُب رسید. در نوبت پردازش.',
    button: 'Open in Lobbe',
    manner: 'calm',
  },
  {
    meeting: aMeeting('processing', { status: 'TRANSCRIBING' }),
    en: 'Lobbe is transcribing',
    fa: 'لُب در حال پیاده‌سازی گفت‌وگوست',
    button: 'Open in Lobbe',
    manner: 'calm',
  },
  {
    meeting: aMeeting('processing', { status: 'GENERATING' }),
    en: 'Lobbe is writing the minutes',
    fa: 'لُب در حال نوشتن چکیدهٔ جلسه است',
    button: 'Open in Lobbe',
    manner: 'calm',
  },
  {
    meeting: aMeeting('processing', { status: 'A_NEW_STATUS' }),
    en: 'Lobbe is working on this meeting',
    fa: 'لُب روی این جلسه کار می‌کند',
    button: 'Open in Lobbe',
    manner: 'calm',
  },
  {
    meeting: aMeeting('naming'),
    en: 'Who is speaking? Name the speakers in Lobbe.',
    fa: 'چه کسانی صحبت می‌کنند؟ گوینده‌ها را در لُب نام‌گذاری کنید.',
    button: 'Name in Lobbe',
    manner: 'soft',
  },
  {
    meeting: aMeeting('failed', { failure: failure('NO_SPEECH') }),
    en: 'Lobbe could not process this meeting (NO_SPEECH). If the recording plays well, send it again.',
    fa: 'لُب نتوانست این جلسه را پردازش کند (NO_SPEECH). اگر فایل درست پخش می‌شود، دوباره بفرستید.',
    button: 'Send again',
    manner: 'soft',
  },
  {
    meeting: aMeeting('failed', { failure: failure('STEP', true, 3), actions: ['open-in-lobbe', 'show-in-folder'] }),
    en: 'Lobbe could not process this meeting (STEP). It may still recover; look in Lobbe.',
    fa: 'لُب نتوانست این جلسه را پردازش کند (STEP). شاید خودش درست شود؛ در لُب نگاه کنید.',
    button: 'Open in Lobbe',
    manner: 'soft',
  },
  {
    meeting: aMeeting('failed', { failure: failure('STEP', true, 1) }),
    en: 'A step failed; Lobbe tries again (1 of 3)',
    fa: 'یک مرحله ناموفق بود؛ لُب دوباره تلاش می‌کند (۱ از ۳)',
    button: 'Send again',
    manner: 'calm',
  },
  { meeting: aMeeting('deleted'), en: 'Deleted in Lobbe', fa: 'در لُب حذف شده است', button: 'Remove', manner: 'calm' },
  {
    meeting: aMeeting('cancelled'),
    en: 'Removed from the queue',
    fa: 'از نوبت حذف شد',
    button: 'Undo',
    manner: 'quiet',
  },
];

test.each<[MeetingView['stage'], Partial<MeetingView>, string | undefined, string | undefined]>([
  ['queued', {}, 'Waiting', 'در نوبت'],
  ['paused', { reason: 'user' }, 'Paused', 'متوقف'],
  ['paused', { reason: 'user', actions: ['cancel'] }, 'All paused', 'همه متوقف'],
  ['paused', { reason: 'offline', actions: ['cancel'] }, 'Paused', 'متوقف'],
  ['deleted', {}, 'Deleted', 'حذف در لُب'],
  ['cancelled', {}, 'Removed', 'حذف شد'],
  ['ready', {}, undefined, undefined],
])('%s %o has a word for a narrow window, beside its sentence', async (stage, part, en, fa) => {
  const meeting = aMeeting(stage, part);
  const word = () => rowOf(meeting.name).querySelector<HTMLElement>('.when')?.dataset.short;
  const fake = await openWindow({ meetings: [meeting], language: 'en' });
  expect(word()).toBe(en);
  await meanwhile(() => fake.tell(aSnapshot({ meetings: [meeting], language: 'fa' })));
  expect(word()).toBe(fa);
});

test('a meeting of somebody else that failed is not asked to be sent again', async () => {
  const meeting = aMeeting('failed', { group: 'elsewhere', failure: failure('NO_SPEECH') });
  await openWindow({ meetings: [meeting], language: 'en' });
  expect(rowOf(meeting.name).querySelector('.row-stage')?.textContent).toBe(
    'Lobbe could not process this meeting (NO_SPEECH)',
  );
});

describe.each(cases)('$meeting.stage $meeting.reason', ({ meeting, en, fa, button, manner, ...given }) => {
  const action = given.main ?? meeting.actions[0] ?? '';

  test('says so in both languages', async () => {
    const fake = await openWindow({ meetings: [meeting], language: 'en' });
    const row = rowOf(meeting.name);
    expect(row.textContent).toContain(en);
    await meanwhile(() => fake.tell(aSnapshot({ meetings: [meeting], language: 'fa' })));
    expect(rowOf(meeting.name).textContent).toContain(fa);
  });

  test('has its attributes and its one button', async () => {
    const fake = await openWindow({ meetings: [meeting], language: 'en' });
    const row = rowOf(meeting.name);
    expect(row.dataset.stage).toBe(meeting.stage);
    expect(row.dataset.reason).toBe(meeting.reason ?? undefined);
    expect(row.dataset.recordingId).toBe(meeting.recordingId ?? undefined);
    expect(row.dataset.until).toBe(meeting.until === null ? undefined : new Date(meeting.until).toISOString());
    expect(row.dataset.progress).toBeUndefined();
    const main = actionIn(row, action);
    expect(main.textContent).toBe(button);
    expect(main.className).toContain(manner === 'soft' ? 'btn-soft' : 'btn-quiet');
    expect(main.classList.contains('calm')).toBe(manner === 'calm');
    fireEvent.click(main);
    expect(fake.calls).toEqual([{ verb: 'act', input: [meeting.id, action] }]);
  });

  test('has all its actions in the menu, which is there only while open', async () => {
    const fake = await openWindow({ meetings: [meeting], language: 'en' });
    const row = rowOf(meeting.name);
    expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
    fireEvent.click(actionIn(row, 'menu'));
    const menu = openMenu();
    expect(row.contains(menu)).toBe(true);
    const offered = [...menu.querySelectorAll<HTMLElement>('[data-action]')].map((item) => item.dataset.action);
    const pauses =
      meeting.actions.includes('pause') && meeting.stage !== 'paused' ? ['pause-hour', 'pause-tomorrow'] : [];
    expect(offered.sort()).toEqual([...meeting.actions, ...pauses, 'details'].sort());
    const last = meeting.actions.at(-1) ?? '';
    fireEvent.click(actionIn(menu, last));
    expect(fake.calls).toEqual([{ verb: 'act', input: [meeting.id, last] }]);
    expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  });
});

describe('an upload', () => {
  test('shows what the network took, rounded down, and what is left', async () => {
    const meeting = aMeeting('uploading');
    const fake = await openWindow({ meetings: [meeting], language: 'en' });
    expect(rowOf(meeting.name).dataset.progress).toBe('0');
    await meanwhile(() => fake.progress([someProgress(meeting, 0.629)]));
    expect(rowOf(meeting.name).dataset.progress).toBe('62');
    expect(rowOf(meeting.name).textContent).toContain('62%·1.2 MB/s·2 min left');
    await meanwhile(() => fake.progress([someProgress(meeting, 0.999, { bytesPerSecond: 0, msLeft: null })]));
    expect(rowOf(meeting.name).dataset.progress).toBe('99');
    expect(rowOf(meeting.name).textContent).not.toContain('left');
  });

  test('says that it waits for the network instead of a speed that is long past', async () => {
    const meeting = aMeeting('uploading');
    const fake = await openWindow({ meetings: [meeting], language: 'en' });
    await meanwhile(() =>
      fake.progress([someProgress(meeting, 0.3, { bytesPerSecond: 0, msLeft: null, isStill: true })]),
    );
    expect(rowOf(meeting.name).textContent).toContain('30%·waiting for the network');
  });

  test('shows no speed before it can be believed, nor adds it to that of the others', async () => {
    const meetings = [aMeeting('uploading'), aMeeting('uploading')] as const;
    const fake = await openWindow({ meetings, language: 'en' });
    const first = someProgress(meetings[0], 0.1, { bytesPerSecond: 900_000_000, msLeft: null });
    await meanwhile(() => fake.progress([first]));
    expect(rowOf(meetings[0].name).textContent).toContain('10%');
    expect(rowOf(meetings[0].name).textContent).not.toContain('/s');
    expect(screen.getByTestId('summary').textContent).not.toContain('/s');
    await meanwhile(() => fake.progress([first, someProgress(meetings[1], 0.5)]));
    expect(screen.getByTestId('summary').textContent).toContain('1.2 MB/s');
  });

  test('tells its Persian figures in elements of their own, which are set closer than letters may be', async () => {
    const meeting = aMeeting('uploading');
    const fake = await openWindow({ meetings: [meeting], language: 'fa' });
    await meanwhile(() => fake.progress([someProgress(meeting, 0.629)]));
    const line = rowOf(meeting.name).querySelector('.row-stage.num');
    expect([...(line?.querySelectorAll('.figures') ?? [])].map((each) => each.textContent)).toEqual(['۶۲', '۱٫۲', '۲']);
    expect(line?.textContent).toBe('۶۲\u200f٪·۱٫۲ مگابایت بر ثانیه·۲ دقیقه مانده');
  });

  test('that is out but not answered says so', async () => {
    const meeting = aMeeting('uploading');
    const fake = await openWindow({ meetings: [meeting], language: 'fa' });
    await meanwhile(() => fake.progress([someProgress(meeting, 1, { phase: 'answer' })]));
    expect(rowOf(meeting.name).dataset.progress).toBe('100');
    expect(rowOf(meeting.name).textContent).toContain('فرستاده شد. منتظر پاسخ لُب.');
  });
});

describe('a recording that Lobbe did not accept', () => {
  const rowText = async (language: 'en' | 'fa', code: string | null) => {
    const meeting = aMeeting('blocked', { reason: 'rejected', failure: code === null ? null : failure(code) });
    await openWindow({ meetings: [meeting], language });
    return rowOf(meeting.name).querySelector('.row-stage')?.textContent ?? '';
  };

  test.each([
    '400',
    '404',
    '405',
    '409',
    'CONFLICT',
    '410',
    '411',
    '413',
    '415',
    '422',
    'VALIDATION',
    'FILE_TOO_LARGE',
  ])('%s: reads why and what to do, never the code alone', async (code) => {
    expect(await rowText('en', code)).toMatch(/^Lobbe did not accept this recording: [a-zA-Z].{10,}\. [A-Z].{10,}\.$/);
    expect(document.querySelector('.row-stage')?.textContent).not.toContain(code);
  });

  test.each(['404', '409', '413'])('%s: in Persian', async (code) => {
    expect(await rowText('fa', code)).toMatch(/^لُب این فایل را نپذیرفت: [^a-zA-Z]{20,}\.$/);
  });

  // The sentence's last words are its button's.
  test.each([
    ['FILE_TOO_LARGE', 'Remove it here', 'Remove'],
    ['415', 'Remove it here', 'Remove'],
    ['IDEMPOTENCY_KEY_IN_USE', 'remove it here', 'Remove'],
    ['422', 'Try again;', 'Try again'],
    ['410', 'then try again.', 'Try again'],
    ['405', 'then try again.', 'Try again'],
    ['No such type of file', 'No such type of file', 'Try again'],
  ])('%s: the button of the row and of the details does what the sentence asks for', async (code, asked, button) => {
    const meeting = aMeeting('blocked', { reason: 'rejected', failure: failure(code), actions: rejected });
    await openWindow({ meetings: [meeting], language: 'en' });
    const row = rowOf(meeting.name);
    expect(row.querySelector('.row-stage')?.textContent).toContain(asked);
    expect(row.querySelector('.row-act')?.textContent).toBe(button);
    await act(async () => fireEvent.click(row));
    expect(document.querySelector('.pane-acts button')?.textContent).toBe(button);
  });

  test('for a number that says nothing: the number is small, beside the next step', async () => {
    expect(await rowText('en', '418')).toContain('Try again later');
    expect(document.querySelector('.row-stage .code')?.textContent).toBe('418');
  });

  test('without any word', async () => {
    expect(await rowText('en', null)).toContain('no reason was given. Try again later');
  });

  test('with a message as long as a page: cut in the row and in the details', async () => {
    const long = `${'Unreadable stream in block. '.repeat(60)}END`;
    const text = await rowText('en', long);
    expect(text).toMatch(/[a-z]…\u2069$/);
    expect(text.length).toBeLessThan(245);
    await act(async () => fireEvent.click(screen.getByTestId('meeting-row')));
    expect(document.querySelector('.pane-stage')?.textContent).toBe(text);
  });
});

describe('names', () => {
  test.each(['x\u202ea4m.exe', '<img src=x onerror=alert(1)>.m4a', 'a"\r\n.m4a', ' spaces .m4a', '會議🎙️.m4a'])(
    '%j is exact in data-name and inert on the screen',
    async (name) => {
      await openWindow({ meetings: [aMeeting('queued', { name })] });
      const row = rowOf(name);
      expect(row.querySelector('img')).toBeNull();
      expect(row.querySelector('bdi.fname')?.textContent).not.toMatch(/[\u202a-\u202e\r\n]/);
    },
  );
});

describe('a long list', () => {
  test('is virtual: only what is near the viewport is in the document', async () => {
    const meetings = Array.from({ length: 5000 }, () => aMeeting('queued'));
    await openWindow({ meetings });
    expect(screen.getAllByTestId('meeting-row').length).toBeLessThan(60);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
  });

  test('is narrowed by the search', async () => {
    const meetings = Array.from({ length: 500 }, (_, i) => aMeeting('queued', { name: `جلسهٔ ${i}.m4a` }));
    await openWindow({ language: 'fa', meetings });
    await act(async () => {
      fireEvent.change(screen.getByTestId('search'), { target: { value: 'جلسه ۴۹۹' } });
    });
    expect(screen.getAllByTestId('meeting-row').map((row) => row.dataset.name)).toEqual(['جلسهٔ 499.m4a']);
    expect(screen.getByTestId('summary').textContent).toContain('۱ از ۵۰۰');
  });
});
