// Names of files come from anywhere and may hold any character. They are shown, never obeyed: a name with a right-to-left
// override must not be able to read as "m4a" while it ends in "exe", or to turn the sentence around it.

/** Characters that steer direction, by the names that people who know them use. */
const bidiControls: Readonly<Record<string, string>> = {
  '\u061c': 'ALM',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
};

/** The old control characters, from 0, by the same kind of names. Unicode's pictures of them are in neither of our fonts. */
const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );
const separators: Readonly<Record<string, string>> = { '\u007f': 'DEL', '\u2028': 'LS', '\u2029': 'PS' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * The name as it may be shown: composed, with a visible mark for each character that would act instead of being read. A mark stands in
 * square brackets, which the bidi algorithm pairs: others, like ‹›, would be torn from their word in a name of two directions.
 */
export function visibleName(name: string): string {
  return name.normalize('NFC').replace(steering, visibleMark);
}

function visibleMark(character: string): string {
  const code = character.charCodeAt(0);
  const known = bidiControls[character] ?? separators[character] ?? controls[code];
  return `[${known ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}]`;
}

/** A path that keeps its folders in their order, whatever direction their names have: digits would go along with a Persian name before them. */
export function pathInOrder(path: string): string {
  return path.replace(/[/\\]/g, '$&\u200e');
}

/** A name within a sentence: made visible, and isolated so that neither changes the other's direction. */
export function isolatedName(name: string): string {
  return `\u2068${visibleName(name)}\u2069`;
}

/** A code, an id or an address within a sentence: left to right, isolated. */
export function isolatedCode(code: string): string {
  return `\u2066${visibleName(code)}\u2069`;
}

export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Takes a sentence apart at its isolated codes, so that they can be set in another face. */
export function splitCodes(sentence: string): readonly TextPart[] {
  return sentence
    .split(/\u2066([^\u2066\u2069]*)\u2069/)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
