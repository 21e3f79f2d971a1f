// The settings of the account, of the start and for support.

import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aGate, aSnapshot } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow } from './open-window';

freshWindow();

const button = (action: string) => actionIn(document.body, action);
const { account, app } = aSnapshot();

async function openSettings(...given: Parameters<typeof openWindow>) {
  const fake = await openWindow(...given);
  await act(async () => fireEvent.click(button('settings')));
  // What the settings ask by themselves is others' business.
  fake.calls.length = 0;
  return fake;
}

describe('the token', () => {
  test.each([
    ['accepted', { account: { ...account, acceptedAt: Date.now() - 150_000 } }, 'Accepted 2 min ago.'],
    ['unchecked', { account: { ...account, acceptedAt: null } }, 'Lobbe was not asked about it yet'],
    ['refused', { gates: [aGate('unauthorized')] }, 'Lobbe does not accept it'],
  ] as const)('says what Lobbe said of it last: %s', async (state, part, text) => {
    await openSettings({ language: 'en', ...part });
    expect(screen.getByTestId('token-state').dataset.state).toBe(state);
    expect(screen.getByTestId('token-state').textContent).toContain(text);
  });

  test('in Persian too', async () => {
    await openSettings({ language: 'fa', account: { ...account, acceptedAt: Date.now() - 150_000 } });
    expect(screen.getByTestId('token-state').textContent).toBe('۲ دقیقه پیش پذیرفته شد.');
  });

  test('L21: what it may do is said in words, also what is not known', async () => {
    await openSettings({ language: 'en', account: { ...account, scopes: { read: true, write: false, ask: null } } });
    const items = within(screen.getByTestId('scopes')).getAllByRole('listitem');
    expect(items.map(({ dataset }) => [dataset.name, dataset.may])).toEqual([
      ['write', 'no'],
      ['read', 'yes'],
      ['ask', 'unknown'],
    ]);
    expect(items.map((item) => item.textContent)).toEqual([
      'Send recordingsno',
      'Follow the account’s meetingsyes',
      'Ask about meetingsnot needed yet',
    ]);
  });

  test.each([
    [{ kind: 'accepted' }, 'Lobbe accepts this token.'],
    [{ kind: 'unchecked', trouble: 'ENOTFOUND' }, 'Lobbe is asked about it as soon as'],
  ] as const)('another one: the dialog closes, and what came of it is told: %o', async (check, text) => {
    await openSettings({ language: 'en' }, { setToken: () => ({ kind: 'stored', storage: 'encrypted', check }) });
    fireEvent.click(button('set-token'));
    await act(async () => fireEvent.click(button('save-token')));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByTestId('toast').dataset.kind).toBe('token-stored');
    expect(screen.getByTestId('toast').textContent).toContain(text);
  });

  test('a refused one leaves the one before in use, and says so', async () => {
    await openSettings({ language: 'en' }, { setToken: () => ({ kind: 'refused' }) });
    fireEvent.click(button('set-token'));
    await act(async () => fireEvent.click(button('save-token')));
    expect(screen.getByRole('dialog').textContent).toContain('the one before it stays in use');
  });
});

describe('language and start', () => {
  test('another start is offered only while what the system draws is in another language', async () => {
    const fake = await openSettings({ language: 'en', app: { ...app, nativeLanguage: 'en' } });
    expect(screen.queryByTestId('relaunch-note')).toBeNull();
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', app: { ...app, nativeLanguage: 'fa' } })));
    fireEvent.click(actionIn(screen.getByTestId('relaunch-note'), 'relaunch'));
    expect(fake.calls).toEqual([{ verb: 'relaunch', input: [] }]);
  });

  test('the start at login is what the system says', async () => {
    const fake = await openSettings({ language: 'en', app: { ...app, startsAtLogin: false } });
    const toggle = screen.getByRole('switch', { name: 'Start when you log in' });
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    fireEvent.click(toggle);
    expect(fake.calls).toEqual([{ verb: 'startAtLogin', input: [true] }]);
    // Not before the system says so.
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', app: { ...app, startsAtLogin: true } })));
    expect(toggle.getAttribute('aria-checked')).toBe('true');
  });

  test('a run from a checkout cannot be started by the system, and says why', async () => {
    await openSettings({ language: 'en', app: { ...app, startsAtLogin: null } });
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Start when you log in' }).disabled).toBe(true);
    expect(screen.getByTestId('settings').textContent).toContain('Only the installed app');
  });
});

describe('diagnostics', () => {
  test('the report is without names unless its user says so, each time', async () => {
    const fake = await openSettings({ language: 'en' });
    fireEvent.click(button('export-diagnostics'));
    fireEvent.click(button('report-names'));
    fireEvent.click(button('export-diagnostics'));
    fireEvent.click(button('show-logs'));
    expect(fake.calls).toEqual([
      { verb: 'exportDiagnostics', input: [false] },
      { verb: 'exportDiagnostics', input: [true] },
      { verb: 'showLogs', input: [] },
    ]);
    fireEvent.click(button('back'));
    fireEvent.click(button('settings'));
    expect(button('report-names').getAttribute('aria-checked')).toBe('false');
  });
});

test('a new version that is installed is told quietly, and starts only when its user says so', async () => {
  const fake = await openWindow({ language: 'en', app: { ...app, update: 'installed' } });
  const notice = screen.getByTestId('update-notice');
  expect(notice.dataset.who).toBe('self');
  expect(fake.calls).toEqual([]);
  fireEvent.click(actionIn(notice, 'relaunch'));
  expect(fake.calls).toEqual([{ verb: 'relaunch', input: [] }]);
});

describe('the rail', () => {
  const current = () => document.querySelector('.rail [aria-current="true"]')?.getAttribute('data-section');
  const rail = (id: string) => document.querySelector<HTMLElement>(`.rail [data-section="${id}"]`) ?? document.body;

  /** jsdom lays nothing out: sections of 400 px each, on a page that shows 500. */
  function layOut(): HTMLElement {
    const page = document.querySelector<HTMLElement>('.set-main') ?? document.body;
    const sections = [...page.querySelectorAll<HTMLElement>('section')];
    sections.forEach((section, n) => {
      Object.defineProperty(section, 'offsetTop', { value: n * 400 });
      section.scrollIntoView = () => {
        page.scrollTop = Math.min(n * 400, sections.length * 400 - 500);
      };
    });
    Object.defineProperties(page, {
      scrollHeight: { value: sections.length * 400 },
      clientHeight: { value: 500 },
    });
    return page;
  }

  test('follows what is read, to the last section', async () => {
    await openSettings({ language: 'en' });
    const page = layOut();
    const ids = [...document.querySelectorAll('.rail button')].map((item) => item.getAttribute('data-section'));
    expect(current()).toBe(ids[0]);
    page.scrollTop = 420;
    fireEvent.scroll(page);
    expect(current()).toBe(ids[1]);
    page.scrollTop = page.scrollHeight - page.clientHeight;
    fireEvent.scroll(page);
    expect(current()).toBe(ids.at(-1));
    page.scrollTop = 0;
    fireEvent.scroll(page);
    expect(current()).toBe(ids[0]);
  });

  test('stays on what was chosen, although the last sections never get to the top', async () => {
    await openSettings({ language: 'en' });
    const page = layOut();
    fireEvent.click(rail('diagnostics'));
    fireEvent.scroll(page);
    expect(current()).toBe('diagnostics');
    expect(document.activeElement?.id).toBe('section-diagnostics');
    page.scrollTop = 0;
    fireEvent.scroll(page);
    expect(current()).toBe('account');
  });

  test.each([
    ['en', 'ArrowRight', 'ArrowLeft'],
    ['fa', 'ArrowLeft', 'ArrowRight'],
  ] as const)('is one stop for Tab, and the arrows go through it (%s)', async (language, forward, back) => {
    await openSettings({ language });
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const focused = () => document.activeElement?.getAttribute('data-section');
    expect(document.querySelectorAll('.rail [tabindex="0"]')).toHaveLength(1);
    rail('account').focus();
    press('ArrowDown');
    expect(focused()).toBe('language');
    press(forward);
    expect(focused()).toBe('speed');
    press(back);
    press('ArrowUp');
    press('ArrowUp');
    expect(focused()).toBe('account');
    press('End');
    expect(focused()).toBe('sandbox');
    press('Home');
    expect(focused()).toBe('account');
  });
});
