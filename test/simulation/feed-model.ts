// What the records must be, told from the same events by a second hand: a few lines over Lobbe's own JSON, written from the documents
// (F7, F8, F14, F15, F17) and not from the app. It knows no pages, no cursors and no commits.

/** An event as it is on the wire. */
export interface WireEvent {
  readonly id: string;
  readonly type: string;
  readonly recordingId: string;
  readonly data: { readonly status?: string; readonly change?: string };
}

interface Known {
  stage: string;
  readonly ids: Set<string>;
}

const STAGES: Readonly<Record<string, string>> = {
  NAMING: 'naming',
  READY: 'ready',
  FAILED: 'failed',
};
const stageOf = (status: string) => STAGES[status] ?? 'processing';

export class FeedModel {
  readonly #meetings = new Map<string, Known>();

  /** `ours`: meetings that the app sent; they are being worked on as far as it knows. */
  constructor(ours: Iterable<string>) {
    for (const id of ours) this.#meetings.set(id, { stage: 'processing', ids: new Set() });
  }

  get size(): number {
    return this.#meetings.size;
  }

  stageOf(recordingId: string): string | null {
    return this.#meetings.get(recordingId)?.stage ?? null;
  }

  ids(): IterableIterator<string> {
    return this.#meetings.keys();
  }

  /** An event was given to the app, and the app wrote down that it has it. */
  event({ id, type, recordingId, data }: WireEvent): void {
    const known = this.#meetings.get(recordingId);
    if (!known) {
      const stage = firstStage(type, data);
      if (stage !== null) this.#meetings.set(recordingId, { stage, ids: new Set([id]) });
      return;
    }
    if (known.ids.has(id)) return;
    known.ids.add(id);
    known.stage = nextStage(known.stage, type, data);
  }

  /** The list named it. */
  listed(recordingId: string): void {
    const known = this.#meetings.get(recordingId);
    if (known) known.stage = 'ready';
    else this.#meetings.set(recordingId, { stage: 'ready', ids: new Set() });
  }

  /** Its status was asked; null: 404. */
  status(recordingId: string, status: string | null): void {
    const known = this.#meetings.get(recordingId);
    if (known) known.stage = status === null ? 'deleted' : stageOf(status);
  }
}

const SAYS: Readonly<Record<string, string>> = {
  'recording.naming_required': 'naming',
  'recording.ready': 'ready',
  'recording.failed': 'failed',
  'recording.deleted': 'deleted',
};

function firstStage(type: string, { status, change }: WireEvent['data']): string | null {
  const said = SAYS[type];
  if (said !== undefined) return said;
  if (type === 'recording.updated') return change === 'restored' && status !== undefined ? stageOf(status) : 'ready';
  return status === undefined ? null : stageOf(status);
}

function nextStage(before: string, type: string, { status, change }: WireEvent['data']): string {
  const said = SAYS[type];
  if (said !== undefined) return said;
  switch (type) {
    case 'recording.created':
      return before === 'processing' && status !== undefined ? stageOf(status) : before;
    case 'recording.updated':
      if (change === 'restored') return status === undefined ? 'ready' : stageOf(status);
      // Only a READY meeting tells of a change.
      return before === 'deleted' ? before : 'ready';
    default:
      return before;
  }
}
