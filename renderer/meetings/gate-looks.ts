// What each gate says and offers. Colour says who acts: `you` only you can help, `self` it opens by itself.

import type { GateView } from '../../electron/contract/snapshot';
import type { TextKey, Words } from '../i18n/words';
import type { IconName } from '../ui/icon';

/** `data-action` of a banner's button. */
export type GateAction = 'open-gate' | 'buy-minutes' | 'set-token';

export interface GateLooks {
  readonly who: 'you' | 'self';
  readonly icon: IconName;
  /** The last one is the main one. */
  readonly actions: readonly { readonly action: GateAction; readonly label: TextKey; readonly main: boolean }[];
  /** Shows at its end how long it stays closed. */
  readonly countsDown: boolean;
}

const setToken = { action: 'set-token', label: 'gate.unauthorized.set', main: true } as const;
const tryNow = { action: 'open-gate', label: 'gate.try', main: false } as const;

/** Who acts on a closed gate, and by which buttons. */
export function gateLooks({ gate, why }: GateView): GateLooks {
  switch (gate) {
    case 'needs-minutes':
      return {
        who: 'you',
        icon: 'purse',
        countsDown: false,
        actions: [
          { action: 'open-gate', label: 'gate.needs-minutes.open', main: false },
          { action: 'buy-minutes', label: 'gate.needs-minutes.buy', main: true },
        ],
      };
    case 'daily-limit':
      return { who: 'you', icon: 'gauge', actions: [tryNow], countsDown: false };
    case 'unauthorized':
      return { who: 'you', icon: 'key', actions: [setToken], countsDown: false };
    case 'scope-disabled':
      return why === 'forbidden'
        ? { who: 'you', icon: 'key', actions: [setToken], countsDown: false }
        : { who: 'self', icon: 'key', actions: [tryNow], countsDown: false };
    case 'daily-cap':
    case 'rate-limited':
      return { who: 'self', icon: 'waiting', actions: [], countsDown: true };
    case 'offline':
      return { who: 'self', icon: 'offline', actions: [], countsDown: false };
  }
}

/** What a banner says, and below it what the app does by itself. */
export function gateText(
  view: GateView,
  now: number,
  words: Words,
): { readonly text: string; readonly sub: string | null } {
  const { t } = words;
  const { gate, why, waiting, waitingMs, until } = view;
  const probing = view.probing ? t('gate.probing') : null;
  const when = words.when(until, now);
  switch (gate) {
    case 'needs-minutes': {
      const minutes = Math.round(waitingMs / 60_000);
      const text =
        waiting > 0 && minutes === 0
          ? t('gate.needs-minutes.unmeasured', { count: waiting })
          : t('gate.needs-minutes', { count: waiting, length: t('gate.needs-minutes.length', { count: minutes }) });
      return { text, sub: probing ?? (waiting > 0 ? t('gate.needs-minutes.sub') : null) };
    }
    case 'daily-cap':
    case 'rate-limited':
      return { text: t(`gate.${gate}`, { when }), sub: probing };
    case 'daily-limit':
      return {
        text: t('gate.daily-limit'),
        sub: probing ?? (until === null ? null : t('gate.daily-limit.sub', { when })),
      };
    case 'unauthorized':
      return { text: t(why === 'missing-token' ? 'gate.unauthorized.missing' : 'gate.unauthorized'), sub: probing };
    case 'scope-disabled':
      if (why === 'forbidden') return { text: t('gate.scope-disabled.forbidden'), sub: probing };
      return { text: t('gate.scope-disabled', { when }), sub: probing };
    case 'offline':
      return { text: t('gate.offline'), sub: null };
  }
}
