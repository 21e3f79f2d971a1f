// HTTP around the rules: takes requests in, lets faults strike, and sends answers out.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type Answer, refusal } from './answers';
import { BodyReader, ConnectionLost, pause } from './body-reader';
import { Exchange } from './exchange';
import type { SandboxOptions, Token } from './options';
import { moveOn } from './progress';
import { route } from './routes';
import { findToken, type World } from './world';

export const BASE_PATH = '/api/v1';

/** A listening server. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on loopback and answers for `world`. */
export async function listen(world: World, options: SandboxOptions): Promise<Listening> {
  const { sockets } = world;
  const server: Server = options.tls === undefined ? createServer() : createTlsServer(options.tls);
  // Slow uplinks are what this is for: a whole request may take hours.
  server.requestTimeout = 0;
  if (options.keepAliveTimeoutMs !== undefined) server.keepAliveTimeout = options.keepAliveTimeoutMs;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    world.log.changed();
    // Resets are daily bread here; the exchange notices them by itself.
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      world.log.changed();
    });
  });
  const rawSocket = (socket: Socket) =>
    sockets.has(socket) ? socket : ([...sockets].find((raw) => raw.remotePort === socket.remotePort) ?? socket);
  const onRequest = (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    void handle(world, request, response, rawSocket, expectsContinue);
  };
  server.on('request', onRequest(false));
  server.on('checkContinue', onRequest(true));

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on no port');
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}${BASE_PATH}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function handle(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  rawSocket: (socket: Socket) => Socket,
  expectsContinue: boolean,
): Promise<void> {
  const { settings, log } = world;
  const token = findToken(world, request.headers.authorization);
  const seen = log.open(request, BASE_PATH, token?.name ?? null, settings.now());
  const plan = world.faults.plan(seen);
  const bytesPerSecond = plan.bytesPerSecond ?? settings.throttleAll;
  const body = new BodyReader({ request, response, seen, log, stall: plan.stall, bytesPerSecond, expectsContinue });
  const exchange = new Exchange({ request, response, seen, plan, body, log, now: settings.now, rawSocket });
  try {
    await perform(world, token, exchange);
  } catch (error) {
    if (error instanceof ConnectionLost) {
      seen.connectionLost = true;
      log.changed();
      return;
    }
    settings.onError(error);
    const answer = refusal('INTERNAL', error instanceof Error ? error.message : 'The sandbox broke.');
    await exchange.answer(answer, 'close').catch(() => exchange.hangUp('reset'));
  }
}

async function perform(world: World, token: Token | null, exchange: Exchange): Promise<void> {
  const { settings } = world;
  const { request, seen, plan, body } = exchange.parts;
  const fault = plan.terminal;
  const moment = fault === null || fault.kind === 'truncate' ? 'stored' : (fault.moment ?? 'before');

  let answer: Answer | null = null;
  if (moment === 'stored') {
    for (const account of world.accounts.values()) moveOn(account);
    answer = await route(world, token, seen, body, plan.beforeStoring);
    if (settings.earlyAnswer === 'never' && !seen.bodyComplete) await body.skip();
  } else if (moment === 'after') {
    await body.skip();
  } else if (moment !== 'before') {
    await body.skip(moment.afterBytes);
  }

  await plan.beforeAnswer;
  if (plan.delayMs > 0) await pause(request, plan.delayMs);

  if (fault !== null) return exchange.misbehave(fault, answer);
  if (answer === null) throw new Error('a request without a fault has an answer');
  if (settings.dropAnswers > 0 && settings.random() < settings.dropAnswers) {
    await body.skip();
    return exchange.hangUp('reset');
  }
  return exchange.answer(answer, settings.earlyAnswer === 'never' ? 'drain' : settings.earlyAnswer);
}
