// Copies what support asks for. The window names a meeting and which of its facts; the text is main's own.

import type { MeetingId } from '../contract/ids';
import type { CopiedFact } from '../contract/local-file';
import type { Toast } from '../contract/snapshot';
import { type SupportedMeeting, supportText } from './support-text';

export interface CopyingServices {
  /** Of ours or from elsewhere. */
  find(id: MeetingId): Promise<SupportedMeeting | null>;
  copy(text: string): void;
  toast(toast: Toast): void;
  /** The token in use: an answer that repeats it must not bring it into a support mail. */
  token(): string | null;
  readonly about: string;
}

/** A sentence of Lobbe's may quote the name of a file. */
function withoutName(meeting: SupportedMeeting, text: string): string {
  return 'key' in meeting && meeting.name !== '' ? text.replaceAll(meeting.name, '[name]') : text;
}

/** Does nothing where the meeting has no such fact: the window was a moment behind. */
export type CopyFact = (id: MeetingId, fact: CopiedFact) => Promise<void>;

export function createCopying({ find, copy, toast, token, about }: CopyingServices): CopyFact {
  function textOf(meeting: SupportedMeeting, fact: CopiedFact): string | null {
    switch (fact.kind) {
      case 'key':
        return 'key' in meeting ? meeting.key : null;
      case 'request-id':
        return meeting.timeline.some(({ requestId }) => requestId === fact.requestId) ? fact.requestId : null;
      case 'support':
        return withoutName(meeting, supportText(meeting, about));
    }
  }

  return async (id, fact) => {
    const meeting = await find(id);
    const text = meeting && textOf(meeting, fact);
    if (!text) return;
    const secret = token();
    copy(secret ? text.replaceAll(secret, '[token]') : text);
    toast({ kind: 'copied', what: fact.kind });
  };
}
