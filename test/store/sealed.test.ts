import { describe, expect, test } from 'vitest';
import { seal } from '../../electron/store/generation-format';
import { SCHEMA_VERSION } from '../../electron/store/migrations';
import { readSealed } from '../../electron/store/sealed';

/** A sealed file with this content. */
const sealed = (content: unknown, version: number) =>
  seal([Buffer.from(JSON.stringify(content))], 7, '0.1.0', version).bytes;

describe('a sealed file', () => {
  test('of an earlier version is brought to this one', () => {
    expect(readSealed(sealed({ meetings: [{ id: 'm' }] }, 4))).toMatchObject({
      kind: 'sound',
      revision: 7,
      content: { meetings: [{ id: 'm', watched: false }] },
    });
  });

  test('of a later version is as it is, and says so', () => {
    const content = { meetings: [{ id: 'm' }] };
    expect(readSealed(sealed(content, SCHEMA_VERSION + 1))).toEqual({ kind: 'newer', revision: 7, content });
  });

  test('that no migration leads on from is as good as damaged', () => {
    expect(readSealed(sealed({}, 0)).kind).toBe('damaged');
  });
});
