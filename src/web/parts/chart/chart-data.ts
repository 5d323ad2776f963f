/** Lines of a chart as values on one axis of times, which is what draws them and what a reader asks for a moment. */

/** A value from a moment on (ms since 1970); null: from then on it is unknown, and the line ends. */
type Point = readonly [at: number, value: number | null];

export interface ChartLine {
  readonly label: string;
  /** In the order of time, one a moment. */
  readonly points: readonly Point[];
  /**
   * `line`: measured at its points; `step`: holds until the next point; `bars`: of that moment alone; `points`: single
   * ones, such as marks. By default `line`.
   */
  readonly kind?: "line" | "step" | "bars" | "points";
  /** Which of the chart's colours and dashes it has; by default its place among the lines. */
  readonly style?: number;
  /** Stands behind the others: thin and pale. */
  readonly isFaint?: boolean;
}

/** Lines whose values are of one size share an axis: beside 8, what moves about 0.4 would look like no line at all. */
const mostTimes = 4;

/** Groups lines by the size of their largest values, each with the style that it has among all; the order stays. */
export function bySize(lines: readonly ChartLine[]): ChartLine[][] {
  const sized = lines.map((line, place) => {
    const size = Math.max(0, ...line.points.map(([, value]) => Math.abs(value ?? 0)));
    return { line: { style: place, ...line }, place, size };
  });
  const groups: (typeof sized)[] = [];
  for (const one of sized.toSorted((a, b) => a.size - b.size)) {
    const last = groups.at(-1);
    const least = last?.[0]?.size ?? 0;
    if (last !== undefined && one.size <= least * mostTimes) last.push(one);
    else groups.push([one]);
  }
  const inOrder = groups.map((group) => group.toSorted((a, b) => a.place - b.place));
  return inOrder
    .toSorted(([a], [b]) => (a?.place ?? 0) - (b?.place ?? 0))
    .map((group) => group.map(({ line }) => line));
}

/** Values of each line at the times of all; undefined: nothing of this line then, which does not end it. */
export interface Joined {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null | undefined)[])[];
}

export function joinedLines(lines: readonly ChartLine[]): Joined {
  const moments = new Set<number>();
  for (const { points } of lines) for (const [at] of points) moments.add(at);
  const times = Float64Array.from(moments).sort();
  const placeOf = new Map([...times].map((at, place) => [at, place]));
  const values = lines.map(({ points, kind = "line" }) => {
    const own: Values = new Array(times.length).fill(undefined);
    for (const [at, value] of points) own[placeOf.get(at) ?? 0] = value;
    return widened(own, kind);
  });
  return { times: [...times], values };
}

type Values = (number | null | undefined)[];

/**
 * What is unknown stays so until the next value, at the times of other lines too. A measured line ends at its last
 * point before that: between the two nobody knows it.
 */
function widened(values: Values, kind: NonNullable<ChartLine["kind"]>): Values {
  let isUnknown = false;
  for (const [place, value] of values.entries()) {
    if (value === undefined) values[place] = isUnknown ? null : undefined;
    else isUnknown = value === null;
  }
  if (kind !== "line") return values;
  for (let place = values.length - 2; place >= 0; place -= 1)
    if (values[place] === undefined && values[place + 1] === null) values[place] = null;
  return values;
}

/** The value of a line at a place of the joined times; undefined: unknown. A bar is of its own moment alone. */
export function valueAt({ values }: Joined, lines: readonly ChartLine[], line: number, place: number) {
  const own = values[line] ?? [];
  const { kind } = lines[line] ?? {};
  if (kind === "bars" || kind === "points") return own[place] ?? undefined;
  for (let at = place; at >= 0; at -= 1) {
    const value = own[at];
    if (value !== undefined) return value ?? undefined;
  }
  return undefined;
}
