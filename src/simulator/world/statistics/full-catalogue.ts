/** Databases as large as the service's own: what ships, and then made-up series up to the number it has. */
import type { Series, SeriesList } from "./catalogue.ts";

/** Remarks on series, English and Japanese. */
export const plainNotes = ["Simulated figures", "模擬の数値"] as const;

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

export function createFullList(
  db: string,
  place: number,
  shipped: readonly Series[],
  size: number,
): SeriesList {
  const first = shipped.slice(0, size);
  const groups = Math.max(0, ...first.map(({ layers }) => Number(layers[0])));
  const frequency = ["CO", "FF", "BIS"].includes(db) ? "Q" : "M";
  const codeOf = (number: number) =>
    `S_${String(number).padStart(6, "0")}${number % 7 === 0 ? "%" : "@"}${frequency}`;

  const make = (number: number): Series => {
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
