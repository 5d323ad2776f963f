/** What a case is: a rule, the days on which there is trading, events, and what comes of them. */

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The types of `margin.alert`, by their last word, and those of another rule's alerts. */
export type Kind = "added" | "changed" | "corrected" | "lifted" | AlertKind | ReportKind;
export type AlertKind = "fired" | "resolved";
export type ReportKind = (typeof reportKinds)[number];

/** The types of `short.report` that are told of positions, by their last word. */
export const reportKinds = ["opened", "increased", "decreased", "closed"] as const;

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
  /** A date that it names, or a text that is none. */
  readonly date?: string;
  /** A day that it names. */
  readonly day?: string;
  /** Of a report of a short position: its seller and its ratio, and none of the values before. */
  readonly seller?: string;
  readonly ratio?: number;
  /** What its rule works out of it, by its name; filled in before the rule is asked. */
  readonly worked?: ReadonlyMap<string, number>;
  /** What stood just before it: the items of the rule's sources, and what was worked out of them. */
  readonly before?: { readonly items: readonly Happening[]; readonly worked: ReadonlyMap<string, number> };
  readonly seen: number;
  readonly published?: When;
  readonly occurred?: When;
}

/** What is worked out with each event: true is 1, false is 0. */
export type Worked =
  | { readonly work: "isTradingDay" }
  /** From the day of an event to its date, or the other way round. */
  | { readonly work: "tradingDaysBetween"; readonly from: "date" | "day" }
  /** Whether so many trading days after the date are over by the day. */
  | { readonly work: "addTradingDays"; readonly days: number }
  | { readonly work: "standing"; readonly name: string; readonly standing: Standing }
  /** A number of the newest item about the subject. */
  | { readonly work: "latest"; readonly source: Source; readonly field: "value" | "ratio" };

/** The sources of what stands. */
export const sources = { alerts: "margin-alerts", shorts: "short-sale-reports" } as const;
export type Source = (typeof sources)[keyof typeof sources];

export type ItemField = "code" | "value" | "word" | "flag" | "seller" | "ratio";

export interface Standing {
  readonly of: Source;
  readonly measure: "count" | "sum" | "average" | "minimum" | "maximum" | "distinct" | "largest" | "smallest";
  readonly value?: ItemField;
  readonly when?: { readonly field: "value" | "ratio"; readonly is: ">=" | "<"; readonly than: number };
  readonly by?: readonly ItemField[];
  readonly key?: readonly ItemField[];
  readonly rank?: "highest" | "lowest";
  /** Of an item: its place, and the number of it that is read. */
  readonly nth?: number;
  readonly reads?: { readonly state: "now" | "was"; readonly field: "value" | "flag" | "ratio" };
}

/** A field with a number, or a number that is worked out. */
export type Numeric = "value" | Worked;

type Field = Numeric | "word";

/** A comparison of one value, which is neither true nor false where the value is absent. */
export interface Test {
  readonly field: "flag" | Numeric;
  readonly is: ">=" | "<";
  readonly than: number;
}

/** A length of time: ms, or trading days. */
export type Length = { readonly ms: number } | { readonly bd: number };

export type Window = { readonly last: Length } | { readonly tumbling: number } | { readonly session: Length };

/** A number, or one that is worked out with each event: a field times a factor, plus a constant. */
export type Bound = number | Computed;

export interface Computed {
  readonly field: "flag" | Numeric;
  readonly times: number;
  readonly plus: number;
}

export interface Bounds {
  readonly at_least?: Bound;
  readonly at_most?: Bound;
  readonly above?: Bound;
  readonly below?: Bound;
}

/** What each condition may have besides its own keys. */
interface Own {
  /** Under which texts find its values. */
  readonly name?: string;
  readonly when?: Test;
}

export type MeasureName =
  | "count"
  | "distinct"
  | "sum"
  | "average"
  | "minimum"
  | "maximum"
  | "percentile"
  | "share";

export interface Measure extends Own {
  readonly is: MeasureName;
  readonly of?: Field | Test;
  readonly rank?: number;
  readonly within: Window;
  readonly bounds: Bounds;
}

export interface Crosses extends Own {
  readonly is: "crosses";
  readonly of: Numeric;
  readonly above?: Bound;
  readonly below?: Bound;
  readonly reset?: Bound;
}

export interface Moves extends Own {
  readonly is: "moves";
  readonly of: Numeric;
  readonly by?: Bound;
  readonly percent?: Bound;
  readonly direction: Direction;
  readonly since?: Length;
}

export type Direction = "up" | "down" | "either";

interface Unseen extends Own {
  readonly is: "unseen";
  readonly of: Field;
  readonly within?: Length;
}

export interface Spike extends Own {
  readonly is: "spike";
  readonly of?: Numeric;
  readonly within: number;
  readonly times: number;
  readonly against: { readonly windows: number } | { readonly days: Length };
  readonly at_least?: Bound;
  readonly usual_at_least?: number;
}

export interface Step {
  readonly on: readonly Kind[];
  readonly when?: Test;
}

export interface Sequence extends Own {
  readonly is: "sequence";
  readonly steps: readonly Step[];
  readonly without?: Step;
  readonly within: Length;
  readonly ordered: boolean;
}

export interface Extreme extends Own {
  readonly is: "extreme";
  readonly of: Numeric;
  readonly side: "high" | "low";
  readonly within: Length;
  readonly after?: number;
}

export interface Deviates extends Own {
  readonly is: "deviates";
  readonly of: Numeric;
  readonly by: number;
  readonly direction: Direction;
  readonly within: Length;
  readonly after?: number;
}

export interface Crossover extends Own {
  readonly is: "crossover";
  readonly of: Numeric;
  readonly fast: Length;
  readonly slow: Length;
  readonly direction: Direction;
}

export interface Streak extends Own {
  readonly is: "streak";
  /** A number with a direction, or what is true so many times in a row. */
  readonly of: Numeric | Test;
  readonly direction?: "up" | "down";
  readonly times: number;
}

export interface Rate extends Own {
  readonly is: "rate";
  readonly of: Numeric;
  readonly per: Length;
  readonly limits: Bounds;
}

/** What looks at a level of the past of its value. */
export type Past = Extreme | Deviates | Crossover | Streak | Rate;

export type Condition = Measure | Crosses | Moves | Unseen | Spike | Sequence | Past;

export type Absent = ({ readonly for: Length } | { readonly by: string; readonly tradingDays: boolean }) & {
  /** Values of the rule's key that must come. */
  readonly expected?: readonly string[];
};

/** A reminder so long before an event's date. */
export interface Before {
  readonly days: Length;
}

/** Hours in Japan in which alerts are given. */
export interface Active {
  readonly between: readonly [string, string];
  readonly tradingDays: boolean;
}

export interface Rule {
  readonly on: readonly Kind[];
  readonly when?: Test;
  /** Of none, by the subject. */
  readonly by: readonly ("code" | "word")[];
  readonly clock: "published" | "occurred" | "time";
  readonly conditions: readonly Condition[];
  /** One of these maps of conditions must hold. */
  readonly any?: readonly (readonly Condition[])[];
  readonly for?: Length;
  readonly absent?: Absent;
  readonly before?: Before;
  readonly until?: Test;
  readonly active?: Active;
  readonly cooldown?: Length;
  readonly flapping?: { readonly times: number; readonly within: Length };
}

export interface Case {
  readonly name: string;
  readonly rule: Rule;
  /** A rule about the alerts of the rule. */
  readonly watcher?: Rule;
  readonly calendar: { readonly closed: readonly string[]; readonly open: readonly string[] };
  /** The first sight of sources, before all else: the items that stand then. */
  readonly sight?: {
    readonly at: number;
    readonly seen: readonly { readonly source: Source; readonly items: readonly Happening[] }[];
  };
  /** When the rule is loaded, which begins the wait for what it expects; before what is seen at that moment. */
  readonly loaded?: number;
  /** In the order in which they are seen; of the same moment, of one poll. */
  readonly happenings: readonly Happening[];
  /** Up to when time goes. */
  readonly end: number;
}

export type HeldBack = "cooldown" | "unresolved" | "flapping" | "inactive";

/** What a rule makes of a case: given alerts, alerts that are over, alerts that are held back. */
export interface Outcome {
  /** Whether it is the watcher's. */
  readonly isWatchers?: boolean;
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
  /** Of an alert that is over: the event that ended it. */
  readonly endedBy?: string;
}
