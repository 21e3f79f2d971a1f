// The rules of the two ask routes (L1, L5, L6, L8, L12, L13, L19).

import { type Account, charge, usedToday } from './account';
import { type Answer, ok, refusal } from './answers';
import type { Question } from './model';
import type { Token } from './options';
import { BAD_KEY, readKey } from './sending';

/** A meeting or series that can be asked. */
export interface Subject {
  readonly kind: Question['subject'];
  readonly id: string;
  readonly title: string;
  /** A meeting answers once its minutes are there. */
  readonly ready: boolean;
}

/** Answers a question, or repeats its answer. `fail`: the model behind it fails this time (L19). */
export function ask(
  account: Account,
  token: Token,
  subject: Subject,
  headerKey: string | undefined,
  body: unknown,
  fail: () => boolean,
): Answer {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const bodyKey = fields.idempotencyKey;
  if (bodyKey !== undefined && typeof bodyKey !== 'string') return BAD_KEY;
  const reading = readKey(headerKey ?? bodyKey); // L5: the header counts
  if (reading.kind === 'bad') return BAD_KEY;
  const key = reading.kind === 'key' ? reading.key : null;

  // L12: the key belongs to this meeting or series only; the same one may be used on another.
  const known =
    key === null
      ? undefined
      : account.state.questions.find((q) => q.key === key && q.subject === subject.kind && q.subjectId === subject.id);
  if (known !== undefined) {
    if (known.sentBy === token.name) return ok(view(known)); // L6, L8: the first answer, whatever is asked now
    return refusal('IDEMPOTENCY_KEY_IN_USE', 'Another token of this account, or Lobbe itself, used this key before.');
  }
  return answer(account, token, subject, key, fields.question, fail);
}

function answer(
  account: Account,
  token: Token,
  subject: Subject,
  key: string | null,
  question: unknown,
  fail: () => boolean,
): Answer {
  if (typeof question !== 'string' || question.trim() === '') return refusal('VALIDATION', 'question is missing.');
  if (!subject.ready) return refusal('NOT_READY', 'The meeting has no minutes yet.');
  const { settings } = account;
  const use = usedToday(account);
  if (settings.dailyQuestionLimit !== null && use.questions >= settings.dailyQuestionLimit) {
    return refusal('DAILY_LIMIT_REACHED', 'This account asked as many questions today as Lobbe allows.');
  }
  if (account.state.minutes < settings.minutesPerQuestion) {
    return refusal('INSUFFICIENT_MINUTES', 'The account has not enough minutes for a question.');
  }
  use.questions += 1;
  if (fail()) {
    account.changed(); // L19: costs nothing, but counts for the day
    return refusal('GENERATE_FAILED', 'The answer could not be made.');
  }
  const made: Question = {
    id: account.newId('ask'),
    subject: subject.kind,
    subjectId: subject.id,
    key,
    sentBy: token.name,
    question,
    answer: `Sandbox answer about “${subject.title}”: ${question}`,
    askedAt: settings.now(),
  };
  account.state.questions.push(made);
  charge(account, 'question', made.id, settings.minutesPerQuestion, token.name);
  account.changed();
  return ok(view(made));
}

function view(question: Question): Record<string, unknown> {
  return { id: question.id, question: question.question, answer: question.answer };
}
