/** What a recording says about itself. null: it does not tell, or not within the budget. */
export interface MediaFacts {
  readonly durationMs: number | null;
  readonly sound: boolean | null;
  readonly film: boolean | null;
}

/** Formats that hold nothing but sound. */
export function soundOnly(durationMs: number | null): MediaFacts {
  return { durationMs, sound: true, film: false };
}

export const nothingKnown: MediaFacts = { durationMs: null, sound: null, film: null };
