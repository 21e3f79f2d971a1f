// What the system is to tell its user, as it is kept on disk.

import type { EpochMs, MeetingId } from '../contract/ids';

/** One thing to tell. There is one of a meeting at the most, and it is as the meeting is. */
export type NewsItem =
  | {
      readonly about: 'meeting';
      readonly what: MeetingNews;
      readonly id: MeetingId;
      /** Of its file, or its title; empty if that is not known. */
      readonly name: string;
    }
  | {
      readonly about: 'account';
      readonly what: AccountNews;
      /** When it is over by itself, where that was said. */
      readonly until: EpochMs | null;
    };

/** `over-daily-cap`: longer than the cap by itself, so that it is never sent (L18). */
export type MeetingNews = 'ready' | 'naming' | 'failed' | 'over-daily-cap';

/** Closed gates, and the end of a daily cap. */
export type AccountNews = ToldGate | 'daily-cap-over';

export type ToldGate = 'needs-minutes' | 'daily-cap' | 'daily-limit';
