// Reads a stored state part by part: what can be read is kept, whatever the rest is.

import type { z } from 'zod';
import type { ProxySettings } from '../contract/settings';
import type { AppState, FeedState } from '../domain/app-state';
import { type Fields, isFields } from './fields';
import {
  appState,
  elsewhereRecord,
  feed,
  gate,
  meetingRecord,
  newsItem,
  settings,
  tokenScopes,
  watchedFolder,
} from './schema';

export interface TolerantRead {
  readonly state: AppState;
  /** Parts that were there and could not be read. The caller keeps the file they are in. */
  readonly damagedParts: number;
}

/** In place of a proxy that cannot be read: a token goes by no way that its user did not choose, so nothing goes before they choose anew. */
const NO_WAY: ProxySettings = { mode: 'manual', server: null, user: null };

/**
 * Takes a parsed state of the current schema version. One meeting that cannot be read does not take the others with it; parts
 * that are not there come from `fallback` and are no damage (they are newer than the file). Values are passed on as they are,
 * with fields that we do not know. null if this is no state at all: its meetings, which are what must not be lost, are no list.
 */
export function readTolerantly(stored: unknown, fallback: AppState): TolerantRead | null {
  if (!isFields(stored) || !Array.isArray(stored.meetings)) return null;
  // The usual case, and the cheapest.
  if (has(appState, stored)) return { state: stored, damagedParts: 0 };

  let damagedParts = 0;
  const part = <Value>(schema: z.ZodType<Value>, value: unknown, otherwise: Value): Value => {
    if (has(schema, value)) return value;
    if (value !== undefined) damagedParts += 1;
    return otherwise;
  };
  const items = <Value>(schema: z.ZodType<Value>, value: unknown): Value[] => {
    if (!Array.isArray(value)) {
      if (value !== undefined) damagedParts += 1;
      return [];
    }
    const readable = value.filter((item): item is Value => has(schema, item));
    damagedParts += value.length - readable.length;
    return readable;
  };
  const fieldsOf = (value: unknown): Fields => {
    if (isFields(value)) return value;
    if (value !== undefined) damagedParts += 1;
    return {};
  };
  const feedOf = (value: unknown): FeedState => {
    const fields = fieldsOf(value);
    return {
      ...fields,
      cursor: part(feed.shape.cursor, fields.cursor, fallback.feed.cursor),
      lastReadAt: part(feed.shape.lastReadAt, fields.lastReadAt, fallback.feed.lastReadAt),
      notBefore: part(feed.shape.notBefore, fields.notBefore, fallback.feed.notBefore),
      toldAt: part(feed.shape.toldAt, fields.toldAt, fallback.feed.toldAt),
      token: part(feed.shape.token, fields.token, fallback.feed.token),
      catchUp: part(feed.shape.catchUp, fields.catchUp, fallback.feed.catchUp),
      setAside: part(feed.shape.setAside, fields.setAside, fallback.feed.setAside),
    };
  };
  const notificationsOf = (value: unknown): AppState['settings']['notifications'] => {
    const fields = fieldsOf(value);
    const { shape } = settings.shape.notifications;
    const otherwise = fallback.settings.notifications;
    return {
      ...fields,
      ready: part(shape.ready, fields.ready, otherwise.ready),
      naming: part(shape.naming, fields.naming, otherwise.naming),
      minutes: part(shape.minutes, fields.minutes, otherwise.minutes),
      failed: part(shape.failed, fields.failed, otherwise.failed),
      elsewhere: part(shape.elsewhere, fields.elsewhere, otherwise.elsewhere),
    };
  };
  const settingsOf = (value: unknown): AppState['settings'] => {
    const fields = fieldsOf(value);
    const { shape } = settings;
    const otherwise = fallback.settings;
    const isAbsent = value === undefined || (isFields(value) && value.proxy === undefined);
    return {
      ...fields,
      language: part(shape.language, fields.language, otherwise.language),
      parallelUploads: part(shape.parallelUploads, fields.parallelUploads, otherwise.parallelUploads),
      bandwidth: part(shape.bandwidth, fields.bandwidth, otherwise.bandwidth),
      proxy: part(shape.proxy, fields.proxy, isAbsent ? otherwise.proxy : NO_WAY),
      certificate: part(shape.certificate, fields.certificate, otherwise.certificate),
      notifications: notificationsOf(fields.notifications),
    };
  };
  const state: AppState = {
    ...stored,
    meetings: items(meetingRecord, stored.meetings),
    gates: items(gate, stored.gates),
    pausedAll: part(appState.shape.pausedAll, stored.pausedAll, fallback.pausedAll),
    pausedUntil: part(appState.shape.pausedUntil, stored.pausedUntil, fallback.pausedUntil),
    lostInARow: part(appState.shape.lostInARow, stored.lostInARow, fallback.lostInARow),
    feed: feedOf(stored.feed),
    elsewhere: items(elsewhereRecord, stored.elsewhere),
    scopes: items(tokenScopes, stored.scopes),
    archive: part(appState.shape.archive, stored.archive, fallback.archive),
    news: items(newsItem, stored.news),
    watched: items(watchedFolder, stored.watched),
    settings: settingsOf(stored.settings),
  };
  return { state, damagedParts };
}

/** The schemas change nothing, so what has the form is used as it came. */
function has<Value>(schema: z.ZodType<Value>, value: unknown): value is Value {
  return schema.safeParse(value).success;
}
