import { test } from 'vitest';
import { playTwoThousand } from './two-thousand';

test('2,000 damaged and made-up files are looked at within their time, and never throw', { timeout: 120_000 }, () =>
  playTwoThousand('recordings'),
);
