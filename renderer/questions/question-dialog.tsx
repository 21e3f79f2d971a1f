import { useState } from 'react';
import type { Question } from '../../electron/contract/question';
import { bridge } from '../bridge';
import { useStore } from '../store';
import type { GiveAnswer } from './ask';
import { FolderDialog } from './folder-dialog';
import { SameAgainDialog } from './same-again-dialog';
import './questions.css';

const noQuestions: readonly Question[] = [];

/** What only its user can decide, one question at a time: the next comes when this one was answered. */
export function QuestionDialog() {
  const questions = useStore((state) => state.snapshot?.questions ?? noQuestions);
  const isBusy = useStore((state) => state.tokenDialog);
  // Their answers are on the way to main, and the snapshot without them is on its way back.
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const waiting = questions.filter(({ id }) => !answered.includes(id));
  const [question] = waiting;
  if (!question || isBusy) return null;

  const others = waiting.filter(({ id, kind }) => kind === question.kind && id !== question.id);
  const give: GiveAnswer = (answer, forAll) => {
    setAnswered([...answered, question.id, ...(forAll ? others.map(({ id }) => id) : [])]);
    if (question.kind === 'same-again' && answer === 'open') {
      const { show, searchFor, openDetails } = useStore.getState();
      show('meetings');
      searchFor('');
      openDetails(question.of.id);
    }
    bridge.answer(question.id, answer, forAll);
  };
  return question.kind === 'folder' ? (
    <FolderDialog key={question.id} question={question} others={others.length} give={give} />
  ) : (
    <SameAgainDialog key={question.id} question={question} others={others.length} give={give} />
  );
}
