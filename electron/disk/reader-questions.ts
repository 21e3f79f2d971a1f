// What is asked of a reader thread, and what it answers, in the order of the questions.

import type { FileTrouble } from '../domain/outcome';
import type { Excerpt, Stretch } from './excerpt';
import type { Listing, ListQuestion } from './folder-listing';
import type { FolderContents, FolderLimits } from './folder-walk';
import type { Inspection, LookOptions } from './look';
import type { Expected, ReadResult, Reread } from './recording-file';

export interface Exchanges {
  look: { question: { readonly path: string; readonly options: LookOptions }; answer: Inspection };
  isThere: { question: { readonly path: string }; answer: boolean };
  list: { question: ListQuestion; answer: Listing };
  isFolder: { question: { readonly path: string }; answer: boolean };
  walk: { question: { readonly path: string; readonly limits: FolderLimits }; answer: FolderContents };
  excerpt: {
    question: { readonly path: string; readonly expected: Expected; readonly stretch: Stretch };
    answer: Excerpt;
  };
  /** Opens the one recording that a thread has open at a time. */
  open: {
    question: { readonly path: string; readonly expected: Expected };
    answer:
      | { readonly kind: 'opened'; readonly size: number }
      | { readonly kind: 'trouble'; readonly trouble: FileTrouble; readonly code: string };
  };
  /** Its next bytes come in this slot of the memory that both sides share, from its beginning on. */
  read: { question: { readonly slot: number }; answer: ReadResult };
  verify: { question: object; answer: FileTrouble | 'doubt' | null };
  reread: { question: object; answer: Reread };
  close: { question: object; answer: null };
}

export type Kind = keyof Exchanges;
export type Question<K extends Kind = Kind> = { [Each in K]: { readonly kind: Each } & Exchanges[Each]['question'] }[K];
export type Answer<K extends Kind> = Exchanges[K]['answer'];

/** What a thread is started with: the memory of its slots. */
export interface ReaderData {
  readonly shared: SharedArrayBuffer;
}
