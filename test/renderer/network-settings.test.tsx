import { act, fireEvent, screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { ProxyResult } from '../../electron/contract/api';
import type { Bandwidth, ProxySettings } from '../../electron/contract/settings';
import type { Snapshot } from '../../electron/contract/snapshot';
import { aSnapshot } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow } from './open-window';

freshWindow();

const button = (action: string) => actionIn(document.body, action);
const field = (testId: string) => screen.getByTestId<HTMLInputElement>(testId);
const choose = (testId: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByTestId(testId), { target: { value } }));
const type = (testId: string, value: string) => fireEvent.change(field(testId), { target: { value } });

type Part = Partial<Snapshot['settings']>;

function settings(part: Part): Snapshot['settings'] {
  return { ...aSnapshot().settings, ...part };
}

async function openSettings(
  part: Part = {},
  more: Partial<Snapshot> = {},
  answers: { setProxy?: (proxy: ProxySettings) => ProxyResult } = {},
) {
  const fake = await openWindow({ language: 'en', settings: settings(part), ...more }, answers);
  fireEvent.click(button('settings'));
  return fake;
}

describe('the speed limit', () => {
  const none: Bandwidth = { limit: null, night: null };

  test('is one of a few, or none', async () => {
    const fake = await openSettings({ bandwidth: { limit: 64_000, night: null } });
    expect(field('limit').value).toBe('64000');
    await choose('limit', '1000000');
    await choose('limit', 'none');
    expect(fake.calls).toEqual([
      { verb: 'changeSettings', input: [{ bandwidth: { limit: 1_000_000, night: null } }] },
      { verb: 'changeSettings', input: [{ bandwidth: none }] },
    ]);
  });

  test.each([
    ['1200', 1_200_000],
    ['۱۲۰۰', 1_200_000],
    ['١٢٠٠', 1_200_000],
    ['۱٬۲۰۰', 1_200_000],
    [' 1,200 ', 1_200_000],
  ])('is a number of one’s own, typed as %j', async (typed, limit) => {
    const fake = await openSettings();
    await choose('limit', 'own');
    expect(document.activeElement).toBe(field('limit-own'));
    type('limit-own', typed);
    expect(fake.calls).toEqual([]);
    fireEvent.keyDown(field('limit-own'), { key: 'Enter' });
    expect(fake.calls).toEqual([{ verb: 'changeSettings', input: [{ bandwidth: { limit, night: null } }] }]);
  });

  test.each(['', '0', '-5', '1.5', 'fast', '9999999999999'])('is nothing like %j', async (typed) => {
    const fake = await openSettings({ bandwidth: { limit: 300_000, night: null } });
    type('limit-own', typed);
    fireEvent.blur(field('limit-own'));
    expect(fake.calls).toEqual([]);
    expect(field('limit-own').value).toBe('300');
  });

  test('is shown in the language’s digits, as main has it', async () => {
    const fake = await openSettings({ bandwidth: { limit: 1_234_000, night: null } }, { language: 'fa' });
    expect(field('limit').value).toBe('own');
    expect(field('limit-own').value).toBe('۱٬۲۳۴');
    type('limit-own', '۵');
    fireEvent.blur(field('limit-own'));
    const raised = settings({ bandwidth: { limit: 16_000, night: null } });
    await meanwhile(() => fake.tell(aSnapshot({ language: 'fa', settings: raised })));
    expect(field('limit-own').value).toBe('۱۶');
  });

  test('Esc takes back what was typed, and leaves the settings only then', async () => {
    const fake = await openSettings({ bandwidth: { limit: 300_000, night: null } });
    type('limit-own', '5');
    fireEvent.keyDown(field('limit-own'), { key: 'Escape' });
    expect(field('limit-own').value).toBe('300');
    expect(screen.getByTestId('settings')).toBeTruthy();
    await act(async () => void fireEvent.keyDown(field('limit-own'), { key: 'Escape' }));
    expect(screen.queryByTestId('settings')).toBeNull();
    expect(fake.calls).toEqual([]);
  });

  test('at night is switched on with the usual hours, and off again', async () => {
    const fake = await openSettings();
    fireEvent.click(button('night-limit'));
    const night = { from: 120, to: 480, limit: null };
    const now = settings({ bandwidth: { limit: null, night } });
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', settings: now })));
    await choose('night-from', '1410');
    await choose('night-to', '390');
    await choose('night-limit', '256000');
    fireEvent.click(button('night-limit'));
    expect(fake.calls.map(({ input }) => (input[0] as { bandwidth: Bandwidth }).bandwidth.night)).toEqual([
      night,
      { ...night, from: 1410 },
      { ...night, to: 390 },
      { ...night, limit: 256_000 },
      null,
    ]);
  });

  test('at night keeps hours that lie between the offered ones, and tells a night that is none', async () => {
    const night = { from: 125, to: 125, limit: null };
    await openSettings({ bandwidth: { limit: null, night } }, { language: 'fa' });
    expect(field('night-from').value).toBe('125');
    expect(field('night-from').textContent).toContain('۰۲:۰۵');
    expect(document.body.textContent).toContain('آغاز و پایان یکی است');
  });
});

describe('the proxy', () => {
  const manual: ProxySettings = { mode: 'manual', server: 'http://proxy.example:8080', user: 'sara' };

  test('is switched at once where nothing else is needed', async () => {
    const fake = await openSettings({ proxy: manual });
    await choose('proxy', 'none');
    expect(fake.calls).toEqual([{ verb: 'setProxy', input: [{ ...manual, mode: 'none' }, null] }]);
  });

  test('of one’s own is set when it has an address, in any digits', async () => {
    const fake = await openSettings();
    await choose('proxy', 'manual');
    expect(fake.calls).toEqual([]);
    expect(document.activeElement).toBe(field('proxy-server'));
    type('proxy-server', 'socks5://127.0.0.1:۱۰۸۰');
    type('proxy-user', ' sara ');
    type('proxy-password', 'pass۱');
    await act(async () => fireEvent.click(button('save-proxy')));
    expect(fake.calls).toEqual([
      { verb: 'setProxy', input: [{ mode: 'manual', server: 'socks5://127.0.0.1:1080', user: 'sara' }, 'pass۱'] },
    ]);
    // What was handed over is forgotten here.
    expect(field('proxy-password').value).toBe('');
    expect(screen.getByTestId('proxy-form').textContent).toContain('Saved. Trying again now.');
  });

  test('its password is never shown, only that it is kept; left empty it stays', async () => {
    const fake = await openSettings({ proxy: manual }, { proxyPassword: 'encrypted' });
    expect(field('proxy-password').value).toBe('');
    expect(field('proxy-password').type).toBe('password');
    expect(screen.getByTestId('proxy-form').textContent).toContain('A password is stored, encrypted.');
    await act(async () => fireEvent.click(button('save-proxy')));
    await act(async () => fireEvent.click(button('forget-password')));
    expect(fake.calls).toEqual([
      { verb: 'setProxy', input: [manual, null] },
      { verb: 'setProxy', input: [manual, ''] },
    ]);
  });

  test.each([
    [{ kind: 'bad-server', why: 'address' }, 'This is no address of a proxy.'],
    [{ kind: 'bad-server', why: 'port' }, 'The port is missing.'],
    [{ kind: 'bad-server', why: 'kind' }, 'Only proxies with http:// or socks5:// can be used.'],
    [{ kind: 'bad-server', why: 'credentials' }, 'Name and password do not go into the address.'],
    [{ kind: 'bad-credentials' }, 'This name or password is too long'],
    [{ kind: 'no-system-proxy' }, 'The system names no proxy just now'],
    [{ kind: 'not-saved' }, 'the disk did not take it'],
  ] as const)('says what is wrong: %j', async (result, text) => {
    await openSettings({ proxy: manual }, {}, { setProxy: () => result });
    type('proxy-password', 'pass');
    await act(async () => fireEvent.click(button('save-proxy')));
    expect(screen.getByRole('alert').textContent).toContain(text);
    expect(field('proxy-password').value).toBe('pass');
    type('proxy-server', 'x:1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [{ kind: 'bad-server', why: 'port' }, ['proxy-server'], 'proxy-server', 'proxy-server'],
    [{ kind: 'bad-credentials' }, ['proxy-user', 'proxy-password'], 'proxy-password', 'proxy-user'],
    [{ kind: 'not-saved' }, [], null, null],
  ] as const)('says it below the field that is wrong, and of that field: %j', async (result, wrong, above, focused) => {
    await openSettings({ proxy: manual }, {}, { setProxy: () => result });
    await act(async () => fireEvent.click(button('save-proxy')));
    const alert = screen.getByRole('alert');
    const fields = ['proxy-server', 'proxy-user', 'proxy-password'];
    expect(fields.filter((name) => field(name).getAttribute('aria-invalid') === 'true')).toEqual(wrong);
    const told = (name: string) => field(name).getAttribute('aria-describedby')?.split(' ').includes(alert.id) ?? false;
    expect(fields.filter(told)).toEqual(wrong);
    const isBelow = alert.previousElementSibling?.querySelector<HTMLElement>('input')?.dataset.testid ?? null;
    expect(isBelow).toBe(above);
    if (focused !== null) expect(document.activeElement).toBe(field(focused));
  });

  test('of the system takes a name and a password when they are asked for', async () => {
    const fake = await openSettings();
    expect(screen.queryByTestId('proxy-form')).toBeNull();
    await act(async () => fireEvent.click(button('proxy-credentials')));
    expect(screen.queryByTestId('proxy-server')).toBeNull();
    type('proxy-user', 'sara');
    type('proxy-password', 'pass');
    await act(async () => fireEvent.submit(screen.getByTestId('proxy-form')));
    expect(fake.calls).toEqual([{ verb: 'setProxy', input: [{ mode: 'system', server: null, user: 'sara' }, 'pass'] }]);
  });
});

describe('the certificate', () => {
  test('is picked, and removed', async () => {
    const fake = await openSettings();
    fireEvent.click(button('pick-certificate'));
    await meanwhile(() =>
      fake.tell(aSnapshot({ language: 'en', settings: settings({ certificate: 'Office\u202e' }) })),
    );
    expect(document.body.textContent).toContain('“\u2068Office[RLO]\u2069” is trusted too.');
    fireEvent.click(button('remove-certificate'));
    expect(fake.calls).toEqual([
      { verb: 'pickCertificate', input: [] },
      { verb: 'changeSettings', input: [{ certificate: null }] },
    ]);
  });

  test.each([
    ['unreadable', 'could not be read'],
    ['too-large', 'too large'],
    ['not-a-certificate', 'no certificate in this file'],
  ] as const)('a file that is %s is told', async (reason, text) => {
    const fake = await openSettings();
    await meanwhile(() => fake.toast({ kind: 'certificate-refused', reason }));
    expect(screen.getByTestId('toast').textContent).toContain(text);
  });
});

// axe looks at everything by every rule: seconds on a slow machine.
test.each(['fa', 'en'] as const)('all of it is accessible: %s', { timeout: 60_000 }, async (language) => {
  const part: Part = {
    bandwidth: { limit: 300_000, night: { from: 120, to: 480, limit: 300_000 } },
    proxy: { mode: 'manual', server: 'http://proxy.example:8080', user: 'sara' },
    certificate: 'Office root',
  };
  await openSettings(part, { language, proxyPassword: 'session' }, { setProxy: () => ({ kind: 'not-saved' }) });
  await act(async () => fireEvent.click(button('save-proxy')));
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
});
