// How far the uploads are: in memory only, told to the window at most ten times a second.

import type { EpochMs, MeetingId } from '../contract/ids';
import type { Progress } from '../contract/snapshot';
import type { SendTick, TickListener } from './ports';

/** A bar that moves more often than this looks no smoother and costs the renderer. */
const TELL_EVERY_MS = 100;

/** Kernels take bytes in bursts: shorter than this and the speed jumps, much longer and it lies after a change. */
const SMOOTHING_MS = 5_000;

/** An estimate from less than this is a guess. */
const TRUSTED_AFTER_MS = 3_000;

/** Slow lines are taken from in bursts, some seconds apart; after this long the last speed, and what was to be left of it, are no news. */
const STILL_AFTER_MS = 10_000;

interface Track {
  readonly startedAt: EpochMs;
  /** When the network last took anything. */
  readonly at: EpochMs;
  readonly sent: number;
  readonly bytesPerSecond: number;
  readonly progress: Progress;
}

/** Collects ticks; `tell` gets all uploads under way, also when one of them ended. */
export function createProgress(tell: (progress: readonly Progress[]) => void): {
  readonly onTick: TickListener;
  readonly current: () => readonly Progress[];
} {
  const tracks = new Map<MeetingId, Track>();
  let toldAt: EpochMs = 0;
  const current = () => [...tracks.values()].map((track) => track.progress);

  return {
    current,
    onTick(id, tick, now) {
      const known = tracks.get(id);
      if (tick === null) {
        if (tracks.delete(id)) tell(current());
        return;
      }
      const track = advance(id, known, tick, now);
      if (track === known) return;
      tracks.set(id, track);
      const isNews = known?.progress.phase !== tick.phase || known.progress.isStill !== track.progress.isStill;
      if (!isNews && now >= toldAt && now - toldAt < TELL_EVERY_MS) return;
      toldAt = now;
      tell(current());
    },
  };
}

function advance(id: MeetingId, known: Track | undefined, tick: SendTick, now: EpochMs): Track {
  if (known && tick.phase === 'sending' && tick.phase === known.progress.phase && tick.sent <= known.sent)
    return standing(known, now);
  const startedAt = known?.startedAt ?? now;
  const elapsed = known ? Math.max(0, now - known.at) : 0;
  const measured = known && elapsed > 0 ? ((tick.sent - known.sent) * 1000) / elapsed : 0;
  // Weighs by time, so that the result does not depend on how often ticks come.
  const weight = known && known.bytesPerSecond > 0 ? 1 - Math.exp(-elapsed / SMOOTHING_MS) : 1;
  const before = known?.bytesPerSecond ?? 0;
  const bytesPerSecond = elapsed > 0 ? before + (measured - before) * weight : before;
  const trusted = now - startedAt >= TRUSTED_AFTER_MS && bytesPerSecond > 0 && tick.phase === 'sending';
  const msLeft = trusted ? Math.round(((tick.total - tick.sent) / bytesPerSecond) * 1000) : null;
  const progress: Progress = {
    id,
    sent: tick.sent,
    total: tick.total,
    bytesPerSecond: Math.max(0, Math.round(bytesPerSecond)),
    msLeft,
    phase: tick.phase,
    isStill: false,
  };
  return { startedAt, at: now, sent: tick.sent, bytesPerSecond: Math.max(0, bytesPerSecond), progress };
}

/** As it was, for a while; the next time that something moves, the speed is that over all the time since. */
function standing(known: Track, now: EpochMs): Track {
  if (known.progress.isStill || now - known.at < STILL_AFTER_MS) return known;
  return { ...known, progress: { ...known.progress, bytesPerSecond: 0, msLeft: null, isStill: true } };
}
