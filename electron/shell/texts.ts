// What the app says outside its window: tray, menus, dialogs. The window's own catalogues are in renderer/i18n.

import type { Language } from '../contract/settings';

const en = {
  'app.name': 'Lobbe Uploader',
  'tray.uploading': (count: string) => `${count} uploading`,
  'tray.needs-you': (count: string) => `${count} need you`,
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
  'pick.certificate': 'Choose a root certificate',
  'pick.certificates': 'Certificates',
  'quit.ask': (count: string) =>
    `${count} recordings are still being sent. They go on where they stopped when you start again.`,
  'quit.yes': 'Quit',
  'quit.no': 'Keep sending',
  'menu.file': 'File',
  'menu.edit': 'Edit',
  'menu.close': 'Close the window',
  'menu.undo': 'Undo',
  'menu.redo': 'Redo',
  'menu.cut': 'Cut',
  'menu.copy': 'Copy',
  'menu.paste': 'Paste',
  'menu.selectAll': 'Select all',
  'base.bad': 'LOBBE_API_BASE is not an address that may be used: https anywhere, http on this computer only.',
} as const;

type Texts = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : (count: string) => string;
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
  'pick.certificate': 'انتخاب گواهی ریشه',
  'pick.certificates': 'گواهی‌ها',
  'quit.ask': (count) => `${count} فایل هنوز در حال ارسال است. با اجرای دوباره از همان‌جا ادامه می‌یابد.`,
  'quit.yes': 'خروج',
  'quit.no': 'ادامهٔ ارسال',
  'menu.file': 'فایل',
  'menu.edit': 'ویرایش',
  'menu.close': 'بستن پنجره',
  'menu.undo': 'واگرد',
  'menu.redo': 'ازنو',
  'menu.cut': 'برش',
  'menu.copy': 'رونوشت',
  'menu.paste': 'چسباندن',
  'menu.selectAll': 'انتخاب همه',
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
