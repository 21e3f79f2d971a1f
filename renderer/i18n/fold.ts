// Search forgives how a name was typed: Arabic or Persian letters, any digits, ZWNJ or space, vowel signs, case.

const letters: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
};

/** Tatweel, marks on letters (harakat among them) and characters that only steer direction. */
const dropped = /\u200d|[\u0640\p{M}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** ZWNJ stands where a space could: می‌شود, می شود. */
const spaces = /[\s\u200c]/;

export interface Folded {
  readonly text: string;
  /** For each character of `text`, where it came from in the original; one more for the end. */
  readonly from: readonly number[];
}

/** Folds a text for comparing, and keeps where each character came from. */
export function foldWithPositions(text: string): Folded {
  let folded = '';
  const from: number[] = [];
  let position = 0;
  for (const character of text) {
    for (const piece of character.normalize('NFKD')) {
      const plain = foldCharacter(piece);
      for (let i = 0; i < plain.length; i++) from.push(position);
      folded += plain;
    }
    position += character.length;
  }
  from.push(position);
  return { text: folded, from };
}

/** Folds a text for comparing. */
export function fold(text: string): string {
  return foldWithPositions(text).text;
}

function foldCharacter(character: string): string {
  if (spaces.test(character)) return ' ';
  if (dropped.test(character)) return '';
  const code = character.charCodeAt(0);
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0);
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660);
  return letters[character] ?? character.toLowerCase();
}

/** A part of a text, by its positions. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

const nowhere: readonly Found[] = [];

/** Where `query` stands in `name`, each place of it. Marks on the last letter belong to the find, and a ligature is found whole. */
export function findFolded(name: string, query: string): readonly Found[] {
  const wanted = fold(query).trim();
  if (wanted === '') return nowhere;
  const { text, from } = foldWithPositions(name);
  const found: Found[] = [];
  let end = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, end)) {
    end = at + wanted.length;
    while (end < text.length && from[end] === from[end - 1]) end += 1;
    found.push({ start: from[at] ?? 0, end: from[end] ?? name.length });
  }
  return found;
}
