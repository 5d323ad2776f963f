/** Limits of a rule's state. Beyond them the rule forgets the oldest, and this is told. */
export const memoryLimits = {
  /** Combinations of `by`; those go first that no event was about for longest. */
  keys: 20_000,
  /** Events, or different values, of one condition and combination. */
  entries: 10_000,
} as const;

/** A rule whose state has reached a limit. */
export interface ReachedLimit {
  readonly rule: string;
  readonly limit: keyof typeof memoryLimits;
}
