// What the poller of feed-run.ts reads with: each answer comes with what the model is to be told once the app has written it down.

import type { RecordingId, TokenFingerprint } from '../../electron/contract/ids';
import type { FeedReader } from '../../electron/feed/ports';
import { feedPage } from '../../electron/transport/wire';
import type { FeedLobbe } from './feed-lobbe';
import type { FeedModel, WireEvent } from './feed-model';

export interface FeedReaderParts {
  readonly lobbe: FeedLobbe;
  readonly model: FeedModel;
  readonly token: TokenFingerprint;
  /** The life of the app that reads is over: it gets no answer any more. */
  isDead(): boolean;
  onAnswer(told: (() => void) | null): void;
  onPage(): void;
  /** Called when the model was told of these. */
  compare(ids: readonly string[]): void;
}

export function feedReader(parts: FeedReaderParts): FeedReader {
  const { lobbe, model, token, isDead, onAnswer, onPage, compare } = parts;
  const answer = async <Answer>(given: Answer, told: (() => void) | null): Promise<Answer> => {
    await Promise.resolve();
    if (isDead()) return new Promise<never>(() => {});
    onAnswer(told);
    return given;
  };
  return {
    token: () => token,
    readEvents: (after, limit) => {
      const page = lobbe.read(after, limit);
      if (page === null) return answer({ kind: 'expired' }, null);
      onPage();
      const read = feedPage(JSON.parse(JSON.stringify(page)), limit);
      if (read === null) throw new Error('no page');
      const told = page.events.filter((event): event is WireEvent => 'id' in event);
      return answer(read, () => {
        for (const event of told) model.event(event);
        compare([...new Set(told.map(({ recordingId }) => recordingId))]);
      });
    },
    readReady: (after, limit) => {
      const { ids, nextCursor } = lobbe.ready(after, limit ?? 100);
      const meetings = ids.map((id) => ({ id: id as RecordingId, title: null, at: null }));
      return answer({ kind: 'ready', meetings, nextCursor }, () => {
        for (const id of ids) model.listed(id);
        compare(ids);
      });
    },
    readStatus: (id) => {
      const status = lobbe.status(id);
      return answer(status === null ? { kind: 'gone' } : { kind: 'status', status, error: null }, () => {
        model.status(id, status);
        compare([id]);
      });
    },
    readMeeting: () => answer({ kind: 'meeting', title: null }, null),
    retry: () => answer({ kind: 'not-failed' }, null),
  };
}
