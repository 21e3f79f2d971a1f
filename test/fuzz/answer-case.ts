// One call of the real client to a server that says what chance wants; then everything that must hold of what came of it.

import type { IdempotencyKey, RecordingId } from '../../electron/contract/ids';
import type { Outcome } from '../../electron/domain/outcome';
import type { Limits } from '../../electron/transport/limits';
import type { UploadBody, UploadTick } from '../../electron/transport/ports';
import { syntheticBody, syntheticBytes } from '../fakes/synthetic-body';
import { clientFor, KEY, NOW, TOKEN } from '../fakes/transport-world';
import type { Chance } from '../simulation/chance';
import type { Route } from './answer-bodies';
import { brokenDecision, brokenFeed, brokenMeeting, brokenReady, brokenStatus } from './answer-checks';
import type { AnsweringServer, Played } from './answering-server';
import { randomScript, type Script } from './answers';
import type { CaseResult } from './case-result';
import { brokenFraming } from './name-case';
import { randomName } from './names';

export interface UploadCall {
  readonly call: 'upload';
  readonly size: number;
  readonly name: string;
  /** From this position on the file has this trouble. */
  readonly trouble: { readonly at: number; readonly how: 'short' | 'throws' | 'changed' } | null;
}

export type Call = UploadCall | { readonly call: Exclude<Route, 'upload'> };

/** Nothing that ends by itself may need them; whatever waits for one of these has lost an answer or an end. */
const PATIENT: Partial<Limits> = {
  connectMs: 60_000,
  stallMs: 60_000,
  answerMs: 60_000,
  answerBodyMs: 60_000,
  readMs: 60_000,
  graceMs: 1_000,
  closeMs: 5_000,
};

/** For servers that say nothing more: each limit is reached within a moment. */
const SHORT: Partial<Limits> = {
  ...PATIENT,
  stallMs: 40,
  answerMs: 40,
  answerBodyMs: 30,
  readMs: 60,
  graceMs: 20,
};

/** A call that takes longer hangs: all short limits in a row are a fraction of a second, the rest is for a busy computer. */
const HANGS_AFTER_MS = 20_000;

function randomCall(chance: Chance): Call {
  const call = chance.weighed([
    [7, 'upload'],
    [1.5, 'events'],
    [0.5, 'ready'],
    [0.3, 'meeting'],
    [0.7, 'status'],
    [0.7, 'retry'],
  ] as const);
  if (call !== 'upload') return { call };
  const size = chance.weighed([
    [1, 0],
    [20, chance.below(3_000)],
    [2, 200_000 + chance.below(200_000)],
    [1, 1_000_000 + chance.below(3_000_000)],
  ]);
  const how = chance.pick(['short', 'throws', 'changed'] as const);
  const trouble = chance.is(0.04) && size > 0 ? { at: chance.below(size), how } : null;
  return { call, size, name: randomName(chance), trouble };
}

function bodyOf({ size, trouble }: UploadCall): UploadBody {
  if (trouble === null) return syntheticBody(size);
  const { at, how } = trouble;
  if (how === 'changed') return syntheticBody(size, { verify: async () => 'file-changed' });
  return syntheticBody(size, {
    at,
    instead: async () => {
      if (how === 'short') return new Uint8Array(0);
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    },
  });
}

/** Plays one case against a server that is free. */
export async function playAnswer(chance: Chance, server: AnsweringServer): Promise<CaseResult> {
  const call = randomCall(chance);
  const script = randomScript(chance, call.call, call.call === 'upload' ? call.size : 0, NOW);
  const tls = chance.is(0.04);
  /** Stopped before it begins (-1), or at a step of the server. */
  const stopAt = chance.is(0.04) ? chance.below(6) - 1 : null;
  const quiet = script.ending === 'stay' && script.meaning === null;
  const cap = chance.is(0.1) ? 1_000 : 256 * 1024;
  const limits: Partial<Limits> = {
    ...(quiet ? SHORT : PATIENT),
    tickMs: 10,
    headPauseMs: chance.pick([0, 2, 5]),
    readBytes: cap,
    answerBytes: cap,
  };
  const stopping = new AbortController();
  if (stopAt === -1) stopping.abort();
  const client = clientFor({ base: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}/api/v1` }, limits);
  const ticks: UploadTick[] = [];
  const id = 'rec_1' as RecordingId;
  const ask = (): Promise<unknown> => {
    const { signal } = stopping;
    switch (call.call) {
      case 'upload': {
        const request = { name: call.name, contentType: 'audio/mp4', key: KEY, body: bodyOf(call) };
        return client.upload(request, signal, (tick) => ticks.push(tick));
      }
      case 'events':
        return client.readEvents('cursor', 500, signal);
      case 'ready':
        return client.readReady(chance.pick([null, 'cursor']), chance.pick([null, 100]), signal);
      case 'meeting':
        return client.readMeeting(id, signal);
      case 'status':
        return client.readStatus(id, signal);
      case 'retry':
        return client.retry(id, signal);
    }
  };
  const about = () => inWords({ call, script, tls, stopAt, limits });
  let timer: NodeJS.Timeout | undefined;
  const hanging = new Promise<'hangs'>((resolve) => {
    timer = setTimeout(resolve, HANGS_AFTER_MS, 'hangs');
  });
  const options = {
    tls,
    connects: stopAt !== -1,
    onStep: (step: number) => {
      if (step === stopAt) stopping.abort();
    },
  };
  const settled = () =>
    ask().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  const played = await server.play(script, options, () => Promise.race([settled(), hanging]));
  clearTimeout(timer);
  const { result } = played;
  if (result === 'hangs') return { came: 'hangs', broken: `no result within ${HANGS_AFTER_MS} ms`, about };
  if ('error' in result) return { came: 'throws', broken: `rejected: ${stackOf(result.error)}`, about };
  const { value } = result;
  const told = isPlain(call, stopAt, script, cap) ? script.meaning : null;
  const broken = brokenConnection(played) ?? brokenResult();
  const { kind } = value as { kind: string };
  return { came: `${call.call}: ${kind}`, broken, about: () => `${about()}\n→ ${JSON.stringify(value)}` };

  function brokenResult(): string | null {
    switch (call.call) {
      case 'upload': {
        const outcome = value as Outcome;
        return brokenUpload(call, outcome, played, ticks, chance) ?? brokenDecision(outcome, told, script, chance);
      }
      case 'events':
        return brokenFeed(value, told);
      case 'ready':
        return brokenReady(value, told);
      case 'meeting':
        return brokenMeeting(value, told);
      case 'status':
      case 'retry':
        return brokenStatus(value, told, call.call);
    }
  }
}

/** Nothing but the server's answer decides what comes of it, and it fits into what is looked at. */
function isPlain(call: Call, stopAt: number | null, { meaning, pieces }: Script, cap: number): boolean {
  if (stopAt !== null || (call.call === 'upload' && call.trouble !== null) || meaning === null) return false;
  return meaning.body.bytes.length <= cap && Buffer.concat(pieces).length <= cap;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** One attempt is one connection with one request, and it is gone when the attempt is over. */
function brokenConnection({ seen }: Played<unknown>): string | null {
  if (seen.connections > 1) return `${seen.connections} connections for one call`;
  if (seen.leftOpen) return 'the connection was left open';
  return null;
}

function brokenUpload(
  call: UploadCall,
  outcome: Outcome,
  { seen }: Played<unknown>,
  ticks: readonly UploadTick[],
  chance: Chance,
): string | null {
  if (JSON.stringify(outcome).includes(TOKEN)) return 'the token is in the outcome';
  const { head, body, whole } = seen;
  if (head) {
    const keys = head.raw.match(/^idempotency-key: .*$/gim) ?? [];
    if (keys.length !== 1 || head.headers.get('idempotency-key') !== (KEY as IdempotencyKey)) return `keys: ${keys}`;
    if (!head.line.startsWith('POST /api/v1/recordings HTTP/1.1')) return `asked for ${head.line}`;
  }
  if (whole && call.trouble !== null) return 'a file with trouble was sent whole';
  if (whole && denies(outcome)) return 'the server has all of it, and the outcome says that it cannot';
  if ('sent' in outcome && outcome.sent > call.size) return `${outcome.sent} of ${call.size} bytes sent`;
  let last = 0;
  for (const { sent, total } of ticks) {
    if (sent < last || sent > total || total !== call.size) return `progress: ${JSON.stringify(ticks)}`;
    last = sent;
  }
  if (!head || body === null) return null;
  const sent = { name: call.name, type: 'audio/mp4', content: syntheticBytes(call.size) };
  return brokenFraming(head.headers.get('content-type') ?? '', body.subarray(0, head.contentLength), sent, chance);
}

/** Answers of something in between, which did not pass the request on. */
const IN_BETWEEN = new Set(['REDIRECTED', 'NETWORK_SIGN_IN']);

/** It says that the server cannot have the whole request: the next attempt may then be taken for the first. */
function denies(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'interrupted':
      return !outcome.mayHaveArrived;
    case 'unknown':
      return !outcome.mayHaveArrived && !IN_BETWEEN.has(outcome.code);
    case 'file-trouble':
      return true;
    default:
      return false;
  }
}

function inWords(given: { readonly script: Script } & Record<string, unknown>): string {
  const { script, ...rest } = given;
  const { pieces, ...server } = script;
  const shown = pieces.map((piece) => JSON.stringify(piece.toString('latin1').slice(0, 2_000)));
  const meaning = server.meaning && { ...server.meaning, body: { ...server.meaning.body, bytes: undefined } };
  return `${JSON.stringify({ ...rest, ...server, meaning })}\n${shown.join('\n')}`;
}
