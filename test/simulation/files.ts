// Recordings as files that people and recorders change behind the app's back. Their content is a version: the checker has to know
// which content arrived, not which bytes.

import type { RefusalReason } from '../../electron/contract/problem';
import { type Sighting, stillness } from '../../electron/disk/stillness';
import type { FileTrouble } from '../../electron/domain/outcome';
import type { OpenedRecording, Recordings } from '../../electron/queue/ports';
import type { Chance } from './chance';
import type { Life, Time } from './time';

/** What a path leads to. A replaced file is another one of these; an edited one is the same with another version. */
interface Content {
  version: number;
  size: number;
  mtimeMs: number;
  audio: boolean;
  /** True time at which its recorder stops writing. */
  growsUntil: number;
}

/** An opened recording that remembers what was read from it. */
export interface SimulatedRecording extends OpenedRecording {
  /** Versions of the content that were read, in their order. */
  readonly read$: readonly number[];
}

export class SimulatedFiles {
  readonly #time: Time;
  readonly #chance: Chance;
  readonly #files = new Map<string, Content>();
  /** Files whose drive was pulled, to come back as they were. */
  readonly #away = new Map<string, Content>();
  #versions = 0;
  /** What the app was last told about a path, for the checker. */
  readonly lastLook = new Map<string, RefusalReason | 'recording' | 'later'>();
  /** Ends of the content that a look at a path found last, for the checker. */
  readonly lastEnds = new Map<string, string | null>();
  /** When a look last found no recording there, in true time. */
  readonly refusedAt = new Map<string, number>();
  /** Paths that cannot be read for the moment. */
  readonly forbidden = new Set<string>();

  constructor(time: Time, chance: Chance) {
    this.#time = time;
    this.#chance = chance;
  }

  paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Whether what is there can be sent. */
  isRecording(path: string): boolean {
    const content = this.#files.get(path);
    return content?.audio === true && content.size > 0;
  }

  /** Whether a file is still what it was when it was queued. */
  isSame(path: string, file: { readonly size: number; readonly mtimeMs: number } | null): boolean {
    const content = this.#files.get(path);
    return content !== undefined && content.size === file?.size && content.mtimeMs === file.mtimeMs;
  }

  /** Version at a path now; null if there is no file. */
  versionAt(path: string): number | null {
    return this.#files.get(path)?.version ?? null;
  }

  /** A new recording, or other content in the place of an old one. */
  make(path: string, { growing = false, audio = true, empty = false } = {}): void {
    const chance = this.#chance;
    const size = empty ? 0 : chance.is(0.1) ? 20_000_000 + chance.below(9_000_000) : 1_000 + chance.below(900_000);
    const age = chance.is(0.7) ? 60_000 : chance.below(3_000);
    const grows = growing ? chance.between(2_000, 40_000) : 0;
    const content = { ...this.#fresh(size), audio, growsUntil: growing ? this.#time.now() + grows : 0 };
    content.mtimeMs -= growing ? 0 : age;
    this.#files.set(path, content);
    this.#away.delete(path);
    if (growing) this.#grow(content);
  }

  /** Other content in the same file: a tag editor, a repair tool. */
  edit(path: string, sameSize: boolean): void {
    const content = this.#files.get(path);
    if (!content) return;
    const size = sameSize ? content.size : Math.max(1, content.size + this.#chance.below(5_000) - 2_000);
    this.#change(content, size);
  }

  /** A copy of a file, at a path of its own. */
  copy(from: string, to: string): void {
    const content = this.#files.get(from);
    if (content) this.#files.set(to, { ...content, mtimeMs: this.#time.wall() - 60_000, growsUntil: 0 });
  }

  takeAway(path: string, forGood: boolean): void {
    const content = this.#files.get(path);
    if (!content) return;
    this.#files.delete(path);
    if (!forGood) this.#away.set(path, content);
  }

  /** Every drive is back. */
  bringBack(): void {
    for (const [path, content] of this.#away) if (!this.#files.has(path)) this.#files.set(path, content);
    this.#away.clear();
    this.forbidden.clear();
  }

  of(life: Life): Recordings {
    const soon = <Result>(effect: () => Result) => this.#time.operation(life, this.#chance.between(0.2, 20), effect);
    return {
      open: (path, expected) => soon(() => this.#open(path, expected, soon)),
      isThere: (path) => soon(() => this.#files.has(path)),
      wholeOf: (path, expected, signal) =>
        soon(() => {
          const content = this.#files.get(path);
          if (!content || signal.aborted || this.forbidden.has(path) || !this.isSame(path, expected)) return null;
          return wholeOf([content.version]);
        }),
      inspect: (path, seen) =>
        soon(() => {
          const look = this.#inspect(path, seen as Sighting | null);
          const { inspection } = look;
          this.lastLook.set(path, inspection.kind === 'refused' ? inspection.reason : inspection.kind);
          if (inspection.kind === 'refused') this.refusedAt.set(path, this.#time.now());
          if (inspection.kind === 'recording') this.lastEnds.set(path, inspection.file.ends);
          return look;
        }),
    };
  }

  #fresh(size: number): Content {
    this.#versions += 1;
    return { version: this.#versions, size, mtimeMs: this.#time.wall(), audio: true, growsUntil: 0 };
  }

  #change(content: Content, size: number): void {
    const { version, mtimeMs } = this.#fresh(size);
    content.version = version;
    content.size = size;
    // Two changes within one tick of the file system's clock are told apart by nobody: not what is tested here.
    content.mtimeMs = mtimeMs === content.mtimeMs ? mtimeMs + 1 : mtimeMs;
  }

  #grow(content: Content): void {
    this.#time.after(this.#chance.between(300, 2_000), null, () => {
      if (this.#time.now() > content.growsUntil) return;
      this.#change(content, content.size + 1 + this.#chance.below(20_000));
      this.#grow(content);
    });
  }

  #inspect(path: string, seen: Sighting | null): Awaited<ReturnType<Recordings['inspect']>> {
    const refused = (reason: RefusalReason) => ({ inspection: { kind: 'refused', reason } as const, seen: null });
    const content = this.#files.get(path);
    if (!content) return refused('not-found');
    if (this.forbidden.has(path)) return refused('unreadable');
    const { size, mtimeMs, audio } = content;
    if (size === 0) return refused('empty-file');
    if (!audio) return refused('not-audio');
    const still = stillness({ size, mtimeMs, at: this.#time.wall() }, seen, content.growsUntil === 0 ? true : null);
    if (still.kind === 'moving') return { inspection: { kind: 'later', why: 'growing' }, seen: still.seen };
    const file = { size, mtimeMs, contentType: 'audio/mp4', durationMs: size, ends: endsOf(content) };
    return { inspection: { kind: 'recording', path, file }, seen: null };
  }

  #open(
    path: string,
    expected: { readonly size: number; readonly mtimeMs: number },
    soon: <Result>(effect: () => Result) => Promise<Result>,
  ): Awaited<ReturnType<Recordings['open']>> {
    const trouble = (kind: FileTrouble, code: string) => ({ kind: 'trouble', trouble: kind, code }) as const;
    const content = this.#files.get(path);
    if (!content) return trouble('file-missing', 'ENOENT');
    if (this.forbidden.has(path)) return trouble('file-unreadable', 'EACCES');
    if (content.size === 0) return trouble('empty-file', 'EMPTY');
    if (content.size !== expected.size) return trouble('file-changed', 'SIZE_CHANGED');
    if (Math.abs(content.mtimeMs - expected.mtimeMs) >= 1) return trouble('file-changed', 'MTIME_CHANGED');
    return { kind: 'opened', recording: recordingOf(content, soon) };
  }
}

/** Contents of different versions differ at their ends: what only differs in between is not played. */
const endsOf = ({ version }: Content) => `ends of ${version}`;
const wholeOf = (versions: readonly number[]) => `sha256 of ${versions.join()}`;

function recordingOf(content: Content, soon: <Result>(effect: () => Result) => Promise<Result>): SimulatedRecording {
  const { version, size } = content;
  const read$: number[] = [];
  const piece = Math.ceil(size / (1 + (size % 3)));
  let out = 0;
  return {
    size,
    read$,
    next: () =>
      soon(() => {
        const length = Math.max(0, Math.min(piece, size - out, content.size - out));
        if (length > 0) read$.push(content.version);
        out += length;
        // Only their number counts here: nobody looks at the bytes.
        return { length } as Uint8Array;
      }),
    // As disk/recording.ts promises it: what was read is one unchanged file.
    verify: () =>
      soon(() => (content.version === version && read$.every((v) => v === version) ? null : 'file-changed')),
    digest: () => (out < size ? null : wholeOf([...new Set(read$)])),
    close: () => soon(() => {}),
  };
}
