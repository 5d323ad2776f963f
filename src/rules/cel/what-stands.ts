/** What stands, as expressions name it: values over the current items, and the newest item about each subject. */
import type { Event } from "../../model/event.ts";
import type { Language } from "./language.ts";
import type { NamedStanding } from "./named-fields.ts";

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
  part(item: Event): MeasuredPart | undefined;
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
export type GroupReading = (event: Event) => string | undefined;

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
