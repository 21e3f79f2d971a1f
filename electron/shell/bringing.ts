// What people bring, on its way into the queue. Whatever it is, it is on disk at once; what turns out to be a folder stays there until
// what is in it takes its place, and what only its user can decide becomes a question.

import type { MeetingId } from '../contract/ids';
import type { RefusalReason } from '../contract/problem';
import type { Answer, Question } from '../contract/question';
import type { AppState } from '../domain/app-state';
import { type Incoming, takeIn, takeInFolder } from '../domain/intake';
import type { BringFolder, Fresh } from '../queue/ports';
import { FOLDER_AT_ONCE, fileAt, type OfferedFile, type Questions } from './questions';

/** What was found below a folder. */
export interface FolderContents {
  /** Absolute paths of recordings. */
  readonly files: readonly string[];
  /** There are more than were looked for. */
  readonly more: boolean;
  /** Folders in it that could not be read. */
  readonly unreadable: number;
}

export interface BringingServices {
  /** Whether the change is on disk; if not, the user was told. */
  commit(change: (state: AppState) => AppState): Promise<boolean>;
  /** For what is tried again by itself: rejects if the change is not on disk, and tells nobody. */
  tryCommit(change: (state: AppState) => AppState): Promise<unknown>;
  readonly fresh: Fresh;
  now(): number;
  /** Looks through a folder; null: not now, as its disk does not answer or the app is about to end. Never rejects. */
  readonly expandFolder: (path: string) => Promise<FolderContents | null>;
  readonly questions: Questions;
}

export interface Bringing {
  /** Takes in files by their absolute paths; `again`: also where their content is a meeting already. */
  add(paths: readonly string[], again?: boolean): Promise<void>;
  /** Takes in what is in a folder, or asks. */
  readonly addFolder: BringFolder;
  /** Carries an answer out; returns the meeting that is to be opened, if it is that. */
  answer(id: string, answer: Answer, forAll: boolean): Promise<MeetingId | null>;
}

export function createBringing({ commit, tryCommit, fresh, now, expandFolder, questions }: BringingServices): Bringing {
  const incomingOf = ({ path, name }: OfferedFile, again: boolean): Incoming => ({
    id: fresh.id(),
    key: fresh.key(),
    path,
    name,
    again,
  });

  async function take(files: readonly OfferedFile[], again: boolean): Promise<boolean> {
    if (files.length === 0) return true;
    const incoming = files.map((file) => incomingOf(file, again));
    return commit((state) => takeIn(state, incoming, now()));
  }

  /** Whether it is on disk that these took the place of a folder's record; not if that was taken away meanwhile. */
  async function replace(folder: MeetingId, found: readonly Incoming[]): Promise<boolean> {
    let isReplaced = false;
    try {
      await tryCommit((state) => {
        const next = takeInFolder(state, folder, found, now());
        isReplaced = next !== state;
        return next;
      });
    } catch {
      return false;
    }
    return isReplaced;
  }

  return {
    async add(paths, again = false) {
      await take([...new Set(paths)].map(fileAt), again);
    },
    async addFolder({ id, path }) {
      const contents = await expandFolder(path);
      if (contents === null) return [];
      const { files, more } = contents;
      const isQuestion = files.length > 0 && (more || files.length > FOLDER_AT_ONCE);
      const found = isQuestion ? [] : files.map((file) => incomingOf(fileAt(file), false));
      if (!(await replace(id, found))) return [];
      if (isQuestion) questions.askFolder(fresh.id(), path, files, more);
      const reason = whyNotAll(contents);
      return reason === null ? [] : [{ name: fileAt(path).name, reason }];
    },
    async answer(id, answer, forAll) {
      const question = questions.find(id);
      if (!question || !fits(question, answer)) return null;
      const taken = questions.take(id, forAll);
      for (const { heard } of taken) heard?.(answer === 'add' ? 'add' : 'leave');
      const asked = taken.filter(({ heard }) => !heard);
      if (answer === 'again' || answer === 'add') {
        const saved = await take(
          asked.flatMap(({ files }) => files),
          answer === 'again',
        );
        if (!saved) questions.askAgain(asked, fresh.id);
      }
      return question.kind === 'same-again' && answer === 'open' ? question.of.id : null;
    },
  };
}

/** Why not all of a folder, or nothing, is taken in. */
function whyNotAll({ files, more, unreadable }: FolderContents): RefusalReason | null {
  if (files.length > 0) return unreadable > 0 ? 'partly-unreadable' : null;
  if (more) return 'too-many';
  return unreadable > 0 ? 'unreadable' : 'no-recordings';
}

function fits({ kind }: Question, answer: Answer): boolean {
  return answer === 'leave' || (answer === 'add') === (kind === 'folder');
}
