/** `sequence`: events of several kinds come one after another. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../../model/duration.ts";
import type { EventType } from "../../../model/event.ts";
import type { EventTypes } from "../../../model/event-types.ts";
import { memoryLimits } from "../../../model/rule.ts";
import { eventPattern, expandPattern, typesMeant } from "../../about/heard-rules.ts";
import { compileCondition } from "../../cel/compile-expression.ts";
import type { Node } from "../../cel/syntax.ts";
import { length } from "../../context/schema-parts.ts";
import { type RuleLinted, readCondition } from "../../lint/check-condition.ts";
import { factsAbout, intersection, kindsOf } from "../../lint/field-facts.ts";
import { isNever, type LintGround, pathOf, possibleValues } from "../../lint/ranges.ts";
import type { Seen } from "../condition.ts";
import { conditionMember, type RuleContext } from "../member.ts";
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

type WrittenSequence = z.output<typeof schema>;
type SequenceStep = z.output<typeof step>;

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

/** A step, or what must not come between, with what it asks of its events. */
interface Step {
  readonly path: Path;
  readonly hasWhen: boolean;
  /** Its own `when` and that of the rule. */
  readonly own: readonly Node[];
  readonly ofRule: readonly Node[];
  /** Its events, those apart of which something else is known. */
  readonly kinds: readonly Kind[];
}

interface Kind extends LintGround {
  readonly types: readonly EventType[];
}

const never = "the sequence is never complete";

/** Answers whether nothing excludes it. Steps that no event meets by themselves are told before. */
function lintSequence(sequence: WrittenSequence, at: Path, rule: RuleLinted): boolean {
  const steps = sequence.steps.map((step, index) => readStep(step, [...at, "steps", index], rule));
  const without = sequence.without && readStep(sequence.without, [...at, "without"], rule);
  const around = { rule, steps, without };
  return [excludedByWhen, excludedByWithout, excludedByBy].every((isPossible) => isPossible(around));
}

function readStep({ on, when }: SequenceStep, path: Path, { written, rule, context }: RuleLinted): Step {
  const { language } = rule;
  const meant = typesMeant(on, context.types);
  const types = rule.types.filter((type) => meant.has(type));
  // By their types where one may be asked for, so that more is known of each.
  const isApart = `${written.when} ${when} ${written.by}`.includes("event.type");
  const alike = isApart ? types.map((type) => [type]) : kindsOf(types, context.types);
  const read = (source: string | undefined) =>
    source === undefined ? [] : [readCondition(source, language).tree];
  return {
    path,
    hasWhen: when !== undefined,
    own: read(when),
    ofRule: read(written.when),
    kinds: alike.map((kind) => ({
      types: kind,
      facts: factsAbout(kind, context.types, language),
      lists: language.reference?.lists ?? {},
    })),
  };
}

interface Around {
  readonly rule: RuleLinted;
  readonly steps: readonly Step[];
  readonly without: Step | undefined;
}

function isExcluded({ kinds, own, ofRule }: Step): boolean {
  return kinds.every((kind) => isNever([...ofRule, ...own], kind));
}

function excludedByWhen({ steps, without, rule: { context } }: Around): boolean {
  const excluded = steps.find(isExcluded);
  if (excluded !== undefined) {
    const cure = "`when` applies to all steps; a condition of one step goes into that step";
    context.report(atFault(excluded, context), `no such event meets the rule's \`when\`: ${never}`, cure);
    return false;
  }
  if (without !== undefined && isExcluded(without)) {
    const message = "no such event meets the rule's `when`, so it excludes nothing";
    context.warn(atFault(without, context), message, "`when` is asked of all events of the rule");
  }
  return true;
}

/** At a step's own condition where that is at fault, or else at its types. */
function atFault(step: Step, { yaml }: RuleLinted["context"]) {
  const isOwn = step.hasWhen && !isExcluded({ ...step, own: [] });
  return yaml.at([...step.path, isOwn ? "when" : "on"]);
}

/** An event that must not come is never a step. */
function excludedByWithout({ steps, without, rule: { context } }: Around): boolean {
  if (without === undefined || without.hasWhen) return true;
  const excluded = new Set(without.kinds.flatMap(({ types }) => types));
  const index = steps.findIndex(({ kinds }) =>
    kinds.every(({ types }) => types.every((type) => excluded.has(type))),
  );
  if (index < 0) return true;
  const message = `all events of step ${index + 1} are such: ${never}`;
  context.report(context.yaml.at([...without.path, "on"]), message);
  return false;
}

/** Steps of one sequence have the same values of `by`. */
function excludedByBy({ steps, rule: { written, rule, context } }: Around): boolean {
  for (const path of pathsOf({ written, rule }, context.types)) {
    for (const [later, step] of steps.entries()) {
      const earlier = steps.slice(0, later).findIndex((other) => !mayShare(path, other, step, context.types));
      if (earlier < 0) continue;
      const isNowhere = step.kinds.every(({ facts }) => facts.get(path)?.isThere === false);
      const message = isNowhere
        ? `such events have no \`${path}\`, and those of step ${earlier + 1} always do`
        : `such events never have the same \`${path}\` as those of step ${earlier + 1}`;
      const place = context.yaml.at([...step.path, step.hasWhen && !isNowhere ? "when" : "on"]);
      context.report(place, `${message}: ${never}`, cureFor(path, isNowhere, written.by === undefined));
      return false;
    }
  }
  return true;
}

function cureFor(path: string, isNowhere: boolean, isByDefault: boolean): string {
  if (isNowhere) return `leave \`${path}\` out of \`by\``;
  const common = "`by` names what all steps have in common";
  return isByDefault ? `${common}; left out, it is the event's subject` : common;
}

/** Whether an event of one step may have the same value at a path as one of the other. */
function mayShare(path: string, one: Step, other: Step, types: EventTypes): boolean {
  return one.kinds.some((first) =>
    other.kinds.some((second) => {
      const [before, after] = [first.facts.get(path), second.facts.get(path)];
      if (before?.isThere === true && after?.isThere === false) return false;
      if (before?.isThere === false && after?.isThere === true) return false;
      if (areApart(path, first.types, second.types, types)) return false;
      const values = possibleValues(path, [...one.ofRule, ...one.own], first);
      const others = possibleValues(path, [...other.ofRule, ...other.own], second);
      if (values === undefined || others === undefined || before?.kind !== after?.kind) return true;
      return before?.isThere !== true || intersection(values, others).length > 0;
    }),
  );
}

/** The values of `by` that stand in events as they are. */
function pathsOf(
  { written: { by }, rule: { language, types } }: Pick<RuleLinted, "written" | "rule">,
  { known }: EventTypes,
): string[] {
  if (by !== undefined)
    return [by].flat().flatMap((source) => pathOf(readCondition(source, language).tree) ?? []);
  // The subject of what is about a stock is its code.
  const isAboutStocks = types.every((type) => known.get(type)?.subject === "stock");
  return isAboutStocks ? ["event.subject", "now.code"] : ["event.subject"];
}

/** Whether events of these types never have the same subject. */
function areApart(
  path: string,
  some: readonly EventType[],
  others: readonly EventType[],
  { known }: EventTypes,
): boolean {
  if (path !== "event.subject") return false;
  return some.every((one) =>
    others.every((other) => {
      const [first, second] = [known.get(one)?.subject, known.get(other)?.subject];
      return first !== undefined && second !== undefined && first !== second;
    }),
  );
}
