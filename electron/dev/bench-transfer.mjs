// @ts-check
// What sending costs, against curl from the same disk to the same sink, and what is seen of answers that come early.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { inMs, median, output, reportLine, reportRatio } from './bench-report.mjs';
import { root, say } from './paths.mjs';
import { bundleOfTests } from './test-bundle.mjs';

/** @typedef {import('./bench.mjs').Place} Place */
/** @typedef {import('../../test/bench/transfer.ts').Round} Round */
/** @typedef {import('../../test/bench/transfer.ts').LoopDelays} LoopDelays */
/** @typedef {import('../../test/bench/early-answers.ts').EarlyRow} EarlyRow */

const MB = 1024 * 1024;
const WHOLE = 1024 * MB;
/** For each of the four that are sent at once. */
const QUARTER = 256 * MB;

/** What the house aims at. */
const RATE = { tls: 0.9, plain: 0.6 };
const CPU = 2.5;
const GROWTH_MB = 24;
const DELAY_MS = 5;

/**
 * @param {Place} place
 * @returns {Promise<boolean>} whether every aim was met
 */
export async function benchTransfer({ electron, env, folder, rounds }) {
  const bundle = await bundleOfTests('bench-transfer', {
    transfer: 'test/bench/transfer.ts',
    'reader-thread': 'electron/disk/reader-thread.ts',
  });
  /** @param {readonly string[]} args */
  const inElectron = async (...args) => {
    const profile = `--user-data-dir=${path.join(folder, 'transfer')}`;
    return JSON.parse(await output(electron, [path.join(bundle, 'transfer.mjs'), profile, ...args], env));
  };
  const whole = makeRecording(path.join(folder, 'whole.m4a'), WHOLE);
  const quarter = makeRecording(path.join(folder, 'quarter.m4a'), QUARTER);
  const sinks = { tls: await startSink('tls'), plain: await startSink('plain') };
  /** @type {boolean[]} */
  const isGood = [];
  try {
    for (const way of /** @type {const} */ (['tls', 'plain'])) {
      say(`bench: 1 GiB ${way}, in turns with curl`);
      isGood.push(...reportRates(way, await inElectron('rate', whole, sinks[way].base, `${rounds}`)));
      say(`bench: four times 256 MiB at once, ${way}`);
      isGood.push(reportDelays(way, await inElectron('loop', quarter, sinks[way].base, `${rounds}`)));
    }
    say('bench: early answers, twenty of each kind');
    isGood.push(reportEarly(await inElectron('early')));
  } finally {
    for (const { end } of Object.values(sinks)) end();
  }
  return isGood.every(Boolean);
}

/**
 * Bytes without a pattern: neither disks nor networks should find it easy.
 * @param {string} file
 * @param {number} size
 */
function makeRecording(file, size) {
  const piece = Buffer.alloc(4 * MB);
  for (let at = 0; at < piece.length; at += 4) piece.writeInt32LE(Math.imul(at + 1, 0x9e3779b1), at);
  const fd = fs.openSync(file, 'w');
  for (let written = 0; written < size; written += piece.length) fs.writeSync(fd, piece);
  fs.closeSync(fd);
  return file;
}

/**
 * @param {'tls' | 'plain'} way
 * @returns {Promise<{ base: string, end: () => void }>}
 */
async function startSink(way) {
  const sink = fork(path.join(root, 'test', 'fakes', 'counting-server.mjs'), [way]);
  const [{ port }] = await once(sink, 'message');
  const base = `${way === 'tls' ? 'https' : 'http'}://127.0.0.1:${port}/api/v1`;
  return { base, end: () => sink.disconnect() };
}

/**
 * @param {'tls' | 'plain'} way
 * @param {readonly Round[]} rounds
 */
function reportRates(way, rounds) {
  const of = /** @type {const} */ (['curl', 'the app']);
  const name = `1 GiB, ${way}`;
  /** @param {number} seconds */
  const rate = (seconds) => WHOLE / MB / seconds;
  const unpaused =
    median(rounds.map(({ curl }) => curl.seconds)) / median(rounds.map(({ ours }) => ours.seconds - ours.pauseSeconds));
  const grown = median(rounds.map(({ ours }) => ours.grownBytes)) / MB;
  const isFast = reportRatio({
    name: `${name}: rate`,
    of,
    pairs: rounds.map(({ curl, ours }) => [rate(curl.seconds), rate(ours.seconds)]),
    show: (value) => `${value.toFixed(0)} MiB/s`,
    bound: { atLeast: RATE[way] },
  });
  console.log(`${name}: without the app’s pause for early refusals, ratio ${unpaused.toFixed(2)}`);
  return [
    isFast,
    reportRatio({
      name: `${name}: CPU`,
      of,
      pairs: rounds.map(({ curl, ours }) => [curl.cpuSeconds, ours.cpuSeconds]),
      show: (value) => `${value.toFixed(2)} s`,
      bound: { atMost: CPU },
    }),
    reportLine(`${name}: growth ${grown.toFixed(1)} MiB`, grown, { atMost: GROWTH_MB }, `median of ${rounds.length}`),
  ];
}

/**
 * @param {'tls' | 'plain'} way
 * @param {readonly LoopDelays[]} rounds
 */
function reportDelays(way, rounds) {
  const [idle, sending] = [median(rounds.map((round) => round.idleMs)), median(rounds.map((round) => round.sendingMs))];
  const line = `four at once, ${way}: p99 delay of the event loop ${inMs(sending)}, idle ${inMs(idle)}`;
  return reportLine(line, sending, { atMost: DELAY_MS }, `medians of ${rounds.length}`);
}

/** @param {readonly EarlyRow[]} rows */
function reportEarly(rows) {
  for (const { way, moment, then, seen, of } of rows) {
    const row = `early answer ${way.padEnd(6)} ${moment.padEnd(15)} then ${then.padEnd(10)}`;
    console.log(`${row} seen ${seen} of ${of}${seen === of ? '' : ' MISSED'}`);
  }
  return rows.every(({ seen, of }) => seen === of);
}
