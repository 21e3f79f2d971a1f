import { describe, expect, test } from 'vitest';
import { changeSettings, withSettings } from '../../electron/domain/settings';
import { meetingViews } from '../../electron/domain/to-snapshot';
import { meeting, stateOf, T0 } from '../builders/meetings';

const waiting = (reason: 'network' | 'server-error') =>
  meeting(1, { state: { stage: 'waiting', since: T0, reason, until: T0 + 60_000, toldByServer: false } });

describe('a change of the settings', () => {
  test('changes what it names, and nothing else', () => {
    const before = stateOf([meeting(1)]);
    const after = changeSettings(before, { parallelUploads: 4 });
    expect(after).toEqual({ ...before, settings: { ...before.settings, parallelUploads: 4 } });
  });

  test('a limit below the lowest becomes the lowest', () => {
    const night = { from: 0, to: 60, limit: 1 };
    const { settings } = changeSettings(stateOf([]), { bandwidth: { limit: 5000, night } });
    expect(settings.bandwidth).toEqual({ limit: 16_000, night: { ...night, limit: 16_000 } });
  });

  test('keeps what a later version has put beside the fields that we know', () => {
    const night = { from: 0, to: 60, limit: null };
    const { settings } = stateOf([]);
    const notifications = { ...settings.notifications, sound: 'soft' };
    const before = stateOf([], {
      settings: {
        ...settings,
        notifications,
        bandwidth: { limit: null, night: { ...night, days: 'all' }, per: 'host' },
      } as never,
    });
    const after = changeSettings(before, { bandwidth: { limit: 64_000, night } });
    expect(after.settings.bandwidth).toEqual({ limit: 64_000, night: { ...night, days: 'all' }, per: 'host' });
    const quiet = changeSettings(before, { notifications: { ...settings.notifications, ready: false } });
    expect(quiet.settings.notifications).toEqual({ ...notifications, ready: false });
  });

  test('case 62: with another way to Lobbe, waits for the network end at once', () => {
    const state = stateOf([waiting('network')]);
    const { settings } = state;
    const proxied = withSettings(state, { ...settings, proxy: { ...settings.proxy, mode: 'none' } });
    expect(proxied.meetings[0]?.state).toEqual({ stage: 'queued' });
    const trusting = withSettings(state, { ...settings, certificate: { pem: 'x', name: 'x' } });
    expect(trusting.meetings[0]?.state).toEqual({ stage: 'queued' });
    expect(changeSettings(trusting, { certificate: null }).settings.certificate).toBeNull();
  });

  test('what a server asked for is waited for; a limit wakes nobody', () => {
    const asked = stateOf([waiting('server-error')]);
    const { settings } = asked;
    expect(withSettings(asked, { ...settings, proxy: { ...settings.proxy } }).meetings).toEqual(asked.meetings);
    const offline = stateOf([waiting('network')]);
    expect(changeSettings(offline, { bandwidth: { limit: 64_000, night: null } }).meetings).toBe(offline.meetings);
  });
});

describe('what was in the way', () => {
  const context = { now: T0, hasToken: true, token: null, offline: false, inFlight: new Set<never>() };
  const timeline = [
    { at: T0, kind: 'attempt', code: 'ECONNRESET' },
    { at: T0, kind: 'attempt', code: 'PROXY_SIGN_IN' },
    { at: T0, kind: 'user', code: 'send-next' },
  ] as const;

  test('cases 61, 62: a wait for the network tells the code of its last attempt', () => {
    const [view] = meetingViews(stateOf([{ ...waiting('network'), timeline }]), context);
    expect(view?.trouble).toBe('PROXY_SIGN_IN');
  });

  test('nobody else does', () => {
    const views = meetingViews(stateOf([{ ...waiting('server-error'), timeline }, meeting(2, { timeline })]), context);
    expect(views.map((view) => view.trouble)).toEqual([null, null]);
  });
});
