import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countReport, doubt, readPlaywright, readVitest, sum } from '../../electron/dev/counts.mjs';

describe('counting tests', () => {
  let dir: string;
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lobbe-counts-'));
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  it('reads what the runners report', () => {
    const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(readVitest(vitest)).toEqual({ passed: 3, failed: 1, skipped: 3 });
    const playwright = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'no' }] };
    expect(readPlaywright(playwright)).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });

  it('takes a missing or broken report for a failure, whatever the exit code', () => {
    const file = path.join(dir, 'report.json');
    expect(countReport(file, readVitest, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    fs.writeFileSync(file, '{"numPassedTests": 3');
    expect(countReport(file, readVitest, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('takes an empty run, and a red run without a failed test, for a failure', () => {
    expect(doubt({ passed: 0, failed: 0, skipped: 4 }, 0).failed).toBe(1);
    expect(doubt({ passed: 9, failed: 0, skipped: 0 }, 1).failed).toBe(1);
    expect(doubt({ passed: 9, failed: 2, skipped: 0 }, 1).failed).toBe(2);
    expect(doubt({ passed: 9, failed: 0, skipped: 1 }, 0).failed).toBe(0);
  });

  it('adds up', () => {
    const total = sum({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
    expect(total).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });
});
