// The way to Lobbe's host, step by step: which route, TCP, a proxy's tunnel, TLS.

import type net from 'node:net';
import { isLoopback } from './base-address';
import { httpConnect } from './http-connect';
import type { Limits } from './limits';
import { codeOf, type OwnCode } from './outcome';
import type { Route } from './ports';
import { secure } from './secure';
import { socks5Connect } from './socks5';
import { type DialOptions, dial, endpointOf } from './tcp';

export interface WayOptions extends DialOptions {
  /** Trusted roots as PEM, in place of node's own. */
  readonly ca?: readonly string[];
  /** The routes to a URL, in order of preference; directly if absent or none. */
  routes?(url: string): Promise<readonly Route[]>;
  readonly limits: Pick<Limits, 'addressMs' | 'connectMs'>;
}

/** What a connection is made of: the TCP socket, what runs over it, and last what HTTP is spoken over. */
export type Layers = readonly [net.Socket, ...net.Socket[]];

/** What HTTP is spoken over. */
export function topOf(layers: Layers): net.Socket {
  return layers.at(-1) ?? layers[0];
}

/** Closes what runs over TCP, from the top down: node crashes if TCP goes first while the end of a TLS connection is on its way. */
export function destroyAbove([, ...upper]: Layers): void {
  for (const socket of upper.reverse()) socket.destroy();
}

export type Arrival =
  | { readonly kind: 'arrived'; readonly layers: Layers }
  | { readonly kind: 'failed'; readonly code: string };

type Proxy = Exclude<Route, { kind: 'direct' }>;

type Step = { readonly layers: Layers } | { readonly trouble: string };

const DIRECT: readonly Route[] = [{ kind: 'direct' }];

/** Null when `event` comes; a code when `socket`, or `raw` below it, fails or closes first. */
function ready(socket: net.Socket, event: 'connect' | 'secureConnect', raw: net.Socket): Promise<string | null> {
  return new Promise((resolve) => {
    const onError = (error: Error) => resolve(codeOf(error));
    // They stay: an error that nobody listens to would end the app, and sockets may fail again while they close.
    socket.on('error', onError);
    if (raw !== socket) raw.on('error', onError);
    // A peer that ends the connection in the middle of a TLS handshake makes no error on the raw socket.
    raw.once('close', () => resolve('CLOSED' satisfies OwnCode));
    socket.once(event, () => resolve(null));
  });
}

/** One try of all routes. `leave` ends it at any step, and closes what it has opened. */
export class Way {
  readonly #url: URL;
  readonly #options: WayOptions;
  #layers: Layers | null = null;
  #left = false;
  #late: OwnCode = 'CONNECT_TIMEOUT';

  constructor(url: URL, options: WayOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** What it is called if the time is up in the step that it is in. */
  get late(): OwnCode {
    return this.#late;
  }

  /** Resolves when it has led somewhere or nowhere; after `leave`, to a failure. */
  async go(): Promise<Arrival> {
    const until = performance.now() + this.#options.limits.connectMs;
    const routes = await this.#routes();
    if (routes === null) return { kind: 'failed', code: 'NO_ROUTE' satisfies OwnCode };
    let why: string | null = null;
    for (const [index, route] of routes.entries()) {
      if (this.#left) break;
      // A route that leads nowhere in silence must leave time for the others.
      const share = (until - performance.now()) / (routes.length - index);
      const reached = await this.#reach(route, share);
      // From here on no other route is tried: somebody has been talked to.
      if ('layers' in reached) return this.#goOn(route, reached.layers);
      // The reason for the first stands for all: it is the one that should have worked.
      why ??= reached.trouble;
    }
    return { kind: 'failed', code: why ?? ('CLOSED' satisfies OwnCode) };
  }

  leave(): void {
    this.#left = true;
    if (this.#layers === null) return;
    destroyAbove(this.#layers);
    // Not `resetAndDestroy`: on a socket that is still connecting it waits for the connection first.
    this.#layers[0].destroy();
  }

  /** Null if whoever knows the routes fails. */
  async #routes(): Promise<readonly Route[] | null> {
    // Loopback is another machine, seen from a proxy.
    if (!this.#options.routes || isLoopback(this.#url.hostname)) return DIRECT;
    try {
      const routes = await this.#options.routes(this.#url.href);
      return routes.length > 0 ? routes : DIRECT;
    } catch {
      return null;
    }
  }

  /** TCP to the first host of the route within `ms`. */
  async #reach(route: Route, ms: number): Promise<Step> {
    const proxied = route.kind !== 'direct';
    this.#late = proxied ? 'PROXY_UNREACHABLE' : 'CONNECT_TIMEOUT';
    const raw = dial(proxied ? route : endpointOf(this.#url), this.#options);
    this.#layers = [raw];
    const timer = setTimeout(() => {
      raw.destroy(Object.assign(new Error('no answer'), { code: 'CONNECT_TIMEOUT' satisfies OwnCode }));
    }, ms);
    const trouble = await ready(raw, 'connect', raw);
    clearTimeout(timer);
    if (trouble === null) return { layers: [raw] };
    raw.destroy();
    return { trouble: proxied ? ('PROXY_UNREACHABLE' satisfies OwnCode) : trouble };
  }

  async #goOn(route: Route, tcp: Layers): Promise<Arrival> {
    const carrier = route.kind === 'direct' ? { layers: tcp } : await this.#tunnel(route, tcp);
    this.#late = 'CONNECT_TIMEOUT';
    const end =
      'layers' in carrier && this.#url.protocol === 'https:'
        ? await this.#secure(carrier.layers, endpointOf(this.#url).host)
        : carrier;
    return 'layers' in end ? { kind: 'arrived', layers: end.layers } : { kind: 'failed', code: end.trouble };
  }

  async #tunnel(proxy: Proxy, tcp: Layers): Promise<Step> {
    this.#late = 'PROXY_NO_ANSWER';
    const hop = proxy.kind === 'https' ? await this.#secure(tcp, proxy.host) : { layers: tcp };
    if (!('layers' in hop)) return { trouble: 'PROXY_TLS' satisfies OwnCode };
    const connect = proxy.kind === 'socks5' ? socks5Connect : httpConnect;
    const trouble = await connect(topOf(hop.layers), endpointOf(this.#url), proxy.credentials);
    return trouble === null ? hop : { trouble };
  }

  /** TLS with `host` over what is there. */
  async #secure(below: Layers, host: string): Promise<Step> {
    if (this.#left) return { trouble: 'CLOSED' satisfies OwnCode };
    const socket = secure(topOf(below), host, this.#options.ca);
    const layers: Layers = [...below, socket];
    this.#layers = layers;
    const trouble = await ready(socket, 'secureConnect', below[0]);
    return trouble === null ? { layers } : { trouble };
  }
}
