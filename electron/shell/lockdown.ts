// What a page of ours may never do, whatever got into it.

import { app, session } from 'electron';
import { WINDOW_ORIGIN } from './protocol';

/** Refuses navigation, new windows, web views and permissions, for every page that is ever made. Call before the first window. */
export function lockDown(): void {
  app.on('web-contents-created', (_event, contents) => {
    // Case 34: an HTML file that is dropped beside the drop target would otherwise be opened in place of the window.
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Permissions belong to a session, which exists only after `ready`. */
export function refusePermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}

/** Whether a message comes from the window's own page. */
export function isOurPage(url: string | undefined): boolean {
  return url === WINDOW_ORIGIN || url?.startsWith(`${WINDOW_ORIGIN}/`) === true;
}
