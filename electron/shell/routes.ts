// The way to Lobbe, by the settings: as the system does it, directly, or by one proxy.

import type { ProxySettings } from '../contract/settings';
import { hostAndPort, readProxyServer } from '../domain/proxy-server';
import type { Route } from '../transport/ports';
import { routesOf } from '../transport/routes';

export interface RouteSources {
  proxy(): ProxySettings;
  /** The password that `user` has at the proxy at `address`. */
  password(address: string, user: string): string | null;
  /** What the system says of `url`, in the words of a PAC file. */
  resolveSystem(url: string): Promise<string>;
}

export interface Routes {
  /** The routes to `url`, in order of preference. Rejects where the settings name a proxy that we cannot use: never around it. */
  to(url: string): Promise<readonly Route[]>;
  /** The proxies that the system names for `url`, as `host:port`. */
  systemProxies(url: string): Promise<readonly string[]>;
}

export function createRoutes({ proxy, password, resolveSystem }: RouteSources): Routes {
  /** Asked each time: laptops change their network, and the answer comes in a millisecond. */
  async function system(url: string): Promise<readonly Route[]> {
    try {
      return routesOf(await resolveSystem(url));
    } catch {
      return [];
    }
  }

  function signedIn(route: Route, user: string): Route {
    if (route.kind === 'direct') return route;
    const secret = password(hostAndPort(route), user);
    return { ...route, credentials: secret === null ? null : { user, password: secret } };
  }

  return {
    async to(url) {
      const { mode, server, user } = proxy();
      if (mode === 'none') return [{ kind: 'direct' }];
      if (mode === 'system') return (await system(url)).map((route) => signedIn(route, user ?? ''));
      const read = readProxyServer(server ?? '');
      if (typeof read === 'string') throw new Error(`the proxy in the settings cannot be used: ${read}`);
      return [signedIn({ ...read, credentials: null }, user ?? '')];
    },
    async systemProxies(url) {
      const routes = await system(url);
      return routes.flatMap((route) => (route.kind === 'direct' ? [] : [hostAndPort(route)]));
    },
  };
}
