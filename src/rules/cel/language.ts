/** The form of a rule language: what expressions may name, how that is read, and what an evaluation is given. */
import type { Environment } from "@marcbachmann/cel-js";
import type { TradingCalendar } from "../../model/dates.ts";
import type { Event, Fields } from "../../model/event.ts";
import type { Meter } from "./meter.ts";
import type { NamedStanding } from "./named-fields.ts";
import type { RecordType, Shape } from "./records.ts";
import type { Reference } from "./reference.ts";

/** The argument of every evaluation: what it is about, and what it sees besides. */
export interface Variables {
  readonly event: Event;
  /** Numbers that conditions found, for texts; absent: none were asked. */
  readonly found?: Found | undefined;
  readonly around: Surroundings;
}

/** Numbers that conditions found, by name, or by the name of their condition and their own. */
export type Found = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** What expressions see besides the event, and what they may still take. */
export interface Surroundings {
  readonly calendar: TradingCalendar;
  /** Undefined where nothing is known of what stands: all values are absent then. */
  readonly standing: StandingReads | undefined;
  /** The item that a standing value gave before the event; undefined where time alone brings something about. */
  readonly itemBefore: StandingReads["item"] | undefined;
  readonly meter: Meter;
  /** Values that loops and `cel.bind` name, at the places that the expression has for them. */
  readonly named: unknown[];
  /** The time of an event that was read last, and when that is, ms since 1970. */
  readonly lastTime: { written: string; at: number };
}

/** Values of what stands, for expressions. */
export interface StandingReads {
  /** A standing value for a group; undefined where there is none, or its source was never seen. */
  value(of: StandingValue, group: string): number | undefined;
  /** The item that a standing value gives for a group. */
  item(of: StandingValue, group: string): Fields | undefined;
  /** That item as it was before the event; absent: it is found by looking back. */
  readonly itemBefore?: StandingReads["item"];
  /** The newest item of a source about a subject. */
  latest(source: string, subject: string): Fields | undefined;
}

/** A compiled expression, or a part of one; undefined where it has no value. Throws only where it takes too long. */
export type Closure = (variables: Variables) => unknown;

/** A name that stands for a value, and how that is read. */
export interface ReadName {
  readonly read: Closure;
  /** The fields of a record, and it as it is before it is made one for expressions; undefined: it is none. */
  readonly record?: { readonly type: RecordType; raw(variables: Variables): unknown } | undefined;
}

export interface Language {
  readonly environment: Environment;
  /** Names that stand for a value. */
  readonly names: readonly string[];
  /** Those whose values are not the same for every event. */
  readonly read: ReadonlyMap<string, ReadName>;
  /** Shapes by the name of their type in the environment: Item, Event and those inside Item. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The lists, tables and watchlists that expressions may name. */
  readonly reference: Reference | undefined;
  /** The parameters of the rule; absent where it has none. */
  readonly params?: Params;
  /** Names of what stands that expressions may use; undefined: none. */
  readonly stands?: Stands | undefined;
  /** Makes items that stand records for expressions; undefined as `stands`. */
  readonly items?: ReadonlyMap<string, RecordType> | undefined;
  /** Suggests a condition over several events for a name of another program; absent where there are no conditions. */
  readonly conditionMeant?: (name: string) => string | undefined;
}

export type ParamValue = string | number | boolean | readonly string[];
export type Params = Readonly<Record<string, ParamValue>>;

/** What stands, as expressions name it: values over the current items, and the newest item about each subject. */
export interface Stands {
  /** The source of each name that `latest` has. */
  readonly sources: ReadonlyMap<string, string>;
  /** The values that the file defines; they are all there before an expression is compiled. */
  readonly values: ReadonlyMap<string, StandingValue>;
  /** The values that expressions named. */
  readonly named: ReadonlyMap<string, StandingValue>;
  /** The fields that they named of the newest items, by source; undefined: all fields. */
  readonly latest: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** The fields that they named of the items that values give, by source; undefined: all fields. */
  readonly places: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  define(values: ReadonlyMap<string, StandingValue>): void;
  /** Notes what an expression names. Throws an ExpressionError where its events cannot find a value's group. */
  note(named: NamedStanding, language: Language): void;
}

export type TallyValue = number | string | boolean;

/** The measures of a standing value; `count` alone is of the items themselves. */
export type MeasureName =
  | "count"
  | "sum"
  | "average"
  | "minimum"
  | "maximum"
  | "distinct"
  | "largest"
  | "smallest";

/** How the items of a source are measured. Equal ones are kept once, whoever names them. */
export interface StandingMeasure {
  /** Equal for measures that mean the same. */
  readonly id: string;
  readonly source: string;
  readonly measure: MeasureName;
  /** The fields of an item that it reads. */
  readonly fields: readonly string[];
  /** The group of an item and what it adds there, the item as an event's `now`; undefined: it plays no part. */
  part(item: Variables): MeasuredPart | undefined;
}

interface MeasuredPart {
  readonly group: string;
  readonly value: TallyValue;
}

export interface StandingValue {
  /** Its name in the file. */
  readonly name: string;
  readonly measure: StandingMeasure;
  /** The place of the group's value among those of all groups, and not the value itself. */
  readonly rank: "highest" | "lowest" | undefined;
  /** The place of the item that it gives, 1 the first; undefined: it is a number. */
  readonly nth: number | undefined;
  /** Text of all that decides what it is. */
  readonly meaning: string;
  /** How events of a language find their group. Throws an ExpressionError where they have not the fields for it. */
  groupIn(language: Language): GroupReading;
}

/** The group that an event asks about; undefined where a value that it needs is absent. */
export type GroupReading = (variables: Variables) => string | undefined;
