// An HTTP answer → what the policies look at: facts, the accepted meeting, the end of its wait.

import zlib from 'node:zlib';
import type { EpochMs } from '../contract/ids';
import type { AnswerFacts, ServerAnswer } from '../domain/outcome';
import type { RawAnswer } from './exchange';
import type { OwnCode } from './outcome';
import { parseRetryAfter } from './retry-after';
import { acceptedBody, errorBody } from './wire';

/** A message longer than this is no sentence. */
const LONGEST_MESSAGE = 500;
const LONGEST_REQUEST_ID = 128;
/** Nobody encodes an answer more often; a server must not make us try. */
const MOST_CODINGS = 2;

const TOO_LARGE: OwnCode = 'TOO_LARGE';

/** An answer read as far as it can be. */
export interface ReadAnswer {
  readonly facts: AnswerFacts;
  readonly notBefore: EpochMs | null;
  /** A Retry-After was there, whether or not it can be used. */
  readonly askedToWait: boolean;
  /** The body as text, decoded and capped. */
  readonly text: string;
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown;
  /** Its type says that it is HTML. */
  readonly html: boolean;
  readonly cutBy: string | null;
}

function header(raw: RawAnswer, name: string): string | null {
  const value = raw.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function decoder(coding: string, first: number | undefined) {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
    case 'deflate':
      // Some servers send it without the zlib header that the standard asks for.
      return ((first ?? 0) & 0x0f) === 8
        ? zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH })
        : zlib.createInflateRaw({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

/** Undoes one coding. What is cut off or damaged gives what could be decoded; no more than `cap` bytes of it. */
function decodeOnce(body: Buffer, coding: string, cap: number): Promise<Buffer> {
  const stream = decoder(coding, body[0]);
  if (!stream) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      stream.destroy();
      resolve(Buffer.concat(chunks).subarray(0, cap));
    };
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      // A few KB can decode to gigabytes.
      if (length >= cap) finish();
    });
    stream.once('end', finish);
    stream.on('error', finish);
    stream.end(body);
  });
}

async function decodeBody(raw: RawAnswer, cap: number): Promise<string> {
  const codings = (header(raw, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MOST_CODINGS) return '';
  let body = raw.body;
  for (const coding of codings.reverse()) body = await decodeOnce(body, coding, cap);
  // Not fatal: an answer that is cut off may end within a character.
  return new TextDecoder().decode(body);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function looksLikeHtml(text: string): boolean {
  return /<[a-z!/?]/i.test(text);
}

/** Plain text of one paragraph, without what could change how the text around it is shown; null if nothing is left. */
function plainMessage(text: string): string | null {
  // Controls, and the invisible characters that reorder text (case 2). What Persian needs, ZWNJ and the marks, stays.
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (plain === '' || looksLikeHtml(plain)) return null;
  return [...plain].slice(0, LONGEST_MESSAGE).join('');
}

function requestId(raw: RawAnswer): string | null {
  const id = header(raw, 'x-request-id') ?? header(raw, 'request-id') ?? '';
  return id.replace(/[^\x21-\x7e]/g, '').slice(0, LONGEST_REQUEST_ID) || null;
}

/** Decodes and reads an answer; `cap` is the most bytes of the decoded body that are looked at, `now` the wall clock. */
export async function readAnswer(raw: RawAnswer, cap: number, now: EpochMs): Promise<ReadAnswer> {
  const text = await decodeBody(raw, cap);
  const json = parseJson(text);
  const retryAfter = header(raw, 'retry-after');
  return {
    facts: { status: raw.status, code: errorBody(json).code, requestId: requestId(raw) },
    notBefore: retryAfter === null ? null : parseRetryAfter(retryAfter, header(raw, 'date'), now),
    askedToWait: retryAfter !== null,
    text,
    json,
    html: /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(header(raw, 'content-type') ?? ''),
    cutBy: raw.cutBy,
  };
}

export function isSuccess({ facts }: ReadAnswer): boolean {
  return facts.status >= 200 && facts.status < 300;
}

/** A page for people, and so not Lobbe's. */
export function isPage({ json, text, html }: ReadAnswer): boolean {
  return json === undefined && (looksLikeHtml(text) || (html && text.trim() !== ''));
}

/**
 * The network's reason why an answer came without its end; null if it is complete, was only too long, or what came of it is
 * enough to see that it is JSON, or a page and not Lobbe's.
 */
export function lostBy(answer: ReadAnswer): string | null {
  if (answer.json !== undefined || answer.cutBy === TOO_LARGE || isPage(answer)) return null;
  return answer.cutBy;
}

/** An answer to `POST /recordings` in the form that the policy classifies. */
export function uploadAnswer(answer: ReadAnswer): ServerAnswer {
  const { facts, notBefore, askedToWait, text, json } = answer;
  const said = json === undefined ? text : errorBody(json).message;
  return {
    facts,
    notBefore,
    askedToWait,
    isPage: isPage(answer),
    accepted: isSuccess(answer) ? acceptedBody(json) : null,
    message: said === null ? null : plainMessage(said),
  };
}
