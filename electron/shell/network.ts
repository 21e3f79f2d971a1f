// Whether the computer has any network: a hint that may delay automatic tries, and wakes them when it is back.

import { net } from 'electron';

/** Electron's main process has no event for it; asking costs microseconds. */
const LOOK_EVERY_MS = 5_000;

export interface Network {
  /** No network at all, and `base` is not this computer's own address. */
  offline(): boolean;
  stop(): void;
}

/** `onChange` is called when the network went or came back. */
export function watchNetwork(base: string, onChange: (offline: boolean) => void): Network {
  const local = isLoopback(new URL(base).hostname);
  const look = () => !local && !net.isOnline();
  let offline = look();
  const timer = setInterval(() => {
    const now = look();
    if (now === offline) return;
    offline = now;
    onChange(offline);
  }, LOOK_EVERY_MS);
  if (local) clearInterval(timer);
  return { offline: () => offline, stop: () => clearInterval(timer) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}
