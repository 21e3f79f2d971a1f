// What Lobbe's support needs to find a meeting in its own logs, as one block of text: ids, times and answers. In the words of
// `--status-json`, not of a language. Never the name of a file, what is in it, where it is, or a token.

import type { TimelineEntry } from '../contract/snapshot';
import type { ElsewhereMeeting } from '../domain/elsewhere-record';
import type { MeetingRecord } from '../domain/meeting';

/** A record of ours, or of a meeting from elsewhere, of which less is known. */
export type SupportedMeeting = MeetingRecord | ElsewhereMeeting;

/** `about`: which app, and where it runs. */
export function supportText(meeting: SupportedMeeting, about: string): string {
  const { state, recordingId, addedAt, timeline } = meeting;
  const lines = [about, `recording: ${recordingId ?? 'none yet'}`];
  if ('key' in meeting) lines.push(`key: ${meeting.key}`, `attempts: ${meeting.attempts}`);
  lines.push(`stage: ${'reason' in state ? `${state.stage}, ${state.reason}` : state.stage}`);
  if (state.stage === 'failed') lines.push(`failure: ${state.failure.code}`);
  if ('file' in meeting && meeting.file !== null) {
    const { size, contentType, durationMs } = meeting.file;
    lines.push(
      `file: ${size} bytes, ${contentType}${durationMs === null ? '' : `, ${Math.round(durationMs / 1000)} s`}`,
    );
  }
  lines.push(`added: ${timeOf(addedAt)}`);
  if ('at' in state) lines.push(`finished: ${timeOf(state.at)}`);
  return [...lines, '', ...timeline.map(lineOf)].join('\n');
}

function lineOf({ at, kind, attempt, phase, sent, status, code, until, requestId }: TimelineEntry): string {
  const facts = { attempt, phase, sent, status, code, until: until && timeOf(until), request: requestId };
  const told = Object.entries(facts).filter(([, value]) => value !== undefined);
  return [timeOf(at), kind, ...told.map(([name, value]) => `${name}=${value}`)].join(' ');
}

const timeOf = (at: number) => new Date(at).toISOString();
