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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const steering = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The name as it may be shown: composed, with a visible mark for each character that would act instead of being read. */
export function visibleName(name: string): string {
  return name.normalize('NFC').replace(steering, visibleMark);
}

function visibleMark(character: string): string {
  const control = bidiControls[character];
  if (control) return `‹${control}›`;
  const code = character.charCodeAt(0);
  // Unicode has a picture for each of the old control characters; line and paragraph separators share that of a new line.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\u2424';
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
