// A process of its own that counts what is uploaded to it, so that a test can measure the sending side alone. `tls` as its argument
// makes it speak TLS. Says its port to its parent, then for each request how many bytes of body came, and how many were announced.

import fs from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';

const fixture = (name) => fs.readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
const listen = process.argv.includes('tls')
  ? (serve) => tls.createServer({ cert: fixture('localhost.cert.pem'), key: fixture('localhost.key.pem') }, serve)
  : (serve) => net.createServer(serve);

const server = listen((socket) => {
  let head = '';
  let announced = -1;
  let count = 0;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    let rest = chunk;
    if (announced < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      announced = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
      rest = chunk.subarray(chunk.length - (head.length - end - 4));
    }
    count += rest.length;
    if (count < announced) return;
    const body = '{"id":"rec_1","status":"QUEUED"}';
    socket.end(
      `HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    process.send?.({ count, announced });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit());
