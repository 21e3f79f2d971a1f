// Runs as the main script of Electron: what is measured is the process that the app sends from. Started by
// electron/dev/bench-transfer.mjs, which starts the sinks too. Prints one value as JSON.
//
//   rate FILE BASE ROUNDS   one upload of ours and one by curl, in turns: seconds, CPU seconds, growth in bytes
//   loop FILE BASE ROUNDS   delays of the event loop with four uploads at once, and with none, in ms
//   early                   of twenty early answers of each kind, how many were seen

import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app } from 'electron';
import { Readers } from '../../electron/disk/readers';
import { openRecording } from '../../electron/disk/recording';
import { DEFAULT_LIMITS } from '../../electron/transport/limits';
import type { LobbeClient } from '../../electron/transport/ports';
import { clientFor, KEY } from '../fakes/transport-world';
import { seenEarly } from './early-answers';

const AT_ONCE = 4;
/** Often enough to see a peak, rarely enough to cost nothing. */
const SAMPLE_MS = 10;
const CONTENT_TYPE = 'audio/mp4';
/** What curl is to trust; our client of the tests does. */
const certificate = fileURLToPath(new URL('../fixtures/tls/localhost.cert.pem', import.meta.url));

export interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export interface Round {
  /** `pauseSeconds`: what the app waits for an early refusal, whatever the size; it is in `seconds`. */
  readonly ours: Run & { readonly pauseSeconds: number; readonly grownBytes: number };
  readonly curl: Run;
}

export interface LoopDelays {
  readonly idleMs: number;
  readonly sendingMs: number;
}

// Built beside this script.
const readers = new Readers(pathToFileURL(path.join(import.meta.dirname, 'reader-thread.mjs')), (cause) => {
  throw cause;
});

/** As the app sends: its limits, its pause after the head, SHA-256 and all. */
const appClient = (base: string): LobbeClient => clientFor({ base }, DEFAULT_LIMITS);

async function upload(client: LobbeClient, file: string): Promise<void> {
  const { size, mtimeMs } = await stat(file);
  const opened = await openRecording(readers, file, { size, mtimeMs });
  if (opened.kind !== 'opened') throw new Error(`cannot be opened: ${opened.code}`);
  const { recording } = opened;
  const request = { name: path.basename(file), contentType: CONTENT_TYPE, key: KEY, body: recording };
  const outcome = await client.upload(request, new AbortController().signal, () => {});
  const digest = recording.digest();
  await recording.close();
  // The sink says 202 only when every byte is there.
  if (outcome.kind !== 'accepted' || digest === null) throw new Error(`not sent: ${JSON.stringify(outcome)}`);
}

async function measureOurs(client: LobbeClient, file: string): Promise<Round['ours']> {
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await upload(client, file);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampling);
  return {
    seconds,
    pauseSeconds: DEFAULT_LIMITS.headPauseMs / 1000,
    cpuSeconds: (user + system) / 1e6,
    grownBytes: Math.max(most, process.memoryUsage.rss()) - before,
  };
}

/** `Expect:`: curl would wait a second for a server that does not know what it is waiting for. */
function measureCurl(file: string, base: string): Promise<Run> {
  const args = ['-sS', '--noproxy', '*', '--cacert', certificate, '-H', 'Expect:', '-o', '/dev/null'];
  const form = ['-F', `audio=@${file};type=${CONTENT_TYPE}`, '-w', '%{http_code} %{time_total}', `${base}/recordings`];
  return new Promise((resolve, reject) => {
    // The shell's own `time`: the one measure of a child's CPU that is everywhere.
    const script = 'TIMEFORMAT="%U %S"; time curl "$@"';
    const child = spawn('bash', ['-c', script, 'curl', ...args, ...form], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let times = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk) => {
      times += chunk;
    });
    child.once('error', reject);
    child.once('close', () => {
      const [status, seconds = 0] = said.split(' ').map(Number);
      const [user = 0, system = 0] = times.trim().split(' ').map(Number);
      if (status === 202) resolve({ seconds, cpuSeconds: user + system });
      else reject(new Error(`curl ended with ${said} ${times}`));
    });
  });
}

async function measureRates(file: string, base: string, count: number): Promise<readonly Round[]> {
  const client = appClient(base);
  // What is loaded, compiled and started once is not what is measured.
  await upload(client, file);
  await measureCurl(file, base);
  const rounds: Round[] = [];
  for (let n = 0; n < count; n += 1) {
    // By turns, and each first as often as the other: what else the machine does hits both.
    const first = n % 2 === 0 ? await measureOurs(client, file) : null;
    const curl = await measureCurl(file, base);
    rounds.push({ ours: first ?? (await measureOurs(client, file)), curl });
  }
  return rounds;
}

/** Its timer fires once a millisecond; what comes later than that is delay. */
const RESOLUTION_MS = 1;

async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  await work();
  delays.disable();
  return delays.percentile(99) / 1e6 - RESOLUTION_MS;
}

async function measureLoop(file: string, base: string, count: number): Promise<readonly LoopDelays[]> {
  const client = appClient(base);
  const together = () => Promise.all(Array.from({ length: AT_ONCE }, () => upload(client, file)));
  await together();
  const rounds: LoopDelays[] = [];
  for (let n = 0; n < count; n += 1) {
    const idleMs = await delayDuring(() => new Promise((resolve) => setTimeout(resolve, 500)));
    rounds.push({ idleMs, sendingMs: await delayDuring(together) });
  }
  return rounds;
}

function run([what = '', file = '', base = '', rounds = '']: readonly string[]): Promise<unknown> {
  switch (what) {
    case 'rate':
      return measureRates(file, base, Number(rounds));
    case 'loop':
      return measureLoop(file, base, Number(rounds));
    case 'early':
      return seenEarly();
    default:
      throw new Error(`there is nothing to do for “${what}”`);
  }
}

const from = process.argv.findIndex((arg) => ['rate', 'loop', 'early'].includes(arg));
run(process.argv.slice(from)).then(
  (value) => {
    process.stdout.write(`${JSON.stringify(value)}\n`, () => app.exit(0));
  },
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    app.exit(1);
  },
);
