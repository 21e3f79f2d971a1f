// `100 Continue` from servers that were not asked for it.

import type net from 'node:net';

const CONTINUE = 'HTTP/1.1 100';
/** A head longer than this is no interim answer; whatever it is goes to the parser as it came. */
const LONGEST_HEAD = 8 * 1024;

function mayBeContinue(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, CONTINUE.length);
  return CONTINUE.startsWith(start) || start === CONTINUE;
}

/**
 * Leaves out every `100 Continue` before the answer that is read from `socket`. Some servers and proxies send one to each POST; a
 * client has to put up with it (RFC 9110 15.2), but undici takes it for a broken server and closes the connection, each time anew.
 */
export function skipContinue(socket: net.Socket): void {
  const read = socket.read.bind(socket);
  /** What came and may still turn out to be one; null once the answer has begun. */
  let held: Buffer | null = Buffer.alloc(0);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (held === null || chunk === null) return chunk;
    held = Buffer.concat([held, chunk]);
    while (held.length > 0) {
      const end = held.indexOf('\r\n\r\n');
      if (!mayBeContinue(held) || (end < 0 && held.length > LONGEST_HEAD)) {
        const rest = held;
        held = null;
        return rest;
      }
      if (end < 0) return null;
      held = held.subarray(end + 4);
    }
    return null;
  };
}
