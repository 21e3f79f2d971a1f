// Numbers as people of each language write them. Intl has the digits and signs, but says "MB" in Persian too, so units are texts.

import type { Language } from '../../electron/contract/settings';

const locales: Readonly<Record<Language, string>> = { fa: 'fa-IR', en: 'en-GB' };

/** The locale that Intl formats by. fa-IR brings Persian digits and the Jalali calendar with it. */
export function localeOf(language: Language): string {
  return locales[language];
}

/** Keeps the Persian percent sign at the left of its digits, whatever stands before them. */
const RIGHT_TO_LEFT_MARK = '\u200f';

/** Digits, separators and sign of a language, with a fixed number of decimals. */
export function formatNumber(value: number, language: Language, decimals = 0): string {
  return numberFormat(language, decimals).format(value);
}

/** A whole percentage. Rounds down: "100%" before the last byte is out would not be true. */
export function formatPercent(fraction: number, language: Language): string {
  const digits = formatNumber(wholePercent(fraction), language);
  return language === 'fa' ? `${digits}${RIGHT_TO_LEFT_MARK}٪` : `${digits}%`;
}

/** 0 to 100, rounded down. */
export function wholePercent(fraction: number): number {
  if (!Number.isFinite(fraction)) return 0;
  return Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
}

/** A number of bytes in the unit that people would say it in (powers of 1000, as file managers and providers count). */
export function scaleBytes(bytes: number): {
  readonly unit: ByteUnit;
  readonly value: number;
  readonly decimals: number;
} {
  if (bytes >= 999_500_000) return { unit: 'gigabytes', value: bytes / 1e9, decimals: 1 };
  if (bytes >= 999_500) {
    const value = bytes / 1e6;
    return { unit: 'megabytes', value, decimals: value < 9.95 ? 1 : 0 };
  }
  // Half a kilobyte is still something: only nothing is 0.
  return { unit: 'kilobytes', value: bytes > 0 ? Math.max(1, bytes / 1000) : 0, decimals: 0 };
}

export type ByteUnit = 'kilobytes' | 'megabytes' | 'gigabytes';

/** Digits of any keyboard as 0-9. */
export function latinDigits(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

/** A whole number as people type it, with or without separators; null if it is none, or nothing. */
export function readWholeNumber(text: string): number | null {
  const digits = latinDigits(text).replace(/[\s,٬]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

const formats = new Map<string, Intl.NumberFormat>();

// Building an Intl format costs about as much as a hundred uses of it.
function numberFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language}${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(key, made);
  return made;
}
