// Addresses that lead nowhere, and the look-ups that say them.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';

export interface Nowhere {
  readonly port: number;
  close(): Promise<void>;
}

/** Makes `host`, an address of this machine, a place that never answers a connection; at `port`, or at one that is free. */
export async function nowhere(host: string, port = 0): Promise<Nowhere> {
  const sleeper = fork(new URL('./portal-sleeper.mjs', import.meta.url), [host, String(port)]);
  const [at] = (await once(sleeper, 'message')) as [number];
  // The kernel takes in as many as fit the queue; the first that is kept waiting shows that it is full.
  const fillers: net.Socket[] = [];
  for (let full = false; !full; ) {
    const filler = net.connect(at, host).on('error', () => {});
    fillers.push(filler);
    full = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, 100, true);
      filler.once('connect', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  }
  return {
    port: at,
    async close() {
      for (const filler of fillers) filler.destroy();
      sleeper.kill('SIGKILL');
      await once(sleeper, 'exit');
    },
  };
}

/** A look-up that says `addresses` of every name. */
export function leadingTo(...addresses: readonly string[]): net.LookupFunction {
  const all = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return (_name, options, callback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };
}

/** A look-up that fails with `code`. */
export function failingWith(code: string): net.LookupFunction {
  return (name, _options, callback) => callback(Object.assign(new Error(`${code} ${name}`), { code }), []);
}
