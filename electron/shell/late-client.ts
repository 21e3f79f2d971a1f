import type { LobbeClient, LobbeClientOptions } from '../transport/ports';

/**
 * A client that is made when it is first asked for something, and not before `mayLoad`: loading its HTTP stack keeps the main thread
 * as long as all the rest of a start. An abort is not kept waiting.
 */
export function createLateClient(mayLoad: Promise<void>, options: LobbeClientOptions): LobbeClient {
  let loading: Promise<LobbeClient> | null = null;

  async function load(): Promise<LobbeClient> {
    const { createLobbeClient } = await import('../transport/lobbe-client');
    return createLobbeClient(options);
  }

  async function client(signal: AbortSignal): Promise<LobbeClient> {
    await unlessAborted(mayLoad, signal);
    loading ??= load();
    return loading;
  }

  return {
    upload: async (request, signal, onTick) => (await client(signal)).upload(request, signal, onTick),
    readEvents: async (after, limit, signal) => (await client(signal)).readEvents(after, limit, signal),
    readReady: async (after, limit, signal) => (await client(signal)).readReady(after, limit, signal),
    readMeeting: async (id, signal) => (await client(signal)).readMeeting(id, signal),
    readStatus: async (id, signal) => (await client(signal)).readStatus(id, signal),
    retry: async (id, signal) => (await client(signal)).retry(id, signal),
  };
}

function unlessAborted(event: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', done);
    void event.then(done);
  });
}
