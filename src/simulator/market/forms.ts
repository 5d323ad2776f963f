/** Forms of which nobody knows whether the service has them: each is off until it is asked for. */
export const doubtfulForms = [
  "disc-status",
  "rev-no-number",
  "items-six-digits",
  "cursor-missing",
  "cursor-unpaged",
  "cursor-by-time",
  "pagination-key-null",
  "two-on-a-day",
  "hldr-type-code",
  "sub-time-minutes",
  "keys-missing",
  "numbers-as-text",
  "minute-seconds",
] as const;
export type DoubtfulForm = (typeof doubtfulForms)[number];
export type DoubtfulForms = ReadonlySet<DoubtfulForm>;
