// Which request goes where, who may send it, and in which class it is counted.

import type { Account } from './account';
import { type Answer, refusal, secondsUntil } from './answers';
import { askRecording, askSeries } from './asking';
import type { BodyReader } from './body-reader';
import { type Call, NOT_FOUND, onMeeting } from './call';
import { retry } from './meetings';
import type { Feature, Scope } from './model';
import type { RateClass, Token } from './options';
import { events, fullMeeting, listAll, listReady, status } from './reading';
import type { SeenRequest } from './request-log';
import { upload } from './upload';
import { accountOf, type World } from './world';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** One of these is enough. */
  readonly scopes: readonly Scope[];
  readonly rateClass: RateClass;
  readonly run: (call: Call) => Answer | Promise<Answer>;
}

/** L1, F1, F4, F5, F17. */
const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/recordings$/, scopes: ['recordings:write'], rateClass: 'send', run: upload },
  {
    method: 'POST',
    path: /^\/recordings\/([^/]+)\/ask$/,
    scopes: ['recordings:query'],
    rateClass: 'query',
    run: askRecording,
  },
  { method: 'POST', path: /^\/series\/([^/]+)\/ask$/, scopes: ['series:query'], rateClass: 'query', run: askSeries },
  {
    method: 'POST',
    path: /^\/recordings\/([^/]+)\/retry$/,
    scopes: ['recordings:write'],
    rateClass: 'send',
    run: (call) => onMeeting(call, (meeting) => retry(call.account, meeting)),
  },
  {
    method: 'GET',
    path: /^\/events$/,
    scopes: ['recordings:read', 'recordings:write'],
    rateClass: 'read',
    run: events,
  },
  {
    method: 'GET',
    path: /^\/recordings\/([^/]+)\/status$/,
    scopes: ['recordings:read', 'recordings:write'],
    rateClass: 'read',
    run: status,
  },
  {
    method: 'GET',
    path: /^\/recordings\/ready$/,
    scopes: ['recordings:read'],
    rateClass: 'read',
    run: listReady,
  },
  { method: 'GET', path: /^\/recordings$/, scopes: ['recordings:read'], rateClass: 'read', run: listAll },
  {
    method: 'GET',
    path: /^\/recordings\/([^/]+)$/,
    scopes: ['recordings:read'],
    rateClass: 'read',
    run: fullMeeting,
  },
];

/** Lobbe switches scopes on account by account (L21). Reading is always on. */
const FEATURE_OF: Record<Scope, Feature | null> = {
  'recordings:read': null,
  'recordings:write': 'sending',
  'recordings:query': 'asking',
  'series:query': 'series',
};

/** Answers one request by the rules. */
export async function route(
  world: World,
  token: Token | null,
  seen: SeenRequest,
  body: BodyReader,
  beforeStoring: Promise<void> | null,
): Promise<Answer> {
  if (token === null) return refusal('UNAUTHORIZED', 'The token is missing, unknown or revoked.');
  if (!seen.belowBase) return NOT_FOUND;
  for (const candidate of ROUTES) {
    const match = candidate.method === seen.method ? candidate.path.exec(seen.path) : null;
    if (match === null) continue;
    const account = accountOf(world, token);
    const refused = scopeRefusal(account, token, candidate) ?? rateRefusal(world, token, candidate.rateClass, seen);
    if (refused !== null) return refused;
    const id = decodeId(match[1] ?? '');
    return id === null ? NOT_FOUND : candidate.run({ world, account, token, seen, body, id, beforeStoring });
  }
  return NOT_FOUND;
}

function scopeRefusal(account: Account, token: Token, { scopes }: Route): Answer | null {
  const held = scopes.filter((scope) => token.scopes.has(scope));
  if (held.length === 0) return refusal('SCOPE_MISSING', `This needs the scope ${scopes.join(' or ')}.`);
  const usable = held.some((scope) => {
    const feature = FEATURE_OF[scope];
    return feature === null || account.state.features[feature];
  });
  return usable ? null : refusal('SCOPE_DISABLED', 'This is not switched on for the account yet.'); // L21, F9
}

function rateRefusal(world: World, token: Token, rateClass: RateClass, seen: SeenRequest): Answer | null {
  const now = world.settings.now();
  const name = `${rateClass} ${token.name}`;
  seen.tooEarly = now < (world.notBefore.get(name) ?? 0);
  const roomAt = world.limiter.take(token.name, rateClass, now);
  if (roomAt === null) return null;
  const seconds = secondsUntil(roomAt, now);
  world.notBefore.set(name, now + seconds * 1000);
  return refusal('RATE_LIMITED', 'Too many requests.', seconds); // F3
}

function decodeId(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
