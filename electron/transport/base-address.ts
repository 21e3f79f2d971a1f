// Which addresses may be given a token and recordings.

/** Loopback, where plain http is fine: nobody is on the line. Takes what a URL has as its `hostname`. */
export function isLoopback(hostname: string): boolean {
  // URL has already turned every spelling of an IPv4 address (127.1, 0x7f000001) into dotted form.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The base address as a URL, or null where a token must not go: anything but https, except http to this machine; an address
 * with credentials, a query or a fragment.
 */
export function checkBase(text: string): URL | null {
  // An empty `?` or `#` leaves no trace in `search` and `hash`, but would swallow the path that is appended.
  if (text.includes('?') || text.includes('#')) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url : null;
}

/** The request target of a route below the base: `('https://x/api/v1/', '/events')` → `/api/v1/events`. */
export function routePath(base: URL, route: string): string {
  return base.pathname.replace(/\/+$/, '') + route;
}
