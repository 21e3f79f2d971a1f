// Shortens a name in the middle: what tells recordings apart stands at both ends ("… part 2.m4a").

/** Room to spare, as the measure is not the layout itself. */
const SLACK = 1;
/** The longest piece before the extension that is kept whole, in characters. */
const TAIL = 14;
/** What stands before the cut may not be shorter. */
const HEAD_MINIMUM = 8;

const extension = /\.[A-Za-z0-9]{1,5}$/;
const breaks = /[\s\-_–]/;
/** Between the folders of a path. */
const separator = /[/\\]/;
/** Nothing hangs before the dots: no space, dash or half-open bracket. */
const loose = /[\s\u200c\-_–,،(]+$/;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export interface NameParts {
  readonly stem: string;
  /** With its dot; empty where a name has none. */
  readonly extension: string;
}

/** Takes a name apart before its extension, which is shown quieter. */
export function nameParts(name: string): NameParts {
  const found = extension.exec(name);
  if (!found || found.index === 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, found.index), extension: found[0] };
}

/**
 * The stem of a name as it fits into `width`, given how wide a text is. What is left out is in the middle; the tail starts at a
 * break where there is one near. The result stays one text, because two boxes would reorder names that mix directions.
 */
export function fitStem(stem: string, width: number, measure: (text: string) => number): string {
  if (measure(stem) <= width) return stem;
  const room = width - SLACK;
  const pieces = Array.from(graphemes.segment(stem), ({ segment }) => segment);
  const cut = tailStart(pieces);
  const tail = pieces.slice(cut).join('');
  const shortened = (count: number) => `${pieces.slice(0, count).join('').replace(loose, '')}… ${tail}`.trimEnd();

  return shortened(
    wholeWord(
      pieces,
      mostThatFit(cut, (count) => measure(shortened(count)) <= room),
    ),
  );
}

/** The path of a folder as it fits into `width`: its own name whole if it is not too long, and of the others as many as there is room for. */
export function fitPath(path: string, width: number, measure: (text: string) => number): string {
  if (measure(path) <= width) return path;
  const pieces = Array.from(graphemes.segment(path), ({ segment }) => segment);
  const own = pieces.findLastIndex((piece) => separator.test(piece));
  const cut = own > 0 && pieces.length - own <= 2 * TAIL ? own : Math.max(1, pieces.length - TAIL);
  const tail = pieces.slice(cut).join('');
  const shortened = (count: number) => `${pieces.slice(0, count).join('')}…${tail}`;
  const most = mostThatFit(cut, (count) => measure(shortened(count)) <= width - SLACK);
  const whole = pieces.slice(0, most).findLastIndex((piece) => separator.test(piece)) + 1;
  return shortened(whole > most / 2 ? whole : most);
}

/** The largest number up to `most` that fits; 1 if none does. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  let low = 1;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function tailStart(pieces: readonly string[]): number {
  let cut = pieces.length;
  for (let i = pieces.length - 1; i > Math.max(HEAD_MINIMUM, pieces.length - TAIL); i--) {
    if (!breaks.test(pieces[i] ?? '')) continue;
    cut = i + 1;
    if (cut < pieces.length - TAIL + 4) break;
  }
  // One long word: its end is still what tells it from the next.
  return cut === pieces.length && pieces.length > TAIL ? pieces.length - Math.floor(TAIL / 2) : cut;
}

/** Steps back over the first letters of a word, which say nothing, if the rest stays long enough. */
function wholeWord(pieces: readonly string[], count: number): number {
  if (/\s/.test(pieces[count] ?? ' ')) return count;
  for (let i = count; i >= count - 4 && i > HEAD_MINIMUM; i--) if (/\s/.test(pieces[i - 1] ?? '')) return i;
  return count;
}
