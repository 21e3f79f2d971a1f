// @ts-check
// How many tests passed, read from the runners' own reports and doubted where their exit code says otherwise.
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {string} file
 * @param {(report: any) => Counts} read
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countReport(file, read, exitCode) {
  /** @type {Counts} */
  let counts = NONE;
  try {
    counts = read(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    // No report: the runner did not get that far. The rules below make it a failure.
  }
  return doubt(counts, exitCode);
}

/**
 * A runner that fails without a failed test (a file that cannot be loaded, an unhandled rejection) has one; so has one that
 * ran nothing: an empty run is a mistake, not a success.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts}
 */
export function doubt(counts, exitCode) {
  const wrong = exitCode !== 0 || counts.passed + counts.failed === 0;
  return wrong && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {any} report @returns {Counts} */
export function readVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {any} report @returns {Counts} */
export function readPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    // A test that passes only when tried again has failed once.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** @param {...Counts} all @returns {Counts} */
export function sum(...all) {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    NONE,
  );
}

/** @param {Counts} counts */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
