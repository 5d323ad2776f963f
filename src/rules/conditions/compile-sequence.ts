import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../model/duration.ts";
import type { EventType } from "../../model/event-types.ts";
import { memoryLimits } from "../../model/memory-limits.ts";
import { compileCondition } from "../cel/compile-expression.ts";
import { expandPattern } from "../event-patterns.ts";
import type { Condition, Seen } from "./condition.ts";
import type { RuleContext } from "./rule-context.ts";
import type { WrittenConditions } from "./schema.ts";
import { createSequence } from "./sequence.ts";

type WrittenStep = NonNullable<WrittenConditions["sequence"]>["steps"][number];

/** Mistakes are reported; a sequence with one is left out. */
export function compileSequence(
  asked: WrittenConditions["sequence"],
  path: Path,
  around: RuleContext,
): Condition[] {
  const within = asked && parseDuration(asked.within);
  if (asked === undefined || within === undefined) return [];
  const steps = asked.steps.map((step, index) => compileStep(step, [...path, "steps", index], around));
  const without = asked.without && compileStep(asked.without, [...path, "without"], around);
  const whole = steps.filter((step) => step !== undefined);
  if (whole.length < steps.length) return [];
  return [
    createSequence({
      steps: whole,
      without,
      within,
      ordered: asked.ordered,
      mostEntries: memoryLimits.entries,
    }),
  ];
}

function compileStep(
  { on, when }: WrittenStep,
  path: Path,
  { context, language, types }: RuleContext,
): ((seen: Seen) => boolean) | undefined {
  const own = new Set<EventType>();
  for (const [index, pattern] of [on].flat().entries()) {
    const place = context.yaml.at(Array.isArray(on) ? [...path, "on", index] : [...path, "on"]);
    const expanded = expandPattern(pattern, context.types);
    if (!expanded.ok) context.report(place, expanded.message, expanded.suggestion);
    else if (!expanded.types.some((type) => types.includes(type)))
      context.report(place, "the rule is not about such an event", `add ${pattern} to the rule's \`on\``);
    else for (const type of expanded.types) own.add(type);
  }
  const holds =
    when === undefined ? () => true : context.at([...path, "when"], () => compileCondition(when, language));
  if (own.size === 0 || holds === undefined) return undefined;
  return ({ type, variables }) => own.has(type) && holds(variables);
}
