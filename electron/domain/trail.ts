// Whether cursors lead in a circle (case 67), without remembering them all: one of them is kept as a mark, a newer one after each
// doubling of the way, so a circle of any length comes by its mark before it was walked three times (Brent's method). Pure.

/** The way through a list of pages. */
export interface Trail {
  /** The next page to read; null: the first. */
  readonly cursor: string | null;
  readonly mark: string | null;
  readonly pages: number;
}

export const startOfTrail: Trail = { cursor: null, mark: null, pages: 0 };

/** The trail after a page that named `next`; null if it was here before. */
export function follow(trail: Trail, next: string): Trail | null {
  if (next === trail.cursor || next === trail.mark) return null;
  const pages = trail.pages + 1;
  const isDoubled = (pages & (pages - 1)) === 0;
  return { cursor: next, mark: isDoubled ? next : trail.mark, pages };
}
