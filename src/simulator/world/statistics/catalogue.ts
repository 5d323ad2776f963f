/**
 * Series of the statistics service. Databases without series of their own get a small common set, or are filled up to
 * the size of the service's own.
 */
import groups from "../../../../fixtures/simulator/statistics.json" with { type: "json" };

export const frequencies = ["CY", "FY", "CH", "FH", "Q", "M", "W", "D"] as const;
export type Frequency = (typeof frequencies)[number];

/** English, Japanese. */
type Bilingual = readonly [string, string];

export interface CatalogueSeries {
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

function createSeries(db: string, firstId: number): CatalogueSeries[] {
  const made: CatalogueSeries[] = [];
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
export interface SeriesList extends Iterable<CatalogueSeries> {
  readonly length: number;
  byCode(code: string): CatalogueSeries | undefined;
}

export function listOf(series: readonly CatalogueSeries[]): SeriesList {
  let byCode: ReadonlyMap<string, CatalogueSeries> | undefined;
  return {
    length: series.length,
    [Symbol.iterator]: () => series[Symbol.iterator](),
    byCode(code) {
      byCode ??= new Map(series.map((one) => [one.code, one]));
      return byCode.get(code);
    },
  };
}

// Databases as large as the service's own: what ships, and then made-up series up to the number it has.

/** Remarks on series, English and Japanese. */
const plainNotes = ["Simulated figures", "模擬の数値"] as const;

/** Longer ones make the catalogue of the survey of enterprises as large as the service's, about 99 MB. */
const surveyNotes = [
  "Simulated figures of a simulated survey of enterprises, by size of enterprise, industry, judgement and time, as a share of the answers in percentage points; actual result and forecast",
  "模擬の企業調査による模擬の数値。企業規模、業種、判断項目、実績と先行きの別。回答社数構成比、％ポイント",
] as const;

const known: Readonly<Record<string, number>> = {
  CO: 166_513,
  FF: 33_859,
  BIS: 33_670,
  PR01: 31_254,
  FM08: 58,
  FM01: 4,
  IR01: 2,
};
const inAll = 326_466;
const perGroup = 1_000;
const perItem = 20;

/** Number of series of each database; those whose size is not known share the rest. */
export function fullSizes(databases: readonly string[]): ReadonlyMap<string, number> {
  const unknown = databases.filter((db) => known[db] === undefined);
  const left = inAll - Object.values(known).reduce((sum, size) => sum + size, 0);
  const share = Math.floor(left / unknown.length);
  const rest = left - share * unknown.length;
  return new Map(
    databases.map((db) => [db, known[db] ?? share + (unknown.indexOf(db) < rest ? 1 : 0)] as const),
  );
}

function createFullList(
  db: string,
  place: number,
  shipped: readonly CatalogueSeries[],
  size: number,
): SeriesList {
  const first = shipped.slice(0, size);
  const groups = Math.max(0, ...first.map(({ layers }) => Number(layers[0])));
  const frequency = ["CO", "FF", "BIS"].includes(db) ? "Q" : "M";
  const codeOf = (number: number) =>
    `S_${String(number).padStart(6, "0")}${number % 7 === 0 ? "%" : "@"}${frequency}`;

  const make = (number: number): CatalogueSeries => {
    const group = groups + 1 + Math.floor(number / perGroup);
    const item = Math.floor((number % perGroup) / perItem) + 1;
    const measure = (number % perItem) + 1;
    return {
      id: 1_000_000 + place * 200_000 + number,
      db,
      code: codeOf(number),
      name: [
        `Simulated group ${group} item ${item}, simulated measure ${measure}, original series, amounts outstanding`,
        `模擬の区分${group}項目${item}、模擬の指標${measure}、原系列、残高、期末値`,
      ],
      unit: ["100 million yen", "億円"],
      category: [`Simulated group ${group}`, `模擬の区分${group}`],
      notes: db === "CO" ? surveyNotes : plainNotes,
      frequency,
      layers: [group, item, measure].map(String),
      level: 1_000,
      swing: 0.1,
      decimals: 1,
      leads: measure === 1,
    };
  };
  return {
    length: size,
    *[Symbol.iterator]() {
      yield* first;
      for (let number = 0; number < size - first.length; number += 1) yield make(number);
    },
    byCode(code) {
      const number = Number(/^S_(\d{6})[@%][MQ]$/.exec(code)?.[1] ?? Number.NaN);
      if (number < size - first.length && codeOf(number) === code) return make(number);
      return first.find((series) => series.code === code);
    },
  };
}
