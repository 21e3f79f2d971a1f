// One file, real and on a disk, looked at as if somebody had dropped it.

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { usualBudget } from '../../electron/disk/byte-source';
import { type Inspection, look } from '../../electron/disk/look';
import { recordingTypes } from '../../electron/disk/recording-types';
import type { Chance } from '../simulation/chance';
import type { CaseResult } from './case-result';
import { randomContainer } from './containers';
import { cut, mutated, randomBytes } from './mutations';
import { wrongForm } from './results';

const types = Object.values(recordingTypes).flatMap(({ sound, film }) => (film === null ? [sound] : [sound, film]));
const WEEK = 7 * 86_400_000;
const NOW = Date.UTC(2026, 0, 1, 12);

const inspection = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('recording'),
    path: z.string(),
    file: z.strictObject({
      size: z.number().int().positive(),
      mtimeMs: z.number(),
      contentType: z.enum(types),
      durationMs: z.number().int().min(1).max(WEEK).nullable(),
      ends: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
    }),
  }),
  z.strictObject({
    kind: z.literal('later'),
    why: z.literal('growing'),
    seen: z.strictObject({ size: z.number(), mtimeMs: z.number(), at: z.number() }).nullable(),
  }),
  z.strictObject({ kind: z.literal('refused'), reason: z.enum(['not-audio', 'empty-file']) }),
]);

const folderOfFixtures = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));
const fixtures = readdirSync(folderOfFixtures)
  .filter((name) => !/\.(json|sh)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(folderOfFixtures + name) }));

/** A film of that name has no sound: it is refused as it is. */
const isSilent = (name: string) => name.includes('silent');

interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
  /** Bytes that nobody wrote come after it: what a recorder reserves, or a disk makes of a lost write. */
  readonly sparse: number;
  /** As somebody recorded it. */
  readonly sound: boolean;
}

function randomSample(chance: Chance): Sample {
  const fixture = chance.pick(fixtures);
  const extension = chance.pick(['', '.m4a', '.mp3', '.aac', '.wav', '.ogg', '.webm', '.mp4', '.txt', '.', '.M4A ']);
  const name = chance.is(0.5) ? fixture.name : `a${extension}`;
  const sparse = chance.is(0.03) ? chance.pick([1, 70_000, 2 ** 31, 2 ** 32, 5 * 2 ** 30]) : 0;
  const bytes = chance.weighed<() => Buffer>([
    [1, () => fixture.bytes],
    [8, () => mutated(chance, fixture.bytes, 8)],
    // Headers are at the beginning, mostly.
    [8, () => Buffer.concat([mutated(chance, fixture.bytes.subarray(0, 600), 8), fixture.bytes.subarray(600)])],
    [3, () => cut(chance, fixture.bytes)],
    [2, () => Buffer.concat([cut(chance, fixture.bytes), cut(chance, chance.pick(fixtures).bytes)])],
    [8, () => randomContainer(chance)],
    [6, () => mutated(chance, randomContainer(chance), 8)],
    [1, () => randomBytes(chance, chance.below(500))],
    [0.1, () => Buffer.concat(Array<Buffer>(chance.below(300)).fill(fixture.bytes))],
  ])();
  const sound = bytes === fixture.bytes && sparse === 0 && name === fixture.name;
  return { name, bytes, sparse, sound };
}

/** A folder for one file at a time. */
export class Dropped {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<Dropped> {
    return new Dropped(await mkdtemp(path.join(tmpdir(), 'lobbe-fuzz-')));
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async put({ name, bytes, sparse }: Sample, mtimeMs: number): Promise<string> {
    const file = path.join(this.#folder, name);
    await writeFile(file, bytes);
    if (sparse > 0) await truncate(file, bytes.length + sparse);
    await utimes(file, mtimeMs / 1000, mtimeMs / 1000);
    return file;
  }

  async take(file: string): Promise<void> {
    await rm(file);
  }
}

/** Besides the budget: what the disk and the rest of the computer may take of it, and the parsers' own start. */
const SLACK_MS = 250;
/** Best of so many, as a busy computer makes any one slow. What a header makes slow is slow every time. */
const LOOKS = 4;

/** Plays one case. */
export async function playRecording(chance: Chance, dropped: Dropped): Promise<CaseResult> {
  const sample = randomSample(chance);
  const size = sample.bytes.length + sample.sparse;
  const age = chance.is(0.8) ? 3_600_000 : chance.pick([0, 1_000, 3_000, 8_000, -60_000]);
  const seen = chance.is(0.8) ? null : { size: chance.pick([size, 1]), mtimeMs: NOW - age, at: NOW - 20_000 };
  const file = await dropped.put(sample, NOW - age);
  const about = () =>
    JSON.stringify({
      name: sample.name,
      sparse: sample.sparse,
      age,
      bytes: sample.bytes.subarray(0, 20_000).toString('base64'),
    });
  let found: Inspection | null = null;
  let best = Number.POSITIVE_INFINITY;
  try {
    for (let looks = 0; looks < LOOKS && best > usualBudget.ms + SLACK_MS; looks += 1) {
      const startedAt = performance.now();
      found = await look(file, { now: NOW, seen });
      best = Math.min(best, performance.now() - startedAt);
    }
  } catch (error) {
    return { came: 'throws', broken: `thrown: ${error instanceof Error ? error.stack : error}`, about };
  } finally {
    await dropped.take(file);
  }
  if (best > usualBudget.ms + SLACK_MS) return { came: 'slow', broken: `took ${Math.round(best)} ms`, about };
  const broken = wrongForm(inspection, found) ?? (found && misjudged(found, sample, size, file, NOW - age));
  return { came: found?.kind === 'refused' ? found.reason : (found?.kind ?? 'nothing'), broken, about };
}

function misjudged(found: Inspection, sample: Sample, size: number, file: string, mtimeMs: number): string | null {
  if (found.kind === 'recording') {
    const { path: where, file: identity } = found;
    if (where !== file || identity.size !== size || Math.abs(identity.mtimeMs - mtimeMs) >= 1) {
      return `not that file: ${JSON.stringify(found)}`;
    }
  }
  if ((found.kind === 'refused' && found.reason === 'empty-file') !== (size === 0))
    return `${size} bytes: ${found.kind}`;
  if (!sample.sound || found.kind === 'later') return null;
  const isTaken = found.kind === 'recording';
  return isTaken === isSilent(sample.name) ? `a good recording: ${JSON.stringify(found)}` : null;
}
