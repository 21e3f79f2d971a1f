// `POST /recordings`: reads the form as it comes and stores it only when all of it was there.

import { createHash } from 'node:crypto';
import { type Answer, ok, refusal } from './answers';
import type { Call } from './call';
import { MultipartError } from './content-disposition';
import type { Meeting } from './model';
import { AudioFormParser, type AudioHead, boundaryOf, FRAMING_AT_MOST } from './multipart';
import type { Settings } from './options';
import { admit, BAD_KEY, claimKey, type Recording, readKey, store } from './sending';

/** Sends a recording (L2). What the headers decide is answered before the body is read. */
export async function upload(call: Call): Promise<Answer> {
  const { account, token, seen, world } = call;
  const reading = readKey(seen.key ?? undefined);
  if (reading.kind === 'bad') return BAD_KEY;
  const key = reading.kind === 'key' ? reading.key : null;
  const length = seen.headers['content-length'];
  if (length === undefined && world.settings.requireContentLength) {
    return refusal('LENGTH_REQUIRED', 'Content-Length is missing.');
  }
  const sizeAtLeast = Math.max(1, Number(length ?? 0) - FRAMING_AT_MOST);
  const admission = admit(account, token, key, sizeAtLeast);
  if (admission.kind === 'refused') return admission.answer;
  if (admission.kind === 'replay') return accepted(admission.meeting);
  if (sizeAtLeast > world.settings.maxBytes) return tooLarge(world.settings);

  const giveUp = claimKey(account, token, key);
  try {
    const received = await receive(call);
    if ('status' in received) return received;
    await call.beforeStoring;
    const stored = store(account, token, key, received.recording);
    if ('body' in stored) return stored;
    if (received.content !== null) world.contents.set(stored.id, received.content);
    return accepted(stored);
  } finally {
    giveUp();
  }
}

/** L6: a repeat gets the same, with the status that the meeting has by then. */
function accepted(meeting: Meeting): Answer {
  return ok({ id: meeting.id, status: meeting.status }, 202);
}

interface Received {
  readonly recording: Recording;
  readonly content: Buffer | null;
}

async function receive(call: Call): Promise<Received | Answer> {
  const { settings } = call.world;
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  // In an object: what callbacks assign to a plain variable is invisible to the type checker.
  const form: { head: AudioHead | null; size: number } = { head: null, size: 0 };
  const sink = {
    onHead: (found: AudioHead) => {
      form.head = found;
    },
    onData: (bytes: Buffer) => {
      hash.update(bytes);
      form.size += bytes.length;
      // A copy: the bytes belong to the socket's chunk.
      if (settings.keepContent) kept.push(Buffer.from(bytes));
    },
  };
  try {
    const parser = new AudioFormParser(boundaryOf(call.seen.headers['content-type']), sink);
    for (let chunk = await call.body.next(); chunk !== null; chunk = await call.body.next()) {
      parser.write(chunk);
      const refused = refuseContent(settings, form.head, form.size);
      if (refused !== null) return refused;
    }
    parser.end();
  } catch (error) {
    if (error instanceof MultipartError) return refusal('VALIDATION', `The form cannot be read: ${error.message}.`);
    throw error;
  }
  const { head, size } = form;
  if (head === null || size === 0) return refusal('VALIDATION', 'The recording is empty.');
  const { fileName, fileNameOnWire, contentType } = head;
  return {
    recording: { fileName, fileNameOnWire, contentType, size, sha256: hash.digest('hex') },
    content: settings.keepContent ? Buffer.concat(kept) : null,
  };
}

function refuseContent(settings: Settings, head: AudioHead | null, size: number): Answer | null {
  if (size > settings.maxBytes) return tooLarge(settings);
  if (head !== null && !settings.accepts(head.contentType)) {
    return refusal('UNSUPPORTED_MEDIA_TYPE', `${head.contentType} is not taken.`);
  }
  return null;
}

function tooLarge(settings: Settings): Answer {
  return refusal('FILE_TOO_LARGE', `A recording may have ${settings.maxBytes} bytes.`);
}
