// The way in: a token, a first recording, and that it is on its way.

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { TokenCheck } from '../../electron/contract/api';
import type { Snapshot } from '../../electron/contract/snapshot';
import { useStore } from '../../renderer/store';
import { aGate, aMeeting, aSnapshot, NOON, unknownScopes } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow } from './open-window';

freshWindow();

const noToken: Snapshot['account'] = {
  hasToken: false,
  hint: null,
  storage: null,
  canEncrypt: false,
  acceptedAt: null,
  scopes: unknownScopes,
};
const withToken: Snapshot['account'] = { ...aSnapshot().account, acceptedAt: NOON };
const notYet = { ...withToken, acceptedAt: null };
const button = (action: string) => actionIn(document.body, action);
const step = () => screen.queryByTestId('welcome')?.dataset.step ?? null;

async function enter(token: string): Promise<void> {
  fireEvent.change(screen.getByTestId('token'), { target: { value: token } });
  await act(async () => fireEvent.click(button('set-token')));
}

describe('a token', () => {
  test('is asked about how to keep it where it cannot be encrypted', async () => {
    const check = { kind: 'accepted' } as const;
    const answers = vi.fn((_: string, storage: string | null) =>
      storage === null ? ({ kind: 'needs-choice' } as const) : ({ kind: 'stored', storage: 'session', check } as const),
    );
    await openWindow({ language: 'en', account: noToken }, { setToken: answers });
    await enter('lob_live_1');
    expect(screen.getByTestId('token-choice').textContent).toContain('offers no safe place for the token');
    await act(async () => fireEvent.click(button('keep-for-session')));
    expect(answers.mock.calls).toEqual([
      ['lob_live_1', null],
      ['lob_live_1', 'session'],
    ]);
  });

  test('can be stored readable, if its user says so', async () => {
    const check = { kind: 'accepted' } as const;
    const answers = vi.fn((_: string, storage: string | null) =>
      storage === null ? ({ kind: 'needs-choice' } as const) : ({ kind: 'stored', storage: 'plain', check } as const),
    );
    await openWindow({ language: 'fa', account: noToken }, { setToken: answers });
    await enter('lob_live_1');
    await act(async () => fireEvent.click(button('store-readable')));
    expect(answers).toHaveBeenLastCalledWith('lob_live_1', 'plain');
  });

  test.each([
    [{ kind: 'refused' }, 'Lobbe does not accept this token.'],
    [{ kind: 'not-saved' }, 'the disk did not take it'],
    [{ kind: 'malformed', flaw: 'empty' }, 'Paste the token here first.'],
    [{ kind: 'malformed', flaw: 'space' }, 'a space in the middle'],
    [{ kind: 'malformed', flaw: 'characters' }, 'characters in it that no token has'],
    [{ kind: 'malformed', flaw: 'short' }, 'too short'],
    [{ kind: 'malformed', flaw: 'long' }, 'too long'],
  ] as const)('%o: says so, and the field keeps the focus and what is in it', async (result, text) => {
    await openWindow({ language: 'en', account: noToken }, { setToken: () => result });
    await enter('lob_live_1');
    expect(screen.getByRole('alert').textContent).toContain(text);
    const field = screen.getByTestId<HTMLInputElement>('token');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    // What is pasted next takes its place.
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['lob_live_1', 0, 10]);
    expect(step()).toBe('token');
  });

  test('while Lobbe is asked, that is said, and nothing is asked twice', async () => {
    let answer: () => void = () => {};
    const setToken = vi.fn(() => ({ kind: 'refused' }) as const);
    const fake = await openWindow({ language: 'en', account: noToken }, { setToken });
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = vi.spyOn(fake.api, 'setToken').mockImplementation(async () => {
      await asked;
      return { kind: 'refused' };
    });
    await enter('lob_live_1');
    expect(screen.getByRole('status').textContent).toBe('Asking Lobbe…');
    fireEvent.submit(screen.getByTestId('token'));
    expect(slow).toHaveBeenCalledTimes(1);
    await act(async () => answer());
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  test('leads to Lobbe, or to the sandbox', async () => {
    const fake = await openWindow({ language: 'en', account: noToken });
    fireEvent.click(button('open-lobbe'));
    fireEvent.click(button('use-sandbox'));
    expect(fake.calls).toEqual([
      { verb: 'openLobbe', input: [] },
      { verb: 'useSandbox', input: [true] },
    ]);
  });
});

describe('the first recording', () => {
  async function entered(check: TokenCheck, account = withToken) {
    const setToken = () => ({ kind: 'stored', storage: 'encrypted', check }) as const;
    const fake = await openWindow({ language: 'en', account: noToken }, { setToken });
    await enter('lob_live_1');
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account })));
    return fake;
  }

  test.each([
    [{ kind: 'accepted' }, withToken, 'accepted', 'Lobbe accepts this token.'],
    [{ kind: 'no-news' }, withToken, 'no-news', 'asked about by itself'],
    [{ kind: 'unchecked', trouble: null }, notYet, 'unchecked', 'Lobbe could not say yet'],
    [{ kind: 'unchecked', trouble: 'PROXY_SIGN_IN' }, notYet, 'unchecked', 'The proxy asks for a name and a password.'],
    // It was found out meanwhile.
    [{ kind: 'unchecked', trouble: null }, withToken, 'accepted', 'Lobbe accepts this token.'],
  ] as const)('follows the token, and says what came of it: %o', async (check, account, kind, text) => {
    await entered(check, account);
    expect(step()).toBe('drop');
    expect(screen.getByTestId('token-check').dataset.check).toBe(kind);
    expect(screen.getByTestId('token-check').textContent).toContain(text);
    expect(document.activeElement).toBe(button('add-files'));
  });

  test('is chosen, or is the sample', async () => {
    const fake = await entered({ kind: 'accepted' });
    fireEvent.click(button('add-files'));
    fireEvent.click(button('send-sample'));
    expect(fake.calls.map(({ verb }) => verb).slice(1)).toEqual(['pickFiles', 'sendSample']);
  });

  test('can wait', async () => {
    await entered({ kind: 'accepted' });
    fireEvent.click(button('leave-welcome'));
    expect(step()).toBeNull();
    expect(screen.getByText('Drop your recordings here')).toBeTruthy();
  });

  test('of a token that turns out to be refused, the token is asked for again', async () => {
    const fake = await entered({ kind: 'unchecked', trouble: null }, notYet);
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account: notYet, gates: [aGate('unauthorized')] })));
    expect(step()).toBe('token');
    expect(screen.getByRole('alert').textContent).toContain('Lobbe does not accept this token');
  });

  test('several at once: the first of them are shown as rows, and how many more there are', async () => {
    const fake = await entered({ kind: 'accepted' });
    const meetings = ['a', 'b', 'c', 'd', 'e'].map((name) => aMeeting('queued', { name: `${name}.m4a` }));
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account: withToken, meetings })));
    const names = screen.getAllByTestId('meeting-row').map(({ dataset }) => dataset.name);
    expect(names).toEqual(['a.m4a', 'b.m4a', 'c.m4a']);
    expect(screen.getByTestId('welcome').textContent).toContain('and 2 more');
    expect(screen.getByTestId('welcome').textContent).toContain('The first ones are on their way');
  });

  test('what others sent is no first recording', async () => {
    const fake = await entered({ kind: 'accepted' });
    const others = [aMeeting('ready', { group: 'elsewhere' })];
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account: withToken, meetings: others })));
    expect(step()).toBe('drop');
  });

  test.each([
    ['uploading', {}, 'The first one is on its way'],
    ['processing', {}, 'The first one is on its way'],
    ['paused', { reason: 'needs-minutes' }, 'The first one is in the queue'],
    ['blocked', { reason: 'empty-file' }, 'The first one needs you'],
  ] as const)('on its way it is shown, %s %o, and that the window is not needed', async (stage, part, text) => {
    const fake = await entered({ kind: 'accepted' });
    const meetings = [aMeeting(stage, { name: 'جلسه.m4a', ...part })];
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account: withToken, meetings })));
    expect(step()).toBe('done');
    const page = screen.getByTestId('welcome').textContent;
    expect(page).toContain('جلسه.m4a');
    expect(page).toContain(text);
    expect(page).toContain('You can close the window');
    fireEvent.click(button('leave-welcome'));
    expect(step()).toBeNull();
    expect(screen.getByTestId('meeting-row')).toBeTruthy();
  });
});

describe('who is shown it', () => {
  const { getState } = useStore;

  test('whoever comes back from the settings goes on where they were', async () => {
    await openWindow({ language: 'en', account: noToken });
    fireEvent.click(button('settings'));
    fireEvent.click(button('back'));
    expect(step()).toBe('token');
  });

  test.each([
    ['with a token', {}],
    ['in the sandbox', { account: noToken, sandbox: true }],
    ['with meetings', { account: noToken, meetings: [aMeeting('ready')] }],
  ])('nobody %s', async (_, part) => {
    await openWindow({ language: 'en', ...part });
    expect(step()).toBeNull();
  });

  test('nobody with a past, which is read a moment later', async () => {
    await openWindow(
      { language: 'en', account: noToken },
      { archived: { revision: 1, meetings: [aMeeting('ready')] } },
    );
    await waitFor(() => expect(step()).toBeNull());
  });

  test('who drops before there is a token gets the list, whose banner asks for it, and never comes back', async () => {
    const fake = await openWindow({ language: 'en', account: noToken });
    const gates = [aGate('unauthorized', { why: 'missing-token' })];
    const meetings = [aMeeting('paused', { reason: 'unauthorized' })];
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account: noToken, gates, meetings })));
    expect(step()).toBeNull();
    expect(screen.getByTestId('gate-banner')).toBeTruthy();
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', account: noToken })));
    expect(step()).toBeNull();
  });

  test('who follows a notification gets its row', async () => {
    const fake = await openWindow({ language: 'en', account: noToken });
    const meeting = aMeeting('ready');
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [meeting] })));
    expect(step()).toBe('done');
    await meanwhile(() => fake.pointAt(meeting.id));
    expect(getState().welcoming).toBe(false);
  });
});
