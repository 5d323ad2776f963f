/** What a rule asks of one event by itself: its time, its key, its `when` and `until`, the values it measures. */
import type { Bound, Condition, Happening, Numeric, Rule, Test, When } from "./case.ts";
import { nameOf, workedOf } from "./worked.ts";

type Fields = Pick<Happening, "flag" | "value" | "worked">;

/** A number of an event: that of a field, or one that was worked out. */
function numberOf(field: "flag" | Numeric, fields: Fields): number | undefined {
  return typeof field === "string" ? fields[field] : fields.worked?.get(nameOf(field));
}

/** A comparison with an absent field does not hold. */
export function holds({ field, is, than }: Test, fields: Fields): boolean {
  const value = numberOf(field, fields);
  if (value === undefined) return false;
  return is === ">=" ? value >= than : value < than;
}

/** Whether a rule sees an event, by its `when`. */
export function isAskedOf({ when }: Rule, happening: Happening): boolean {
  return when === undefined || holds(when, happening);
}

/** When an event was by the rule's clock; where it says nothing there, when it was seen. */
export function timeOf({ clock }: Rule, { seen, published, occurred }: Happening): When {
  const said = clock === "published" ? published : clock === "occurred" ? occurred : undefined;
  return said ?? { ms: seen, byDay: false };
}

/** What is absent is – in a key, and a bar in a value is ¦; without `by` it is the subject. */
export function keyOf({ by }: Rule, happening: Happening): string {
  if (by.length === 0) return happening.code;
  return by.map((field) => (happening[field] ?? "–").replaceAll("|", "¦")).join("|");
}

/** A bound as a number, by the event with which it is worked out; of no event, or one without the field, none. */
export function levelOf(bound: Bound | undefined, happening: Happening | undefined): number | undefined {
  if (bound === undefined || typeof bound === "number") return bound;
  const value = happening && numberOf(bound.field, happening);
  return value === undefined ? undefined : value * bound.times + bound.plus;
}

/** The value that a condition measures of an event: what is true is 1, what is false 0. */
export function measuredOf(condition: Condition, happening: Happening): number | string | undefined {
  const of = "of" in condition ? condition.of : undefined;
  if (of === undefined || of === "word") return of && happening[of];
  if (typeof of === "string" || "work" in of) return numberOf(of, happening);
  return numberOf(of.field, happening) === undefined ? undefined : Number(holds(of, happening));
}

/** Whether an event counts for a condition, by the condition's own `when`. */
export function countsFor({ when }: Condition, happening: Happening): boolean {
  return when === undefined || holds(when, happening);
}

/** Whether an event has all values that a condition asks for: what it measures, and what its bounds are made of. */
export function isMeasured(condition: Condition, happening: Happening): boolean {
  if ("of" in condition && condition.of !== undefined && measuredOf(condition, happening) === undefined)
    return false;
  return boundsOf(condition).every((bound) => bound === undefined || levelOf(bound, happening) !== undefined);
}

/** The bounds that may be worked out with each event. */
function boundsOf(condition: Condition): (Bound | undefined)[] {
  switch (condition.is) {
    case "crosses":
      return [condition.above, condition.below, condition.reset];
    case "moves":
      return [condition.by, condition.percent];
    case "spike":
      return [condition.at_least];
    case "rate":
      return Object.values(condition.limits);
    default:
      return "bounds" in condition ? Object.values(condition.bounds) : [];
  }
}

/** Whether a bound of it is worked out with each event. */
export function hasComputed(condition: Condition): boolean {
  return boundsOf(condition).some((bound) => typeof bound === "object");
}

/** All conditions of a rule, those of `any` too. */
export function conditionsOf({ conditions, any = [] }: Pick<Rule, "conditions" | "any">): Condition[] {
  return [...conditions, ...any.flat()];
}

/** Whether a condition holds for the moment of an event alone. */
export function isMomentary(condition: Condition): boolean {
  if (condition.is === "moves") return condition.since === undefined;
  return ["unseen", "sequence", "extreme", "deviates", "crossover", "rate"].includes(condition.is);
}

/** Whether a condition looks at a level of the past, so that it is given what was. */
export function looksBack({ is }: Condition): boolean {
  const past = ["crosses", "moves", "unseen", "extreme", "deviates", "crossover", "streak", "rate"];
  return past.includes(is);
}

/** Whether a condition can begin to hold by time alone: too little, or what was too low is long ago. */
export function canBeginByTime(condition: Condition): boolean {
  if (!("bounds" in condition)) return false;
  const { at_least, at_most, above, below } = condition.bounds;
  const upper = at_most !== undefined || below !== undefined;
  const lower = at_least !== undefined || above !== undefined;
  if (condition.is === "minimum") return lower;
  return upper && ["count", "distinct", "sum", "maximum"].includes(condition.is);
}

/** Names of what a condition finds, as texts show it. */
function valuesOf(condition: Condition): string[] {
  switch (condition.is) {
    case "crosses":
      return ["value"];
    case "moves":
      return ["moved"];
    case "unseen":
      return condition.within === undefined ? ["seen"] : [];
    case "spike":
      return ["spike", "usual"];
    case "sequence":
      return [];
    case "deviates":
      return ["deviates", "mean"];
    case "crossover":
      return ["fast", "slow"];
    default:
      return [condition.is];
  }
}

/** What a title shows, in its order; of a map that need not hold, only what there is in any case. */
export function toldValues(rule: Pick<Rule, "conditions" | "any" | "absent">): string[] {
  const { conditions, any = [], absent } = rule;
  // What was found of something that never came is not promised.
  if (absent?.expected) return [];
  const measures = any
    .flat()
    .filter(({ is, ...keys }) => "bounds" in keys || is === "crosses" || is === "streak");
  const names = [...conditions, ...measures].flatMap((condition) =>
    valuesOf(condition).map((value) => [condition.name, value].filter(Boolean).join(".")),
  );
  return [...new Set(names)];
}

/** What a title shows besides, of the rule's own event: values of what stands. */
export function toldWorked(rule: Rule): string[] {
  if (rule.absent?.expected) return [];
  const standing = workedOf(rule).filter(({ work }) => work === "standing" || work === "latest");
  return [...new Set(standing.map(nameOf))];
}

/** All of it, as texts write it. */
export function toldTexts(rule: Rule): string[] {
  return [...toldValues(rule).map((name) => `found.${name}`), ...toldWorked(rule)];
}

/** A number as a title shows it, rounded to six decimals. */
export function told(value: number | undefined): string {
  return value === undefined ? "–" : String(Math.round(value * 1e6) / 1e6 + 0);
}
