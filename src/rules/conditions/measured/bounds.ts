/** Bounds between which a measured number must be: how they are written, asked, and found to rule each other out. */
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { memoryLimits } from "../../../model/rule.ts";
import type { FileContext } from "../../context/file-context.ts";
import { computedNumber, writtenOut } from "../combined/computed-bounds.ts";

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
