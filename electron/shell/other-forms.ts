// Files of a watched folder that have the name of a recording and another kind: as a rule another form of it, as recorders write them,
// at times another meeting. They are left out at first, as a wrong yes is a charge; when they are complete, their length tells.

import { byLength, type OtherForm } from '../domain/new-recordings';
import type { SeenFile } from '../domain/watched-folder';

/** The length of a recording in a folder, null if it does not say; `later`: it is still being written, or its disk does not answer. */
export type LengthOf = (path: string) => Promise<number | null | 'later'>;

export interface OtherForms {
  /** These were left out, to be judged by later looks. */
  add(forms: readonly OtherForm[]): void;
  /** Those that are recordings of their own, out of what is in the folder now. The same again until they are settled. */
  judge(found: readonly SeenFile[]): Promise<readonly SeenFile[]>;
  /** These were taken in, or are not wanted. */
  settle(files: readonly SeenFile[]): void;
  /** There are some to be judged. */
  isWaiting(): boolean;
}

/** `leaveToUser` gets those whose length does not tell. In memory only: after a restart, what was left out stays left out. */
export function createOtherForms(lengthOf: LengthOf, leaveToUser: (path: string) => void): OtherForms {
  /** By their paths, the recordings that they may be forms of. */
  const waiting = new Map<string, readonly string[]>();

  async function verdictOn(path: string, others: readonly string[]) {
    const own = await lengthOf(path);
    if (own === 'later') return 'later';
    const verdicts = [];
    for (const other of others) {
      const length = await lengthOf(other);
      verdicts.push(length === 'later' ? 'later' : byLength(own, length));
    }
    if (verdicts.includes('same')) return 'same';
    if (verdicts.includes('later')) return 'later';
    // Nothing is there any more to be told from.
    return verdicts.includes('unclear') || verdicts.length === 0 ? 'unclear' : 'other';
  }

  return {
    add(forms) {
      for (const { file, of } of forms) waiting.set(file.path, of);
    },
    async judge(found) {
      const there = new Map(found.map((file) => [file.path, file]));
      const own: SeenFile[] = [];
      for (const [path, of] of [...waiting]) {
        const file = there.get(path);
        // Of two more forms, the second may be one of the first.
        const others = [...of, ...own.flatMap((each) => (waiting.get(each.path)?.[0] === of[0] ? [each.path] : []))];
        const verdict =
          file === undefined
            ? 'same'
            : await verdictOn(
                path,
                others.filter((other) => there.has(other)),
              );
        if (verdict === 'other' && file) own.push(file);
        if (verdict === 'unclear') leaveToUser(path);
        if (verdict === 'same' || verdict === 'unclear') waiting.delete(path);
      }
      return own;
    },
    settle(files) {
      for (const { path } of files) waiting.delete(path);
    },
    isWaiting: () => waiting.size > 0,
  };
}
