// The two ask routes (L1, L5).

import { type Answer, refusal } from './answers';
import { type Call, NOT_FOUND, onMeeting } from './call';
import { ask, type Subject } from './questions';

/** A question is a line of text; this bounds what a client can make the sandbox keep. */
const QUESTION_BYTES = 64 * 1024;

/** `POST /recordings/{id}/ask`. */
export async function askRecording(call: Call): Promise<Answer> {
  return onMeeting(call, (meeting) =>
    askAbout(call, {
      kind: 'recording',
      id: meeting.id,
      title: meeting.title,
      ready: meeting.status === 'READY',
    }),
  );
}

/** `POST /series/{id}/ask`. */
export async function askSeries(call: Call): Promise<Answer> {
  const series = call.account.state.series.find(({ id }) => id === call.id);
  if (series === undefined) return NOT_FOUND;
  return askAbout(call, { kind: 'series', ...series, ready: true });
}

async function askAbout(call: Call, subject: Subject): Promise<Answer> {
  const chunks: Buffer[] = [];
  for (let chunk = await call.body.next(); chunk !== null; chunk = await call.body.next()) {
    chunks.push(chunk);
    if (call.seen.bytesReceived > QUESTION_BYTES) return refusal('VALIDATION', 'The question is too long.');
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return refusal('VALIDATION', 'The body is not JSON.');
  }
  await call.beforeStoring;
  const fail = () => {
    if (call.world.failingQuestions === 0) return false;
    call.world.failingQuestions -= 1;
    return true;
  };
  return ask(call.account, call.token, subject, call.seen.key ?? undefined, body, fail);
}
