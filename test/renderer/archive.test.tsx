import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MeetingView } from '../../electron/contract/snapshot';
import { mergeMeetings, noArchive, withList, withNews } from '../../renderer/archive';
import { listItems, selectMeetings, selectView } from '../../renderer/selectors';
import { initialState, useStore } from '../../renderer/store';
import { aMeeting, aSnapshot, NOON, unknownScopes } from './builders';
import { freshWindow, meanwhile, openWindow, rowOf } from './open-window';

const DAY = 86_400_000;
const old = (name: string, daysAgo: number, part: Partial<MeetingView> = {}) =>
  aMeeting('ready', { name, finishedAt: NOON - daysAgo * DAY, ...part });
const names = (meetings: readonly MeetingView[]) => meetings.map((m) => m.name);
const { getState } = useStore;

beforeEach(() => useStore.setState(initialState));

describe('the list of the archive', () => {
  const [a, b, c] = [old('a', 10), old('b', 20), old('c', 30)];

  test('is put in order, and grows month by month', () => {
    let archive = withList(noArchive, { revision: 1, meetings: [b] });
    archive = withNews(archive, { revision: 2, added: [c], removed: [] });
    archive = withNews(archive, { revision: 3, added: [a], removed: [] });
    expect(names(archive.meetings)).toEqual(['a', 'b', 'c']);
    expect(names(withNews(archive, { revision: 4, added: [], removed: [b.id] }).meetings)).toEqual(['a', 'c']);
  });

  test('takes news that overtook it, and only what is newer than it', () => {
    let archive = withNews(noArchive, { revision: 1, added: [a], removed: [] });
    archive = withNews(archive, { revision: 2, added: [], removed: [a.id] });
    archive = withNews(archive, { revision: 3, added: [c], removed: [] });
    expect(archive.meetings).toEqual([]);
    // The list was made after the first of the three.
    expect(names(withList(archive, { revision: 1, meetings: [a, b] }).meetings)).toEqual(['b', 'c']);
    expect(names(withList(archive, { revision: 3, meetings: [b, c] }).meetings)).toEqual(['b', 'c']);
  });

  test('one that is archived anew replaces what was there of it', () => {
    const archive = withList(noArchive, { revision: 1, meetings: [a, b] });
    const again = { ...b, stage: 'deleted' as const, finishedAt: NOON };
    const next = withNews(archive, { revision: 2, added: [again], removed: [] });
    expect(next.meetings).toEqual([again, a]);
  });
});

describe('live and archived meetings together', () => {
  test('one in both counts as live, and the same two lists are the same list', () => {
    const [waits, both, past] = [aMeeting('queued'), old('both', 1), old('past', 2)];
    const live = [waits, both];
    const archived = [{ ...both, name: 'old form' }, past];
    const merged = mergeMeetings(live, archived);
    expect(names(merged)).toEqual([waits.name, 'both', 'past']);
    expect(mergeMeetings(live, archived)).toBe(merged);
    expect(mergeMeetings(live, [])).toBe(live);
  });

  test('a row that is moving is there at every moment, once', () => {
    const [stays, moves] = [aMeeting('queued'), old('moves', 2)];
    const seen: string[][] = [];
    const see = () => seen.push(names(selectMeetings(getState())).filter((name) => name === 'moves'));
    getState().receiveArchived({ revision: 0, meetings: [] });
    getState().receive(aSnapshot({ meetings: [stays, moves] }));
    const stop = useStore.subscribe(see);
    getState().openDetails(moves.id);
    getState().receiveArchiveNews({ revision: 1, added: [moves], removed: [] });
    getState().receive(aSnapshot({ meetings: [stays] }));
    // And back: the snapshot comes first.
    getState().receive(aSnapshot({ meetings: [stays, moves] }));
    getState().receiveArchiveNews({ revision: 2, added: [], removed: [moves.id] });
    stop();
    expect(seen).toEqual(Array(5).fill(['moves']));
    expect(getState().detailsId).toBe(moves.id);
  });

  test('details of one that was removed from the archive close', () => {
    const past = old('past', 2);
    getState().receive(aSnapshot());
    getState().receiveArchived({ revision: 1, meetings: [past] });
    getState().openDetails(past.id);
    getState().receiveArchiveNews({ revision: 2, added: [], removed: [past.id] });
    expect(getState().detailsId).toBeNull();
  });

  test('the list is shown to who has a past and no token', () => {
    const account = {
      hasToken: false,
      hint: null,
      storage: null,
      canEncrypt: true,
      acceptedAt: null,
      scopes: unknownScopes,
    };
    getState().receive(aSnapshot({ account }));
    expect(selectView(getState())).toBe('welcome');
    getState().receiveArchived({ revision: 1, meetings: [old('past', 2)] });
    expect(selectView(getState())).toBe('meetings');
  });

  test('are one group, the newest first, and one search', () => {
    const live = [old('live new', 0), aMeeting('uploading', { name: 'sends' })];
    const merged = mergeMeetings(live, [old('past new', 5), old('past old', 50)]);
    const shown = (search: string) =>
      listItems(merged, search).map((item) =>
        item.kind === 'head' ? `${item.group} ${item.count}` : item.meeting.name,
      );
    expect(shown('')).toEqual(['in-progress 1', 'sends', 'ready 3', 'live new', 'past new', 'past old']);
    expect(shown('NEW')).toEqual(['ready 2', 'live new', 'past new']);
  });
});

describe('ten thousand rows', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => old(`جلسهٔ هیئت‌مدیره ${n}.m4a`, n / 10));

  test('are found again without being looked at again: the same state gives the same list', () => {
    getState().receive(aSnapshot({ meetings: [aMeeting('queued')] }));
    getState().receiveArchived({ revision: 1, meetings: many });
    const before = selectMeetings(getState());
    expect(before).toHaveLength(10_001);
    getState().receiveProgress([]);
    getState().searchFor('x');
    expect(selectMeetings(getState())).toBe(before);
  });

  test('a search goes through all of them', () => {
    const found = listItems(many, '٩٩٩٩');
    expect(found).toHaveLength(2);
  });
});

describe('the window', () => {
  freshWindow();

  test('asks once for the past, shows it, finds it and acts on it', async () => {
    const live = aMeeting('ready', { name: 'live', finishedAt: NOON });
    const past = old('last year', 400);
    const fake = await openWindow(
      { language: 'en', meetings: [live] },
      {
        archived: { revision: 3, meetings: [past] },
        timelines: { [past.id]: [{ at: NOON - 401 * DAY, kind: 'added' }] },
      },
    );
    // It is asked for after the first picture of the present.
    await waitFor(() => expect(rowOf('last year').dataset.stage).toBe('ready'));
    await meanwhile(() => fake.archiveNews({ revision: 4, added: [old('older', 500)], removed: [] }));
    expect(screen.getAllByTestId('meeting-row').map((row) => row.dataset.name)).toEqual(['live', 'last year', 'older']);
    await act(async () => void fireEvent.change(screen.getByTestId('search'), { target: { value: 'YEAR' } }));
    expect(screen.getAllByTestId('meeting-row').map((row) => row.dataset.name)).toEqual(['last year']);
    await act(async () => void fireEvent.click(rowOf('last year')));
    expect(screen.getAllByTestId('timeline-item')).toHaveLength(1);
    await meanwhile(() => fake.archiveNews({ revision: 5, added: [], removed: [past.id] }));
    expect(screen.queryByTestId('meeting-details')).toBeNull();
  });

  test('tells that a file of it could not be read', async () => {
    await openWindow({ language: 'en', notices: ['archive-damaged'] });
    expect(screen.getByTestId('store-notice').textContent).toContain('Lobbe still has them');
  });
});
