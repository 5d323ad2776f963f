/** Why the feed closes a connection: the closed list of close codes and what `bye` says with each. */
export const closings = {
  stopping: { code: 1001, retryAfterMs: 1_000 },
  "bad-frame": { code: 4400, retryAfterMs: 60_000 },
  "no-pong": { code: 4408, retryAfterMs: 1_000 },
  "too-slow": { code: 4409, retryAfterMs: 5_000 },
  "too-costly": { code: 4422, retryAfterMs: 60_000 },
  "too-many": { code: 4429, retryAfterMs: 30_000 },
} as const;

export type ClosingReason = keyof typeof closings;

export const closingReasons = Object.keys(closings) as [ClosingReason, ...ClosingReason[]];
