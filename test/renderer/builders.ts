// Snapshots for tests of the window: valid wholes, of which a test names only the part it is about.

import type { IdempotencyKey, MeetingId, RecordingId } from '../../electron/contract/ids';
import type { GateView, MeetingView, Progress, Snapshot } from '../../electron/contract/snapshot';
import type { Group, MeetingAction, Stage } from '../../electron/contract/stage';

/** Monday, 30 November 2026, 12:00 on this computer. */
export const NOON = new Date(2026, 10, 30, 12, 0).getTime();

const needsYou: ReadonlySet<Stage> = new Set(['blocked', 'naming', 'failed']);
const done: ReadonlySet<Stage> = new Set(['ready', 'deleted', 'cancelled']);

function groupOf(stage: Stage): Group {
  if (needsYou.has(stage)) return 'needs-you';
  return done.has(stage) ? 'ready' : 'in-progress';
}

const actions: Readonly<Record<Stage, readonly MeetingAction[]>> = {
  preparing: ['cancel', 'show-in-folder'],
  queued: ['send-next', 'pause', 'show-in-folder', 'cancel'],
  uploading: ['pause', 'show-in-folder', 'cancel'],
  waiting: ['retry', 'send-next', 'pause', 'show-in-folder', 'cancel'],
  paused: ['resume', 'show-in-folder', 'cancel'],
  blocked: ['retry', 'show-in-folder', 'cancel'],
  processing: ['open-in-lobbe', 'show-in-folder', 'copy-id'],
  naming: ['open-in-lobbe', 'show-in-folder', 'copy-id'],
  ready: ['open-in-lobbe', 'show-in-folder', 'upload-again', 'copy-id', 'remove'],
  failed: ['upload-again', 'open-in-lobbe', 'show-in-folder', 'copy-id', 'remove'],
  deleted: ['remove', 'upload-again', 'show-in-folder', 'copy-id'],
  cancelled: ['undo', 'show-in-folder', 'remove'],
};

const atLobbe: ReadonlySet<Stage> = new Set(['processing', 'naming', 'ready', 'failed', 'deleted']);
let made = 0;

/** A meeting in a stage, with the group and the actions that belong to it. */
export function aMeeting(stage: Stage, part: Partial<MeetingView> = {}): MeetingView {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  return {
    id: id as MeetingId,
    name: `recording ${made}.m4a`,
    stage,
    reason: null,
    until: null,
    fileWait: null,
    group: groupOf(stage),
    recordingId: atLobbe.has(stage) ? (`rec_${made}` as RecordingId) : null,
    status: stage === 'processing' ? 'QUEUED' : null,
    trouble: null,
    failure: null,
    key: id as IdempotencyKey,
    attempts: 0,
    size: 41_000_000,
    durationMs: 44 * 60_000,
    addedAt: NOON - 3_600_000,
    finishedAt: done.has(stage) || stage === 'failed' ? NOON - 480_000 : null,
    unseen: false,
    actions: actions[stage],
    ...part,
  };
}

/** A closed gate. */
export function aGate(gate: GateView['gate'], part: Partial<GateView> = {}): GateView {
  return { gate, until: null, why: null, waiting: 0, waitingMs: 0, probing: false, ...part };
}

/** Progress of an upload, as far as `fraction`. */
export function someProgress(meeting: MeetingView, fraction: number, part: Partial<Progress> = {}): Progress {
  const total = meeting.size ?? 1;
  return {
    id: meeting.id,
    sent: Math.round(total * fraction),
    total,
    bytesPerSecond: 1_200_000,
    msLeft: 120_000,
    isStill: false,
    phase: 'sending',
    ...part,
  };
}

let revision = 0;

/** Of a token that nothing was asked with yet. */
export const unknownScopes = { read: null, write: null, ask: null };

/** A snapshot, newer than the one made before it. */
export function aSnapshot(part: Partial<Snapshot> = {}): Snapshot {
  revision += 1;
  return {
    revision,
    meetings: [],
    gates: [],
    questions: [],
    takes: ['m4a', 'mp3', 'wav', 'ogg', 'mp4', 'mkv', 'opus'],
    pausedAll: false,
    pausedUntil: null,
    account: {
      hasToken: true,
      hint: 'lob_…Qd7',
      storage: 'encrypted',
      canEncrypt: true,
      acceptedAt: NOON - 120_000,
      scopes: unknownScopes,
    },
    sandbox: false,
    language: 'en',
    settings: {
      language: 'system',
      parallelUploads: 2,
      bandwidth: { limit: null, night: null },
      proxy: { mode: 'system', server: null, user: null },
      certificate: null,
      notifications: { ready: true, naming: true, minutes: true, failed: true, elsewhere: false },
    },
    proxyPassword: null,
    notices: [],
    feed: { lastReadAt: NOON - 60_000, trouble: null },
    folders: { watched: [], offers: [] },
    app: { nativeLanguage: part.language ?? 'en', startsAtLogin: false, update: null },
    ...part,
  };
}
