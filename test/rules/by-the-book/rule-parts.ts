/** What a rule asks of one event by itself: its time, its key, its `when` and `until`, the values it measures. */
import type { Condition, Field, Happening, Measure, Rule, Test, When } from "./case.ts";

/** A comparison with an absent field does not hold. */
export function holds({ field, is, than }: Test, fields: Pick<Happening, "flag" | "value">): boolean {
  const value = fields[field];
  if (value === undefined) return false;
  return is === ">=" ? value >= than : value < than;
}

/** When an event was by the rule's clock; where it says nothing there, when it was seen. */
export function timeOf({ clock }: Rule, { seen, published, occurred }: Happening): When {
  const said = clock === "published" ? published : clock === "occurred" ? occurred : undefined;
  return said ?? { ms: seen, byDay: false };
}

/** What is absent is – in a key. */
export function keyOf({ by }: Rule, happening: Happening): string {
  return by.map((field) => happening[field] ?? "–").join("|");
}

export function measuredBy(condition: Condition): Field | undefined {
  return "of" in condition ? condition.of : undefined;
}

/** Whether an event has all values that the rule measures; else it plays no part. */
export function isMeasured({ conditions }: Rule, happening: Happening): boolean {
  return conditions.every((condition) => {
    const field = measuredBy(condition);
    return field === undefined || happening[field] !== undefined;
  });
}

/** Whether a condition holds for the moment of an event alone. */
export function isMomentary(condition: Condition): boolean {
  return (
    condition.is === "unseen" ||
    condition.is === "sequence" ||
    (condition.is === "moves" && condition.since === undefined)
  );
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

/** The measures that a title shows: in a rule that time alone can begin, only those that time can begin. */
export function toldMeasures({ conditions }: Rule): Measure[] {
  const measures = conditions.filter((condition) => "bounds" in condition);
  return measures.some(canBeginByTime) ? measures.filter(canBeginByTime) : measures;
}
