/**
 * Figures for /metrics. Each part of the house counts what it does and answers its measures; whoever asks reads them
 * then. To count is to add to a number, so it can stand where work is done thousands of times a second.
 */

/** One figure of a measure. */
export interface Figure {
  /** Values by label. They are of closed lists or of the settings and rules, never of what strangers wrote. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Ending of the name, for the parts of a histogram. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

export interface Measure {
  /** Name by the conventions of Prometheus: the unit at its end, seconds or bytes; `_total` where it only grows. */
  readonly name: string;
  /** A sentence for those who run it. */
  readonly help: string;
  readonly kind: "gauge" | "counter" | "histogram";
  /** Set if its labels are names that people gave, which are no stranger's business. */
  readonly isPrivate?: boolean;
  /** The figure as it is now, or one for each combination of its labels. */
  read(): number | readonly Figure[];
}

/** A counter with labels. */
export interface Tally extends Measure {
  /** @param values of its labels, in their order */
  count(values: readonly string[], times?: number): void;
}

/** @param known combinations that are there from the start: a first increase is seen only of what was there before */
export function createTally(
  { labels, ...about }: Pick<Measure, "name" | "help" | "isPrivate"> & { readonly labels: readonly string[] },
  known: Iterable<readonly string[]> = [],
): Tally {
  const counted = new Map<string, { readonly labels: Figure["labels"]; value: number }>();
  const figureOf = (values: readonly string[]) => {
    const key = values.length === 1 ? (values[0] ?? "") : JSON.stringify(values);
    const before = counted.get(key);
    if (before !== undefined) return before;
    const figure = {
      labels: Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""])),
      value: 0,
    };
    counted.set(key, figure);
    return figure;
  };
  for (const values of known) figureOf(values);
  return {
    ...{ ...about, kind: "counter" as const },
    count(values, times = 1) {
      figureOf(values).value += times;
    },
    read: () => [...counted.values()],
  };
}

/** A histogram of durations in seconds, for each combination of its labels. */
export interface Durations extends Measure {
  /** @param of values of the labels, in their order */
  took(of: readonly string[], ms: number): void;
}

/**
 * @param bounds upper ends of the buckets in seconds, rising
 * @param known combinations that are there from the start
 */
export function createDurations(
  { name, help, labels: names }: Pick<Measure, "name" | "help"> & { readonly labels: readonly string[] },
  bounds: readonly number[],
  known: Iterable<readonly string[]> = [],
): Durations {
  const ends = [...bounds, Number.POSITIVE_INFINITY];
  const all = new Map<
    string,
    { readonly labels: Figure["labels"]; readonly buckets: Float64Array; seconds: number }
  >();
  const durationsOf = (of: readonly string[]) => {
    const key = of.length === 1 ? (of[0] ?? "") : JSON.stringify(of);
    const before = all.get(key);
    if (before !== undefined) return before;
    const labels = Object.fromEntries(names.map((label, at) => [label, of[at] ?? ""]));
    const fresh = { labels, buckets: new Float64Array(ends.length), seconds: 0 };
    all.set(key, fresh);
    return fresh;
  };
  for (const of of known) durationsOf(of);
  return {
    ...{ name, help, kind: "histogram" as const },
    took(of, ms) {
      const durations = durationsOf(of);
      const seconds = ms / 1_000;
      durations.seconds += seconds;
      const bucket = ends.findIndex((end) => seconds <= end);
      durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
    },
    read: () =>
      [...all.values()].flatMap(({ labels, buckets, seconds }): Figure[] => {
        let count = 0;
        const cumulated = ends.map((end, at): Figure => {
          count += buckets[at] ?? 0;
          const le = end === Number.POSITIVE_INFINITY ? "+Inf" : String(end);
          return { labels: { ...labels, le }, value: count, suffix: "_bucket" };
        });
        return [
          ...cumulated,
          { labels, value: seconds, suffix: "_sum" },
          { labels, value: count, suffix: "_count" },
        ];
      }),
  };
}
