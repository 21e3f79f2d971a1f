// The state as JSON (UTF-8), at the price of what changed. Records are never altered in place (a change makes a new object), so the text of
// a record that is still the same object is still right: a commit that touches one of a thousand meetings serialises one.

import type { z } from 'zod';
import type { AppState } from '../domain/app-state';
import { StoreError } from './errors';
import { appState, elsewhereRecord, meetingRecord } from './schema';

/** Parts that are lists of records, and their records. */
const LISTS = { meetings: meetingRecord, elsewhere: elsewhereRecord };

export interface StateText {
  /**
   * Rejects with a `StoreError` `invalid-state` for what a later start could not read again (NaN becomes null in JSON, and a null is no
   * time): better one change refused than a record lost. What was checked once is not checked again; after so
   * many that are new, others have their turn.
   */
  check(state: AppState, breathe?: () => Promise<void>): Promise<void>;
  /** What `JSON.stringify` gives, as bytes in pieces, of a state that was checked. */
  of(state: AppState): Buffer[];
}

/** A drop of thousands of files is thousands of new records in one change. */
const AT_A_STRETCH = 500;

/** Neighbours whose texts are kept joined: thousands of small copies take longer than the bytes themselves. */
const JOINED = 64;

/** Neighbours in a list, and their texts with commas between. */
interface Stretch {
  readonly records: readonly object[];
  readonly text: Buffer;
}

/**
 * Keeps the texts of the records that it saw, for as long as the records themselves are kept. As bytes: joining and encoding long
 * Persian texts anew took nine tenths of a commit of a thousand meetings.
 */
export function createStateText(): StateText {
  const texts = new WeakMap<object, Buffer>();
  /** By list: as it was the last time. */
  const stretches = new Map<string, readonly Stretch[]>();

  function textOf(what: string, schema: z.ZodType, value: object): Buffer {
    const known = texts.get(value);
    if (known !== undefined) return known;
    demand(what, schema, value);
    const text = Buffer.from(JSON.stringify(value));
    texts.set(value, text);
    return text;
  }

  function listText(name: keyof typeof LISTS, list: readonly object[]): readonly Buffer[] {
    const before = stretches.get(name) ?? [];
    const now: Stretch[] = [];
    for (let from = 0; from < list.length; from += JOINED) {
      const records = list.slice(from, from + JOINED);
      const known = before[now.length];
      const isSame = known?.records.length === records.length && records.every((r, n) => r === known.records[n]);
      now.push(isSame ? known : { records, text: joined(records.map((r) => textOf(name, LISTS[name], r))) });
    }
    stretches.set(name, now);
    return now.flatMap(({ text }, n) => (n > 0 ? [COMMA, text] : [text]));
  }

  function part(name: string, value: unknown): Buffer {
    const schema = Object.hasOwn(appState.shape, name) ? appState.shape[name as keyof AppState] : null;
    // A part that we do not know came from a later version: kept as it is.
    if (!schema) return Buffer.from(JSON.stringify(value));
    if (typeof value === 'object' && value !== null) return textOf(name, schema, value);
    demand(name, schema, value);
    return Buffer.from(JSON.stringify(value));
  }

  return {
    async check(state, breathe = async () => {}) {
      if (
        typeof state !== 'object' ||
        state === null ||
        !Object.keys(LISTS).every((name) => Array.isArray(state[name as keyof typeof LISTS]))
      ) {
        throw new StoreError('invalid-state', 'no state at all');
      }
      let fresh = 0;
      for (const [name, schema] of Object.entries(LISTS)) {
        for (const record of state[name as keyof typeof LISTS]) {
          if (texts.has(record)) continue;
          fresh += 1;
          if (fresh % AT_A_STRETCH === 0) await breathe();
          textOf(name, schema, record);
        }
      }
      for (const name of Object.keys(appState.shape)) {
        if (!(name in LISTS)) part(name, state[name as keyof AppState]);
      }
    },
    of(state) {
      const pieces: Buffer[] = [];
      let before = '{';
      for (const [name, value] of Object.entries(state) as [string, unknown][]) {
        if (value === undefined) continue;
        pieces.push(Buffer.from(`${before}${JSON.stringify(name)}:`));
        if (!(name in LISTS)) {
          pieces.push(part(name, value));
        } else {
          const list = name as keyof typeof LISTS;
          pieces.push(OPEN, ...listText(list, state[list]), CLOSE);
        }
        before = ',';
      }
      pieces.push(CLOSE_STATE);
      return pieces;
    },
  };
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const CLOSE_STATE = Buffer.from('}');

function joined(texts: readonly Buffer[]): Buffer {
  return Buffer.concat(texts.flatMap((text, n) => (n > 0 ? [COMMA, text] : [text])));
}

/** The error says where and what kind of value was wanted, never the value itself. */
function demand(what: string, schema: z.ZodType, value: unknown): void {
  const checked = schema.safeParse(value);
  if (checked.success) return;
  const at = checked.error.issues.map((issue) => `${[what, ...issue.path].join('.')} (${issue.code})`);
  throw new StoreError('invalid-state', at.join(', '));
}
