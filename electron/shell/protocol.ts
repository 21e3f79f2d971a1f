// `app://main/…` serves the built window, `app://recording/…` what it plays. `file://` would give the window's pages the whole disk, so
// it is never used.

import fs from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
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

/** What the build writes. Anything else is no file of the window's. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

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
    const type = url.host === HOST && inside ? CONTENT_TYPES[path.extname(file)] : undefined;
    const content = type === undefined ? null : await read(file);
    if (type === undefined || content === null) return new Response(null, { status: 404 });
    const headers = { 'Content-Type': type, 'Content-Security-Policy': CSP, 'X-Content-Type-Options': 'nosniff' };
    return new Response(content, { headers });
  });
}

/** A few small files of our own: read whole, without the way through Chromium's network process that a `file:` address takes. */
async function read(file: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await fs.readFile(file);
  } catch {
    return null;
  }
}
