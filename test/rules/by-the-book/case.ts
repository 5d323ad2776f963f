/** What a case is: a rule, the days on which there is trading, events, and what comes of them. */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The types of `margin.alert`, by their last word. */
export type Kind = "added" | "changed" | "corrected" | "lifted";

/** When something was, in ms since 1970; `byDay` where it is only known by day. */
export interface When {
  readonly ms: number;
  readonly byDay: boolean;
}

export interface Happening {
  readonly id: string;
  readonly kind: Kind;
  readonly code: string;
  readonly value?: number;
  readonly word?: string;
  readonly flag?: number;
  readonly seen: number;
  readonly published?: When;
  readonly occurred?: When;
}

export type Field = "value" | "word";

/** A comparison of one field, which is neither true nor false where the field is absent. */
export interface Test {
  readonly field: "flag" | "value";
  readonly is: ">=" | "<";
  readonly than: number;
}

/** A length of time: ms, or trading days. */
export type Length = { readonly ms: number } | { readonly bd: number };

export type Window = { readonly last: Length } | { readonly tumbling: number } | { readonly session: Length };

export interface Bounds {
  readonly at_least?: number;
  readonly at_most?: number;
  readonly above?: number;
  readonly below?: number;
}

export type MeasureName = "count" | "distinct" | "sum" | "average" | "minimum" | "maximum" | "percentile";

export interface Measure {
  readonly is: MeasureName;
  readonly of?: Field;
  readonly rank?: number;
  readonly within: Window;
  readonly bounds: Bounds;
}

export interface Crosses {
  readonly is: "crosses";
  readonly of: "value";
  readonly above?: number;
  readonly below?: number;
  readonly reset?: number;
}

export interface Moves {
  readonly is: "moves";
  readonly of: "value";
  readonly by?: number;
  readonly percent?: number;
  readonly direction: "up" | "down" | "either";
  readonly since?: Length;
}

interface Unseen {
  readonly is: "unseen";
  readonly of: Field;
  readonly within?: Length;
}

export interface Spike {
  readonly is: "spike";
  readonly of?: "value";
  readonly within: number;
  readonly times: number;
  readonly against: { readonly windows: number } | { readonly days: Length };
  readonly at_least?: number;
  readonly usual_at_least?: number;
}

export interface Step {
  readonly on: readonly Kind[];
  readonly when?: Test;
}

export interface Sequence {
  readonly is: "sequence";
  readonly steps: readonly Step[];
  readonly without?: Step;
  readonly within: Length;
  readonly ordered: boolean;
}

export type Condition = Measure | Crosses | Moves | Unseen | Spike | Sequence;

export type Absent = { readonly for: Length } | { readonly by: string; readonly tradingDays: boolean };

export interface Rule {
  readonly on: readonly Kind[];
  readonly when?: Test;
  readonly by: readonly ("code" | "word")[];
  readonly clock: "published" | "occurred" | "time";
  readonly conditions: readonly Condition[];
  readonly for?: Length;
  readonly absent?: Absent;
  readonly until?: Test;
  readonly cooldown?: Length;
  readonly flapping?: { readonly times: number; readonly within: Length };
}

export interface Case {
  readonly name: string;
  readonly rule: Rule;
  readonly calendar: { readonly closed: readonly string[]; readonly open: readonly string[] };
  /** In the order in which they are seen; of the same moment, of one poll. */
  readonly happenings: readonly Happening[];
  /** Up to when time goes. */
  readonly end: number;
}

export type HeldBack = "cooldown" | "unresolved" | "flapping";

/** What a rule makes of a case: given alerts, alerts that are over, alerts that are held back. */
export interface Outcome {
  readonly list: "alerts" | "resolved" | "held_back";
  readonly key: string;
  readonly moment: number;
  /** By time alone: told when time comes to its moment, or has gone past it. */
  readonly timed: boolean;
  /** Of what is timed: the last events before it is told; it may have been due before them. */
  readonly after?: number;
  readonly cause: string;
  /** What the conditions found, as the title shows it. */
  readonly found: string;
  readonly reason?: HeldBack;
}
