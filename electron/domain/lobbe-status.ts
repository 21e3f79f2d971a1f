import type { EpochMs } from '../contract/ids';
import type { MeetingState } from './meeting';

/** Stages that are Lobbe's doing. */
export type LobbeStage = 'processing' | 'naming' | 'ready' | 'failed' | 'deleted';

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
): MeetingState {
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
