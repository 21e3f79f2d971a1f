// Tells the window what is on disk: one snapshot after each commit, a few of them folded into one.

import type { EpochMs, MeetingId, TokenFingerprint } from '../contract/ids';
import type { FeedTrouble, StoreNotice } from '../contract/problem';
import type { Question } from '../contract/question';
import type { Language, PasswordStorage, Settings, SettingsView } from '../contract/settings';
import type { AppView, Snapshot } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import { elsewhereViews } from '../domain/elsewhere-view';
import { acceptedAt, scopesOf } from '../domain/scopes';
import { createMeetingViews, gateViews } from '../domain/to-snapshot';

/** A change is seen at once; a hundred of them in a row are seen together. */
const FOLD_MS = 50;

/** A snapshot of thousands of meetings takes its time, here and in the window: nine tenths of it stay for everything else. */
const REST = 9;

/** What a row costs the window, which draws its list anew with each snapshot: measured with thousands of them. */
const WINDOW_MS_PER_ROW = 0.01;

/** Nobody waits longer than this for what is new. */
const LONGEST_FOLD_MS = 1_000;

/** A gate with a stated end opens without a commit: the window is told then, and never later than this. */
const LONGEST_MS = 30_000;

export interface Sources {
  state(): AppState;
  notices(): readonly StoreNotice[];
  questions(): readonly Question[];
  inFlight(): ReadonlySet<MeetingId>;
  /** `acceptedAt`: at its check, if there was one. */
  account(): Omit<Snapshot['account'], 'scopes'>;
  app(): AppView;
  folders(): Snapshot['folders'];
  proxyPassword(): PasswordStorage | null;
  token(): TokenFingerprint | null;
  /** Why no news come although Lobbe answers. */
  feedTrouble(): FeedTrouble | null;
  /** When this run last read the feed; null if it has not yet. */
  lastReadAt(): EpochMs | null;
  offline(): boolean;
  language(): Language;
  now(): EpochMs;
  readonly sandbox: boolean;
  readonly takes: readonly string[];
}

export interface Publisher {
  /** The snapshot as of now. */
  current(): Snapshot;
  /** Something that the snapshot is made of changed. */
  changed(): void;
  stop(): void;
}

/** `tell` gets each new snapshot. */
export function createPublisher(sources: Sources, tell: (snapshot: Snapshot) => void): Publisher {
  let revision = 0;
  let folding: NodeJS.Timeout | null = null;
  let later: NodeJS.Timeout | null = null;
  let restingUntil: EpochMs = 0;
  const meetingViews = createMeetingViews();

  function current(): Snapshot {
    const state = sources.state();
    const account = sources.account();
    const context = {
      now: sources.now(),
      hasToken: account.hasToken,
      token: sources.token(),
      offline: sources.offline(),
      inFlight: sources.inFlight(),
    };
    const lastReadAt = sources.lastReadAt() ?? state.feed.lastReadAt;
    revision += 1;
    return {
      revision,
      meetings: [...meetingViews(state, context), ...elsewhereViews(state)],
      gates: gateViews(state, context),
      questions: sources.questions(),
      takes: sources.takes,
      pausedAll: state.pausedAll,
      pausedUntil: state.pausedAll ? state.pausedUntil : null,
      account: {
        ...account,
        acceptedAt: acceptedAt(state, context.token, account.acceptedAt, lastReadAt),
        scopes: scopesOf(state, context.token),
      },
      sandbox: sources.sandbox,
      language: sources.language(),
      settings: settingsView(state.settings),
      proxyPassword: sources.proxyPassword(),
      notices: sources.notices(),
      feed: { lastReadAt, trouble: sources.feedTrouble() },
      app: sources.app(),
      folders: sources.folders(),
    };
  }

  function publish(): void {
    folding = null;
    const began = sources.now();
    const snapshot = current();
    tell(snapshot);
    const cost = sources.now() - began + WINDOW_MS_PER_ROW * snapshot.meetings.length;
    restingUntil = sources.now() + REST * cost;
    if (later) clearTimeout(later);
    later = null;
    const ends = snapshot.gates.flatMap((gate) => (gate.until === null ? [] : [gate.until]));
    if (ends.length === 0) return;
    const wait = Math.min(Math.max(Math.min(...ends) - sources.now(), FOLD_MS), LONGEST_MS);
    later = setTimeout(changed, wait);
  }

  function changed(): void {
    const rest = Math.min(restingUntil - sources.now(), LONGEST_FOLD_MS);
    folding ??= setTimeout(publish, Math.max(FOLD_MS, rest));
  }

  return {
    current,
    changed,
    stop() {
      if (folding) clearTimeout(folding);
      if (later) clearTimeout(later);
    },
  };
}

/** A certificate is larger than all the rest, and of no use to the window. */
function settingsView({ certificate, ...settings }: Settings): SettingsView {
  return { ...settings, certificate: certificate?.name ?? null };
}
