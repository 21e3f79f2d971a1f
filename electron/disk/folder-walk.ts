import { type Dir, type Dirent, opendirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { extensionOf, recordingExtensions } from './recording-types';

/** What a folder holds, as far as it was looked through. */
export interface FolderContents {
  /** Absolute paths of what are recordings by their extensions, in the order in which people count: 2 before 10. */
  readonly files: readonly string[];
  /** A limit ended the look: there may be more. */
  readonly more: boolean;
  /** What was seen and left out: hidden and system files, other kinds, pipes, links to nowhere. */
  readonly skipped: number;
  /** Folders that could not be read. */
  readonly unreadable: number;
}

/** How far a folder is looked through. */
export interface FolderLimits {
  /** Recordings that are returned. */
  readonly files: number;
  /** Names that are looked at, of any kind: a folder of source code has more of them than a disk of recordings. */
  readonly names: number;
  /** Folders in folders; 0: only the folder itself. */
  readonly depth: number;
  /** Counted from the first answer of its disk. */
  readonly ms: number;
}

/** Five thousand recordings are the most that are taken in at once (case 31); people keep them a few folders deep. */
export const usualFolderLimits: FolderLimits = { files: 5_000, names: 50_000, depth: 16, ms: 5_000 };

/** What systems keep for themselves, besides all names that begin with a dot. */
const systemNames: readonly string[] = [
  '$RECYCLE.BIN',
  'System Volume Information',
  '__MACOSX',
  '@eaDir',
  'lost+found',
];

// One for all systems and languages: the same folder always comes in the same order. It counts in Persian digits too.
const natural = new Intl.Collator('en', { numeric: true });

/**
 * Looks through a folder and those below it, breadth first, so that a limit cuts off what lies deepest. A folder that is reached
 * twice, by links or mounts, is looked at once. Never throws. A dead disk may keep it for ever: only for reader threads.
 */
export function walkFolder(path: string, limits: FolderLimits = usualFolderLimits): FolderContents {
  return new Walk(limits).through(path);
}

/** What is in a folder of its own: not what links in it lead to, and not what is mounted in it, which comes and goes. */
export interface OwnFiles {
  /** Absolute paths of what are recordings by their extensions, in no order. */
  readonly files: readonly string[];
  readonly more: boolean;
  /** Folders that could not be read. */
  readonly unread: readonly string[];
}

/** Looks through a folder as `walkFolder` does, for what is its own, and passes over what is below `leaveOut`. */
export function walkOwn(path: string, limits: FolderLimits, leaveOut: string | null): OwnFiles {
  return new Walk(limits, { leaveOut }).ownOf(path);
}

class Walk {
  readonly #limits: FolderLimits;
  readonly #own: { readonly leaveOut: string | null } | null;
  /** The disk of the folder that it began with. */
  #disk: bigint | null = null;
  #until = Number.POSITIVE_INFINITY;
  readonly #files: string[] = [];
  /** Folders that were looked at, by device and inode. */
  readonly #visited = new Set<string>();
  #names = 0;
  #skipped = 0;
  readonly #unread: string[] = [];
  #more = false;

  constructor(limits: FolderLimits, own: { readonly leaveOut: string | null } | null = null) {
    this.#limits = limits;
    this.#own = own;
  }

  through(path: string): FolderContents {
    this.#walk(path);
    return {
      files: this.#files.sort(byName),
      more: this.#more,
      skipped: this.#skipped,
      unreadable: this.#unread.length,
    };
  }

  ownOf(path: string): OwnFiles {
    this.#walk(path);
    return { files: this.#files, more: this.#more, unread: this.#unread };
  }

  #walk(path: string): void {
    let level = [path];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > this.#limits.depth) this.#more = true;
      if (this.#isOver()) break;
      level = level.flatMap((folder) => this.#foldersIn(folder));
    }
  }

  #isOver(): boolean {
    if (this.#names >= this.#limits.names || performance.now() > this.#until) this.#more = true;
    return this.#more;
  }

  /** Takes the recordings of a folder, and returns the folders in it. */
  #foldersIn(folder: string): string[] {
    const folders: string[] = [];
    if (this.#isOver()) return folders;
    let open: Dir | null = null;
    try {
      const { dev, ino } = statSync(folder, { bigint: true });
      this.#disk ??= dev;
      if (this.#own && (dev !== this.#disk || folder === this.#own.leaveOut)) return folders;
      const identity = `${dev}:${ino}`;
      if (this.#visited.has(identity)) return folders;
      this.#visited.add(identity);
      // Name by name, not all at once: nobody knows how many there are.
      open = opendirSync(folder);
      this.#until = Math.min(this.#until, performance.now() + this.#limits.ms);
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (this.#isOver()) break;
        this.#names += 1;
        this.#take(folder, entry, folders);
      }
    } catch {
      this.#unread.push(folder);
    } finally {
      closeFolder(open);
    }
    return folders;
  }

  #take(folder: string, entry: Dirent, folders: string[]): void {
    const path = join(folder, entry.name);
    const isLeftOut = isHidden(entry.name) || (this.#own !== null && entry.isSymbolicLink());
    const kind = isLeftOut ? 'other' : kindOf(path, entry);
    if (kind === 'folder') folders.push(path);
    else if (kind !== 'file' || !recordingExtensions.includes(extensionOf(entry.name))) this.#skipped += 1;
    else if (this.#files.length < this.#limits.files) this.#files.push(path);
    else this.#more = true;
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || systemNames.includes(name);
}

function kindOf(path: string, entry: Dirent): 'file' | 'folder' | 'other' {
  try {
    const what = entry.isSymbolicLink() ? statSync(path) : entry;
    return what.isFile() ? 'file' : what.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'other';
  }
}

function closeFolder(folder: Dir | null): void {
  try {
    folder?.closeSync();
  } catch {
    // A share that went away takes its descriptors along.
  }
}

/** Naturally; names that only differ in how their letters are composed are still two. */
function byName(a: string, b: string): number {
  return natural.compare(a, b) || (a < b ? -1 : 1);
}
