// Messages for the window that wait until there is one that listens: what was refused has to be read by somebody.

import type { Toast } from '../contract/snapshot';

/** Enough for whoever comes back in the evening; older ones make room. */
const KEPT = 20;

export interface Toasts {
  tell(toast: Toast): void;
  /** The window's page is there, and listens. */
  ready(): void;
  /** The window came to the front. */
  shown(): void;
}

/** `isOpen`: whether there is a window that its user can see; `send` reaches its page. */
export function createToasts(isOpen: () => boolean, send: (toast: Toast) => void): Toasts {
  let listening = false;
  let waiting: Toast[] = [];

  function flush(): void {
    if (!listening || !isOpen()) return;
    const told = waiting;
    waiting = [];
    for (const toast of told) send(toast);
  }

  return {
    tell(toast) {
      waiting = withToast(waiting, toast).slice(-KEPT);
      flush();
    },
    ready() {
      listening = true;
      flush();
    },
    shown: flush,
  };
}

/** What was refused while nobody looked is one message: the window shows only a few. */
function withToast(waiting: readonly Toast[], toast: Toast): Toast[] {
  const before = toast.kind === 'refused' ? waiting.find((each) => each.kind === 'refused') : undefined;
  if (toast.kind !== 'refused' || before === undefined) return [...waiting, toast];
  const refusals = [...before.refusals, ...toast.refusals];
  return [...waiting.filter((each) => each !== before), { ...toast, refusals }];
}
