// The only writer of the state. What is acknowledged is on disk, was read back, and survives whatever happens next.

import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EpochMs } from '../contract/ids';
import type { StoreNotice } from '../contract/problem';
import { type AppState, emptyState } from '../domain/app-state';
import { appDisk, type Pause, pauseByTimer, replaceFile, type StoreDisk } from './disk';
import { StoreError, storeErrorOf } from './errors';
import { seal } from './generation-format';
import { identityOf, look, lookBriefly, newest, type Slot } from './generations';
import { createNotices, Listeners } from './notices';
import { INSTALL_MARKER, open, secure } from './opening';
import { quarantineOf } from './quarantine';
import { createStateText } from './state-text';

export interface StateStore {
  /** The last committed state: what is on disk. */
  state(): AppState;
  revision(): number;
  /**
   * Applies `change` to the latest committed state and resolves, to what is committed then, when that is on disk and was read
   * back. Rejects with a `StoreError`, and `state()` as it was, when it is not. Changes that come while a write is under way are
   * folded into the next one, each applied in its order; a change that throws rejects alone, with what it threw. A change that
   * returns the state it was given writes nothing.
   */
  commit(change: (state: AppState) => AppState): Promise<AppState>;
  /** Called after each commit, before its promise resolves. Returns the function that stops it. */
  onCommit(listener: (state: AppState, revision: number) => void): () => void;
  /** What the user must be told; changes with trouble and recovery. */
  notices(): readonly StoreNotice[];
  onNotices(listener: (notices: readonly StoreNotice[]) => void): () => void;
  /** Resolves when nothing is being written. */
  settled(): Promise<void>;
}

export interface StateStoreOptions {
  /** Folder of the store; made if it is not there. */
  readonly directory: string;
  /** The state of a first run; also stands in for parts that a stored state does not have. */
  readonly initial: AppState;
  readonly appVersion: string;
  /** electron-store in Electron, Node alone elsewhere. */
  readonly disk?: StoreDisk;
  readonly now?: () => EpochMs;
  readonly pause?: Pause;
  /** Lets others have the main thread while there is much to do. */
  readonly breathe?: () => Promise<void>;
}

/** So many changes, and then others have their turn: while a disk writes, hundreds of dropped files may have been looked at. */
const AT_A_STRETCH = 50;

interface Waiting {
  readonly change: (state: AppState) => AppState;
  readonly resolve: (state: AppState) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens the store of a profile. Always resolves: what is wrong with it is told by `notices()`, and commits then reject. Damaged
 * files are moved to `quarantine/`, leftovers of a killed process are removed.
 */
export async function openStateStore(options: StateStoreOptions): Promise<StateStore> {
  const { directory: folder, initial, appVersion, now = Date.now, pause = pauseByTimer, breathe = nextTurn } = options;
  const disk = options.disk ?? (await appDisk());
  const notices = createNotices();
  const quarantine = quarantineOf(folder, disk, now, pause);
  const opened = await open({ folder, initial, disk, quarantine, notices, pause });
  const listeners = new Listeners<[AppState, number]>();
  const text = createStateText();

  let { state, revision, slots, holder, marked } = opened;
  // Latched: once somebody else wrote here, nothing that we know of this store can be relied on.
  let closed: StoreError | null = opened.frozen
    ? new StoreError('newer-version', 'this store was written by a newer version of the app')
    : null;
  // The last generation that we tried to write. It may be on disk although its commit failed after the rename.
  let attempted = { revision, checksum: '' };
  const queue: Waiting[] = [];
  let writing: Promise<void> | null = null;

  /** Compares the files with what we know of them; a foreign generation closes the store. */
  async function lookAgain(): Promise<void> {
    slots = await Promise.all(
      slots.map(async (slot): Promise<Slot> => {
        if ((await identityOf(disk, slot.file)) === slot.identity) return slot;
        const fresh = await look(disk, slot.file, initial, pause);
        if (fresh.found.kind === 'absent' || fresh.found.kind === 'damaged') return fresh;
        // Touched by a backup, say, but still what we know.
        const ours = [attempted.checksum, slot.found.kind === 'usable' ? slot.found.checksum : ''];
        if (fresh.found.kind === 'usable' && ours.includes(fresh.found.checksum)) return fresh;
        closed = new StoreError('other-writer', 'somebody else wrote to this store');
        throw closed;
      }),
    );
  }

  /** Writes one generation: never over the one that holds the committed state. */
  async function write(next: AppState): Promise<void> {
    if (closed) throw closed;
    await lookAgain();
    const free = slots.filter(({ file, found }) => found.kind !== 'usable' || file !== holder);
    // A damaged or absent one first: then there are two sound ones again.
    const target = free.find(({ found }) => found.kind !== 'usable') ?? free[0];
    if (!target) throw new StoreError('io', 'no generation may be overwritten');
    const secured = await secure(target, quarantine);
    const keep = (slot: Slot) => {
      slots = slots.map((each) => (each.file === slot.file ? slot : each));
    };
    keep(secured);
    // Also past one that failed, so that a number never means two states.
    const number = Math.max(revision, attempted.revision) + 1;
    const generation = seal(text.of(next), number, appVersion);
    attempted = { revision: number, checksum: generation.checksum };
    await replaceFile(disk, target.file, generation.bytes, pause);
    keep({
      file: target.file,
      identity: await identityOf(disk, target.file),
      found: { kind: 'usable', revision: number, checksum: generation.checksum, state: next, damagedParts: 0 },
    });
    holder = target.file;
    state = next;
    revision = number;
  }

  /** A store without its marker is only told from a first run by its generations: worth trying again, not worth failing for. */
  async function mark(): Promise<void> {
    if (marked) return;
    const content = JSON.stringify({ installedAt: new Date(now()).toISOString(), appVersion });
    marked = await replaceFile(disk, path.join(folder, INSTALL_MARKER), Buffer.from(content), pause).then(
      () => true,
      () => false,
    );
  }

  /** Applies changes in their order. One that throws, or (if `checked`) makes what cannot be stored, is refused and left out. */
  async function apply(batch: readonly Waiting[], checked: boolean) {
    let next = state;
    const applied: Waiting[] = [];
    const refused: { waiting: Waiting; error: unknown }[] = [];
    for (const [n, waiting] of batch.entries()) {
      if (n > 0 && n % AT_A_STRETCH === 0) await breathe();
      try {
        const changed = waiting.change(next);
        if (checked) await text.check(changed, breathe);
        next = changed;
        applied.push(waiting);
      } catch (error) {
        refused.push({ waiting, error });
      }
    }
    if (!checked) await text.check(next, breathe);
    return { next, applied, refused };
  }

  /** Each check looks at every meeting, so with thousands of changes at once one check each is seconds: only if there is a bug. */
  async function applyAll(batch: readonly Waiting[]) {
    try {
      return await apply(batch, false);
    } catch {
      return await apply(batch, true);
    }
  }

  async function commitTogether(batch: readonly Waiting[]): Promise<void> {
    const { next, applied, refused } = await applyAll(batch);
    for (const { waiting, error } of refused) waiting.reject(error);
    try {
      // After a write that failed nobody knows which of the two a start would find: then even no change has to be written to count.
      if (next !== state || attempted.revision > revision) {
        await write(next);
        notices.clear('disk-full', 'read-only');
        listeners.tell(state, revision);
        await mark();
      }
      for (const { resolve } of applied) resolve(state);
    } catch (error) {
      const trouble = storeErrorOf(error);
      tell(trouble);
      for (const { reject } of applied) reject(trouble);
    }
  }

  function tell(trouble: StoreError): void {
    if (trouble.code === 'disk-full') notices.set('disk-full');
    if (trouble.code === 'read-only' || trouble.code === 'other-writer') notices.set(trouble.code);
  }

  async function commitAll(): Promise<void> {
    while (queue.length > 0) await commitTogether(queue.splice(0));
    writing = null;
  }

  const store: StateStore = {
    state: () => state,
    revision: () => revision,
    commit: (change) =>
      new Promise((resolve, reject) => {
        queue.push({ change, resolve, reject });
        // In a microtask, so that what is committed in one go is written in one go.
        writing ??= Promise.resolve().then(commitAll);
      }),
    onCommit: (listener) => listeners.add(listener),
    notices: () => notices.list(),
    onNotices: (listener) => notices.listen(listener),
    async settled() {
      while (writing) await writing;
    },
  };

  // Two sound generations again as soon as possible. Its failure is a notice, and no reason not to open.
  if (opened.alone && !closed) await store.commit((current) => ({ ...current })).catch(() => {});
  else if (revision > 0 && !closed) await mark();
  return store;
}

/**
 * The state of a profile as it is on disk, for `--status-json`: also while the app runs, and without writing, moving or starting
 * anything. null if there is none that can be read.
 */
export function readState(directory: string): AppState | null {
  const slots = lookBriefly(directory, emptyState);
  return newest(slots, 'newer')?.found.state ?? newest(slots, 'usable')?.found.state ?? null;
}
