// Everything that is put into words, in one language: texts, numbers, units, durations, dates. Components take it from useWords().

import { createContext, createElement, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { EpochMs } from '../../electron/contract/ids';
import type { Language } from '../../electron/contract/settings';
import { daysBetween, formatClock, formatDay, formatFullDate, formatWeekday } from './dates';
import type { CatalogueKey } from './en';
import { i18n } from './i18n';
import { formatNumber, formatPercent, scaleBytes } from './numbers';

type WithoutPlural<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Key;

/** A text of the catalogues, whichever plural form it takes. */
export type TextKey = WithoutPlural<CatalogueKey>;

/** Values of a text. Numbers are written in the language's digits; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

export interface Words {
  readonly language: Language;
  t(key: TextKey, values?: TextValues): string;
  percent(fraction: number): string;
  bytes(bytes: number): string;
  speed(bytesPerSecond: number): string;
  /** Kinds of files, one after the other; Latin names, each isolated. */
  kinds(names: readonly string[]): string;
  /** Length of a recording: whole minutes, seconds below one. */
  length(ms: number): string;
  /** A span of time that is counted down: 40 s, 2 min, 1 h 5 min. */
  span(ms: number): string;
  /** When something is due: in 42 seconds, at 14:05, tomorrow at 00:00. Null or past: soon. */
  when(at: EpochMs | null, now: EpochMs): string;
  /**
   * A time by its day, in a sentence that was true at `said`, whether it is still to come or not: at 14:05, tomorrow at 00:00,
   * yesterday at 17:40, on 3 December at 09:30.
   */
  moment(at: EpochMs, now: EpochMs, said: EpochMs): string;
  /** How long ago something was: 3 min ago. */
  ago(at: EpochMs, now: EpochMs): string;
  clock(at: EpochMs): string;
  /** For a list: Today 11:52, Yesterday 17:40, 27 November. */
  day(at: EpochMs, now: EpochMs): string;
  /** For a heading: Today, Monday 30 November. */
  dayHeading(at: EpochMs, now: EpochMs): string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function makeWords(language: Language): Words {
  const translate = i18n.getFixedT(language) as (key: string, values: Record<string, unknown>) => string;

  const plain = new Map<string, string>();

  const t: Words['t'] = (key, values) => {
    if (values !== undefined) return filled(key, values);
    // Most texts have no values, and a row has many of them: looked up once.
    const text = plain.get(key) ?? filled(key, {});
    plain.set(key, text);
    return text;
  };

  const filled = (key: TextKey, values: TextValues): string => {
    const shown: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      shown[name] = typeof value === 'number' ? formatNumber(value, language) : value;
    }
    // A name may hold anything, also what i18next would take for a nested text.
    const options = { ...shown, replace: shown, nest: false };
    const { count } = values;
    // i18next chooses the plural form by `count` and would print it in Latin digits, so it gets the number under its own name.
    return typeof count === 'number' ? translate(key, { ...options, count }) : translate(key, options);
  };

  const sized = (bytes: number, texts: 'unit' | 'unit.per-second'): string => {
    const { unit, value, decimals } = scaleBytes(bytes);
    const text = formatNumber(value, language, decimals);
    if (texts === 'unit') return t(`unit.${unit}`, { value: text });
    return unit === 'gigabytes'
      ? t('unit.per-second.megabytes', { value: formatNumber(bytes / 1e6, language) })
      : t(`unit.per-second.${unit}`, { value: text });
  };

  const clock: Words['clock'] = (at) => formatClock(at, language);

  const named = (at: EpochMs, now: EpochMs): string | null => {
    const days = daysBetween(now, at);
    if (days === 0) return t('day.today');
    return days === -1 ? t('day.yesterday') : null;
  };

  return {
    language,
    t,
    clock,
    percent: (fraction) => formatPercent(fraction, language),
    bytes: (bytes) => sized(bytes, 'unit'),
    speed: (bytesPerSecond) => sized(bytesPerSecond, 'unit.per-second'),
    kinds: (names) => names.map((name) => `\u2068${name}\u2069`).join(t('kinds.between')),
    length: (ms) =>
      ms < MINUTE
        ? t('duration.seconds', { count: Math.round(ms / SECOND) })
        : t('duration.minutes', { count: Math.round(ms / MINUTE) }),
    span(ms) {
      if (ms < MINUTE) return t('duration.seconds', { count: Math.max(1, Math.ceil(ms / SECOND)) });
      const minutes = Math.ceil(ms / MINUTE);
      if (minutes < 60) return t('duration.minutes', { count: minutes });
      const hours = Math.floor(minutes / 60);
      if (minutes % 60 === 0) return t('duration.hours', { count: hours });
      return t('duration.hours-minutes', { hours, minutes: minutes % 60 });
    },
    when(at, now) {
      if (at === null || at <= now) return t('when.soon');
      const left = at - now;
      if (left <= MINUTE) {
        return t('when.in', { duration: t('duration.in.seconds', { count: Math.ceil(left / SECOND) }) });
      }
      if (left < HOUR) {
        return t('when.in', { duration: t('duration.in.minutes', { count: Math.ceil(left / MINUTE) }) });
      }
      const days = daysBetween(now, at);
      if (days === 0) return t('when.at', { time: clock(at) });
      if (days === 1) return t('when.tomorrow', { time: clock(at) });
      return t('when.date', { date: formatDay(at, now, language), time: clock(at) });
    },
    moment(at, now, said) {
      const time = clock(at);
      const days = daysBetween(now, at);
      // Under another day's heading, a time alone would be read as that day's.
      if (days === 0) return t(daysBetween(said, at) === 0 ? 'when.at' : 'when.today', { time });
      if (days === 1) return t('when.tomorrow', { time });
      return days === -1 ? t('when.yesterday', { time }) : t('when.date', { date: formatDay(at, now, language), time });
    },
    ago(at, now) {
      const past = now - at;
      if (past < MINUTE) return t('ago.now');
      if (past < HOUR) return t('ago.minutes', { count: Math.floor(past / MINUTE) });
      if (past < DAY) return t('ago.hours', { count: Math.floor(past / HOUR) });
      return t('ago.days', { count: Math.floor(past / DAY) });
    },
    day(at, now) {
      const day = named(at, now);
      return day === null ? formatDay(at, now, language) : t('day.at', { day, time: clock(at) });
    },
    dayHeading(at, now) {
      const name = named(at, now);
      if (name !== null) return t('day.named', { name, date: formatWeekday(at, language) });
      return formatFullDate(at, language);
    },
  };
}

const made = new Map<Language, Words>();

/** The words of one language; the same object each time, so that memoised rows stay as they are. */
export function wordsIn(language: Language): Words {
  const known = made.get(language);
  if (known) return known;
  const words = makeWords(language);
  made.set(language, words);
  return words;
}

const WordsContext = createContext<Words | null>(null);

/** Gives the words of the language in use to everything below. The one place that listens for a change of the language. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const { i18n: current } = useTranslation(undefined, { i18n });
  return createElement(WordsContext, { value: wordsIn(current.language === 'en' ? 'en' : 'fa') }, children);
}

/** The words of the window's language. Renders again when the language changes. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('useWords() outside of <WordsProvider>');
  return words;
}
