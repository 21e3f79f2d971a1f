// Case 67: a feed whose cursor stands still, or comes back to where it was. What it costs is bounded, whatever the pages hold.

import { follow, startOfTrail } from '../domain/trail';

/** Once may be a repeat (F14) at the end of the feed; this often in a row it is worth a word to the user. */
const CERTAIN = 3;

export interface Circling {
  /** Takes note of a page. `isNews`: it told something that was not known. */
  read(page: {
    readonly from: string | null;
    readonly next: string;
    readonly isEmpty: boolean;
    readonly isNews: boolean;
  }): void;
  /** The last pages told nothing new and led back: the next is not to be read at once. */
  isSuspected(): boolean;
  isCertain(): boolean;
}

/** Watches the way of one run of the app. */
export function watchForCircles(): Circling {
  let trail = startOfTrail;
  let signs = 0;
  return {
    read({ from, next, isEmpty, isNews }) {
      // The end of the feed may well be told by the same cursor, again and again.
      if (isNews || isEmpty) {
        trail = startOfTrail;
        signs = 0;
        return;
      }
      const onward = follow({ ...trail, cursor: from }, next);
      // Who is in a circle comes by its mark once a round: each page that tells nothing is one more sign.
      if (onward === null || signs > 0) signs += 1;
      trail = onward ?? trail;
    },
    isSuspected: () => signs > 0,
    isCertain: () => signs >= CERTAIN,
  };
}
