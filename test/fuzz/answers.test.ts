import { test } from 'vitest';
import { playTwoThousand } from './two-thousand';

test(
  '2,000 servers that say what chance wants: an outcome each time, no second meeting, no wait cut short',
  { timeout: 120_000 },
  () => playTwoThousand('answers'),
);
