/** Series of the statistics service. Databases without series of their own get a small common set. */
import groups from "../../../../fixtures/simulator/statistics.json" with { type: "json" };
import { createFullList, fullSizes, plainNotes } from "./full-catalogue.ts";
import type { Frequency } from "./periods.ts";

/** English, Japanese. */
type Bilingual = readonly [string, string];

export interface Series {
  /** Unique among all series. */
  readonly id: number;
  readonly db: string;
  readonly code: string;
  readonly name: Bilingual;
  readonly unit: Bilingual;
  readonly category: Bilingual;
  readonly notes: Bilingual;
  readonly frequency: Frequency;
  readonly layers: readonly string[];
  readonly level: number;
  readonly swing: number;
  readonly decimals: number;
  /** First of its group: its level is the group's, and it has no gaps. */
  readonly leads: boolean;
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, "0")}`);

export const databases: readonly string[] = [
  ...numbered("IR", 4),
  ...numbered("FM", 9),
  ...numbered("MD", 14),
  ...numbered("LA", 5),
  ...numbered("BS", 2),
  "FF",
  ...numbered("OB", 2),
  "CO",
  ...numbered("PR", 4),
  ...numbered("PF", 2),
  "BP01",
  "BIS",
  "DER",
  ...numbered("PS", 2),
  "OT",
];

/** Series of one kind: one for each item and measure. */
interface Group {
  readonly frequency: string;
  /** Written before a number, which makes a code. */
  readonly prefix?: string;
  /** Codes that the bank gave to well-known series, which callers ask for: one for each. */
  readonly codes?: readonly string[];
  readonly level: number;
  readonly swing: number;
  readonly decimals: number;
  readonly unit: readonly string[];
  readonly category: readonly string[];
  readonly items: readonly (readonly string[])[];
  readonly measures: readonly (readonly string[])[];
}
const groupsOf: Readonly<Record<string, readonly Group[]>> = groups;

function createSeries(db: string, firstId: number): Series[] {
  const made: Series[] = [];
  const own: readonly Group[] = groupsOf[db] ?? groups["*"];
  for (const [groupPlace, group] of own.entries()) {
    let number = 0;
    for (const [itemPlace, item] of group.items.entries())
      for (const [measurePlace, measure] of group.measures.entries()) {
        number += 1;
        made.push({
          id: firstId + made.length,
          db,
          code: group.codes?.[number - 1] ?? `${group.prefix}${String(number).padStart(2, "0")}`,
          name: [`${item[0]}, ${measure[0]}`, `${item[1]}、${measure[1]}`],
          unit: bilingual(group.unit),
          category: bilingual(group.category),
          notes: plainNotes,
          frequency: group.frequency as Frequency,
          layers: [groupPlace + 1, itemPlace + 1, measurePlace + 1].map(String),
          level: group.level,
          swing: group.swing,
          decimals: group.decimals,
          leads: number === 1,
        });
      }
  }
  return made;
}

/** All series by database, in the order of their layers. */
export function createCatalogue(size: "small" | "full"): ReadonlyMap<string, SeriesList> {
  const sizes = fullSizes(databases);
  return new Map(
    databases.map((db, place) => {
      const shipped = createSeries(db, place * 1000);
      const list =
        size === "small" ? listOf(shipped) : createFullList(db, place, shipped, sizes.get(db) ?? 0);
      return [db, list];
    }),
  );
}

function bilingual(texts: readonly string[]): Bilingual {
  return [texts[0] ?? "", texts[1] ?? ""];
}

/** The series of a database in the order of their layers; large ones are made as they are asked for. */
export interface SeriesList extends Iterable<Series> {
  readonly length: number;
  byCode(code: string): Series | undefined;
}

export function listOf(series: readonly Series[]): SeriesList {
  let byCode: ReadonlyMap<string, Series> | undefined;
  return {
    length: series.length,
    [Symbol.iterator]: () => series[Symbol.iterator](),
    byCode(code) {
      byCode ??= new Map(series.map((one) => [one.code, one]));
      return byCode.get(code);
    },
  };
}
