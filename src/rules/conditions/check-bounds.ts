/** Reports bounds that no measure is ever within. */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { memoryLimits } from "../../model/memory-limits.ts";
import type { FileContext } from "../file-context.ts";
import { type Bounds, isWithin } from "./bounds.ts";
import type { MeasureName } from "./measure.ts";

const names = ["at_least", "above", "at_most", "below"] as const;

export function checkBounds(
  measure: MeasureName,
  bounds: Bounds,
  path: Path,
  { yaml, report }: FileContext,
): void {
  const given = names.flatMap((name) => {
    const number = bounds[name];
    return number === undefined ? [] : [{ name, number, text: `\`${name}: ${number}\`` }];
  });
  const tell = ({ name }: { readonly name: string }, message: string) =>
    report(yaml.at([...path, name]), message);
  const isCount = measure === "count" || measure === "distinct";
  for (const one of isCount ? given : []) {
    // Least and most that there can be are within the bound where any is.
    if ([0, memoryLimits.entries].some((count) => isWithin(count, { [one.name]: one.number }))) continue;
    const why =
      one.number > 0
        ? `a rule remembers ${memoryLimits.entries} of one combination`
        : "there are no fewer than none";
    tell(one, `this is never so: ${why}`);
    return;
  }
  const lower = given.filter(({ name }) => name === "at_least" || name === "above");
  const upper = given.filter(({ name }) => name === "at_most" || name === "below");
  for (const least of lower) {
    const clash = upper.find((most) => isApart(least, most, isCount));
    if (clash === undefined) continue;
    tell(clash, `no number is both ${least.text} and ${clash.text}`);
    return;
  }
}

interface Bound {
  readonly name: (typeof names)[number];
  readonly number: number;
}

/** Whether no number is within both, a whole one where things are counted. */
function isApart(least: Bound, most: Bound, isCount: boolean): boolean {
  const isStrict = least.name === "above" || most.name === "below";
  if (!isCount) return isStrict ? least.number >= most.number : least.number > most.number;
  const first = least.name === "above" ? Math.floor(least.number) + 1 : Math.ceil(least.number);
  return !isWithin(first, { [most.name]: most.number });
}
