/** A standing value: what a file names under `standing`, compiled. */
import type { Event } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import type { MeasureName, TallyValue } from "./tallies.ts";

/** How the items of a source are measured. Equal ones are kept once, whoever names them. */
export interface Measure {
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
  readonly measure: Measure;
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

/** The text of the values by which items are grouped; undefined where one is absent. */
export function groupOf(values: readonly unknown[]): string | undefined {
  if (!values.every(isGrouping)) return undefined;
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String));
}

function isGrouping(value: unknown): boolean {
  return typeof value === "number" ? Number.isFinite(value) : ["string", "boolean"].includes(typeof value);
}
