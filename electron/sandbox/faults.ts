// Scripted misbehaviour: what goes wrong, on which requests. Everything that field reports tell of servers, proxies and networks
// between them is a value here; `exchange.ts` and `body-reader.ts` carry it out.

import { deferred } from './deferred';
import type { Ending } from './options';
import type { SeenRequest } from './request-log';

/** Which requests. Everything that is given must fit. */
export interface Match {
  readonly method?: string;
  /** Below `/api/v1`. */
  readonly path?: string | RegExp;
  readonly key?: string;
  readonly when?: (request: SeenRequest) => boolean;
  /** Only from the n-th request on that fits the rest, counted from 1. */
  readonly nth?: number;
  /** How many requests are hit; once unless said otherwise. */
  readonly times?: number;
}

/** When a fault strikes. */
export type Moment =
  /** Headers are there, of the body nothing was read. Nothing is stored. */
  | 'before'
  /** So many bytes of the body were read. Nothing is stored. */
  | { readonly afterBytes: number }
  /** The whole body was read, but the request is not carried out. */
  | 'after'
  /** The request was carried out; only its answer suffers. */
  | 'stored';

/** Body of a scripted answer. `endless`: JSON that never ends, as fast as it is taken. */
export type FaultBody =
  | { readonly json: unknown }
  | { readonly html: string }
  | { readonly bytes: Buffer; readonly type: string }
  | { readonly endless: true };

export type Fault =
  /** Another answer than the right one. */
  | {
      readonly kind: 'answer';
      readonly moment?: Moment;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: FaultBody | ((request: SeenRequest) => FaultBody);
      readonly gzip?: boolean;
      readonly ending?: Ending;
    }
  /** No answer: the connection goes. */
  | { readonly kind: 'drop'; readonly moment: Moment; readonly how?: 'close' | 'reset' }
  /** The right answer, cut after `keep` bytes of its body; `silence` keeps the connection open. */
  | { readonly kind: 'truncate'; readonly keep: number; readonly then?: 'close' | 'reset' | 'silence' }
  /** Stops reading the body after so many bytes, until released. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Reads the body no faster than this. */
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /** Thinks until released: before the meeting is stored (a repeat gets UPLOAD_IN_PROGRESS, L10), or before answering. */
  | { readonly kind: 'hold'; readonly at: 'before-storing' | 'before-answer' }
  /** Answers so much later. */
  | { readonly kind: 'delay'; readonly ms: number };

type TerminalFault = Extract<Fault, { kind: 'answer' | 'drop' | 'truncate' }>;

/** Handle of a scripted fault. */
export interface Scripted {
  /** Requests it struck, in their order. */
  readonly hits: readonly SeenRequest[];
  /** Resolves with the first request it strikes, once that has come to the server. */
  readonly hit: Promise<SeenRequest>;
  /** Lets everything go on that a `stall` or `hold` keeps, now and later. */
  release(): void;
  /** Strikes no more. */
  remove(): void;
}

/** What is in store for one request. */
export interface Plan {
  readonly terminal: TerminalFault | null;
  readonly stall: { readonly afterBytes: number; readonly released: Promise<void> } | null;
  readonly bytesPerSecond: number | null;
  readonly beforeStoring: Promise<void> | null;
  readonly beforeAnswer: Promise<void> | null;
  readonly delayMs: number;
}

interface Script {
  readonly match: Match;
  readonly fault: Fault;
  readonly released: Promise<void>;
  readonly hits: SeenRequest[];
  readonly onHit: (request: SeenRequest) => void;
  seen: number;
  left: number;
}

/** The queue of scripted faults. One request takes the first answer, drop or truncation that fits, and every other fault that fits. */
export class Faults {
  private scripts: Script[] = [];

  /** Puts a fault behind those that are there. */
  add(match: Match, fault: Fault): Scripted {
    const { promise: released, resolve: release } = deferred();
    const { promise: hit, resolve: onHit } = deferred<SeenRequest>();
    const script: Script = { match, fault, released, hits: [], onHit, seen: 0, left: match.times ?? 1 };
    this.scripts.push(script);
    const remove = () => {
      this.scripts = this.scripts.filter((other) => other !== script);
    };
    return { hits: script.hits, hit, release, remove };
  }

  /** Removes every fault; what is held stays held until its handle releases it. */
  clear(): void {
    this.scripts = [];
  }

  /** Takes what is in store for a request. */
  plan(request: SeenRequest): Plan {
    let plan: Plan = NO_FAULTS;
    for (const script of this.scripts) {
      const { fault } = script;
      if (!fits(script.match, request)) continue;
      if (isTerminal(fault) && plan.terminal !== null) continue;
      script.seen += 1;
      if (script.seen < (script.match.nth ?? 1)) continue;
      script.left -= 1;
      script.hits.push(request);
      script.onHit(request);
      plan = withFault(plan, fault, script.released);
    }
    this.scripts = this.scripts.filter((script) => script.left > 0);
    return plan;
  }
}

export const NO_FAULTS: Plan = {
  terminal: null,
  stall: null,
  bytesPerSecond: null,
  beforeStoring: null,
  beforeAnswer: null,
  delayMs: 0,
};

function isTerminal(fault: Fault): fault is TerminalFault {
  return fault.kind === 'answer' || fault.kind === 'drop' || fault.kind === 'truncate';
}

function withFault(plan: Plan, fault: Fault, released: Promise<void>): Plan {
  switch (fault.kind) {
    case 'answer':
    case 'drop':
    case 'truncate':
      return { ...plan, terminal: fault };
    case 'stall':
      return { ...plan, stall: { afterBytes: fault.afterBytes, released } };
    case 'throttle':
      return { ...plan, bytesPerSecond: fault.bytesPerSecond };
    case 'hold':
      return fault.at === 'before-storing' ? { ...plan, beforeStoring: released } : { ...plan, beforeAnswer: released };
    case 'delay':
      return { ...plan, delayMs: fault.ms };
    default:
      throw new Error(`unknown fault: ${JSON.stringify(fault satisfies never)}`);
  }
}

function fits(match: Match, request: SeenRequest): boolean {
  if (match.method !== undefined && match.method !== request.method) return false;
  if (match.key !== undefined && match.key !== request.key) return false;
  if (typeof match.path === 'string' && match.path !== request.path) return false;
  if (match.path instanceof RegExp && !match.path.test(request.path)) return false;
  return match.when?.(request) ?? true;
}
