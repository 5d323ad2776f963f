import type { Series } from "../world/catalogue.ts";

export interface Heading {
  /** English, Japanese. */
  readonly heading: readonly [string, string];
  readonly layers: readonly string[];
}

/** A catalogue with its headings: one where the first layer changes, and one where the second does. */
export function* catalogueRows(list: Iterable<Series>): Generator<Series | Heading> {
  let [first, second] = ["", ""];
  for (const series of list) {
    const [one = "", two = ""] = series.layers;
    if (one !== first) {
      yield { heading: series.category, layers: [one] };
      second = "";
    }
    if (two !== second) {
      const [english = "", japanese = ""] = [series.name[0].split(", ")[0], series.name[1].split("、")[0]];
      yield { heading: [english, japanese], layers: [one, two] };
    }
    [first, second] = [one, two];
    yield series;
  }
}
