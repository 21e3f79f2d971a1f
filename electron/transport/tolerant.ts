// A socket that lets an answer be read although the other side has given up the request.

import type net from 'node:net';
import { codeOf } from './outcome';

/** Errors of a write to a connection that the other side has given up. */
const GIVEN_UP = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * A failed write normally destroys the socket, and with it an answer that has already arrived: a server that refuses a body
 * answers, closes, and the next write fails. So such an error is withheld for `graceMs`, or until everything that came was read.
 * `onWritten` is called after each write that the kernel has taken whole.
 */
export function makeTolerant(socket: net.Socket, graceMs: number, onWritten: () => void): void {
  let release: (() => void) | null = null;
  const tolerant = (callback: (error?: Error | null) => void) => (error?: Error | null) => {
    const code = error ? codeOf(error) : '';
    if (!GIVEN_UP.has(code) || socket.destroyed || socket.readableEnded) {
      callback(error);
      // Not here: node is in the middle of its write buffer, and throws if `bytesWritten` is asked for now.
      if (!error) queueMicrotask(onWritten);
      return;
    }
    const timer = setTimeout(() => release?.(), graceMs);
    release = () => {
      clearTimeout(timer);
      release = null;
      callback(error);
    };
  };
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, callback) => write(chunk, encoding, tolerant(callback));
  const writev = socket._writev?.bind(socket);
  if (writev) socket._writev = (chunks, callback) => writev(chunks, tolerant(callback));
  // After `end` nothing more can come. One turn later, so that whoever reads has seen the end first.
  socket.once('end', () => setImmediate(() => release?.()));
  socket.once('close', () => release?.());
}
