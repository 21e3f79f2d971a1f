import { describe, expect, test } from 'vitest';
import { proxyPassword, proxySettings, settingsChange } from '../../electron/shell/settings-input';

const night = { from: 120, to: 480, limit: null };
const notifications = { ready: true, naming: false, minutes: true, failed: true, elsewhere: false };
const manual = { mode: 'manual', server: 'proxy:8080', user: null };

describe('what the window may ask to be set', () => {
  test.each([
    {},
    { language: 'fa' },
    { parallelUploads: 4 },
    { bandwidth: { limit: null, night: null } },
    { bandwidth: { limit: 64_000, night } },
    { certificate: null },
    { notifications },
  ])('%j', (change) => {
    expect(settingsChange.parse(change)).toEqual(change);
  });

  test('a field that is undefined is one that is not there', () => {
    expect(Object.keys(settingsChange.parse({ language: undefined, parallelUploads: 1 }))).toEqual(['parallelUploads']);
  });

  test.each([
    null,
    [],
    'language',
    { admin: true },
    { parallelUploads: 99 },
    { bandwidth: null },
    { bandwidth: { limit: 64_000 } },
    { bandwidth: { limit: '64000', night: null } },
    { bandwidth: { limit: 0, night: null } },
    { bandwidth: { limit: -1, night: null } },
    { bandwidth: { limit: 1.5, night: null } },
    { bandwidth: { limit: Number.NaN, night: null } },
    { bandwidth: { limit: Number.POSITIVE_INFINITY, night: null } },
    { bandwidth: { limit: 2 ** 60, night: null } },
    { bandwidth: { limit: null, night: { ...night, to: 1440 } } },
    { bandwidth: { limit: null, night: { ...night, from: -1 } } },
    { bandwidth: { limit: null, night: { ...night, days: [] } } },
    { bandwidth: { limit: null, night: null, __proto__: null, more: 1 } },
    // Neither goes past the look that is taken at it.
    { proxy: manual },
    { certificate: { pem: '-----BEGIN CERTIFICATE-----', name: 'x' } },
    { certificate: 'x' },
    { rejectUnauthorized: false },
    { notifications: { ready: false } },
    { notifications: { ...notifications, sound: true } },
    { notifications: { ...notifications, ready: 1 } },
  ])('nothing like %j', (change) => {
    expect(settingsChange.safeParse(change).success).toBe(false);
  });

  test('a proxy has exactly its fields, none of them endless', () => {
    expect(proxySettings.parse(manual)).toEqual(manual);
    for (const wrong of [
      { ...manual, mode: 'pac' },
      { ...manual, server: 7 },
      { ...manual, server: 'x'.repeat(2000) },
      { ...manual, user: { toString: 1 } },
      { ...manual, password: 'x' },
      { mode: 'none' },
    ]) {
      expect(proxySettings.safeParse(wrong).success).toBe(false);
    }
    expect(proxyPassword.safeParse('x'.repeat(2000)).success).toBe(false);
    expect(proxyPassword.safeParse(undefined).success).toBe(false);
  });
});
