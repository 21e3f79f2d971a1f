import { act, fireEvent, screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { useStore } from '../../renderer/store';
import { aMeeting, aSnapshot } from './builders';
import { actionIn, freshWindow, meanwhile, openWindow, rowOf } from './open-window';

freshWindow();

const notifications = { ready: true, naming: true, minutes: true, failed: true, elsewhere: false };
const settings = { ...aSnapshot().settings, notifications };
const find = (action: string) => actionIn(document.body, action);

describe('the settings of notifications', () => {
  test('each kind has a switch that says how it is, and is set by itself', async () => {
    const fake = await openWindow({ language: 'en', settings });
    fireEvent.click(find('settings'));
    const switches = ['ready', 'naming', 'minutes', 'failed', 'elsewhere'].map((kind) => find(`notify-${kind}`));
    expect(switches.map((element) => element.getAttribute('aria-checked'))).toEqual([
      'true',
      'true',
      'true',
      'true',
      'false',
    ]);
    expect(switches.map((element) => element.getAttribute('aria-label'))).toEqual([
      'Minutes are ready',
      'Speaker names are needed',
      'Out of minutes, daily cap',
      'A meeting failed',
      'Also for meetings sent from elsewhere',
    ]);
    fireEvent.click(find('notify-naming'));
    fireEvent.click(find('notify-elsewhere'));
    expect(fake.calls).toEqual([
      { verb: 'changeSettings', input: [{ notifications: { ...notifications, naming: false } }] },
      { verb: 'changeSettings', input: [{ notifications: { ...notifications, elsewhere: true } }] },
    ]);
  });

  // axe looks at everything by every rule: seconds on a slow machine.
  test.each(['en', 'fa'] as const)('has no trouble that axe sees, in %s', { timeout: 30_000 }, async (language) => {
    await openWindow({ language, settings });
    fireEvent.click(find('settings'));
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
    expect(document.getElementById('section-notifications')?.textContent).toContain(
      language === 'en' ? 'Notifications' : 'اعلان‌ها',
    );
  });
});

describe('a notification that was clicked', () => {
  const frame = () => act(async () => void (await new Promise((resolve) => requestAnimationFrame(resolve))));

  test('leads to the row of its meeting, whatever the window showed', async () => {
    const [first, told] = [aMeeting('processing', { name: 'first.m4a' }), aMeeting('ready', { name: 'told.m4a' })];
    const fake = await openWindow({ language: 'en', meetings: [first, told] });
    await meanwhile(() => useStore.getState().searchFor('first'));
    fireEvent.click(find('settings'));
    await meanwhile(() => fake.pointAt(told.id));
    await frame();
    expect(screen.queryByTestId('settings')).toBeNull();
    expect(document.activeElement).toBe(rowOf('told.m4a'));
  });

  test('waits for a row that is not there yet', async () => {
    const [first, told] = [aMeeting('processing'), aMeeting('ready', { name: 'told.m4a' })];
    const fake = await openWindow({ language: 'en', meetings: [first] });
    await meanwhile(() => fake.pointAt(told.id));
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [first, told] })));
    await frame();
    expect(document.activeElement).toBe(rowOf('told.m4a'));
    // From then on the keyboard is its user's again.
    await meanwhile(() => useStore.getState().activate(first.id));
    await meanwhile(() => fake.tell(aSnapshot({ language: 'en', meetings: [told, first] })));
    expect(useStore.getState().activeId).toBe(first.id);
  });
});
