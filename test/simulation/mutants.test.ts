import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS, mutated } from './mutants.mjs';

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  '“%s” can still be put into the source',
  (_, mutant) => {
    const source = readFileSync(new URL(`../../${mutant.file}`, import.meta.url), 'utf8');
    expect(mutated(mutant, source)).not.toBe(source);
  },
);

test('there are enough of them', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(15);
});
