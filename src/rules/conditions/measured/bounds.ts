/**
 * Bounds between which a measured number must be: how they are written, asked, and found to rule each other out; and
 * how time brings it within them, or out of them, as entries leave its window.
 */
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import type { TradingCalendar } from "../../../model/dates.ts";
import { endOf, startOf } from "../../../model/duration.ts";
import { memoryLimits } from "../../../model/rule.ts";
import type { FileContext } from "../../context/file-context.ts";
import { computedNumber, writtenOut } from "../combined/computed-bounds.ts";
import type { EventCondition } from "../condition.ts";
import type { MeasuredWindow, WindowMeasure } from "./measured.ts";
import type { WindowTally } from "./tallies.ts";
import { spanEnd, type WindowEntry } from "./window.ts";

const bound = (about: string) => computedNumber(about, 10);

export const boundKeys = {
  at_least: bound("this number or more"),
  at_most: bound("this number or less"),
  above: bound("more than this number"),
  below: bound("less than this number"),
};

export const boundNames = Object.keys(boundKeys) as (keyof typeof boundKeys)[];

/** Bounds as their author writes them. */
export type WrittenBounds = { readonly [Name in keyof typeof boundKeys]?: number | string | undefined };

export type ValueBounds = { readonly [Name in keyof typeof boundKeys]?: number | undefined };

/** All that are given must hold. */
export function isInBounds(value: number, { at_least, at_most, above, below }: ValueBounds): boolean {
  return (
    (at_least === undefined || value >= at_least) &&
    (at_most === undefined || value <= at_most) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below)
  );
}

/** Kind of a measured number: a whole number, one of the values or like them, a sum of them, or a percentage. */
export type Gives = "count" | "value" | "total" | "percent";

/** Reports bounds that rule each other out, or that no number of the kind reaches. */
export function reportBounds(
  written: WrittenBounds,
  gives: Gives,
  path: Path,
  { yaml, report, warn }: FileContext,
): void {
  // Nothing is known of computed ones.
  const bounds: ValueBounds = writtenOut(written, boundNames);
  const isCount = gives === "count";
  const told = impossible(isCount ? wholeNumbers(bounds) : bounds);
  const lower = bounds.at_least === undefined ? "above" : "at_least";
  const upper = bounds.at_most === undefined ? "below" : "at_most";
  if (told) {
    const message = `no value is both \`${lower}: ${bounds[lower]}\` and \`${upper}: ${bounds[upper]}\``;
    report(yaml.at([...path, upper]), message);
    return;
  }
  if (gives === "percent") checkPercent(bounds, { lower, upper }, path, { yaml, report });
  if (isCount) checkCount(wholeNumbers(bounds), { lower, upper }, path, { yaml, report });
  for (const [idle, other] of idleBounds(bounds))
    warn(yaml.at([...path, idle]), `this says nothing beside \`${other}: ${bounds[other]}\``, "leave it out");
}

function checkPercent(
  { at_least = 0, above = -1, at_most = 100, below = 101 }: ValueBounds,
  { lower, upper }: Sides,
  path: Path,
  { yaml, report }: Pick<FileContext, "yaml" | "report">,
): void {
  const message = "a percentage is from 0 to 100";
  if (at_least > 100 || above >= 100) report(yaml.at([...path, lower]), message);
  if (at_most < 0 || below <= 0) report(yaml.at([...path, upper]), message);
}

/** The bound that stands for each side. */
type Sides = Readonly<Record<"lower" | "upper", keyof ValueBounds>>;

function checkCount(
  { at_least, at_most }: WholeBounds,
  { lower, upper }: Sides,
  path: Path,
  { yaml, report }: Pick<FileContext, "yaml" | "report">,
): void {
  const most = memoryLimits.entries;
  if (at_least > most)
    report(yaml.at([...path, lower]), `a rule remembers ${most} events, and never counts more`);
  if (at_most < 0) report(yaml.at([...path, upper]), "no count is below 0");
}

type WholeBounds = Readonly<Record<"at_least" | "at_most", number>>;

/** Bounds of whole numbers that mean the same; infinite where there is none. */
function wholeNumbers({ at_least, at_most, above, below }: ValueBounds): WholeBounds {
  return {
    at_least: Math.max(Math.ceil(at_least ?? -Infinity), Math.floor(above ?? -Infinity) + 1),
    at_most: Math.min(Math.floor(at_most ?? Infinity), Math.ceil(below ?? Infinity) - 1),
  };
}

function impossible({ at_least, at_most, above, below }: ValueBounds): boolean {
  const low = Math.max(at_least ?? -Infinity, above ?? -Infinity);
  const high = Math.min(at_most ?? Infinity, below ?? Infinity);
  return low > high || (low === high && (low === above || high === below));
}

/** The one of two bounds on one side that the other makes needless. */
function idleBounds({
  at_least,
  at_most,
  above,
  below,
}: ValueBounds): (readonly [keyof ValueBounds, keyof ValueBounds])[] {
  return [
    ...(at_least === undefined || above === undefined
      ? []
      : [above >= at_least ? (["at_least", "above"] as const) : (["above", "at_least"] as const)]),
    ...(at_most === undefined || below === undefined
      ? []
      : [below <= at_most ? (["at_most", "below"] as const) : (["below", "at_most"] as const)]),
  ];
}

type TallyOf = (entries: readonly WindowEntry[]) => WindowTally;
type About = Pick<MeasuredWindow, "window" | "bounds">;

/**
 * Finds the first moment after one at which the measure of some entries may begin to be within its bounds; undefined:
 * it will not. Exact but for what wavers, where it is the next moment at which an entry leaves.
 * @param entries those in the window then, in order of time
 */
type TurnsAt = (
  entries: readonly WindowEntry[],
  after: number,
  calendar: TradingCalendar,
) => number | undefined;

/** Undefined of a measure that begins to be within its bounds with an entry alone. */
export function createTurnsAt(
  { keepsByTime, wavers }: Pick<WindowMeasure, "keepsByTime" | "wavers">,
  tally: TallyOf,
  { window, bounds }: About,
): TurnsAt | undefined {
  const keptOf = ({ at_least, above, at_most, below }: ValueBounds): ValueBounds =>
    keepsByTime === "lower" ? { at_least, above } : { at_most, below };
  if (keepsByTime === undefined || Object.values(keptOf(bounds)).every((bound) => bound === undefined))
    return undefined;
  return (entries, after, calendar) => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    if (window.kind === "session") return endOf(last[0], window.gap, calendar) + 1;
    if (window.kind === "tumbling") return spanEnd(after, window);
    const leaving = wavers ? first : lastTooMany(entries, tally([]), keptOf(bounds));
    return leaving && endOf(leaving[0], window.length, calendar);
  };
}

/** The entry with which those up to the newest are too many; undefined: none is. */
function lastTooMany(
  entries: readonly WindowEntry[],
  tally: WindowTally,
  kept: ValueBounds,
): WindowEntry | undefined {
  return entries.findLast(([, value]) => {
    tally.add(value, true);
    const measured = tally.value();
    return measured !== undefined && !isInBounds(measured, kept);
  });
}

/** Undefined of a measure that does not hold again once it has ceased to, which is seen at the end. */
export function createCeases(
  { wavers }: Pick<WindowMeasure, "wavers">,
  tally: TallyOf,
  { window, bounds }: About,
): EventCondition["ceases"] {
  if (window.kind !== "sliding" || !wavers) return undefined;
  const { length } = window;
  return (memory, { from, to }, calendar) => {
    const entries = (memory ?? []) as readonly WindowEntry[];
    const first = from === undefined ? 0 : countUpTo(entries, startOf(from, length, calendar));
    const last = countUpTo(entries, startOf(to, length, calendar));
    const leavesAt = (place: number) => endOf(entries[place]?.[0] ?? to, length, calendar);
    // The entries that are left at the end are looked at there.
    if (first >= last || leavesAt(first) === leavesAt(last - 1)) return false;
    // From the end of that time back to its beginning, so that entries are added one by one.
    const left = tally(entries.slice(last));
    let later: number | undefined;
    for (let place = last - 1; place >= first; place -= 1) {
      const leaves = leavesAt(place);
      const measured = left.value();
      // Between entries that leave together there is no moment.
      if (leaves !== later && (measured === undefined || !isInBounds(measured, bounds))) return true;
      later = leaves;
      left.add(entries[place]?.[1] ?? null, true);
    }
    return false;
  };
}

/** Finds the next moment at which the entries in the window become others. */
export function createChangesAt({
  window,
}: Pick<MeasuredWindow, "window">): NonNullable<EventCondition["changesAt"]> {
  return (memory, after, calendar) => {
    const entries = (memory ?? []) as readonly WindowEntry[];
    const last = entries.at(-1);
    if (last === undefined) return undefined;
    if (window.kind === "tumbling")
      return spanEnd(last[0], window) > after ? spanEnd(last[0], window) : undefined;
    if (window.kind === "session") {
      const end = endOf(last[0], window.gap, calendar) + 1;
      return end > after ? end : undefined;
    }
    const ends = (entry: WindowEntry) => endOf(entry[0], window.length, calendar);
    const next = entries.find((entry) => ends(entry) > after);
    return next && ends(next);
  };
}

/** Number of entries up to a moment. */
function countUpTo(entries: readonly WindowEntry[], moment: number): number {
  let count = 0;
  while (count < entries.length && (entries[count]?.[0] ?? 0) <= moment) count += 1;
  return count;
}
