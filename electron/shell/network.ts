// Whether the computer has any network: a hint that may delay automatic tries, and wakes them when it is back.

import { net } from 'electron';
import { isLoopback } from '../transport/base-address';

/** Electron's main process has no event for it; asking costs microseconds. */
const LOOK_EVERY_MS = 5_000;

/** Long enough for the try that was asked for to begin. */
const INSISTED_FOR_MS = 5_000;

export interface Network {
  /** No network at all, and `base` is not this computer's own address. */
  offline(): boolean;
  /** Its user asks for a try: for a moment the hint is not believed. */
  insist(): void;
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
  let insistedUntil = 0;
  return {
    offline: () => offline && Date.now() >= insistedUntil,
    insist: () => {
      insistedUntil = Date.now() + INSISTED_FOR_MS;
    },
    stop: () => clearInterval(timer),
  };
}
