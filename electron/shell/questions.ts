// Questions that wait for their user. In memory only: what they are about was not taken in, so nothing is lost with them.

import path from 'node:path';
import type { Answer, Question } from '../contract/question';
import { sentAt } from '../domain/timeline';
import type { SameAgain } from '../queue/ports';

/** As many recordings of a folder as somebody may well mean to send without being asked. */
export const FOLDER_AT_ONCE = 20;

/** What is to become of the recordings of a folder. */
export type FolderAnswer = Extract<Answer, 'add' | 'leave'>;

/** A file that is taken in if its user says so. */
export interface OfferedFile {
  readonly path: string;
  readonly name: string;
}

/** A question, and what it is about. */
export interface Asked {
  readonly question: Question;
  readonly files: readonly OfferedFile[];
  /** Whoever watches the folder carries the answer out. */
  readonly heard?: (answer: FolderAnswer) => void;
}

export interface Questions {
  /** Oldest first. */
  list(): readonly Question[];
  askSameAgain(same: SameAgain): void;
  /** `id`: a fresh one. `heard`: given for a watched folder. */
  askFolder(
    id: string,
    folder: string,
    files: readonly string[],
    more: boolean,
    heard?: (answer: FolderAnswer) => void,
  ): void;
  /** What it was about is over. */
  takeBack(id: string): void;
  find(id: string): Question | null;
  /** Takes a question away to be answered, and `andOthers` of its kind: whoever answers twice finds nothing the second time. */
  take(id: string, andOthers: boolean): readonly Asked[];
  /** The answer could not be carried out: asks once more, under fresh ids, as the window is done with the old ones. */
  askAgain(asked: readonly Asked[], freshId: () => string): void;
}

/** `changed` is called when there are other questions than before. */
export function createQuestions(changed: () => void): Questions {
  let waiting: readonly Asked[] = [];

  function become(next: readonly Asked[]): void {
    waiting = next;
    changed();
  }

  const find = (id: string) => waiting.find(({ question }) => question.id === id)?.question ?? null;

  return {
    list: () => waiting.map(({ question }) => question),
    askSameAgain({ id, name, path: file, file: { size, durationMs }, of }) {
      // Brought once more before it was answered: still one question.
      const isAsked = waiting.some(
        ({ question, files }) =>
          question.kind === 'same-again' && question.of.id === of.id && files.some((f) => f.path === file),
      );
      if (isAsked) return;
      const about = { id: of.id, name: of.name, stage: of.state.stage, sentAt: sentAt(of) };
      const question = { kind: 'same-again', id, name, size, durationMs, of: about } as const;
      become([...waiting, { question, files: [{ path: file, name }] }]);
    },
    askFolder(id, folder, paths, more, heard) {
      const question = {
        kind: 'folder',
        id,
        name: fileAt(folder).name,
        count: paths.length,
        more,
        came: heard !== undefined,
      } as const;
      become([...waiting, { question, files: paths.map(fileAt), ...(heard && { heard }) }]);
    },
    takeBack(id) {
      if (find(id)) become(waiting.filter(({ question }) => question.id !== id));
    },
    find,
    take(id, andOthers) {
      const kind = find(id)?.kind;
      const isTaken = ({ question }: Asked) => question.id === id || (andOthers && question.kind === kind);
      const taken = waiting.filter(isTaken);
      if (kind !== undefined) become(waiting.filter((asked) => !isTaken(asked)));
      return taken;
    },
    askAgain(asked, freshId) {
      const anew = asked.map(({ question, files }) => ({ question: { ...question, id: freshId() }, files }));
      become([...anew, ...waiting]);
    },
  };
}

/** What is at a path, under its own name; a drive has none but its path. */
export function fileAt(place: string): OfferedFile {
  return { path: place, name: path.basename(place) || place };
}
