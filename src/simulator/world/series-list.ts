import type { Series } from "./catalogue.ts";

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
