// What people bring, on its way into the queue. Whatever it is, it is on disk at once; what turns out to be a folder comes back from
// there, to be brought in by what is in it, and what only its user can decide becomes a question.

import type { MeetingId } from '../contract/ids';
import type { Refusal } from '../contract/problem';
import type { Answer, Question } from '../contract/question';
import type { Toast } from '../contract/snapshot';
import type { AppState } from '../domain/app-state';
import { takeIn } from '../domain/intake';
import type { Fresh } from '../queue/ports';
import { fileAt, type OfferedFile, type Questions } from './questions';

/** As many recordings of a folder as somebody may well mean to send without being asked. */
const FOLDER_AT_ONCE = 20;

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
  readonly fresh: Fresh;
  now(): number;
  toast(toast: Toast): void;
  /** Looks through a folder. Never rejects. */
  readonly expandFolder: (path: string) => Promise<FolderContents>;
  readonly questions: Questions;
}

export interface Bringing {
  /** Takes in files by their absolute paths; `again`: also where their content is a meeting already. */
  add(paths: readonly string[], again?: boolean): Promise<void>;
  /** Brings in what is in folders, by their absolute paths. */
  addFolders(folders: readonly string[]): Promise<void>;
  /** Carries an answer out; returns the meeting that is to be opened, if it is that. */
  answer(id: string, answer: Answer, forAll: boolean): Promise<MeetingId | null>;
}

export function createBringing({ commit, fresh, now, toast, expandFolder, questions }: BringingServices): Bringing {
  async function take(files: readonly OfferedFile[], again: boolean): Promise<boolean> {
    if (files.length === 0) return true;
    const incoming = files.map(({ path, name }) => ({ id: fresh.id(), key: fresh.key(), path, name, again }));
    return commit((state) => takeIn(state, incoming, now()));
  }

  /** Takes a folder's recordings in, or asks; returns what of it was not taken in. */
  async function addFolder(folder: string): Promise<readonly Refusal[]> {
    const { files, more, unreadable } = await expandFolder(folder);
    const { name } = fileAt(folder);
    if (files.length === 0) {
      return [{ name, reason: more ? 'too-many' : unreadable > 0 ? 'unreadable' : 'no-recordings' }];
    }
    if (more || files.length > FOLDER_AT_ONCE) questions.askFolder(fresh.id(), folder, files, more);
    else await take(files.map(fileAt), false);
    return unreadable > 0 ? [{ name, reason: 'partly-unreadable' }] : [];
  }

  return {
    async add(paths, again = false) {
      await take([...new Set(paths)].map(fileAt), again);
    },
    async addFolders(folders) {
      const refusals = (await Promise.all(folders.map(addFolder))).flat();
      if (refusals.length > 0) toast({ kind: 'refused', refusals });
    },
    async answer(id, answer, forAll) {
      const question = questions.find(id);
      if (!question || !fits(question, answer)) return null;
      const asked = questions.take(id, forAll);
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

function fits({ kind }: Question, answer: Answer): boolean {
  return answer === 'leave' || (answer === 'add') === (kind === 'folder');
}
