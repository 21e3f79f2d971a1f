// The time that countdowns show. A timer runs only while something on the screen counts down and the window can be seen: a
// hidden window, or one in which nothing waits, costs nothing.

import { useSyncExternalStore } from 'react';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

interface Ticker {
  subscribe(listener: () => void): () => void;
  now(): number;
}

function makeTicker(interval: number): Ticker {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = Date.now();

  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const start = () => {
    if (timer !== undefined || document.visibilityState === 'hidden') return;
    timer = setInterval(tick, interval);
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stop();
    // What was on the screen is as old as the window was hidden.
    tick();
    start();
  };

  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        now = Date.now();
        document.addEventListener('visibilitychange', onVisibility);
      }
      listeners.add(listener);
      start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop();
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
    now() {
      // Without listeners nothing moves `now`, so a first reading would be of any age.
      if (listeners.size === 0 && Math.abs(Date.now() - now) >= interval) now = Date.now();
      return now;
    },
  };
}

const seconds = makeTicker(SECOND);
const minutes = makeTicker(MINUTE);
const never: Ticker = { subscribe: () => () => {}, now: seconds.now };

/** The time now, each second while `until` is counted down, each minute while it is further away, still without it. */
export function useNow(until: number | null): number {
  const ticker = until === null ? never : until - Date.now() < 61 * MINUTE ? seconds : minutes;
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}

/** The time now, to the minute. */
export function useMinute(): number {
  return useSyncExternalStore(minutes.subscribe, minutes.now);
}
