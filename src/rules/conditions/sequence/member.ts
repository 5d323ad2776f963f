/** `sequence`: events of several kinds come one after another. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../../model/duration.ts";
import type { EventType } from "../../../model/event.ts";
import { memoryLimits } from "../../../model/rule.ts";
import { eventPattern, expandPattern } from "../../about/event-patterns.ts";
import { compileCondition } from "../../cel/compile-expression.ts";
import { length } from "../../context/schema-parts.ts";
import type { Seen } from "../condition.ts";
import { conditionMember, type RuleContext } from "../member.ts";
import { lintSequence } from "./lint.ts";
import { createSequence } from "./sequence.ts";

const step = z.strictObject({
  on: z
    .union([eventPattern, z.array(eventPattern).min(1)])
    .describe("an event type, a list of them, or a prefix; all of them also in the rule's `on`")
    .meta({ examples: ["short.report.increased"] }),
  when: z
    .string()
    .min(1)
    .optional()
    .describe("only an event for which this is true fits (CEL)")
    .meta({ examples: ["now.ratio >= 1"] }),
});

const schema = z.strictObject({
  steps: z
    .array(step)
    .min(2)
    .max(16)
    .describe("the steps, each met by an event of its own")
    .meta({ examples: [[{ on: "short.report.increased" }, { on: "margin.alert.added" }]] }),
  without: step
    .optional()
    .describe("an event that must not come between the first and the last")
    .meta({ examples: [{ on: "short.report.closed" }] }),
  within: length("longest time from the first to the last, its end included", "3bd"),
  ordered: z
    .boolean()
    .default(true)
    .describe("whether the steps must come in this order")
    .meta({ examples: [false] }),
});

export type WrittenSequence = z.output<typeof schema>;
export type SequenceStep = z.output<typeof step>;

export const sequence = conditionMember({
  key: "sequence",
  about: "events of several kinds came one after another",
  examples: [{ steps: [{ on: "short.report.increased" }, { on: "margin.alert.added" }], within: "5bd" }],
  schema,
  borrowed: {
    functions: /^(sequence|followed_?by)$/i,
    write: "sequence: { steps: [...], within: 5bd }",
  },
  found: [],
  isMomentary: () => true,
  events: ({ steps, without }, path) => [
    ...steps.map((one, index) => ({ ...one, path: [...path, "steps", index], isExcluded: false })),
    ...(without === undefined ? [] : [{ ...without, path: [...path, "without"], isExcluded: true }]),
  ],
  compile(written, path, around) {
    const within = parseDuration(written.within);
    if (within === undefined) return undefined;
    const made = written.steps.map((one, index) => compileStep(one, [...path, "steps", index], around));
    const without = written.without && compileStep(written.without, [...path, "without"], around);
    const steps = made.filter((one) => one !== undefined);
    if (steps.length < made.length) return undefined;
    const { ordered } = written;
    return createSequence({ steps, without, within, ordered, mostEntries: memoryLimits.entries });
  },
  lint: lintSequence,
});

function compileStep(
  { on, when }: SequenceStep,
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
