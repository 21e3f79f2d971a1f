// The rules of `POST /recordings`: keys, caps, minutes. Nothing here knows HTTP beyond the answers it gives.

import { type Account, charge, nextDay, tokenUse, usedToday } from './account';
import { type Answer, refusal, secondsUntil } from './answers';
import { appendEvent } from './events';
import { LOBBE_APP, type Meeting } from './model';
import type { Token } from './options';
import { stepDueAt } from './pace';

/** A key as it came: none at all (L4), a good one, or one that L3 refuses. */
export type KeyReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'bad' };

/** L3: 8 to 64 characters after white space at both ends is removed. */
export function readKey(raw: string | undefined): KeyReading {
  if (raw === undefined) return { kind: 'none' };
  const key = raw.trim();
  const length = [...key].length;
  return length >= 8 && length <= 64 ? { kind: 'key', key } : { kind: 'bad' };
}

export const BAD_KEY = refusal('VALIDATION', 'Idempotency-Key must have 8 to 64 characters.');

/** What the headers of a request decide. */
export type Admission =
  | { readonly kind: 'replay'; readonly meeting: Meeting }
  | { readonly kind: 'refused'; readonly answer: Answer }
  | { readonly kind: 'run' };

/** Decides from the headers alone. `sizeAtLeast` is what Content-Length promises of audio. */
export function admit(account: Account, token: Token, key: string | null, sizeAtLeast: number): Admission {
  if (key !== null) {
    const known = account.state.meetings.find((meeting) => meeting.key === key);
    if (known !== undefined) {
      // L13: the earlier result never reaches another token. L8: only the key is compared. L11: deleted or not.
      return known.sentBy === token.name ? { kind: 'replay', meeting: known } : { kind: 'refused', answer: keyInUse() };
    }
    const storing = account.storing.get(key);
    if (storing !== undefined) {
      return { kind: 'refused', answer: storing === token.name ? uploadInProgress(account) : keyInUse() };
    }
  }
  // Only after the repeats: those are answered even when a cap is reached (L7).
  const answer = limitRefusal(account, token, sizeAtLeast);
  return answer === null ? { kind: 'run' } : { kind: 'refused', answer };
}

/** Claims a key while its audio is being stored (L10). Returns what gives it up, whether a meeting came of it or not (L9). */
export function claimKey(account: Account, token: Token, key: string | null): () => void {
  if (key === null) return () => {};
  account.storing.set(key, token.name);
  return () => account.storing.delete(key);
}

/** A recording that was received whole. */
export type Recording = Pick<Meeting, 'fileName' | 'fileNameOnWire' | 'contentType' | 'size' | 'sha256'>;

/** Makes the meeting and spends its minutes: both or, with a refusal, neither (L9). */
export function store(account: Account, token: Token, key: string | null, recording: Recording): Meeting | Answer {
  // Again, with the true size: other uploads may have spent the minutes meanwhile.
  const refused = limitRefusal(account, token, recording.size);
  if (refused !== null) return refused;
  const meeting = addMeeting(account, token.name, key, recording);
  const minutes = account.settings.minutesOf(recording.size);
  charge(account, 'recording', meeting.id, minutes, token.name);
  usedToday(account).sends += 1;
  const use = tokenUse(account, token);
  use.bytes += recording.size;
  use.minutes += minutes;
  account.changed();
  return meeting;
}

/** A meeting made in Lobbe's own app: its key, if any, is taken for every token (L12, L13). */
export function addFromElsewhere(
  account: Account,
  details: Partial<Pick<Meeting, 'title' | 'key' | 'seriesId'>> = {},
): Meeting {
  const name = details.title ?? 'meeting.m4a';
  const recording = { fileName: name, fileNameOnWire: name, contentType: 'audio/mp4', size: 0, sha256: '' };
  const meeting = addMeeting(account, LOBBE_APP, details.key ?? null, recording, details.seriesId ?? null);
  account.changed();
  return meeting;
}

function addMeeting(
  account: Account,
  sentBy: string,
  key: string | null,
  recording: Recording,
  seriesId: string | null = null,
): Meeting {
  const now = account.settings.now();
  const meeting: Meeting = {
    id: account.newId('rec'),
    title: recording.fileName.replace(/\.[^.]+$/, ''),
    key,
    sentBy,
    fileName: recording.fileName,
    fileNameOnWire: recording.fileNameOnWire,
    contentType: recording.contentType,
    size: recording.size,
    sha256: recording.sha256,
    status: 'QUEUED',
    error: null,
    step: 'QUEUED',
    dueAt: stepDueAt(account, 'QUEUED', now),
    reruns: 0,
    everReady: false,
    deleted: false,
    seriesId,
    createdAt: now,
  };
  account.state.meetings.push(meeting);
  appendEvent(account, meeting, 'recording.created', { status: meeting.status });
  return meeting;
}

function limitRefusal(account: Account, token: Token, size: number): Answer | null {
  const { settings } = account;
  const minutes = settings.minutesOf(size);
  if (settings.dailySendLimit !== null && usedToday(account).sends >= settings.dailySendLimit) {
    return refusal('DAILY_LIMIT_REACHED', 'This account sent as many meetings today as Lobbe allows.'); // L18: no Retry-After
  }
  const use = tokenUse(account, token);
  const overCap =
    capRefusal(account, token.dailyCap.bytes, use.bytes, size) ??
    capRefusal(account, token.dailyCap.minutes, use.minutes, minutes);
  if (overCap !== null) return overCap;
  if (account.state.minutes < minutes) {
    return refusal('INSUFFICIENT_MINUTES', 'The account has not enough minutes for this recording.');
  }
  return null;
}

function capRefusal(account: Account, cap: number | null | undefined, used: number, wanted: number): Answer | null {
  if (cap === null || cap === undefined || used + wanted <= cap) return null;
  // L18: without Retry-After, as this request alone is larger than the cap and no waiting helps.
  if (wanted > cap)
    return refusal('TOKEN_DAILY_CAP', 'This recording alone is larger than the daily cap of the token.');
  const wait = secondsUntil(nextDay(account), account.settings.now());
  return refusal('TOKEN_DAILY_CAP', 'The daily cap of the token is reached.', wait);
}

function uploadInProgress(account: Account): Answer {
  const seconds = account.settings.uploadInProgressSeconds;
  return refusal('UPLOAD_IN_PROGRESS', 'The first request with this key is still storing its audio.', seconds);
}

function keyInUse(): Answer {
  return refusal('IDEMPOTENCY_KEY_IN_USE', 'Another token of this account, or Lobbe itself, used this key before.');
}
