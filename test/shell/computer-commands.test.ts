import { describe, expect, test } from 'vitest';
import type { Toast } from '../../electron/contract/snapshot';
import { createComputer } from '../../electron/shell/computer-commands';
import type { StartAtLogin } from '../../electron/shell/start-at-login';

/** A system that keeps what it is told, unless it is one that does not. */
function system(obeys: boolean | 'throws'): StartAtLogin & { on: boolean } {
  return {
    on: false,
    isOn() {
      return this.on;
    },
    set(on) {
      if (obeys === 'throws') throw new Error('not allowed');
      if (obeys) this.on = on;
    },
  };
}

function world(loginStart: StartAtLogin | null, target: string | null = '/reports/a.txt') {
  const toasts: Toast[] = [];
  const written: [string, boolean][] = [];
  const log: string[] = [];
  let changes = 0;
  const computer = createComputer({
    nativeLanguage: 'en',
    loginStart,
    installed: { update: () => null, look: () => {}, stop: () => {} },
    relaunch: () => {},
    pickTarget: async () => target,
    async writeReport(file, fileNames) {
      if (file.startsWith('/full')) throw new Error('ENOSPC');
      written.push([file, fileNames]);
    },
    openLogs: async () => {},
    log: { info: () => {}, warn: () => {}, error: (message) => log.push(message), hide: () => {} },
    toast: (toast) => toasts.push(toast),
    changed: () => {
      changes += 1;
    },
  });
  return { computer, toasts, written, log, changes: () => changes };
}

describe('start at login', () => {
  test('is what the system says after it was asked', async () => {
    const w = world(system(true));
    await w.computer.startAtLogin(true);
    expect(w.computer.view().startsAtLogin).toBe(true);
    expect(w.toasts).toEqual([]);
    expect(w.changes()).toBe(1);
  });

  test.each([false, 'throws'] as const)('is told when the system does not take it (%s)', async (obeys) => {
    const w = world(system(obeys));
    await w.computer.startAtLogin(true);
    expect(w.computer.view().startsAtLogin).toBe(false);
    expect(w.toasts).toEqual([{ kind: 'start-at-login-failed' }]);
  });

  test('changed in the system’s own settings, it is seen when its user comes back', () => {
    const start = system(true);
    const w = world(start);
    start.on = true;
    w.computer.look();
    expect(w.computer.view().startsAtLogin).toBe(true);
    expect(w.changes()).toBe(1);
    w.computer.look();
    expect(w.changes()).toBe(1);
  });

  test('a run from a checkout never tells the system', async () => {
    const w = world(null);
    await w.computer.startAtLogin(true);
    expect(w.computer.view().startsAtLogin).toBeNull();
    expect(w.toasts).toEqual([]);
  });
});

describe('the report', () => {
  test('goes where its user wants it, with names only if they say so', async () => {
    const w = world(null);
    await w.computer.exportDiagnostics(false);
    await w.computer.exportDiagnostics(true);
    expect(w.written).toEqual([
      ['/reports/a.txt', false],
      ['/reports/a.txt', true],
    ]);
    expect(w.toasts).toEqual([{ kind: 'diagnostics-saved' }, { kind: 'diagnostics-saved' }]);
  });

  test('is not written when its user leaves the question', async () => {
    const w = world(null, null);
    await w.computer.exportDiagnostics(false);
    expect(w.written).toEqual([]);
    expect(w.toasts).toEqual([]);
  });

  test('that cannot be written is told', async () => {
    const w = world(null, '/full/a.txt');
    await w.computer.exportDiagnostics(false);
    expect(w.toasts).toEqual([{ kind: 'diagnostics-not-saved' }]);
    expect(w.log).toHaveLength(1);
  });
});
