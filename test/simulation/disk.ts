// The disk under the real store: files in memory that know what of them is durable, and fail as disks do.

import path from 'node:path';
import type { StoreDisk } from '../../electron/store/disk';
import type { Chance } from './chance';
import type { Life, Time } from './time';

/** Contents are never altered in place: whoever writes brings a buffer of their own. */
interface Inode {
  readonly number: number;
  version: number;
  content: Buffer;
  /** What a power cut leaves of it; null: nothing of it was ever forced. */
  durable: Buffer | null;
}

/** Trouble that lasts for a while. `odd`: every operation may fail, each in its own way. */
export type DiskTrouble = 'none' | 'full' | 'short' | 'read-only' | 'held' | 'odd';

type DiskStep = keyof StoreDisk;

const NOTHING = Buffer.alloc(0);

export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

export class SimulatedDisk {
  trouble: DiskTrouble = 'none';
  /** Operations that failed, and writes that were short. */
  faults = 0;
  readonly #time: Time;
  readonly #chance: Chance;
  #names = new Map<string, Inode>();
  /** What the folders on the platter say. */
  #durableNames = new Map<string, Inode>();
  #inodes = 0;

  constructor(time: Time, chance: Chance) {
    this.#time = time;
    this.#chance = chance;
  }

  /** The disk as one life of the app sees it: after its end nothing of it has any effect. */
  of(life: Life): StoreDisk {
    const quick = <Result>(effect: () => Result) => this.#time.operation(life, this.#chance.between(0.05, 2), effect);
    const slow = <Result>(effect: () => Result) => this.#time.operation(life, this.#chance.between(0.5, 15), effect);
    return {
      write: (file, bytes) => {
        if (life.dead) return;
        this.#time.onOperation(life);
        // Dead at this very operation: as much as got out before.
        if (life.dead) this.#put(file, this.#chance.is(0.5) ? this.#part(bytes) : NOTHING);
        else this.#write(file, bytes);
      },
      syncAndRead: (file) => slow(() => this.#syncAndRead(file)),
      rename: (from, to) => quick(() => this.#rename(from, to)),
      syncFolder: (folder) => slow(() => this.#syncFolder(folder)),
      remove: (file) => quick(() => this.#remove(file)),
      read: (file) => quick(() => this.#find(file).content),
      identity: (file) =>
        quick(() => {
          const { number, version, content } = this.#find(file);
          return `${number}:${content.length}:${version}`;
        }),
      list: (folder) =>
        quick(() =>
          [...this.#names.keys()].filter((file) => path.dirname(file) === folder).map((f) => path.basename(f)),
        ),
      makeFolder: () => quick(() => {}),
      copy: (from, to) => quick(() => void this.#put(to, this.#find(from).content)),
    };
  }

  /** The power went: of what was not forced, chance decides. */
  powerCut(): void {
    const chance = this.#chance;
    const names = new Map<string, Inode>();
    for (const name of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      const [now, durable] = [this.#names.get(name), this.#durableNames.get(name)];
      const kept = now === durable || chance.is(0.5) ? now : durable;
      if (kept) names.set(name, kept);
    }
    for (const inode of new Set(names.values())) {
      if (inode.durable?.equals(inode.content)) continue;
      const lost = inode.durable ?? NOTHING;
      inode.content = chance.weighed([
        [2, inode.content],
        [2, lost],
        [1, this.#part(inode.content)],
        [1, Buffer.alloc(inode.content.length)],
      ]);
      inode.durable = inode.content;
      inode.version += 1;
    }
    this.#names = names;
    this.#durableNames = new Map(names);
  }

  /** Names that are there now, for a look from outside. */
  names(): readonly string[] {
    return [...this.#names.keys()];
  }

  #fail(code: string): never {
    this.faults += 1;
    throw systemError(code);
  }

  /** Fails as the trouble of the moment has it. */
  #trouble(step: DiskStep): void {
    const { trouble } = this;
    if (trouble === 'none') return;
    const chance = this.#chance;
    if (trouble === 'read-only' && (step === 'write' || step === 'rename'))
      this.#fail(chance.pick(['EROFS', 'EACCES']));
    if (trouble === 'held' && step === 'rename' && chance.is(0.7))
      this.#fail(chance.pick(['EPERM', 'EBUSY', 'EACCES']));
    if (trouble === 'full' && (step === 'write' || step === 'syncAndRead') && chance.is(0.8)) this.#fail('ENOSPC');
    if (trouble === 'odd' && chance.is(0.15)) {
      this.#fail(chance.pick(step === 'rename' ? ['EIO', 'EPERM', 'EBUSY', 'ENOSPC'] : ['EIO', 'ENOSPC', 'EIO']));
    }
  }

  #part(bytes: Buffer): Buffer {
    return bytes.subarray(0, this.#chance.below(bytes.length + 1));
  }

  #put(file: string, bytes: Buffer): Inode {
    let inode = this.#names.get(file);
    if (!inode) {
      this.#inodes += 1;
      inode = { number: this.#inodes, version: 0, content: NOTHING, durable: null };
      this.#names.set(file, inode);
    }
    inode.content = bytes;
    inode.version += 1;
    return inode;
  }

  #write(file: string, bytes: Buffer): void {
    try {
      this.#trouble('write');
    } catch (error) {
      // The file was made, and some of it may have got there.
      if (this.#chance.is(0.7)) this.#put(file, this.#part(bytes));
      throw error;
    }
    const short = this.trouble === 'short' && bytes.length > 0 && this.#chance.is(0.7);
    if (short) this.faults += 1;
    this.#put(file, short ? this.#part(bytes.subarray(0, -1)) : bytes);
  }

  #find(file: string): Inode {
    const inode = this.#names.get(file);
    if (!inode) throw systemError('ENOENT');
    return inode;
  }

  #syncAndRead(file: string): Buffer {
    const inode = this.#find(file);
    this.#trouble('syncAndRead');
    inode.durable = inode.content;
    return inode.content;
  }

  #rename(from: string, to: string): void {
    const inode = this.#find(from);
    this.#trouble('rename');
    this.#names.delete(from);
    this.#names.set(to, inode);
  }

  #syncFolder(folder: string): void {
    // It may have got there before it failed.
    const early = this.#chance.is(0.5);
    if (!early) this.#trouble('syncFolder');
    for (const name of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      if (path.dirname(name) !== folder) continue;
      const inode = this.#names.get(name);
      if (inode) this.#durableNames.set(name, inode);
      else this.#durableNames.delete(name);
    }
    if (early) this.#trouble('syncFolder');
  }

  #remove(file: string): void {
    this.#trouble('remove');
    this.#names.delete(file);
  }
}
