// Cases by number: the same seed and number make the same case, always. What a busy network of a computer makes of it may differ
// from run to run; what must hold, holds in all of them.

import { type Chance, chanceOf } from '../simulation/chance';
import type { CaseResult } from './case-result';

export const KINDS = ['answers', 'names', 'recordings'] as const;
export type Kind = (typeof KINDS)[number];

export interface Order {
  readonly kind: Kind;
  readonly seed: number;
  /** Every `step`-th case from `from` to before `to`. */
  readonly from: number;
  readonly step: number;
  readonly to: number;
}

export interface Failure {
  readonly broken: string;
  readonly about: string;
  /** The line that plays it again. */
  readonly replay: string;
}

export interface Report {
  readonly played: number;
  /** How often each thing came of a case. */
  readonly counts: Readonly<Record<string, number>>;
  readonly failed: Failure | null;
}

/** Often enough for a progress bar, rarely enough to cost nothing. */
const TELL_EVERY = 100;

/** Connections, each to a server of its own. More only wait for each other. */
const CONNECTIONS = 24;

interface Player {
  play(chance: Chance): CaseResult | Promise<CaseResult>;
  end(): Promise<void>;
}

/** Each kind loads what it is about, and no more. */
async function playersOf(kind: Kind): Promise<readonly Player[]> {
  switch (kind) {
    case 'answers': {
      const [{ playAnswer }, { AnsweringServer }] = await Promise.all([
        import('./answer-case'),
        import('./answering-server'),
      ]);
      return Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          const server = await AnsweringServer.listen();
          return { play: (chance: Chance) => playAnswer(chance, server), end: () => server.close() };
        }),
      );
    }
    case 'names': {
      const { playName } = await import('./name-case');
      return [{ play: playName, end: async () => {} }];
    }
    case 'recordings': {
      const { Dropped, playRecording } = await import('./recording-case');
      const dropped = await Dropped.make();
      // One at a time: its time is taken.
      return [{ play: (chance) => playRecording(chance, dropped), end: () => dropped.remove() }];
    }
  }
}

/** Plays cases until one breaks a rule, and tells how it goes. */
export async function fuzz({ kind, seed, from, step, to }: Order, tell: (report: Report) => void): Promise<void> {
  const players = await playersOf(kind);
  const playing = new Set<number>();
  let next = from;
  let played = 0;
  let counts: Record<string, number> = {};
  let failed: Failure | null = null;
  const report = () => {
    tell({ played, counts, failed });
    played = 0;
    counts = {};
  };
  const fail = (first: number, last: number, broken: string, about: string) => {
    const replay = `npm run fuzz -- --only ${kind} --seed ${seed} --from ${first} --runs ${last - first + 1}`;
    failed ??= { broken, about, replay };
  };
  const onThrown = (cause: unknown) => {
    // Whose it is cannot be told: it is one of those that are being played.
    const broken = `thrown where nobody awaits it: ${cause instanceof Error ? cause.stack : cause}`;
    fail(Math.min(...playing), Math.max(...playing), broken, `one of ${[...playing].join(', ')}`);
  };
  const work = async ({ play }: Player) => {
    while (next < to && failed === null) {
      const index = next;
      next += step;
      playing.add(index);
      const { came, broken, about } = await play(chanceOf(seed + 1_000_003 * KINDS.indexOf(kind), index));
      playing.delete(index);
      played += 1;
      counts[came] = (counts[came] ?? 0) + 1;
      if (broken !== null) fail(index, index, broken, about());
      else if (played >= TELL_EVERY) report();
    }
  };
  process.on('uncaughtException', onThrown);
  process.on('unhandledRejection', onThrown);
  await Promise.all(players.map(work));
  process.off('uncaughtException', onThrown);
  process.off('unhandledRejection', onThrown);
  report();
  for (const player of players) await player.end();
}
