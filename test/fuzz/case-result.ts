/** What came of one case. */
export interface CaseResult {
  /** For the counts. */
  readonly came: string;
  /** The rule that was broken, and how; null if none was. */
  readonly broken: string | null;
  /** The case, for whoever has to look into it. */
  about(): string;
}
