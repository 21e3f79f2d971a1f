// `app://recording/<id>`: the file of one meeting, for the player of the window. The page names a meeting, never a path; what it gets
// is only the file that was queued for it, read a part at a time as the player takes it.

import type { MeetingId } from '../contract/ids';
import type { LocalFile } from '../contract/local-file';
import type { Excerpt, Stretch } from '../disk/excerpt';
import { isRecordingType } from '../disk/recording-types';
import type { FileIdentity, MeetingRecord } from '../domain/meeting';

/** Not the window's own host: its page may play what is here, and read nothing of it. */
export const RECORDINGS_ORIGIN = 'app://recording';

/** What is read ahead of the player is small change for a slow share, and a second or more of any recording. */
const PART_BYTES = 256 * 1024;

const ADDRESS = /^app:\/\/recording\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** What Chromium has no decoder for, whatever is in it. */
const OTHER_PROGRAMS_ONLY: ReadonlySet<string> = new Set([
  'audio/x-ms-wma',
  'video/x-ms-wmv',
  'audio/amr',
  'audio/amr-wb',
  'audio/x-caf',
  'audio/aiff',
]);

export interface PlayingServices {
  /** A record of ours, archived ones too. */
  find(id: MeetingId): Promise<MeetingRecord | null>;
  /** Never rejects, and answers in bounded time also while a disk does not. */
  read(path: string, expected: FileIdentity, stretch: Stretch): Promise<Excerpt>;
}

export interface Playing {
  /** Whether the file of a meeting can be played; looks whether it is there, and reads nothing of it. */
  localFile(id: MeetingId): Promise<LocalFile>;
  /** Answers a request for an address below `RECORDINGS_ORIGIN`; 404 for whatever is not the file of a known meeting. */
  answer(request: Request): Promise<Response>;
}

interface Playable {
  readonly path: string;
  readonly file: FileIdentity;
}

export function createPlaying({ find, read }: PlayingServices): Playing {
  async function open(id: MeetingId): Promise<Playable | Exclude<LocalFile, { kind: 'playable' }>> {
    const meeting = await find(id);
    if (!meeting?.file) return { kind: 'gone' };
    const { path, file } = meeting;
    if (OTHER_PROGRAMS_ONLY.has(file.contentType)) return { kind: 'other-kind' };
    const looked = await read(path, file, { position: 0, length: 0 });
    if (looked.kind === 'bytes') return { path, file };
    return { kind: looked.trouble === 'file-changed' ? 'changed' : 'gone' };
  }

  /** Read as it is taken: nothing is read ahead of whoever plays, and nothing after they left. */
  function bytesOf({ path, file }: Playable, { position, length }: Stretch): ReadableStream<Uint8Array> {
    const end = position + length;
    let at = position;
    let left = false;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const part = await read(path, file, { position: at, length: Math.min(PART_BYTES, end - at) });
          if (left) return;
          if (part.kind === 'trouble') {
            controller.error(new Error(part.trouble));
            return;
          }
          at += part.bytes.length;
          controller.enqueue(part.bytes);
          if (at === end) controller.close();
        },
        cancel() {
          left = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    async localFile(id) {
      const opened = await open(id);
      return 'kind' in opened ? opened : { kind: 'playable', address: `${RECORDINGS_ORIGIN}/${id}` };
    },
    async answer(request) {
      const id = ADDRESS.exec(request.url)?.[1];
      if (id === undefined) return nothing(404);
      if (request.method !== 'GET') return nothing(405);
      const opened = await open(id as MeetingId);
      if ('kind' in opened) return nothing(404);
      const { size, contentType } = opened.file;
      const stretch = stretchOf(request.headers.get('range'), size);
      if (stretch === 'outside') return nothing(416, { 'Content-Range': `bytes */${size}` });
      const { position, length } = stretch ?? { position: 0, length: size };
      const headers = {
        'Content-Type': isRecordingType(contentType) ? contentType : 'application/octet-stream',
        'Content-Length': String(length),
        'Accept-Ranges': 'bytes',
        ...(stretch && { 'Content-Range': `bytes ${position}-${position + length - 1}/${size}` }),
        ...always,
      };
      return new Response(bytesOf(opened, { position, length }), { status: stretch ? 206 : 200, headers });
    },
  };
}

const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

function nothing(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...headers, ...always } });
}

/**
 * The stretch that a `Range` header asks for; null: all of it, as for several ranges or a form we do not know (RFC 9110 lets a server
 * ignore them); `outside`: it begins behind the end.
 */
function stretchOf(range: string | null, size: number): Stretch | 'outside' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { position: size - length, length };
  }
  const position = Number(first);
  if (position >= size) return 'outside';
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return end <= position ? null : { position, length: end - position };
}
