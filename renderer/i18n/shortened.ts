// A message of a server may be a page long; a row has room for a sentence.

const LONGEST = 200;
/** A cut that far before the end is better made within a long word. */
const SEARCHED_FOR_SPACE = 60;

/** The beginning of a text, cut at a word's end. */
export function shortened(text: string): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  // By code points: half of one would be shown as a box.
  const characters = Array.from(whole);
  if (characters.length <= LONGEST) return whole;
  const start = characters.slice(0, LONGEST).join('');
  const space = characters[LONGEST] === ' ' ? start.length : start.lastIndexOf(' ');
  const cut = space >= start.length - SEARCHED_FOR_SPACE ? start.slice(0, space) : start;
  return `${cut.replace(/[\s.,;:،؛\-–]+$/, '')}…`;
}
