import { describe, expect, test } from 'vitest';
import { byLength, cameToLight, newIn, onePerRecording } from '../../electron/domain/new-recordings';
import { asTurnedAway, type SeenFile } from '../../electron/domain/watched-folder';
import { T0 } from '../builders/meetings';

let made = 0;

/** A file that is like no other, unless told otherwise. */
function file(path: string, given: Partial<SeenFile> = {}): SeenFile {
  made += 1;
  return { path, size: 1_000 + made, mtimeMs: T0 - 600_000 - made, ino: made, bornMs: T0 - 700_000 - made, ...given };
}

const isFilm = (path: string) => /\.(mp4|mkv|mov)$/.test(path);

/** What is made of a look, by paths; `again` only where it is so. */
function look(found: readonly SeenFile[], known: readonly SeenFile[] = [], inWork: readonly string[] = []) {
  const { recordings, leftOut, moved, again } = newIn(found, known, { now: T0, inWork: new Set(inWork), isFilm });
  return {
    recordings: recordings.map(({ path }) => path),
    leftOut: leftOut.map(({ path }) => path),
    moved: moved.map(({ from, to }) => `${from.path} > ${to.path}`),
    ...(again && { again }),
  };
}

const nothing = { recordings: [], leftOut: [], moved: [] };
const zoom = (name: string, folder = '2026-11-30 10.00.00 Weekly 123') => `${folder}/${name}`;

describe('a known file', () => {
  const known = file('a.mkv');

  test('is not new, and neither is one beside it that was there', () => {
    expect(look([known, file('b.mkv')], [known])).toEqual({ ...nothing, recordings: ['b.mkv'] });
  });

  test.each<[string, Partial<SeenFile>]>([
    ['grew', { size: 9_000, mtimeMs: T0 }],
    ['was edited in place', { size: 5, mtimeMs: T0 }],
    ['lies on a disk that came back with other numbers', { ino: 77, bornMs: 77 }],
    ['was restored without its times', { ino: 77, bornMs: 77, mtimeMs: T0 }],
    ['lies on a disk that does not tell births, and grew', { size: 9_000, bornMs: 0 }],
  ])('that %s is the same, and known as it is now', (_, given) => {
    const now = { ...known, ...given };
    const isChanged = now.size !== known.size || now.mtimeMs !== known.mtimeMs;
    expect(look([now], [known])).toEqual({ ...nothing, leftOut: isChanged ? ['a.mkv'] : [] });
  });

  test('that grows on a disk that counts anew each time is the same while its record is being read', () => {
    const grown = { ...known, size: 9_000, ino: 77, mtimeMs: T0 };
    expect(look([grown], [known], ['a.mkv'])).toEqual(nothing);
    expect(look([grown], [known])).toEqual({ ...nothing, recordings: ['a.mkv'] });
  });

  test.each<[string, Partial<SeenFile>]>([
    ['another', { ino: 77, bornMs: T0 - 10 }],
    ['another that got its number', { bornMs: T0 - 10 }],
  ])('whose place was taken by %s is gone: the other is new', (_, given) => {
    expect(look([{ ...known, ...given, size: 7, mtimeMs: T0 - 5 }], [known])).toEqual({
      ...nothing,
      recordings: ['a.mkv'],
    });
  });

  test('under another name, or in another folder, is followed', () => {
    expect(look([{ ...known, path: 'Weekly.mkv' }], [known])).toEqual({ ...nothing, moved: ['a.mkv > Weekly.mkv'] });
    const other = { ...known, path: 'old/a.mkv', ino: 5, bornMs: 5 };
    expect(look([other], [known])).toEqual({ ...nothing, moved: ['a.mkv > old/a.mkv'] });
  });

  test('under another name is followed by its birth as well, whatever was done to it', () => {
    const grown = { ...known, path: 'final.mkv', size: 9_000, mtimeMs: T0 };
    expect(look([grown], [known])).toEqual({ ...nothing, moved: ['a.mkv > final.mkv'] });
    // A number alone is used again, and a disk that knows no births counts as it likes.
    expect(look([{ ...grown, bornMs: T0 - 5 }], [known]).recordings).toEqual(['final.mkv']);
    expect(look([{ ...grown, bornMs: 0 }], [{ ...known, bornMs: 0 }]).recordings).toEqual(['final.mkv']);
  });

  test('that was copied with its time is known twice', () => {
    expect(look([known, { ...known, path: 'copy.mkv', ino: 5 }], [known])).toEqual({
      ...nothing,
      leftOut: ['copy.mkv'],
    });
  });

  test.each<[string, number, number, boolean]>([
    ['microseconds', T0 + 123.456_789, T0 + 123.456, true],
    ['milliseconds', T0 + 123.456_789, T0 + 123, true],
    ['seconds', T0 + 123.456_789, T0, true],
    ['a millisecond, by a program that counts in fractions', T0 + 123.456_789, T0 + 122.999, true],
    ['two seconds, rounded up', T0 + 123.456_789, T0 + 2_000, true],
    ['a millisecond too much', T0 + 123.456_789, T0 + 125, false],
    ['another second', T0 + 123.456_789, T0 + 3_000, false],
    ['another fraction', T0 + 123.456_789, T0 + 125.556_789, false],
  ])('that was copied with its time to %s', (_, mtimeMs, copied, isKnown) => {
    const original = file('a.m4a', { mtimeMs });
    const copy = file('b.m4a', { size: original.size, mtimeMs: copied });
    for (const [one, other] of [
      [original, copy],
      [
        { ...original, mtimeMs: copied },
        { ...copy, mtimeMs },
      ],
    ] as const) {
      expect(look([one, other], [one]).leftOut).toEqual(isKnown ? ['b.m4a'] : []);
    }
  });

  test('that another known one took the place of is still no new one', () => {
    const other = file('b.mkv');
    expect(look([{ ...other, path: 'a.mkv' }], [known, other])).toEqual({ ...nothing, leftOut: ['a.mkv'] });
  });

  test('is as it was noticed last', () => {
    const later = { ...known, size: 50, ino: 51, bornMs: 52 };
    expect(look([later], [known, later])).toEqual(nothing);
  });

  test('that was turned away is new when it changes, and not before', () => {
    const turnedAway = asTurnedAway(known);
    expect(look([known], [turnedAway])).toEqual(nothing);
    // Of the size that it will have from the beginning, as some programs copy.
    expect(look([{ ...known, mtimeMs: T0 }], [turnedAway])).toEqual({ ...nothing, recordings: ['a.mkv'] });
    expect(look([{ ...known, size: 9_000, mtimeMs: T0 }], [turnedAway])).toEqual({ ...nothing, recordings: ['a.mkv'] });
  });
});

test('an empty file is none yet', () => {
  expect(look([file('a.mkv', { size: 0 })])).toEqual(nothing);
});

describe('two forms of one recording', () => {
  test('that OBS wraps anew: the first that was seen', () => {
    const film = file('2026-11-30 10-00-00.mkv');
    expect(look([film, file('2026-11-30 10-00-00.mp4')], [film])).toEqual({
      ...nothing,
      leftOut: ['2026-11-30 10-00-00.mp4'],
    });
  });

  test('that are seen together: the sound, and of two films the smaller', () => {
    expect(look([file('Talk.mp4', { size: 900 }), file('talk.m4a', { size: 1_000 })])).toEqual({
      ...nothing,
      recordings: ['talk.m4a'],
      leftOut: ['Talk.mp4'],
    });
    expect(look([file('a.mkv', { size: 900 }), file('a.mp4', { size: 800 })])).toEqual({
      ...nothing,
      recordings: ['a.mp4'],
      leftOut: ['a.mkv'],
    });
  });

  test('in two folders are two recordings', () => {
    expect(look([file('1/a.mkv'), file('2/a.mp4')]).recordings).toEqual(['1/a.mkv', '2/a.mp4']);
  });

  test('one that was turned away does not keep another out', () => {
    const broken = file('talk.mkv');
    const sound = file('talk.m4a');
    expect(look([broken, sound], [asTurnedAway(broken)])).toEqual({ ...nothing, recordings: ['talk.m4a'] });
  });

  test('one that is gone does not keep another out', () => {
    expect(look([file('audio.mp3')], [file('audio.m4a')])).toEqual({ ...nothing, recordings: ['audio.mp3'] });
  });
});

test.each([
  ['two tracks of one meeting', 3_600_000, 3_593_000, 'same'],
  ['an hour, and half of one', 3_600_000, 1_800_000, 'other'],
  ['an hour, and one that was guessed', 3_600_000, 3_300_000, 'unclear'],
  ['a minute, and half of one', 60_000, 30_000, 'unclear'],
  ['an hour, and nobody knows', 3_600_000, null, 'unclear'],
  ['nobody knows', null, null, 'unclear'],
])('%s: by length %3$s', (_, a, b, verdict) => {
  expect([byLength(a, b), byLength(b, a)]).toEqual([verdict, verdict]);
});

test('other forms are told with what they may be forms of, but for those of Zoom, which are forms for certain', () => {
  const formsIn = (found: readonly SeenFile[], known: readonly SeenFile[] = []) =>
    newIn(found, known, { now: T0, inWork: new Set(), isFilm }).forms.map(({ file: { path }, of }) => [path, ...of]);
  const [sound, film] = [file('talk.m4a'), file('talk.mp4')];
  expect(formsIn([sound, film])).toEqual([['talk.mp4', 'talk.m4a']]);
  expect(formsIn([sound, film, file('talk.mkv')], [sound, film])).toEqual([['talk.mkv', 'talk.m4a', 'talk.mp4']]);
  expect(formsIn([file(zoom('video1.mp4')), file(zoom('audio1.m4a'))])).toEqual([]);
});

describe('a meeting of Zoom', () => {
  test.each([
    ['audio_only.m4a', 'zoom_0.mp4'],
    ['audio1234567890.m4a', 'video1234567890.mp4'],
    ['audio_only_1.m4a', 'zoom_1.mp4'],
  ])('is its sound: %s, not %s', (sound, film) => {
    expect(look([file(zoom(film)), file(zoom(sound))])).toEqual({
      ...nothing,
      recordings: [zoom(sound)],
      leftOut: [zoom(film)],
    });
    const known = file(zoom(sound));
    expect(look([known, file(zoom(film), { mtimeMs: T0 - 5 })], [known])).toEqual({
      ...nothing,
      leftOut: [zoom(film)],
    });
  });

  test('that was stopped and begun again is two', () => {
    const parts = ['audio1.m4a', 'video1.mp4', 'audio2.m4a', 'video2.mp4'];
    expect(look(parts.map((name) => file(zoom(name)))).recordings).toEqual([zoom('audio1.m4a'), zoom('audio2.m4a')]);
  });

  test('waits with its film for its sound, for a minute', () => {
    const film = file(zoom('video1.mp4'), { mtimeMs: T0 - 59_000 });
    expect(look([film])).toEqual({ ...nothing, again: true });
    const sound = file(zoom('audio1.m4a'), { mtimeMs: T0 - 1_000 });
    expect(look([film, sound])).toEqual({ ...nothing, recordings: [sound.path], leftOut: [film.path] });
    expect(look([{ ...film, mtimeMs: T0 - 60_000 }]).recordings).toEqual([film.path]);
    // The clock of the disk is ahead: nobody waits for it.
    expect(look([{ ...film, mtimeMs: T0 + 600_000 }]).recordings).toEqual([film.path]);
  });

  test('is not its guests one by one', () => {
    expect(look([file(zoom('Audio Record/audioSara11.m4a')), file(zoom('Audio Record/audioAli22.m4a'))])).toEqual(
      nothing,
    );
    expect(look([file('Audio Record/interview.m4a')]).recordings).toEqual(['Audio Record/interview.m4a']);
  });

  test('elsewhere, the same names are two recordings', () => {
    expect(look([file('audio1.m4a'), file('video1.mp4')]).recordings).toHaveLength(2);
  });
});

test('what was there before is one of each recording', () => {
  const found = [
    file(zoom('video1.mp4'), { mtimeMs: T0 }),
    file(zoom('audio1.m4a')),
    file('b.mkv'),
    file('c.mkv', { size: 0 }),
  ];
  expect(onePerRecording(found, isFilm).map(({ path }) => path)).toEqual([zoom('audio1.m4a'), 'b.mkv']);
});

describe('a folder that could not be read at first', () => {
  const inside = file('locked/a.mkv');
  const other = file('b.mkv');

  test('is not known yet while it cannot be read', () => {
    expect(cameToLight([other], ['locked'], ['locked'])).toEqual({ files: [], unread: ['locked'] });
  });

  test('holds what was there before, once it can', () => {
    expect(cameToLight([other, inside], ['locked'], [])).toEqual({ files: [inside], unread: [] });
  });

  test('may hold another that cannot', () => {
    expect(cameToLight([inside], ['locked'], ['locked/more'])).toEqual({ files: [inside], unread: ['locked/more'] });
  });

  test('says nothing about one that was read at first', () => {
    expect(cameToLight([inside], [], ['other'])).toEqual({ files: [], unread: [] });
    expect(cameToLight([file('lockedsmith/a.mkv')], ['locked'], [])).toEqual({ files: [], unread: [] });
  });
});
