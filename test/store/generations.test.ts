import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyState } from '../../electron/domain/app-state';
import { seal, unseal } from '../../electron/store/generation-format';
import { judge } from '../../electron/store/generations';
import { SCHEMA_VERSION } from '../../electron/store/migrations';
import { readState } from '../../electron/store/state-store';
import { add, filesIn, folder, meeting, numbers, openIn, quarantined, seeded, stateOf } from './builders';

/** For tests that open a store some hundred times: a second or two, and more on a busy machine. */
const SLOW = 30_000;

/** A store whose older generation has meeting 1 and whose newer one is what `change` makes of it: as told, meetings 1 and 2. */
async function twoGenerations(change = add(2)) {
  const directory = folder();
  const store = await openIn(directory);
  await store.commit(add(1));
  await store.commit(change);
  const older = path.join(directory, 'state-a.json');
  const newer = path.join(directory, 'state-b.json');
  return { directory, older, newer, olderBytes: readFileSync(older), newerBytes: readFileSync(newer) };
}

/** With a newer generation of a few hundred bytes, for tests that visit each of them. */
function twoSmallGenerations() {
  return twoGenerations((state) => ({ ...state, meetings: [] }));
}

function flipped(bytes: Buffer, offset: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset] = (copy[offset] ?? 0) ^ (1 << bit);
  return copy;
}

type Two = Awaited<ReturnType<typeof twoGenerations>>;

/** Puts both generations as they were and nothing else into the folder, with `bytes` in place of the newer one. */
function damage({ directory, older, newer, olderBytes }: Two, bytes: Uint8Array): void {
  rmSync(path.join(directory, 'quarantine'), { recursive: true, force: true });
  writeFileSync(older, olderBytes);
  writeFileSync(newer, bytes);
}

async function expectOlder(two: Two, what: string): Promise<void> {
  expect(numbers(readState(two.directory)), what).toEqual([1]);
  const store = await openIn(two.directory);
  expect(store.state(), what).toEqual({ ...emptyState, meetings: [meeting(1)] });
  expect(store.notices(), what).toEqual(['restored-older']);
  expect(quarantined(two.directory), what).toHaveLength(1);
}

describe('a first run and the next one', () => {
  test('starts from the initial state, and finds what was committed at the next start', async () => {
    const directory = folder();
    const first = await openIn(directory);
    expect(first.state()).toBe(emptyState);
    expect(first.revision()).toBe(0);
    expect(first.notices()).toEqual([]);
    expect(readState(directory)).toBeNull();

    await first.commit(add(1));
    const second = await openIn(directory);
    expect(second.state()).toEqual({ ...emptyState, meetings: [meeting(1)] });
    expect(second.revision()).toBe(1);
    expect(second.notices()).toEqual([]);
    expect(readState(directory)).toEqual(second.state());
  });

  test('a kill before the first commit is no missing store', async () => {
    const directory = folder();
    await openIn(directory);
    expect((await openIn(directory)).notices()).toEqual([]);
  });

  test('the marker tells a store that is gone from a first run', async () => {
    const { directory, older, newer } = await twoGenerations();
    rmSync(older);
    rmSync(newer);
    const store = await openIn(directory);
    expect(store.notices()).toEqual(['missing']);
    expect(store.state()).toBe(emptyState);
    expect(readState(directory)).toBeNull();
  });

  test('one of two generations gone: the other is loaded and the user told, as it may be the older', async () => {
    const directory = folder();
    const before = await openIn(directory);
    for (const n of [1, 2, 3]) await before.commit(add(n));
    rmSync(path.join(directory, 'state-a.json'));
    const store = await openIn(directory);
    expect(numbers(store.state())).toEqual([1, 2]);
    expect(store.notices()).toEqual(['restored-older']);
  });

  test('commits go to the older generation in turn', async () => {
    const directory = folder();
    const store = await openIn(directory);
    const revisions: (number | null)[][] = [];
    for (let n = 1; n <= 4; n += 1) {
      await store.commit(add(n));
      revisions.push(
        ['state-a.json', 'state-b.json'].map((name) => {
          const file = path.join(directory, name);
          if (!existsSync(file)) return null;
          const reading = unseal(readFileSync(file, 'utf8'));
          return reading.kind === 'valid' ? reading.generation.revision : Number.NaN;
        }),
      );
    }
    expect(revisions).toEqual([
      [1, null],
      [1, 2],
      [3, 2],
      [3, 4],
    ]);
  });
});

describe('case 81: a damaged generation at start', () => {
  test('truncated at every offset: the older one is loaded, the damaged one kept aside', {
    timeout: SLOW,
  }, async () => {
    const two = await twoSmallGenerations();
    for (let length = 0; length < two.newerBytes.length; length += 1) {
      damage(two, two.newerBytes.subarray(0, length));
      await expectOlder(two, `cut to ${length} bytes`);
    }
  });

  test('truncated at every offset of a long one: never taken for sound', async () => {
    const { newerBytes } = await twoGenerations();
    expect(judge(newerBytes, emptyState).kind).toBe('usable');
    for (let length = 0; length < newerBytes.length; length += 1) {
      expect(judge(newerBytes.subarray(0, length), emptyState).kind, `cut to ${length} bytes`).toBe('damaged');
    }
  });

  test('a flipped bit at sampled offsets: the older one is loaded, never a mix', { timeout: SLOW }, async () => {
    const two = await twoGenerations();
    const random = seeded(81);
    for (let n = 0; n < 100; n += 1) {
      const offset = Math.floor(random() * two.newerBytes.length);
      const bit = Math.floor(random() * 8);
      damage(two, flipped(two.newerBytes, offset, bit));
      await expectOlder(two, `bit ${bit} of byte ${offset}`);
    }
  });

  test('every single flipped bit: never taken for sound, nor for a newer version', async () => {
    const { newerBytes } = await twoSmallGenerations();
    for (let n = 0; n < newerBytes.length * 8; n += 1) {
      const kind = judge(flipped(newerBytes, n >> 3, n & 7), emptyState).kind;
      expect(kind, `bit ${n & 7} of byte ${n >> 3}`).toBe('damaged');
    }
  });

  test('every bit of the two numbers of the head: neither another version nor another revision is believed', async () => {
    const two = await twoGenerations();
    for (const name of ['"schemaVersion":', '"revision":']) {
      const offset = two.newerBytes.indexOf(name) + name.length;
      for (let bit = 0; bit < 8; bit += 1) {
        damage(two, flipped(two.newerBytes, offset, bit));
        await expectOlder(two, `${name} bit ${bit}`);
      }
    }
  });

  test.each([
    ['empty', Buffer.alloc(0)],
    ['filled with NUL', Buffer.alloc(1_500)],
    ['JSON of something else', Buffer.from('{"hello":1}')],
    ['a list', Buffer.from('[]')],
    ['not text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ])('%s', async (_, bytes) => {
    const two = await twoGenerations();
    damage(two, bytes);
    await expectOlder(two, 'damaged');
    const [aside = ''] = quarantined(two.directory);
    expect(readFileSync(path.join(two.directory, aside))).toEqual(bytes);
  });

  test('half of it filled with NUL, as a power cut leaves it', async () => {
    const two = await twoGenerations();
    const bytes = Buffer.from(two.newerBytes);
    bytes.fill(0, bytes.length >> 1);
    damage(two, bytes);
    await expectOlder(two, 'half NUL');
  });

  test('a state that passes its checksum and is none', async () => {
    const two = await twoGenerations();
    damage(two, seal([Buffer.from('{"meetings":7}')], 2, '0.1.0').bytes);
    await expectOlder(two, 'no state');
  });

  test('a folder in the place of a generation', async () => {
    const two = await twoGenerations();
    rmSync(two.newer);
    mkdirSync(two.newer);
    const store = await openIn(two.directory);
    expect(numbers(store.state())).toEqual([1]);
    expect(store.notices()).toEqual(['restored-older']);
    await store.commit(add(3));
    await store.commit(add(4));
    expect(numbers((await openIn(two.directory)).state())).toEqual([1, 3, 4]);
  });

  test('the older one damaged: nothing was lost, so nobody is told; it is kept aside all the same', async () => {
    const two = await twoGenerations();
    writeFileSync(two.older, two.olderBytes.subarray(0, -10));
    const store = await openIn(two.directory);
    expect(numbers(store.state())).toEqual([1, 2]);
    expect(store.notices()).toEqual([]);
    expect(quarantined(two.directory)).toHaveLength(1);
  });

  test('both damaged: told as missing, both kept, and the store goes on', async () => {
    const two = await twoGenerations();
    writeFileSync(two.older, '');
    writeFileSync(two.newer, Buffer.alloc(100));
    const store = await openIn(two.directory);
    expect(store.notices()).toEqual(['missing']);
    expect(store.state()).toEqual(emptyState);
    expect(quarantined(two.directory)).toHaveLength(2);
    await store.commit(add(7));
    expect(numbers((await openIn(two.directory)).state())).toEqual([7]);
  });

  test('after a restore there are two sound generations again, before anything else is committed', async () => {
    const two = await twoGenerations();
    damage(two, Buffer.alloc(0));
    await openIn(two.directory);
    rmSync(two.older);
    expect(numbers(readState(two.directory))).toEqual([1]);
    expect(numbers((await openIn(two.directory)).state())).toEqual([1]);
  });

  test('two damaged files of one moment do not overwrite each other in quarantine', async () => {
    const two = await twoGenerations();
    const now = () => Date.UTC(2026, 10, 30);
    for (let n = 1; n <= 3; n += 1) {
      writeFileSync(two.newer, `damage ${n}`);
      await openIn(two.directory, { now });
    }
    const kept = quarantined(two.directory).map((name) => readFileSync(path.join(two.directory, name), 'utf8'));
    expect(kept.sort()).toEqual(['damage 1', 'damage 2', 'damage 3']);
  });

  test('two that claim one revision and differ (two processes wrote): both are kept', async () => {
    const two = await twoGenerations();
    writeFileSync(two.older, seal([Buffer.from(JSON.stringify(stateOf(5)))], 2, '0.1.0').bytes);
    const store = await openIn(two.directory);
    expect(store.notices()).toEqual(['restored-older']);
    expect(quarantined(two.directory)).toHaveLength(1);
    const before = numbers(store.state()) ?? [];
    await store.commit(add(8));
    await store.commit(add(9));
    expect(numbers((await openIn(two.directory)).state())).toEqual([...before, 8, 9]);
  });

  test('a sound generation with one record that cannot be read: the others are loaded, the file is kept as a copy', async () => {
    const two = await twoGenerations();
    const state = { ...stateOf(3), meetings: [meeting(1), { id: 'half a record' }, meeting(2)] };
    const { bytes } = seal([Buffer.from(JSON.stringify(state))], 2, '0.1.0');
    damage(two, bytes);
    const store = await openIn(two.directory);
    expect(numbers(store.state())).toEqual([1, 2]);
    expect(store.notices()).toEqual(['restored-older']);
    await store.commit(add(3));
    await store.commit(add(4));
    const [aside = ''] = quarantined(two.directory);
    expect(readFileSync(path.join(two.directory, aside))).toEqual(bytes);
    expect(numbers((await openIn(two.directory)).state())).toEqual([1, 2, 3, 4]);
  });
});

describe('case 83: nothing is refreshed from what was not verified', () => {
  test('a damaged file stays byte for byte, and no empty state takes its place', async () => {
    const two = await twoGenerations();
    const cut = two.newerBytes.subarray(0, 700);
    damage(two, cut);
    const store = await openIn(two.directory);
    await store.commit(add(3));
    await store.commit(add(4));
    const [aside = ''] = quarantined(two.directory);
    expect(readFileSync(path.join(two.directory, aside))).toEqual(cut);
    expect(numbers((await openIn(two.directory)).state())).toEqual([1, 3, 4]);
  });

  test('a look from outside changes nothing, whatever it finds', async () => {
    const two = await twoGenerations();
    damage(two, Buffer.from('damaged'));
    const before = filesIn(two.directory);
    expect(numbers(readState(two.directory))).toEqual([1]);
    expect(filesIn(two.directory)).toEqual(before);
    expect(readState(path.join(two.directory, 'nowhere'))).toBeNull();
  });
});

describe('a store of a newer version', () => {
  const later = SCHEMA_VERSION + 1;
  const ofThree = seal([Buffer.from(JSON.stringify(stateOf(3)))], 9, '9.0.0', later).bytes.toString();

  test.each([
    ['with our envelope', ofThree],
    ['with our envelope, damaged', ofThree.replace('weekly', 'weakly')],
    ['with our envelope, cut', ofThree.slice(0, 900)],
    ['with an envelope of its own', JSON.stringify({ schemaVersion: later, other: true })],
  ])('%s: nothing is written, not even to quarantine', async (_, text) => {
    const two = await twoGenerations();
    writeFileSync(two.newer, text);
    writeFileSync(two.older, 'damaged');
    writeFileSync(`${two.older}.tmp-1234567890abcdef`, 'left over');
    const before = filesIn(two.directory);

    const store = await openIn(two.directory);
    expect(store.notices()).toEqual(['newer-version']);
    await expect(store.commit(add(9))).rejects.toMatchObject({ name: 'StoreError', code: 'newer-version' });
    await store.settled();
    expect(filesIn(two.directory)).toEqual(before);
  });

  test('shows what it can read of it', async () => {
    const two = await twoGenerations();
    writeFileSync(two.newer, ofThree);
    expect(numbers((await openIn(two.directory)).state())).toEqual([0, 1, 2]);
    expect(numbers(readState(two.directory))).toEqual([0, 1, 2]);
  });
});
