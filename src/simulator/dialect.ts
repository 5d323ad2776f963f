/** Whether a service answers as its document says, or as it was seen to. */
export const dialects = ["documented", "observed"] as const;
export type Dialect = (typeof dialects)[number];
