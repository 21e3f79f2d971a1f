// What a proxy says before its tunnel stands, piece by exact piece.

import type net from 'node:net';

/**
 * Reads from `socket` no more than it is asked for: whatever follows stays in the socket, for the one that the tunnel is for. To be
 * closed when the tunnel stands.
 */
export class HandshakeReader {
  readonly #socket: net.Socket;
  #wake: () => void = () => {};
  readonly #onNews = () => this.#wake();

  constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('readable', this.#onNews).on('end', this.#onNews).on('close', this.#onNews);
  }

  /** The next `count` bytes; null if the connection ends before. */
  async take(count: number): Promise<Buffer | null> {
    for (;;) {
      const bytes: Buffer | null = this.#socket.read(count);
      // At the end node gives what is left, however little.
      if (bytes !== null) return bytes.length === count ? bytes : null;
      if (this.#socket.readableEnded || this.#socket.destroyed) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.off('readable', this.#onNews).off('end', this.#onNews).off('close', this.#onNews);
  }
}
