// `app://main/…` serves the built window, `app://recording/…` what it plays. `file://` would give the window's pages the whole disk, so
// it is never used.

import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { type Playing, RECORDINGS_ORIGIN } from './playing';

const SCHEME = 'app';
const HOST = 'main';

/** Where the window is loaded from, and what a message's sender has to be. */
export const WINDOW_ORIGIN = `${SCHEME}://${HOST}`;

/** Nothing but the app's own files; no inline script, no string that becomes one. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  `media-src ${RECORDINGS_ORIGIN}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Has to be called before `ready`. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

/** Serves the files below `root`, and to its player what `play` answers. Anything else is a 404, whatever its address looks like. */
export function serveWindow(root: string, play: Playing['answer']): void {
  const base = path.resolve(root);
  protocol.handle(SCHEME, async (request) => {
    if (request.url.startsWith(`${RECORDINGS_ORIGIN}/`)) return play(request);
    const url = new URL(request.url);
    const file = path.resolve(base, `.${decodeURIComponent(url.pathname)}`);
    const inside = file.startsWith(base + path.sep);
    if (url.host !== HOST || !inside || !(await isFile(file))) return new Response(null, { status: 404 });
    const answer = await net.fetch(pathToFileURL(file).href);
    const headers = new Headers(answer.headers);
    headers.set('Content-Security-Policy', CSP);
    headers.set('X-Content-Type-Options', 'nosniff');
    return new Response(answer.body, { status: answer.status, headers });
  });
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}
