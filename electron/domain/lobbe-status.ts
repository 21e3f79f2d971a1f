import type { EpochMs } from '../contract/ids';
import type { MeetingState } from './meeting';

/** Stages that are Lobbe's doing. */
export type LobbeStage = 'processing' | 'naming' | 'ready' | 'failed' | 'deleted';

/** The state of a meeting that Lobbe has. */
export type LobbeState = Extract<MeetingState, { readonly stage: LobbeStage }>;

/** F2: where a status puts a meeting. An unknown status is one that is still being worked on: shown, and waited for. */
export function stageOfStatus(status: string): LobbeStage {
  switch (status) {
    case 'NAMING':
      return 'naming';
    case 'READY':
      return 'ready';
    case 'FAILED':
      return 'failed';
    case 'DELETED':
      return 'deleted';
    default:
      return 'processing';
  }
}

/** The state of a meeting that Lobbe has, from its status or from the stage an event names. */
export function stateAtLobbe(
  stage: LobbeStage,
  status: string,
  failure: { readonly code: string; readonly retryable: boolean } | null,
  at: EpochMs,
): LobbeState {
  switch (stage) {
    case 'processing':
      return { stage, status };
    case 'naming':
      return { stage };
    case 'ready':
      return { stage, at, unseen: true };
    case 'failed':
      // The 202 and `recording.updated` may say FAILED without saying why; the feed says it later.
      return {
        stage,
        at,
        failure: { code: failure?.code ?? 'FAILED', retryable: failure?.retryable ?? false, retries: 0 },
      };
    case 'deleted':
      return { stage, at };
  }
}

/** Lobbe has it, or had it: its status says something, as what was deleted may have come back. */
export function isAtLobbe(state: MeetingState): state is LobbeState {
  return mayHaveMoved(state) || state.stage === 'ready' || state.stage === 'deleted';
}

/** F17: whatever is not ready may be elsewhere by now; speakers are named in Lobbe, where we are not told of it but by the feed. */
export function mayHaveMoved(state: MeetingState): boolean {
  return state.stage === 'processing' || state.stage === 'naming' || state.stage === 'failed';
}

/** Lobbe is at it, or will be again by itself (F4): its status will change. Not at `NAMING`, which is its user's turn (F2). */
export function isWorkedOn(state: MeetingState): boolean {
  return state.stage === 'processing' || (state.stage === 'failed' && state.failure.retryable);
}
