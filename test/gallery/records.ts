// Records for the gallery: the names that people give, at lengths and sizes that go together.

import fs from 'node:fs';
import path from 'node:path';
import type { MeetingRecord, MeetingState } from '../../electron/domain/meeting';
import { tokenFingerprint } from '../../electron/store/vault';
import { atLobbe, meeting } from '../builders/meetings';
import { largeRecording, TOKEN } from '../e2e/app';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const MEGABYTE = 1_000_000;

/** The token that the app runs with, as gates and attempts name it. */
export const token = tokenFingerprint(TOKEN);

/** Length in minutes and size in megabytes. */
export type Measures = readonly [minutes: number, megabytes: number];

type Given = Partial<MeetingRecord>;

const idOf = (n: number) => `rec_7Qm2xVbD41s${n}` as NonNullable<MeetingRecord['recordingId']>;
const fileOf = (n: number, [minutes, megabytes]: Measures): MeetingRecord['file'] => ({
  size: megabytes * MEGABYTE,
  mtimeMs: Date.now() - DAY,
  contentType: 'audio/mp4',
  durationMs: minutes * MINUTE,
  ends: `ends ${n}`,
});

/** One of ours that Lobbe has not got yet. */
export function ours(
  n: number,
  name: string,
  measures: Measures,
  state: MeetingState,
  given: Given = {},
): MeetingRecord {
  const addedAt = Date.now() - 2 * HOUR + n * MINUTE;
  const timeline: MeetingRecord['timeline'] = [{ at: addedAt, kind: 'added' }];
  return meeting(n, {
    name,
    path: `/recordings/${name}`,
    addedAt,
    file: fileOf(n, measures),
    state,
    timeline,
    ...given,
  });
}

/** One that Lobbe has. */
export function lobbes(
  n: number,
  name: string,
  measures: Measures,
  state: MeetingState,
  given: Given = {},
): MeetingRecord {
  const before = ours(n, name, measures, state);
  const sentAt = before.addedAt + 4 * MINUTE;
  return atLobbe(n, state, {
    ...before,
    attempts: 1,
    recordingId: idOf(n),
    keyToken: token,
    timeline: [
      ...before.timeline,
      { at: before.addedAt + MINUTE, kind: 'attempt', attempt: 1 },
      { at: sentAt, kind: 'answered', status: 202, requestId: 'req_01hv3k7t' },
      { at: sentAt, kind: 'event', code: 'recording.created' },
    ],
    ...given,
  });
}

/** One whose file is really there, so that it can be sent: as large as the picture needs it, its length as told. */
export function sendable(folder: string, n: number, name: string, measures: Measures): MeetingRecord {
  const [minutes, megabytes] = measures;
  const file = largeRecording(folder, name, megabytes * MEGABYTE);
  const { size, mtimeMs } = fs.statSync(file);
  const record = ours(n, name, [minutes, megabytes], { stage: 'queued' });
  return { ...record, path: path.resolve(file), file: { ...(record.file ?? missing()), size, mtimeMs } };
}

function missing(): never {
  throw new Error('a record without a file');
}
