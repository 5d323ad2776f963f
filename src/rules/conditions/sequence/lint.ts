/** Reports sequences that are never complete: a step that `when`, `without` or `by` excludes. */
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import type { EventType, EventTypes } from "../../../model/event-types.ts";
import { type Claim, canBe, type Wanted } from "../../lint/cases.ts";
import { readCondition } from "../../lint/check-condition.ts";
import { type Facts, kindsOf } from "../../lint/field-facts.ts";
import type { JudgedRule } from "../../lint/lint-rules.ts";
import { pathOf } from "../../lint/read-claim.ts";
import { mayShare } from "../../lint/two-events.ts";
import { expandPattern } from "../../schema/event-patterns.ts";
import type { WrittenSequence, WrittenStep } from "./member.ts";

/** A step, or what must not come between, as far as it can be reasoned about. */
interface Step {
  readonly path: Path;
  readonly when: Claim | undefined;
  /** The types of its events that are alike, with what is known of them. */
  readonly kinds: readonly { readonly types: readonly EventType[]; readonly facts: Facts }[];
}

const never = "the sequence is never complete";

/** Answers whether nothing excludes it. Steps that no event meets by themselves are told before. */
export function lintSequence(
  sequence: WrittenSequence,
  at: Path,
  { written, rule, path, context }: JudgedRule,
): boolean {
  const { when } = written;
  const { language } = rule;
  const own = when === undefined ? [] : [readCondition(when, language).claim];
  const read = ({ on, when: source }: WrittenStep, at: Path): Step => {
    const meant = new Set<EventType>();
    for (const pattern of [on].flat()) {
      const expanded = expandPattern(pattern, context.types);
      if (expanded.ok) for (const type of expanded.types) meant.add(type);
    }
    const types = rule.types.filter((type) => meant.has(type));
    // By their types where one may be asked for, so that more is known of each.
    const isApart = `${when} ${source} ${written.by}`.includes("event.type");
    const alike = isApart ? types.map((type) => [type]) : kindsOf(types, context.types);
    return {
      path: at,
      when: source === undefined ? undefined : readCondition(source, language).claim,
      kinds: alike.map((kind) => ({ types: kind, facts: context.facts(kind, language) })),
    };
  };
  const steps = sequence.steps.map((step, index) => read(step, [...at, "steps", index]));
  const without = sequence.without && read(sequence.without, [...at, "without"]);
  const around = { written, rule, path, context, own, steps, without };
  return [excludedByWhen, excludedByWithout, excludedByBy].every((isPossible) => isPossible(around));
}

interface Around extends Pick<JudgedRule, "written" | "rule" | "path" | "context"> {
  /** The rule's `when`, where it has one. */
  readonly own: readonly Claim[];
  readonly steps: readonly Step[];
  readonly without: Step | undefined;
}

const holds = (claim: Claim): Wanted => ({ claim, outcomes: ["true"] });
const fails = (claim: Claim): Wanted => ({ claim, outcomes: ["false", "neither"] });
const claimsOf = ({ when }: Step): Claim[] => (when === undefined ? [] : [when]);
const isMet = ({ kinds }: Step, wanted: readonly Wanted[]): boolean =>
  kinds.some(({ facts }) => canBe(wanted, facts));

function excludedByWhen({ own, steps, without, context }: Around): boolean {
  if (own.length === 0) return true;
  const { yaml, report, warn } = context;
  const wanted = own.map(holds);
  for (const step of steps) {
    if (!isMet(step, [...wanted, ...claimsOf(step).map(holds)])) {
      const cure = "`when` is asked of all steps; what one has to meet stands in its own";
      report(
        place(step, isMet(step, wanted), context),
        `no such event meets the rule's \`when\`: ${never}`,
        cure,
      );
      return false;
    }
    const isImplied = step.when !== undefined && !isMet(step, [...wanted, fails(step.when)]);
    if (isImplied && isMet(step, claimsOf(step).map(fails)))
      warn(yaml.at([...step.path, "when"]), "the rule's `when` asks for as much", "leave it out");
  }
  if (without !== undefined && !isMet(without, [...wanted, ...claimsOf(without).map(holds)])) {
    const message = "no such event meets the rule's `when`, so it excludes nothing";
    warn(
      place(without, isMet(without, wanted), context),
      message,
      "`when` is asked of all events of the rule",
    );
  }
  return true;
}

/** An event that must not come is never a step. */
function excludedByWithout({ own, steps, without, context }: Around): boolean {
  if (without === undefined) return true;
  const excluded = new Set(without.kinds.flatMap(({ types }) => types));
  const index = steps.findIndex((step) => {
    const wanted = [...own, ...claimsOf(step)].map(holds);
    return !step.kinds.some(
      ({ types, facts }) =>
        types.some((type) => !excluded.has(type)) ||
        (without.when !== undefined && canBe([...wanted, fails(without.when)], facts)),
    );
  });
  if (index < 0) return true;
  context.report(
    context.yaml.at([...without.path, "on"]),
    `all events of step ${index + 1} are such: ${never}`,
  );
  return false;
}

/** Steps of one sequence have the same values of `by`. */
function excludedByBy({ written, rule, own, steps, context }: Around): boolean {
  const budget = { steps: 4_000 };
  for (const path of pathsOf(written, rule, context.types)) {
    for (const [later, step] of steps.entries()) {
      for (const [earlier, other] of steps.slice(0, later).entries()) {
        const isPossible = other.kinds.some((first) =>
          step.kinds.some(
            (second) =>
              !areApart(path, first.types, second.types, context.types) &&
              mayShare(
                path,
                { claims: [...own, ...claimsOf(other)], facts: first.facts },
                { claims: [...own, ...claimsOf(step)], facts: second.facts },
                budget,
              ),
          ),
        );
        if (isPossible) continue;
        const isNowhere = step.kinds.every(({ facts }) => facts.get(path)?.isThere === false);
        const message = isNowhere
          ? `such events have no \`${path}\`, and those of step ${earlier + 1} always do`
          : `such events never have the same \`${path}\` as those of step ${earlier + 1}`;
        const common = "`by` names what all steps have in common";
        const byDefault = `${common}; left out, it is the event's subject`;
        const cure = isNowhere
          ? `leave \`${path}\` out of \`by\``
          : written.by === undefined
            ? byDefault
            : common;
        context.report(place(step, !isNowhere, context), `${message}: ${never}`, cure);
        return false;
      }
    }
  }
  return true;
}

/** The values of `by` that stand in events as they are. */
function pathsOf(
  { by }: JudgedRule["written"],
  { language, types }: JudgedRule["rule"],
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

/** At the step's own condition, or at its types where it has none or those are at fault. */
function place({ path, when }: Step, isOwn: boolean, { yaml }: Around["context"]) {
  return yaml.at([...path, when !== undefined && isOwn ? "when" : "on"]);
}
