// How much of an upload the network took: bytes that left the socket, not bytes that were read from the disk (those run ahead).

import type { Connection } from './connector';

/** Counts one upload of a file of `size` bytes over its fresh connection. */
export class Meter {
  readonly #connection: Connection;
  readonly #base: number;
  readonly #size: number;
  /** Bytes before the file: the request's head and the multipart head. Unknown until they were written. */
  #before: number | null = null;
  #handed = 0;
  #held = 0;
  #onDrained: (() => void) | null = null;

  constructor(connection: Connection, size: number) {
    this.#connection = connection;
    this.#base = connection.socket.bytesWritten;
    this.#size = size;
    connection.onWritten = () => {
      if (this.drained) this.#onDrained?.();
    };
  }

  #look(): void {
    const { socket } = this.#connection;
    // A destroyed socket counts what it threw away as written: the last look before that is the truth.
    if (socket.destroyed) return;
    this.#held = socket.writableLength;
    this.#handed = socket.bytesWritten - this.#base - this.#held;
  }

  /** To be called when the multipart head, and nothing after it, was handed to the socket. */
  headWritten(): void {
    // Whatever undici wrote as the request's head came along with these bytes.
    this.#before = this.#connection.socket.bytesWritten - this.#base;
  }

  /** Everything that was handed to the socket has left it. */
  get drained(): boolean {
    this.#look();
    return this.#held === 0;
  }

  /** Calls `then` when that comes, unless another is given before. */
  onceDrained(then: () => void): void {
    this.#onDrained = then;
  }

  /** Bytes of the connection that the kernel took, framing included: any rise of it is a sign of life. */
  get handed(): number {
    this.#look();
    return this.#handed;
  }

  /** Bytes of the file that the network took. */
  get sent(): number {
    this.#look();
    return this.#before === null ? 0 : Math.max(0, Math.min(this.#size, this.#handed - this.#before));
  }
}
