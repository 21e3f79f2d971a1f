// How one file is replaced without ever being half of anything: write beside it, force to disk, read back, rename, force the
// folder.

import { type BigIntStats, mkdirSync, writeFileSync } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StoreError, systemCode } from './errors';

/** The disk, as far as this room needs it: small enough to be played by a disk that fails on cue. */
export interface StoreDisk {
  /** Puts `bytes` into the file at `path`, made or emptied first. Not durable yet. Throws at once what the disk says. */
  write(path: string, bytes: Buffer): void;
  /** Forces the file onto the disk and returns what is in it now. */
  syncAndRead(path: string): Promise<Buffer>;
  rename(from: string, to: string): Promise<void>;
  /** Forces names in a folder onto the disk: without it a power cut can undo a rename (case 86). */
  syncFolder(folder: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** What is in the file now, whether or not it is durable. */
  read(path: string): Promise<Buffer>;
  /** Tells, without reading it, whether a file is still the one we knew; `NOT_A_FILE` for anything that is no regular file. */
  identity(path: string): Promise<string>;
  /** Names in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Makes a folder, and those above it, unless they are there. */
  makeFolder(folder: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
}

/** The identity of a folder, a pipe, a device: in the place of a file it can neither be read nor written. */
export const NOT_A_FILE = 'not a file';

/** Waits some milliseconds; an argument, so that tests need not. */
export type Pause = (ms: number) => Promise<void>;

/** The pause of the app. */
export function pauseByTimer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Only its owner may look: names of recordings are private, and the vault lives here too. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The steps by Node alone: for scripts and tests, which run without Electron, where electron-store cannot be loaded. */
export const nodeDisk: StoreDisk = {
  write(file, bytes) {
    mkdirSync(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
    writeFileSync(file, bytes, { mode: FILE_MODE });
  },
  async syncAndRead(file) {
    const handle = await open(file, 'r+');
    try {
      await handle.sync();
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  },
  rename,
  async syncFolder(folder) {
    // Windows gives no handle for a folder; NTFS journals the rename itself.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some network and FUSE file systems cannot do it. That is no reason to refuse the commit: they have no promise to keep.
      if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EBADF'].includes(systemCode(error) ?? '')) throw error;
    } finally {
      await handle.close();
    }
  },
  remove: (file) => rm(file, { force: true }),
  read: (file) => readFile(file),
  identity: async (file) => identityFrom(await lstat(file, { bigint: true })),
  list: (folder) => readdir(folder),
  makeFolder,
  copy: (from, to) => copyFile(from, to),
};

function identityFrom(stats: BigIntStats): string {
  return stats.isFile() ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}` : NOT_A_FILE;
}

const NOTHING = Buffer.alloc(0);

/**
 * The disk of the app: files are written by electron-store. It is loaded here and not at import, because it costs 40–55 ms that
 * `--status-json` need not pay, and because it imports `electron`, which outside Electron is no module of use (its npm package
 * exports a path, or tries a download): so nothing but this function needs Electron.
 *
 * electron-store writes in place here, not by its own temporary file and rename: that way (atomically 2.1.1) a short write of a
 * nearly full disk is renamed over the good file and reported as success; a file that a virus scanner holds for a moment is
 * tried again in a busy loop of up to one second on the main thread (case 80 allows 50 ms); and the fsync stalls the main thread
 * too. `replaceFile` does those three steps itself, off the main thread, and what it gives electron-store to write is a file
 * that nobody reads yet.
 */
export async function electronStoreDisk(): Promise<StoreDisk> {
  const { default: ElectronStore } = await import('electron-store');
  let pending: Buffer = NOTHING;
  const stores = new Map<string, InstanceType<typeof ElectronStore>>();
  const storeOf = (file: string) => {
    const known = stores.get(file);
    if (known) return known;
    const { dir, name, ext } = path.parse(file);
    const store = new ElectronStore({
      // All three said, so that nothing depends on Electron's own folders: in plain Node there are none.
      cwd: dir,
      name,
      fileExtension: ext.slice(1),
      configFileMode: FILE_MODE,
      // Never: it would turn a damaged file into an empty one without a word.
      clearInvalidConfig: false,
      // The bytes were made once, with their checksum. They are handed on to the disk as they are: text would be encoded once more.
      serialize: () => pending as unknown as string,
      // It reads the file before each write, to save keys of its own. There are none: reading is done in generations.ts.
      deserialize: () => ({}),
    });
    stores.set(file, store);
    return store;
  };
  return {
    ...nodeDisk,
    write(file, bytes) {
      pending = bytes;
      try {
        inPlace(() => {
          storeOf(file).store = {};
        });
      } finally {
        pending = NOTHING;
      }
    },
  };
}

/** The disk where this runs: electron-store in Electron, Node alone elsewhere. */
export async function appDisk(): Promise<StoreDisk> {
  return process.versions.electron ? await electronStoreDisk() : nodeDisk;
}

/**
 * Runs `write` with conf's switch for writing in place: it has one, for Ubuntu's Snap packages, and reads it from the
 * environment at each write (conf #82). Set for the length of one synchronous call, so nobody else can see it.
 */
function inPlace(write: () => void): void {
  const before = process.env.SNAP;
  process.env.SNAP = 'write-in-place';
  try {
    write();
  } finally {
    if (before === undefined) delete process.env.SNAP;
    else process.env.SNAP = before;
  }
}

/** Where new content of `file` is put together. By process, so that two of them never write into one (the lock of the app is to prevent two). */
export function stageOf(file: string): string {
  return `${file}.next-${process.pid}.tmp`;
}

/** Names that a killed process leaves: ours, and those of electron-store's own way of writing. */
const LEFTOVER = /^(.+\.json)\.(?:next-\d+\.tmp|tmp-[0-9a-f]+)$/;

/** Removes what killed processes left in a folder of the store (case 87); `only`: of one file. Throws what the disk says. */
export async function sweepLeftovers(disk: StoreDisk, folder: string, only?: string): Promise<void> {
  const names = await disk.list(folder).catch((error): readonly string[] => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const [, of] = LEFTOVER.exec(name) ?? [];
    if (of !== undefined && (only === undefined || of === only)) await disk.remove(path.join(folder, name));
  }
}

/**
 * Puts `bytes` into `file`, all of them or nothing: until the rename the old content stands, also through a kill -9, a full disk and
 * a power cut. Resolves when the new content is on the disk and was read back byte for byte; otherwise throws the disk's error,
 * or a `StoreError` if the bytes are not those that were written. A leftover of it is swept at the next start.
 */
export async function replaceFile(disk: StoreDisk, file: string, bytes: Buffer, pause: Pause): Promise<void> {
  const stage = stageOf(file);
  try {
    disk.write(stage, bytes);
    const found = await disk.syncAndRead(stage);
    if (!found.equals(bytes)) {
      // A short write is how a nearly full disk looks (case 78); anything else is a disk that lies.
      throw found.length < bytes.length
        ? new StoreError('disk-full', `short write: ${found.length} of ${bytes.length} bytes`)
        : new StoreError('io', 'read back other bytes than were written');
    }
    await patiently(() => disk.rename(stage, file), pause);
  } catch (error) {
    // Room on a full disk is better used by something else.
    await disk.remove(stage).catch(() => {});
    throw error;
  }
  await disk.syncFolder(path.dirname(file));
}

/** Makes the folder of a store. Throws what the disk says. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

/** Virus scanners and indexers hold a fresh file for 5 ms to 3 s (case 80): five seconds of patience, in growing steps. */
const PATIENCE_MS = [5, 10, 20, 40, 80, 160, 320, 640, 1_200, 2_500];
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);

/** Tries `action` until it works, while what stops it can be somebody who holds the file for a moment. The main thread is free meanwhile. */
export async function patiently<Result>(action: () => Promise<Result>, pause: Pause): Promise<Result> {
  for (const ms of PATIENCE_MS) {
    try {
      return await action();
    } catch (error) {
      if (!HELD.has(systemCode(error) ?? '')) throw error;
    }
    await pause(ms);
  }
  return await action();
}
