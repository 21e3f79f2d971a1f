// What Lobbe takes, in one list. Its documents name no types (only `.m4a`: `audio/mp4`), so this is what people's phones,
// recorders and meeting tools write. The content type that goes out is always one of these, never a file's own word for it.

/** A kind of file, told by its bytes. */
export type RecordingKind =
  | 'm4a'
  | 'mp4'
  | 'mov'
  | '3gp'
  | '3g2'
  | 'mp3'
  | 'aac'
  | 'ogg'
  | 'wav'
  | 'flac'
  | 'asf'
  | 'amr'
  | 'amr-wb'
  | 'caf'
  | 'aiff'
  | 'webm'
  | 'mkv';

interface RecordingType {
  /** Without pictures. */
  readonly sound: string;
  /** With pictures; null where a file of this kind has none. */
  readonly film: string | null;
  /** For the file picker; and the first list says, where the tracks cannot be counted, that it is sound. */
  readonly soundExtensions: readonly string[];
  readonly filmExtensions: readonly string[];
}

export const recordingTypes: Readonly<Record<RecordingKind, RecordingType>> = {
  m4a: { sound: 'audio/mp4', film: null, soundExtensions: ['m4a', 'm4b', 'm4r'], filmExtensions: [] },
  mp4: { sound: 'audio/mp4', film: 'video/mp4', soundExtensions: [], filmExtensions: ['mp4', 'm4v'] },
  // There is no type for a QuickTime file that only sounds.
  mov: { sound: 'video/quicktime', film: 'video/quicktime', soundExtensions: [], filmExtensions: ['mov', 'qt'] },
  '3gp': { sound: 'audio/3gpp', film: 'video/3gpp', soundExtensions: ['3ga'], filmExtensions: ['3gp', '3gpp'] },
  '3g2': { sound: 'audio/3gpp2', film: 'video/3gpp2', soundExtensions: [], filmExtensions: ['3g2'] },
  mp3: { sound: 'audio/mpeg', film: null, soundExtensions: ['mp3', 'mp2', 'mpga'], filmExtensions: [] },
  aac: { sound: 'audio/aac', film: null, soundExtensions: ['aac', 'adts'], filmExtensions: [] },
  ogg: {
    sound: 'audio/ogg',
    film: 'video/ogg',
    soundExtensions: ['ogg', 'oga', 'opus', 'spx'],
    filmExtensions: ['ogv'],
  },
  wav: { sound: 'audio/wav', film: null, soundExtensions: ['wav', 'wave', 'bwf', 'rf64'], filmExtensions: [] },
  flac: { sound: 'audio/flac', film: null, soundExtensions: ['flac'], filmExtensions: [] },
  asf: { sound: 'audio/x-ms-wma', film: 'video/x-ms-wmv', soundExtensions: ['wma'], filmExtensions: ['wmv', 'asf'] },
  amr: { sound: 'audio/amr', film: null, soundExtensions: ['amr'], filmExtensions: [] },
  'amr-wb': { sound: 'audio/amr-wb', film: null, soundExtensions: ['awb'], filmExtensions: [] },
  caf: { sound: 'audio/x-caf', film: null, soundExtensions: ['caf'], filmExtensions: [] },
  aiff: { sound: 'audio/aiff', film: null, soundExtensions: ['aif', 'aiff', 'aifc'], filmExtensions: [] },
  webm: { sound: 'audio/webm', film: 'video/webm', soundExtensions: ['weba'], filmExtensions: ['webm'] },
  mkv: { sound: 'audio/x-matroska', film: 'video/x-matroska', soundExtensions: ['mka'], filmExtensions: ['mkv'] },
};

/** Extensions without a dot, for the file picker's filter. Whether a file is taken is decided by its bytes. */
export const recordingExtensions: readonly string[] = Object.values(recordingTypes).flatMap((type) => [
  ...type.soundExtensions,
  ...type.filmExtensions,
]);

const contentTypes: ReadonlySet<string> = new Set(
  Object.values(recordingTypes).flatMap(({ sound, film }) => (film === null ? [sound] : [sound, film])),
);

const filmExtensions = new Set(Object.values(recordingTypes).flatMap((type) => type.filmExtensions));

/** Whether a recording has pictures, as far as its name tells. */
export function isFilmByName(path: string): boolean {
  return filmExtensions.has(extensionOf(path));
}

/** Whether a content type is one of ours: what comes from a stored record may have been anybody's. */
export function isRecordingType(contentType: string): boolean {
  return contentTypes.has(contentType);
}

/** The same list for people: one name for each kind, those that most of them have first. */
export const takenKinds: readonly string[] = [
  'm4a',
  'mp3',
  'wav',
  'ogg',
  'mp4',
  'mkv',
  'opus',
  'aac',
  'flac',
  'wma',
  'webm',
  'mov',
  'amr',
  'awb',
  '3gp',
  '3g2',
  'caf',
  'aiff',
];

/**
 * The content type of the part. `film` says whether the file has pictures, null where that could not be told; then the
 * extension does. An `.m4a` is `audio/mp4` whatever is in it: that is what Lobbe's documents say (L2).
 */
export function contentTypeOf(kind: RecordingKind, film: boolean | null, extension: string): string {
  const type = recordingTypes[kind];
  if (type.film === null) return type.sound;
  if (kind === 'mp4' && recordingTypes.m4a.soundExtensions.includes(extension)) return type.sound;
  return (film ?? !type.soundExtensions.includes(extension)) ? type.film : type.sound;
}

/** The extension of a path, small and without its dot; empty if there is none. `.m4a` alone is a name, not an extension. */
export function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? name
        .slice(dot + 1)
        .trim()
        .toLowerCase()
    : '';
}
