import { test } from 'vitest';
import { playTwoThousand } from './two-thousand';

test('cases 1 to 4: 2,000 names and types, each in one part, read back as it was, with nothing injected', () =>
  playTwoThousand('names'));
