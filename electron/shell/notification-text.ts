// The words of a notification: one thing by its name, or a summary of what came together. Pure.

import type { MeetingId } from '../contract/ids';
import type { Language } from '../contract/settings';
import type { NewsItem } from '../domain/news-item';
import { momentIn, nameIn, numberIn, textsOf } from './texts';

/** What is shown. No desktop reads markup in a title; Linux ones do in a body. */
export interface Note {
  readonly title: string;
  readonly body: string;
  /** What it is about, if that is one meeting. */
  readonly id: MeetingId | null;
}

/** More of them no desktop shows. */
const LINES = 4;

type MeetingItem = Extract<NewsItem, { about: 'meeting' }>;
type AccountItem = Extract<NewsItem, { about: 'account' }>;

/** One note for all of `news`, of which there is one at least. `markup`: bodies are read as markup here. */
export function noteOf(news: readonly NewsItem[], language: Language, markup: boolean): Note {
  const note = news[0] && news.length === 1 ? single(news[0], language) : summary(news, language);
  return markup ? { ...note, body: escaped(note.body) } : note;
}

function single(item: NewsItem, language: Language): Note {
  if (item.about === 'meeting') return { title: sentence(item, language), body: '', id: item.id };
  const { title, text } = accountTexts(item, language);
  return { title, body: text, id: null };
}

function summary(news: readonly NewsItem[], language: Language): Note {
  const texts = textsOf(language);
  const meetings = news.filter((item): item is MeetingItem => item.about === 'meeting');
  const account = news
    .filter((item): item is AccountItem => item.about === 'account')
    .map((item) => accountTexts(item, language).title);
  const ready = meetings.filter(({ what }) => what === 'ready').length;
  const needsYou = meetings.length - ready;
  const count = (value: number) => numberIn(language, value);
  const counts = [
    ...(ready > 0 ? [texts['note.summary.ready'](count(ready))] : []),
    ...(needsYou > 0 ? [texts['note.summary.needs-you'](count(needsYou))] : []),
  ];
  // Whoever is needed comes first, as in the list.
  const inOrder = [
    ...meetings.filter(({ what }) => what !== 'ready'),
    ...meetings.filter(({ what }) => what === 'ready'),
  ];
  const lines = [...account, ...inOrder.map((item) => sentence(item, language))];
  if (counts.length === 0) return { title: lines[0] ?? '', body: lines.slice(1).join('\n'), id: null };
  const shown = lines.length > LINES ? lines.slice(0, LINES - 1) : lines;
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [texts['note.more'](count(rest))] : [];
  return { title: counts.join(texts['note.comma']), body: [...shown, ...more].join('\n'), id: null };
}

function sentence({ what, name }: MeetingItem, language: Language): string {
  const texts = textsOf(language);
  if (name === '' && what !== 'over-daily-cap') return texts[`note.unnamed.${what}`];
  return texts[`note.${what}`](nameIn(name));
}

function accountTexts({ what, until }: AccountItem, language: Language): { title: string; text: string } {
  const texts = textsOf(language);
  const title = texts[`note.${what}`];
  if (what !== 'daily-cap') return { title, text: texts[`note.${what}.text`] };
  return { title, text: until === null ? '' : texts['note.daily-cap.text'](momentIn(language, until)) };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Case 2: a name is text, never markup. */
function escaped(body: string): string {
  return body.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}
