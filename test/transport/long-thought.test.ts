// An answer that takes longer than the HTTP client would wait by itself. Alone in its file: that client keeps one timer for all that it
// ever sends, and it has to be made while time is under the test's command.

import { afterEach, expect, test, vi } from 'vitest';
import { accepted, type ScriptedServer, scriptedServer } from '../fakes/scripted-server';
import { syntheticBody } from '../fakes/synthetic-body';
import { clientFor, send, signalOnce } from '../fakes/transport-world';

let server: ScriptedServer;
afterEach(() => server.close());

test('case 58: no limit of the HTTP client’s own ends an upload whose answer takes ten minutes', async () => {
  server = await scriptedServer(() => {});
  // What waits by `setTimeout` is told that ten minutes have passed; the sockets, and the looks at the upload, are as they are.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answering = signalOnce();
    const pending = send(clientFor(server, { headPauseMs: 0 }), syntheticBody(1_000), {
      onTick: (tick) => tick.phase === 'answer' && answering.fire(),
    });
    const peer = await server.peer(0);
    await peer.head();
    // The pause after the head.
    vi.advanceTimersByTime(1);
    await answering.fired;
    vi.advanceTimersByTime(600_000);
    await peer.say(accepted());
    expect((await pending).kind).toBe('accepted');
  } finally {
    vi.useRealTimers();
  }
});
