// Bodies of answers: what Lobbe says, what looks like it, and what stands in between says.

import type { Chance } from '../simulation/chance';
import { cut, randomBytes } from './mutations';

export interface Body {
  readonly bytes: Buffer;
  /** The id of the meeting that it names; null: it names none, whatever its status. `open`: not for this test to say. */
  readonly meeting: string | null | 'open';
  /** `error.code`; the same. */
  readonly code: string | null | 'open';
  /** The cursor of a page that must be read as one. */
  readonly cursor?: string;
}

const OPEN = { meeting: 'open', code: 'open' } as const;
const NOTHING = { meeting: null, code: null } as const;

const body = (text: string | Buffer, facts: Omit<Body, 'bytes'>): Body => ({
  bytes: Buffer.from(text as string),
  ...facts,
});

const NO_IDS = [
  '""',
  '" "',
  '"."',
  '".."',
  '"a b"',
  '"a\\nb"',
  '"\\u0000"',
  '"\\ud800"',
  '1.5',
  'null',
  'true',
  '[]',
  '{}',
  '["rec_1"]',
];
const ODD_IDS = ['"../x"', '"%2e%2e"', '"\\u202e1"', '"?a=b"', '"#"', '-1', '1e3', '1e400', '9007199254740993'];

/** An id as JSON text, and what it is read as. */
function randomId(chance: Chance): readonly [string, Body['meeting']] {
  const text = (id: string): readonly [string, Body['meeting']] => [JSON.stringify(id), id.length <= 200 ? id : null];
  return chance.weighed<() => readonly [string, Body['meeting']]>([
    [12, () => text(`rec_${chance.below(1e9)}`)],
    [1, () => text('جلسه-🎙')],
    [1, () => text('x'.repeat(199 + chance.below(4)))],
    [0.3, () => text('x'.repeat(1_000 * (1 + chance.below(60))))],
    [2, () => ((id) => [id, id] as const)(String(chance.below(1e9)))],
    [3, () => [chance.pick(NO_IDS), null]],
    [2, () => [chance.pick(ODD_IDS), 'open']],
  ])();
}

const STATUSES = [
  '"QUEUED"',
  '"TRANSCRIBING"',
  '"GENERATING"',
  '"NAMING"',
  '"READY"',
  '"FAILED"',
  '"DELETED"',
  '"__proto__"',
  '""',
  '7',
  'null',
  '{}',
];
const ERRORS = [
  'null',
  '{}',
  '[]',
  '"x"',
  '{"code":"NO_SPEECH","retryable":true}',
  '{"code":"NO_SPEECH","retryable":"yes"}',
  '{"code":7}',
  '{"code":"\\u0000"}',
  '{"retryable":true}',
];

function acceptedBody(chance: Chance): Body {
  const [id, meeting] = randomId(chance);
  const fields = [`"id":${id}`];
  if (chance.is(0.8)) fields.push(`"status":${chance.is(0.6) ? '"QUEUED"' : chance.pick(STATUSES)}`);
  if (chance.is(0.3)) fields.push(`"error":${chance.pick(ERRORS)}`);
  if (chance.is(0.2)) fields.push('"meeting":{"id":"other"}', '"__proto__":{"id":"other"}', '"constructor":null');
  return body(`{${fields.join(',')}}`, { meeting, code: 'open' });
}

const CODES = [
  'IDEMPOTENCY_KEY_IN_USE',
  'UPLOAD_IN_PROGRESS',
  'TOKEN_DAILY_CAP',
  'RATE_LIMITED',
  'SCOPE_DISABLED',
  'PAYMENT_REQUIRED',
  'CURSOR_EXPIRED',
  'NOT_FAILED',
  'VALIDATION',
  'x',
];
const MESSAGES = [
  '"No minutes left."',
  '"<b>No</b> minutes"',
  '"دقیقه‌ای نمانده"',
  '"\\u202eevil\\u0007\\r\\nx"',
  '"a\\u2066b\\u2029c\\u0000"',
  '""',
  'null',
  '7',
  '{}',
  `"${'long '.repeat(2_000)}"`,
  '"\\ud800"',
];

function errorBody(chance: Chance): Body {
  const code = chance.pick(CODES);
  const message = chance.is(0.6) ? `,"message":${chance.pick(MESSAGES)}` : '';
  return chance.weighed<() => Body>([
    [12, () => body(`{"error":{"code":"${code}"${message}}}`, { meeting: null, code })],
    [3, () => body(`{"error":{"message":${chance.pick(MESSAGES)}}}`, OPEN)],
    [1, () => body(`{"error":"${code}"}`, NOTHING)],
    [1, () => body(`{"code":"${code}"}`, NOTHING)],
    [1, () => body(`[{"error":{"code":"${code}"}}]`, NOTHING)],
    [
      1,
      () =>
        body(
          `{"error":{"code":${chance.pick(['7', 'null', '[]', '"\\n"', '""', `"${'X'.repeat(300)}"`])}${message}}}`,
          OPEN,
        ),
    ],
  ])();
}

function randomEvent(chance: Chance): string {
  const [id] = randomId(chance);
  const [recordingId] = randomId(chance);
  const type = chance.pick(['created', 'naming_required', 'ready', 'failed', 'deleted', 'updated', 'x']);
  const data = chance.pick([
    '{}',
    'null',
    '[]',
    `{"status":${chance.pick(STATUSES)}}`,
    `{"change":"restored","status":"READY"}`,
    `{"error":${chance.pick(ERRORS)}}`,
  ]);
  return chance.weighed<() => string>([
    [20, () => `{"id":${id},"type":"recording.${type}","recordingId":${recordingId},"data":${data}}`],
    [2, () => `{"id":${id}}`],
    [2, () => chance.pick(['null', '7', '[]', '"x"', '{"data":{"data":{}}}'])],
    [0.5, () => nested(chance, chance.pick([3, 300, 20_000]))],
  ])();
}

function pageBody(chance: Chance): Body {
  const events = Array.from({ length: chance.below(chance.is(0.1) ? 400 : 4) }, () => randomEvent(chance));
  const cursor = `c${chance.below(1e9)}${chance.pick(['', '&after=latest', '%00', '#', ' ', '\n', '/../', 'ج'])}`;
  const version = chance.pick(['', '', '', `"schemaVersion":${chance.pick(['1', '2', '99'])},`]);
  return body(`{${version}"events":[${events.join(',')}],"nextCursor":${JSON.stringify(cursor)}}`, {
    ...NOTHING,
    cursor,
  });
}

function oddPageBody(chance: Chance): Body {
  const events = chance.pick(['null', '{}', '7', '"x"', '[null]', '[[]]']);
  const cursor = chance.pick(['""', 'null', '7', '"\\ud800"', '{}', '"latest"', `"${'c'.repeat(100_000)}"`]);
  const version = chance.pick(['"2"', 'null', '1e400', '-1', '1.5', '{}']);
  return body(`{"schemaVersion":${version},"events":${events},"nextCursor":${cursor}}`, OPEN);
}

const TITLES = ['"Weekly"', '"جلسهٔ هفتگی"', '" "', '"\\ud800"', 'null', '7', '{}', `"${'🎙'.repeat(400)}"`];
const MOMENTS = ['"2026-01-01T12:00:00Z"', '"yesterday"', '"5, 10"', '1e3', '-1', '1e400', '9999999999999999', 'null'];

function titled(chance: Chance): string {
  const name = chance.pick(['title', 'name']);
  return `"${name}":${chance.pick(TITLES)},"${chance.pick(['readyAt', 'createdAt'])}":${chance.pick(MOMENTS)}`;
}

/** The list of ready meetings, in one of the forms that it may have. */
function listBody(chance: Chance): Body {
  const entries = Array.from({ length: chance.below(4) }, () => {
    const [id] = randomId(chance);
    return chance.weighed([
      [6, `{"id":${id},${titled(chance)}}`],
      [2, id],
      [1, chance.pick(['null', '[]', '{}', '{"id":[]}'])],
    ]);
  });
  const list = `[${entries.join(',')}]`;
  const cursor = chance.pick(['null', '"next"', '""', '7', '"\\ud800"']);
  return body(chance.pick([list, `{"recordings":${list},"nextCursor":${cursor}}`, `{"a":{},"b":${list}}`]), OPEN);
}

/** JSON that is deeper than it is long; some parsers and more printers call themselves for each level. */
function nested(chance: Chance, depth: number): string {
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

const JSON_BUT_NOTHING = [
  'null',
  'true',
  '7',
  '"rec_1"',
  '[]',
  '{}',
  '[{"id":"rec_1"}]',
  '{"ID":"rec_1"}',
  '{"data":{"id":"rec_1"}}',
  '{"__proto__":{"id":"rec_1"}}',
];
const NO_JSON = [
  '',
  ' ',
  '\r\n',
  '\0\0\0\0',
  '<!doctype html><title>Sign in</title><a href="http://portal.example/?id=1">Sign in to the network</a>',
  '<html><body>502 Bad Gateway</body></html>',
  'Service Unavailable',
  "{'id':'rec_1'}",
  '{"id":"rec_1",}',
  '{"id":"rec_1"}x',
  '{"id":NaN}',
  'id=rec_1&status=QUEUED',
  '\ufeff\ufeff{"id":"rec_1"}',
];

/** What is asked for. */
export type Route = 'upload' | 'events' | 'ready' | 'meeting' | 'status' | 'retry';

/** What Lobbe itself says to it when all is well. */
function fittingBody(chance: Chance, route: Route): Body {
  switch (route) {
    case 'upload':
      return acceptedBody(chance);
    case 'events':
      return pageBody(chance);
    case 'ready':
      return listBody(chance);
    case 'meeting':
      return body(`{"id":"rec_1",${titled(chance)}}`, { meeting: 'rec_1', code: 'open' });
    case 'status':
    case 'retry':
      return body(`{"status":${chance.pick(STATUSES)},"error":${chance.pick(ERRORS)}}`, {
        meeting: null,
        code: 'open',
      });
  }
}

/** What a body says, before any coding. */
export function randomBody(chance: Chance, route: Route): Body {
  return chance.weighed<() => Body>([
    [16, () => fittingBody(chance, route)],
    [12, () => errorBody(chance)],
    [2, () => acceptedBody(chance)],
    [2, () => pageBody(chance)],
    [2, () => oddPageBody(chance)],
    [3, () => body(chance.pick(JSON_BUT_NOTHING), NOTHING)],
    [5, () => body(chance.pick(NO_JSON), NOTHING)],
    [1, () => body(`\ufeff{"id":"rec_1","status":"QUEUED"}`, OPEN)],
    [1, () => body('{"id":"rec_1","id":"rec_2"}', OPEN)],
    [1, () => body(nested(chance, chance.pick([10, 1_000, 30_000])), OPEN)],
    [2, () => body(cut(chance, acceptedBody(chance).bytes), OPEN)],
    [1, () => body(randomBytes(chance, chance.below(400)), OPEN)],
    [0.5, () => body(Buffer.alloc(chance.below(200_000), chance.pick(['x', ' ', '\0', '{"id":"rec_1"}'])), OPEN)],
  ])();
}
