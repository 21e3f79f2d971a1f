// More new recordings of a watched folder than anybody makes: an archive that was moved there, a drive or a cloud's folder that filled
// up. Nobody brought them one by one, and each is a charge, so their user is asked first.

import type { EpochMs } from '../contract/ids';
import type { SeenFile } from '../domain/watched-folder';
import { FOLDER_AT_ONCE, type FolderAnswer } from './questions';

/** They come by and by, as long as they are being copied. */
const AT_ONCE_MS = 60 * 60_000;

/** Asks what is to become of these paths in a folder; returns what takes the question back. */
export type AskAboutMany = (paths: readonly string[], heard: (answer: FolderAnswer) => void) => () => void;

export interface Sorted {
  readonly take: readonly SeenFile[];
  /** Their user does not want them. */
  readonly leave: readonly SeenFile[];
  /** Others wait for an answer. It is in memory only: after a restart they are new, and asked about, once more. */
  readonly wait: boolean;
}

export interface ManyAtOnce {
  /** Sorts what is new. The same when it is asked again, until what it said is done. */
  sort(recordings: readonly SeenFile[], now: EpochMs): Sorted;
  /** There is an answer that was not carried out yet. */
  isAnswered(): boolean;
  /** Takes back what is being asked. */
  end(): void;
}

interface Asked {
  readonly paths: ReadonlySet<string>;
  readonly takeBack: () => void;
}

/** `answered` is called when there is something to sort again. */
export function createManyAtOnce(ask: AskAboutMany, answered: () => void): ManyAtOnce {
  let asked: Asked | null = null;
  let answer: FolderAnswer | null = null;
  /** Paths of those that nobody was asked about, and when. */
  let unasked: ReadonlyMap<string, EpochMs> = new Map();

  function end(): void {
    if (answer === null) asked?.takeBack();
    asked = null;
    answer = null;
  }

  function askAbout(recordings: readonly SeenFile[]): void {
    const paths = recordings.map(({ path }) => path);
    if (asked?.paths.size === paths.length && paths.every((path) => asked?.paths.has(path))) return;
    end();
    const takeBack = ask(paths, (heard) => {
      answer = heard;
      answered();
    });
    asked = { paths: new Set(paths), takeBack };
  }

  return {
    sort(recordings, now) {
      if (asked !== null && answer !== null) {
        const { paths } = asked;
        const meant = recordings.filter(({ path }) => paths.has(path));
        const wait = meant.length < recordings.length;
        if (meant.length > 0)
          return answer === 'add' ? { take: meant, leave: [], wait } : { take: [], leave: meant, wait };
        end();
      }
      const lately = new Map([...unasked].filter(([, at]) => Math.abs(now - at) < AT_ONCE_MS));
      for (const { path } of recordings) lately.set(path, lately.get(path) ?? now);
      if (recordings.length > 0 && lately.size > FOLDER_AT_ONCE) {
        askAbout(recordings);
        return { take: [], leave: [], wait: true };
      }
      end();
      unasked = lately;
      return { take: recordings, leave: [], wait: false };
    },
    isAnswered: () => answer !== null,
    end,
  };
}
