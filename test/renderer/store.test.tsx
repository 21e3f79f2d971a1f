import { beforeEach, describe, expect, test } from 'vitest';
import { countMeetings, listItems, selectView } from '../../renderer/selectors';
import { initialState, useStore } from '../../renderer/store';
import { aMeeting, aSnapshot, NOON, someProgress, unknownScopes } from './builders';

const copy = <Value,>(value: Value): Value => structuredClone(value);
const { getState } = useStore;

beforeEach(() => useStore.setState(initialState));

describe('receive', () => {
  test('ignores a snapshot that is older than the one it has', () => {
    const older = aSnapshot({ pausedAll: true });
    const newer = aSnapshot();
    getState().receive(newer);
    getState().receive(older);
    getState().receive({ ...newer, pausedAll: true });
    expect(getState().snapshot?.revision).toBe(newer.revision);
    expect(getState().snapshot?.pausedAll).toBe(false);
  });

  test('keeps every meeting that did not change, so that its row need not render', () => {
    const [a, b] = [aMeeting('queued'), aMeeting('queued')];
    getState().receive(aSnapshot({ meetings: [a, b] }));
    const moved = { ...copy(b), stage: 'uploading' as const };
    getState().receive(aSnapshot({ meetings: [moved, copy(a)] }));
    const { meetings } = getState().snapshot ?? { meetings: [] };
    expect(meetings[1]).toBe(a);
    expect(meetings[0]).toEqual(moved);
  });

  test('keeps the list itself while nothing in it changed', () => {
    const meetings = [aMeeting('ready'), aMeeting('queued')];
    getState().receive(aSnapshot({ meetings }));
    getState().receive(aSnapshot({ meetings: copy(meetings), pausedAll: true }));
    expect(getState().snapshot?.meetings).toBe(meetings);
  });

  test('forgets the progress of an attempt that ended', () => {
    const meeting = aMeeting('uploading');
    getState().receive(aSnapshot({ meetings: [meeting] }));
    getState().receiveProgress([someProgress(meeting, 0.5)]);
    getState().receive(aSnapshot({ meetings: [meeting] }));
    expect(getState().progress[meeting.id]?.sent).toBeGreaterThan(0);
    getState().receive(aSnapshot({ meetings: [{ ...meeting, stage: 'waiting', reason: 'network' }] }));
    expect(getState().progress).toEqual({});
  });

  test('closes details and menu of a meeting that is gone', () => {
    const meeting = aMeeting('ready');
    getState().receive(aSnapshot({ meetings: [meeting] }));
    getState().openDetails(meeting.id);
    getState().openMenu({ id: meeting.id, at: null });
    getState().receive(aSnapshot());
    expect(getState().detailsId).toBeNull();
    expect(getState().menu).toBeNull();
  });
});

describe('what is shown', () => {
  const noToken = {
    hasToken: false,
    hint: null,
    storage: null,
    canEncrypt: true,
    acceptedAt: null,
    scopes: unknownScopes,
  };

  test.each([
    ['nothing before the first snapshot', null, 'loading'],
    ['the way in without a token', aSnapshot({ account: noToken }), 'welcome'],
    ['the list in the sandbox', aSnapshot({ account: noToken, sandbox: true }), 'meetings'],
    ['the list while there are meetings', aSnapshot({ account: noToken, meetings: [aMeeting('ready')] }), 'meetings'],
    ['the list with a token', aSnapshot(), 'meetings'],
  ])('%s', (_, snapshot, view) => {
    if (snapshot !== null) getState().receive(snapshot);
    expect(selectView(getState())).toBe(view);
  });
});

describe('the flat list', () => {
  const waits = aMeeting('queued', { name: 'waits' });
  const works = aMeeting('processing', { name: 'works' });
  const sends = aMeeting('uploading', { name: 'sends' });
  const old = aMeeting('ready', { name: 'old', finishedAt: NOON - 9 });
  const young = aMeeting('ready', { name: 'young', finishedAt: NOON - 1 });
  const asks = aMeeting('naming', { name: 'asks' });
  const meetings = [works, old, young, waits, sends, asks];
  const names = (search: string) =>
    listItems(meetings, search).map((item) =>
      item.kind === 'head' ? `${item.group} ${item.count}` : item.meeting.name,
    );

  test('has groups in their order, what moves first, the newest ready one first', () => {
    expect(names('')).toEqual([
      'needs-you 1',
      'asks',
      'in-progress 3',
      'sends',
      'waits',
      'works',
      'ready 2',
      'young',
      'old',
    ]);
  });

  test('is narrowed by a search, heads included', () => {
    expect(names('YOUNG')).toEqual(['ready 1', 'young']);
    expect(names('nothing')).toEqual([]);
  });

  test('is counted by what people ask', () => {
    expect(countMeetings(meetings)).toMatchObject({ uploading: 1, waiting: 1, processing: 1, needsYou: 1, ready: 2 });
  });
});
