/** Suppressions: alerts that a rule asked for and that were not given, each with the reason. */

/** Reasons for a suppression, with the words that people read; closed. */
export const suppressionReasons = {
  cooldown: "the same alert was given less than its cooldown before",
  unresolved: "the alert before it is not over: nothing came for which its `until` is true",
  flapping: "the alert was asked for so often that it is held back until it is asked for less often",
  quarantine: "the change was part of a rewrite that was held back, and was not told",
  baseline: "it was there when its source was first seen, and what is there then is no news",
  cost: "an expression of the rule would have taken too long for this event",
} as const;

export type SuppressionReason = keyof typeof suppressionReasons;

/** Reason why an alert was suppressed, as the rules say it. */
export interface HeldBack {
  readonly rule: string;
  /** The alert's key; of an alert whose key is not known, its event's subject. */
  readonly key: string;
  readonly reason: SuppressionReason;
  /** The entry that asked for the alert. */
  readonly causeSeq: number;
  /** Up to when the reason holds where that is known, ms since 1970. */
  readonly until?: number | undefined;
}

export interface Suppression extends HeldBack {
  /** Time of the suppression, ms since 1970. */
  readonly at: number;
}
