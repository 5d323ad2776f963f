/** Makes the conditions of a rule from what its file says. */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../model/duration.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { Language } from "../cel/language.ts";
import type { FileContext } from "../file-context.ts";
import type { Condition } from "./condition.ts";
import { measures } from "./measure.ts";
import { createMeasured } from "./measured.ts";
import type { WrittenConditions, WrittenWindow } from "./schema.ts";
import type { Window } from "./window.ts";

/** How much of one key is remembered; beyond it the oldest is forgotten. */
const mostEntries = 10_000;

/** In the order in which the schema has them. Those with a mistake, which is reported, are left out. */
export function compileConditions(
  written: WrittenConditions,
  path: Path,
  { context, language }: { context: FileContext; language: Language },
): Condition[] {
  return measures.flatMap((measure) => {
    const asked = written[measure];
    if (asked === undefined) return [];
    const window = windowOf(asked.within);
    if (window === undefined) return [];
    const rank = "rank" in asked ? asked.rank : undefined;
    const made = { measure, rank, window, bounds: asked, mostEntries };
    if (!("of" in asked)) return [createMeasured(made)];
    const of = context.at([...path, measure, "of"], () => compileExpression(asked.of, language));
    if (of === undefined || !isMeasurable(measure, of, [...path, measure, "of"], context)) return [];
    return [createMeasured({ ...made, of })];
  });
}

/** What the conditions of a rule find, as its texts name it. */
export function foundNames(written: WrittenConditions): string[] {
  return measures.filter((measure) => written[measure] !== undefined);
}

/** Undefined where the schema refused a part of it. */
function windowOf(written: WrittenWindow): Window | undefined {
  if (typeof written === "string") {
    const length = parseDuration(written);
    return length && { kind: "sliding", length };
  }
  if ("session" in written) {
    const gap = parseDuration(written.session);
    return gap && { kind: "session", gap };
  }
  const length = parseDuration(written.tumbling);
  return length && "ms" in length ? { kind: "tumbling", lengthMs: length.ms } : undefined;
}

const numbers: readonly string[] = ["double", "int", "dyn"];

function isMeasurable(
  measure: (typeof measures)[number],
  { type }: Expression,
  path: Path,
  context: FileContext,
): boolean {
  const isNumber = numbers.includes(type);
  if (isNumber || (measure === "distinct" && ["string", "bool"].includes(type))) return true;
  const wanted = measure === "distinct" ? "a text or a number" : "a number";
  context.report(context.yaml.at(path), `\`${measure}\` needs ${wanted}, such as now.ratio`);
  return false;
}
