// Characters of a name that would act instead of being read: controls, ends of lines, and what steers direction.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text with `mark` in place of each such character; it gets the character's number as hex, of four digits at least. */
export function withMarks(text: string, mark: (hex: string) => string): string {
  return text.replace(STEERING, (character) => mark(character.charCodeAt(0).toString(16).padStart(4, '0')));
}
