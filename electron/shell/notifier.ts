import { Notification } from 'electron';
import type { Log } from './log';
import type { Note } from './notification-text';

/** Shows a notification of the system; `onClick` when its user clicks it. A desktop without any shows none. */
export function createNotifier(log: Log): (note: Note, onClick: () => void) => void {
  // One that nobody holds is collected, and its click with it.
  const shown = new Set<Notification>();

  return ({ title, body }, onClick) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body, silent: true });
    shown.add(notification);
    for (const old of [...shown].slice(0, -KEPT)) shown.delete(old);
    notification.on('click', () => {
      shown.delete(notification);
      onClick();
    });
    notification.on('close', () => shown.delete(notification));
    notification.on('failed', (_event, cause) => log.warn(`a notification was not shown: ${cause}`));
    notification.show();
  };
}

/** Some desktops never say that one was closed. */
const KEPT = 20;
