// Answers to the small requests, as transport/ would classify them.

import type { RecordingId } from '../../electron/contract/ids';
import type { FeedAnswer, MeetingAnswer, ReadyAnswer, StatusAnswer } from '../../electron/domain/feed-answers';
import { readyPage } from '../../electron/transport/ready-list';
import type { HttpAnswer } from './http';

/** What an answer of Lobbe's means to the poller. */
export function pageOf(answer: HttpAnswer, now: number): FeedAnswer {
  const { status, code, body } = answer;
  const { notBefore } = answer.asRead(now);
  if (status === 410) return { kind: 'expired' };
  if (status === 401 || status === 403) return { kind: 'closed', status, code };
  if ([408, 421, 425, 429].includes(status) || status >= 500) return { kind: 'later', notBefore, status, code };
  const page = body as { events?: readonly Record<string, unknown>[]; nextCursor?: string } | null;
  if (status !== 200 || !page?.events || page.nextCursor === undefined) return { kind: 'unreadable', status };
  const events = page.events.map((event) => {
    const data = event.data as { status?: string; change?: string; error?: { code: string; retryable: boolean } };
    return {
      id: event.id as string,
      type: event.type as string,
      recordingId: event.recordingId as RecordingId,
      seriesId: null,
      occurredAt: event.occurredAt as string,
      status: data.status ?? null,
      change: data.change ?? null,
      error: data.error ?? null,
    };
  });
  return { kind: 'page', events, unreadable: [], nextCursor: page.nextCursor, full: false, schemaVersion: 1 };
}

export function readyOf(answer: HttpAnswer, now: number): ReadyAnswer {
  const trouble = readTrouble(answer, now);
  const page = trouble === null ? readyPage(answer.body) : null;
  return page ? { kind: 'ready', ...page } : (trouble ?? { kind: 'unreadable', status: answer.status });
}

export function meetingOf(answer: HttpAnswer, now: number): MeetingAnswer {
  if (answer.status === 404 && answer.code !== null) return { kind: 'gone' };
  const trouble = readTrouble(answer, now);
  if (trouble !== null) return trouble;
  return { kind: 'meeting', title: (answer.body as { title?: string } | null)?.title ?? null };
}

function readTrouble(
  answer: HttpAnswer,
  now: number,
): Extract<ReadyAnswer, { kind: 'later' | 'closed' | 'unreadable' }> | null {
  const { status, code } = answer;
  if (status === 401 || status === 403) return { kind: 'closed', status, code };
  if ([408, 421, 425, 429].includes(status) || status >= 500) {
    return { kind: 'later', notBefore: answer.asRead(now).notBefore, status, code };
  }
  return status === 200 ? null : { kind: 'unreadable', status };
}

export function statusOf(answer: HttpAnswer, now: number): StatusAnswer {
  const { status, code, body } = answer;
  const { notBefore } = answer.asRead(now);
  if (status === 409 && code === 'NOT_FAILED') return { kind: 'not-failed' };
  if (status === 404) return code === null ? { kind: 'unreadable', status } : { kind: 'gone' };
  if (status === 401 || status === 403) return { kind: 'closed', status, code };
  if ([408, 421, 425, 429].includes(status) || status >= 500) return { kind: 'later', notBefore, status, code };
  const said = body as { status?: string; error?: { code: string; retryable: boolean } } | null;
  if (status !== 200 || said?.status === undefined) return { kind: 'unreadable', status };
  return { kind: 'status', status: said.status, error: said.error ?? null };
}
