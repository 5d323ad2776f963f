/** What an alert was worth, as somebody answers. */

/** The answers; closed. */
export const worths = {
  useful: "it was worth reading",
  "not-useful": "it was not worth reading",
  "taken-back": "the answer before does not count any more",
} as const;

export type Worth = keyof typeof worths;

export function isWorth(word: string): word is Worth {
  return Object.hasOwn(worths, word);
}

/** The last answer about an alert of one rule and key. */
export interface Rated {
  /** Id of the alert. */
  readonly alert: string;
  readonly worth: Worth;
  readonly by: string;
  /** ms since 1970. */
  readonly at: number;
}
