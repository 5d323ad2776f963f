/** Makes the conditions of a rule from what its file says. */

import { inFlow } from "../../lib/yaml/in-flow.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../model/duration.ts";
import { memoryLimits } from "../../model/memory-limits.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import { checkBounds } from "./check-bounds.ts";
import { compileSequence } from "./compile-sequence.ts";
import type { Condition, WrittenCondition } from "./condition.ts";
import { createCrosses } from "./crosses.ts";
import { type MeasureName, measures } from "./measure.ts";
import { createMeasured } from "./measured.ts";
import type { WrittenWindow } from "./measured-schema.ts";
import { createMoves } from "./moves.ts";
import type { RuleContext } from "./rule-context.ts";
import type { WrittenConditions } from "./schema.ts";
import { type Against, createSpike } from "./spike.ts";
import { createUnseen } from "./unseen.ts";
import type { Window } from "./window.ts";

const mostEntries = memoryLimits.entries;

/** In the order in which the schema has them. Those with a mistake, which is reported, are left out. */
export function compileConditions(
  written: WrittenConditions,
  path: Path,
  around: RuleContext,
): WrittenCondition[] {
  const at = (name: string) => [...path, name];
  const as = (name: keyof WrittenConditions, made: readonly Condition[]): WrittenCondition[] =>
    made.map((condition) => ({ ...condition, text: `${name}: ${inFlow(written[name])}` }));
  return [
    ...measures.flatMap((name) => as(name, compileMeasured(name, written[name], at(name), around))),
    ...as("crosses", compileCrosses(written.crosses, at("crosses"), around)),
    ...as("moves", compileMoves(written.moves, at("moves"), around)),
    ...as("unseen", compileUnseen(written.unseen, at("unseen"), around)),
    ...as("spike", compileSpike(written.spike, at("spike"), around)),
    ...as("sequence", compileSequence(written.sequence, at("sequence"), around)),
  ];
}

function compileMeasured(
  measure: MeasureName,
  asked: WrittenConditions[MeasureName],
  path: Path,
  around: RuleContext,
): Condition[] {
  const window = asked && windowOf(asked.within);
  if (asked === undefined || window === undefined) return [];
  checkBounds(measure, asked, path, around.context);
  const rank = "rank" in asked ? asked.rank : undefined;
  const made = { measure, rank, window, bounds: asked, mostEntries };
  if (!("of" in asked)) return [createMeasured(made)];
  const of = compileOf(asked.of, measure === "distinct" ? "any" : "number", path, around);
  return of === undefined ? [] : [createMeasured({ ...made, of })];
}

function compileCrosses(asked: WrittenConditions["crosses"], path: Path, around: RuleContext): Condition[] {
  const of = asked && compileOf(asked.of, "number", path, around);
  const level = asked?.above ?? asked?.below;
  if (of === undefined || level === undefined) return [];
  const direction = asked?.above === undefined ? "below" : "above";
  return [createCrosses({ of, direction, level, reset: asked?.reset })];
}

function compileMoves(asked: WrittenConditions["moves"], path: Path, around: RuleContext): Condition[] {
  const of = asked && compileOf(asked.of, "number", path, around);
  if (asked === undefined || of === undefined) return [];
  const since = asked.since === undefined ? undefined : parseDuration(asked.since);
  return [createMoves({ ...asked, of, since, mostEntries })];
}

function compileUnseen(asked: WrittenConditions["unseen"], path: Path, around: RuleContext): Condition[] {
  const of = asked && compileOf(asked.of, "any", path, around);
  if (asked === undefined || of === undefined) return [];
  const within = asked.within === undefined ? undefined : parseDuration(asked.within);
  return [createUnseen({ of, within, mostEntries })];
}

function compileSpike(asked: WrittenConditions["spike"], path: Path, around: RuleContext): Condition[] {
  if (asked === undefined) return [];
  const of = asked.of === undefined ? undefined : compileOf(asked.of, "number", path, around);
  const within = parseDuration(asked.within);
  const against = "windows" in asked.against ? asked.against : daysOf(asked.against.days);
  if (within === undefined || !("ms" in within) || against === undefined) return [];
  if (asked.of !== undefined && of === undefined) return [];
  const { times, at_least: atLeast, usual_at_least: usualAtLeast } = asked;
  return [createSpike({ of, withinMs: within.ms, times, against, atLeast, usualAtLeast, mostEntries })];
}

function daysOf(written: string): Against | undefined {
  const days = parseDuration(written);
  return days && { days };
}

/** What the conditions of a rule find, as its texts name it. */
export function foundNames(written: WrittenConditions): string[] {
  return [
    ...measures.filter((measure) => written[measure] !== undefined),
    ...(written.crosses === undefined ? [] : ["value"]),
    ...(written.moves === undefined ? [] : ["moved"]),
    ...(written.unseen === undefined ? [] : ["seen"]),
    ...(written.spike === undefined ? [] : ["spike", "usual"]),
  ];
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

/** The value that a condition is about; undefined with a mistake, which is reported. */
function compileOf(
  source: string,
  kind: "number" | "any",
  path: Path,
  { context, language }: RuleContext,
): Expression | undefined {
  const at = [...path, "of"];
  const of = context.at(at, () => compileExpression(source, language));
  if (of === undefined || numbers.includes(of.type)) return of;
  if (kind === "any" && ["string", "bool"].includes(of.type)) return of;
  const wanted = kind === "any" ? "a text or a number" : "a number, such as now.ratio,";
  context.report(context.yaml.at(at), `${wanted} is needed here`);
  return undefined;
}
