/** What a recording says about itself. null: it does not tell, or not within the budget. */
export interface MediaFacts {
  readonly durationMs: number | null;
  readonly sound: boolean | null;
  readonly film: boolean | null;
  /** Its header is closed, as recorders do last; false: still open. null: such a file cannot tell. */
  readonly finished: boolean | null;
}

/** Formats that hold nothing but sound. */
export function soundOnly(durationMs: number | null, finished: boolean | null = null): MediaFacts {
  return { durationMs, sound: true, film: false, finished };
}

export const nothingKnown: MediaFacts = { durationMs: null, sound: null, film: null, finished: null };
