// How tall a row is, known from its stage: the virtual list places rows before it has seen them.

import type { Language } from '../../electron/contract/settings';
import type { MeetingView } from '../../electron/contract/snapshot';
import type { Stage } from '../../electron/contract/stage';
import type { ListItem } from '../selectors';

const oneLine: ReadonlySet<Stage> = new Set(['ready', 'queued', 'paused', 'deleted', 'cancelled']);

/** Nothing to tell but a word or a date. A pause that ends by itself has a sentence. */
export function isOneLine({ stage, reason, until }: MeetingView): boolean {
  return oneLine.has(stage) && !(stage === 'paused' && reason === 'user' && until !== null);
}

/** The heights of tokens.css, which cannot be read before the first layout. */
const heights: Readonly<Record<Language, { readonly one: number; readonly two: number; readonly tall: number }>> = {
  fa: { one: 40, two: 60, tall: 80 },
  en: { one: 36, two: 56, tall: 74 },
};

const FIRST_HEAD = 36;
const LATER_HEAD = 44;

/** How tall an entry of the list is, as far as its stage tells. */
export function itemHeight(item: ListItem, language: Language): number {
  if (item.kind === 'head') return item.first ? FIRST_HEAD : LATER_HEAD;
  const { reason } = item.meeting;
  const known = heights[language];
  if (isOneLine(item.meeting)) return known.one;
  return reason === 'maybe-delivered' ? known.tall : known.two;
}

/** What a measured height belongs to: the same sentence of the same meeting. */
export function sentenceKey(meeting: MeetingView, language: Language): string {
  const { id, stage, reason, status, trouble, fileWait } = meeting;
  return `${id} ${isOneLine(meeting) ? 'one' : 'more'} ${stage} ${reason ?? status ?? fileWait ?? ''} ${trouble ?? ''} ${language}`;
}
