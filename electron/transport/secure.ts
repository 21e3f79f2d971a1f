// TLS over whatever carries it: TCP, or a proxy's tunnel.

import net from 'node:net';
import tls from 'node:tls';

/** By the list that they come from: parsing all roots of a system takes tens of milliseconds, which the window would feel. */
const parsed = new WeakMap<readonly string[], tls.SecureContext>();

function contextOf(ca: readonly string[]): tls.SecureContext {
  const context = parsed.get(ca) ?? tls.createSecureContext({ ca: [...ca] });
  parsed.set(ca, context);
  return context;
}

/**
 * Begins TLS with `host` over `carrier`. `ca` are the trusted roots as PEM, in place of node's own, a list that
 * is never changed; that the certificate is checked is nobody's to switch off.
 */
export function secure(carrier: net.Socket, host: string, ca: readonly string[] | undefined): tls.TLSSocket {
  return tls.connect({
    socket: carrier,
    host,
    // An address is no server name (RFC 6066); node would refuse to send it, and checks the certificate against `host` then.
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
    ...(ca && { secureContext: contextOf(ca) }),
    // Stated, as NODE_TLS_REJECT_UNAUTHORIZED would switch it off for the whole process.
    rejectUnauthorized: true,
    // Without it some servers pick HTTP/2, which this client does not speak.
    ALPNProtocols: ['http/1.1'],
  });
}
