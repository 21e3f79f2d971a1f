// What the app says outside its window: tray, menus, dialogs. The window's own catalogues are in renderer/i18n.

import type { EpochMs } from '../contract/ids';
import type { Language } from '../contract/settings';
import { withMarks } from './steering';

const needYou = (count: string) => (count === '1' ? '1 needs you' : `${count} need you`);

const en = {
  'app.name': 'Lobbe Uploader',
  'tray.uploading': (count: string) => `${count} uploading`,
  'tray.needs-you': needYou,
  'tray.idle': 'Nothing to send',
  'tray.waiting': (count: string) => `${count} waiting`,
  'tray.open': 'Open the window',
  'tray.add': 'Add files…',
  'tray.pause': 'Pause all',
  'tray.pause-hour': 'Pause for an hour',
  'tray.pause-tomorrow': 'Pause until tomorrow morning',
  'tray.resume': 'Resume all',
  'tray.quit': 'Quit',
  'pick.title': 'Choose recordings',
  'pick.kinds': 'Recordings',
  'pick.all': 'All files',
  'pick.locate': (name: string) => `Where is “${name}” now?`,
  'pick.folder': 'Choose a folder to watch',
  'pick.certificate': 'Choose a root certificate',
  'pick.certificates': 'Certificates',
  'save.title': 'Save the report',
  'save.kind': 'Text',
  'quit.ask': (count: string) =>
    count === '1'
      ? '1 recording is still being sent. It goes on where it stopped when you start again.'
      : `${count} recordings are still being sent. They go on where they stopped when you start again.`,
  'quit.yes': 'Quit',
  'quit.no': 'Keep sending',
  'window.gone': 'The window cannot be shown: it ended several times in a row.',
  'window.gone-detail': 'Your recordings are safe, and sending goes on without it.',
  'window.again': 'Try again',
  'window.leave': 'Close the window',
  'menu.file': 'File',
  'menu.edit': 'Edit',
  'menu.close': 'Close the window',
  'menu.undo': 'Undo',
  'menu.redo': 'Redo',
  'menu.cut': 'Cut',
  'menu.copy': 'Copy',
  'menu.paste': 'Paste',
  'menu.selectAll': 'Select all',
  'note.ready': (name: string) => `“${name}” is ready`,
  'note.naming': (name: string) => `“${name}” waits for speaker names`,
  'note.failed': (name: string) => `Lobbe could not process “${name}”`,
  'note.over-daily-cap': (name: string) => `“${name}” alone is longer than the daily cap of your token`,
  'note.unnamed.ready': 'A meeting sent from elsewhere is ready',
  'note.unnamed.naming': 'A meeting sent from elsewhere waits for speaker names',
  'note.unnamed.failed': 'Lobbe could not process a meeting sent from elsewhere',
  'note.needs-minutes': 'Your account is out of minutes',
  'note.needs-minutes.text': 'Your recordings wait here safely.',
  'note.daily-cap': 'Today’s cap of your token is reached',
  'note.daily-cap.text': (moment: string) => `Sending goes on by itself ${moment}.`,
  'note.daily-cap-over': 'Sending goes on',
  'note.daily-cap-over.text': 'The daily cap of your token is over.',
  'note.daily-limit': 'Lobbe’s limit for sending meetings today is reached',
  'note.daily-limit.text':
    'Waiting does not clear it by itself; tell the account’s owner, or try again later in the window.',
  'note.summary.ready': (count: string) => `${count} ready`,
  'note.summary.needs-you': needYou,
  'note.comma': ', ',
  'note.more': (count: string) => `and ${count} more`,
  'base.bad': 'LOBBE_API_BASE is not an address that may be used: https anywhere, http on this computer only.',
} as const;

type Texts = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : (value: string) => string;
};

const fa: Texts = {
  'app.name': 'بارگذار لُب',
  'tray.uploading': (count) => `${count} در حال بارگذاری`,
  'tray.needs-you': (count) => `${count} منتظر شما`,
  'tray.idle': 'چیزی برای فرستادن نیست',
  'tray.waiting': (count) => `${count} در نوبت`,
  'tray.open': 'باز کردن پنجره',
  'tray.add': 'افزودن فایل…',
  'tray.pause': 'توقف همه',
  'tray.pause-hour': 'توقف به مدت یک ساعت',
  'tray.pause-tomorrow': 'توقف تا فردا صبح',
  'tray.resume': 'ادامهٔ همه',
  'tray.quit': 'خروج',
  'pick.title': 'انتخاب فایل‌های ضبط‌شده',
  'pick.kinds': 'فایل‌های ضبط‌شده',
  'pick.all': 'همهٔ فایل‌ها',
  'pick.locate': (name) => `«${name}» اکنون کجاست؟`,
  'pick.folder': 'انتخاب پوشهٔ ضبط‌ها',
  'pick.certificate': 'انتخاب گواهی ریشه',
  'pick.certificates': 'گواهی‌ها',
  'save.title': 'ذخیرهٔ گزارش',
  'save.kind': 'متن',
  'quit.ask': (count) => `${count} فایل هنوز در حال ارسال است. با اجرای دوباره از همان‌جا ادامه می‌یابد.`,
  'quit.yes': 'خروج',
  'quit.no': 'ادامهٔ ارسال',
  'window.gone': 'پنجره نمایش داده نمی‌شود: چند بار پشت سر هم از کار افتاد.',
  'window.gone-detail': 'فایل‌های شما سر جایشان هستند و ارسال بدون پنجره هم ادامه دارد.',
  'window.again': 'تلاش دوباره',
  'window.leave': 'بستن پنجره',
  'menu.file': 'فایل',
  'menu.edit': 'ویرایش',
  'menu.close': 'بستن پنجره',
  'menu.undo': 'واگرد',
  'menu.redo': 'انجام دوباره',
  'menu.cut': 'برش',
  'menu.copy': 'رونوشت',
  'menu.paste': 'چسباندن',
  'menu.selectAll': 'انتخاب همه',
  'note.ready': (name) => `«${name}» آماده است`,
  'note.naming': (name) => `«${name}» منتظر نام گوینده‌هاست`,
  'note.failed': (name) => `لُب نتوانست «${name}» را پردازش کند`,
  'note.over-daily-cap': (name) => `«${name}» به‌تنهایی از سقف روزانهٔ توکن شما بیشتر است`,
  'note.unnamed.ready': 'جلسه‌ای که از جای دیگر فرستاده شده آماده است',
  'note.unnamed.naming': 'جلسه‌ای که از جای دیگر فرستاده شده منتظر نام گوینده‌هاست',
  'note.unnamed.failed': 'لُب نتوانست جلسه‌ای را که از جای دیگر فرستاده شده پردازش کند',
  'note.needs-minutes': 'دقیقه‌های حساب شما تمام شده است',
  'note.needs-minutes.text': 'فایل‌های شما اینجا امن می‌ماند.',
  'note.daily-cap': 'سقف امروز توکن شما پر شده است',
  'note.daily-cap.text': (moment) => `ارسال ${moment} خودش ادامه پیدا می‌کند.`,
  'note.daily-cap-over': 'ارسال ادامه پیدا کرد',
  'note.daily-cap-over.text': 'سقف روزانهٔ توکن شما دوباره باز شده است.',
  'note.daily-limit': 'سقف روزانهٔ لُب برای ارسال جلسه پر شده است',
  'note.daily-limit.text': 'با صبر کردن برطرف نمی‌شود؛ به صاحب حساب بگویید یا بعداً در پنجره دوباره تلاش کنید.',
  'note.summary.ready': (count) => `${count} جلسه آماده`,
  'note.summary.needs-you': (count) => `${count} منتظر شما`,
  'note.comma': '، ',
  'note.more': (count) => `و ${count} مورد دیگر`,
  'base.bad': 'نشانی LOBBE_API_BASE پذیرفته نیست: https برای هر جا، http فقط برای همین رایانه.',
};

/** The texts of a language. */
export function textsOf(language: Language): Texts {
  return language === 'fa' ? fa : en;
}

/** A whole number as this language writes it. */
export function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-GB').format(value);
}

/** A day of the coming week and its time, as this language puts them into a sentence. */
export function momentIn(language: Language, at: EpochMs): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR' : 'en-GB', options).format(at);
  const [day, time] = [part({ weekday: 'long' }), part({ hour: '2-digit', minute: '2-digit' })];
  return language === 'fa' ? `${day} ساعت ${time}` : `on ${day} at ${time}`;
}

/** A name within a sentence of a text that the system draws: what would steer is a visible mark, and neither turns the other around. */
export function nameIn(name: string): string {
  return `\u2068${withMarks(name.normalize('NFC'), (hex) => `[U+${hex.toUpperCase()}]`)}\u2069`;
}
