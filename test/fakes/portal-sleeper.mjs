// A process of its own that listens at an address and takes nobody in: once the kernel's queue is full, connections to it lead nowhere,
// neither refused nor made. Tells its parent when it listens, then sleeps; no longer than a test, should nobody end it.

import net from 'node:net';

const LONGEST_MS = 60_000;
const [host, port] = process.argv.slice(2);
const server = net.createServer();
server.listen({ host, port: Number(port), backlog: 1 }, () => {
  process.send(server.address().port, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGEST_MS);
    process.exit();
  });
});
