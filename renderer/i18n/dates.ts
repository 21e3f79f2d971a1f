// Dates and clock times: Jalali in Persian, Gregorian in English, always in the zone of this computer.

import type { EpochMs } from '../../electron/contract/ids';
import type { Language } from '../../electron/contract/settings';
import { localeOf } from './numbers';

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(language: Language, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(localeOf(language), options);
  formats.set(key, made);
  return made;
}

/** 14:05, in the language's digits. */
export function formatClock(at: EpochMs, language: Language): string {
  return dateFormat(language, 'clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/** A minute of the day as a clock shows it, whatever day it is. */
export function formatMinuteOfDay(minute: number, language: Language): string {
  return dateFormat(language, 'minute', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(minute * 60_000);
}

/** Day and month, and the year where it is not this one: ۶ آذر, 27 November 2025. */
export function formatDay(at: EpochMs, now: EpochMs, language: Language): string {
  const parts = partsOf(at, language);
  const thisYear = partsOf(now, language).year;
  return parts.year === thisYear ? `${parts.day} ${parts.month}` : `${parts.day} ${parts.month} ${parts.year}`;
}

/**
 * Weekday and date, built from its parts: in fa, Intl's `dateStyle: 'full'` puts them in a wrong order and with a Latin comma.
 */
export function formatFullDate(at: EpochMs, language: Language): string {
  const { weekday, day, month, year } = partsOf(at, language);
  return `${weekday} ${day} ${month} ${year}`;
}

/** Weekday, day and month, without the year. */
export function formatWeekday(at: EpochMs, language: Language): string {
  const { weekday, day, month } = partsOf(at, language);
  return `${weekday} ${day} ${month}`;
}

/** How many midnights lie between two times, by this computer's calendar; negative for the past. */
export function daysBetween(from: EpochMs, to: EpochMs): number {
  // Days are counted in UTC from the local date, because a day that changes the clocks has not 24 hours.
  return Math.round((utcDay(to) - utcDay(from)) / 86_400_000);
}

function utcDay(at: EpochMs): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

interface DateParts {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** Of each day that was asked for: a list asks for its dates again in each frame that it is scrolled, and Intl takes its time. */
const known = new Map<string, DateParts>();

function partsOf(at: EpochMs, language: Language): DateParts {
  const key = `${language} ${utcDay(at)}`;
  const parts = known.get(key) ?? readParts(at, language);
  known.set(key, parts);
  return parts;
}

function readParts(at: EpochMs, language: Language): DateParts {
  const format = dateFormat(language, 'parts', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const parts = format.formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { weekday: of('weekday'), day: of('day'), month: of('month'), year: of('year') };
}
