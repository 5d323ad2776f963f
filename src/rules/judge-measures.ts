/** Warns of bounds that are of another unit than what is measured. */
import type { Path } from "../lib/yaml/parse-yaml.ts";
import type { FieldMark } from "../model/field-marks.ts";
import { readCondition } from "./analysis/check-condition.ts";
import { markOf } from "./analysis/field-marks.ts";
import { type Odd, oddNumber, oddPercent } from "./analysis/odd-numbers.ts";
import { pathOf } from "./analysis/terms.ts";
import type { Language } from "./cel/language.ts";
import type { JudgedRule } from "./judge-rules.ts";

/** Measures that are of the unit of the values that they are made of. */
const ofTheSameUnit = ["sum", "average", "minimum", "maximum", "percentile", "crosses"] as const;

const signs = { at_least: ">=", at_most: "<=", above: ">", below: "<", reset: "==" } as const;

/** A rank up to here is taken for a fraction: nobody asks for the lowest percent. */
const smallestRank = 1;

export function judgeMeasures({ written, rule, path, context }: JudgedRule): void {
  const { warn, yaml } = context;
  const tell = (at: Path, odd: Odd | undefined) => odd && warn(yaml.at(at), odd.message, odd.suggestion);
  for (const name of ofTheSameUnit) {
    const asked = written[name];
    const of = asked && plainPath(asked.of, rule.language);
    const ofValue = of === undefined ? undefined : markOf(of, rule.types, context.types);
    // Many percentages add up to any.
    const mark = name === "sum" ? withoutMost(ofValue) : ofValue;
    if (asked === undefined || of === undefined || mark === undefined) continue;
    for (const [bound, sign] of Object.entries(signs)) {
      const value = (asked as Readonly<Record<string, unknown>>)[bound];
      if (typeof value === "number") tell([...path, name, bound], oddNumber(of, sign, value, mark));
    }
  }
  const { moves, percentile } = written;
  if (moves?.percent !== undefined) tell([...path, "moves", "percent"], oddPercent(moves.percent));
  if (percentile !== undefined)
    tell([...path, "percentile", "rank"], oddPercent(percentile.rank, smallestRank));
}

function withoutMost(mark: FieldMark | undefined): FieldMark | undefined {
  return mark?.usual === undefined ? mark : { ...mark, usual: [mark.usual[0]] };
}

/** `now.ratio` and the like; undefined of anything that is computed. */
function plainPath(source: string, language: Language): string | undefined {
  return pathOf(readCondition(source, language).tree);
}
