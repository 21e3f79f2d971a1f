// Leads the window to a meeting, also if its page is only about to open.

import type { MeetingId } from '../contract/ids';

export interface Pointing {
  at(id: MeetingId): void;
  /** The window's page is there, and listens. */
  ready(): void;
}

/** `send` reaches the window's page. */
export function createPointing(send: (id: MeetingId) => void): Pointing {
  let listening = false;
  let waiting: MeetingId | null = null;

  function flush(): void {
    if (!listening || waiting === null) return;
    send(waiting);
    waiting = null;
  }

  return {
    at(id) {
      waiting = id;
      flush();
    },
    ready() {
      listening = true;
      flush();
    },
  };
}
