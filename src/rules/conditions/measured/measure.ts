/** What one measure of the events in a window answers; the rest of its condition is the same for all. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { memoryLimits } from "../../../model/memory-limits.ts";
import type { JudgedRule } from "../../judge-rules.ts";
import { needs } from "../../schema-parts.ts";
import type { Borrowed, ConditionMember } from "../member.ts";
import { warnOfUnits } from "../units.ts";
import { compileOf } from "../value.ts";
import { type Bounds, boundKeys, boundNames, checkBounds } from "./bounds.ts";
import { createMeasured } from "./measured.ts";
import type { Tally } from "./tallies.ts";
import { type Entry, type WrittenWindow, windowOf, within } from "./window.ts";

interface Written extends Bounds {
  /** Absent where events are counted. */
  readonly of?: string;
  readonly within: WrittenWindow;
}

/** @typeParam More what is written of it beside its value, its window and its bounds */
export interface Measure<More extends object = object> {
  /** The key of a rule; what is measured goes by the same name in texts. */
  readonly key: string;
  readonly about: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly borrowed: Borrowed;
  /** Its keys beside `within` and the bounds. */
  readonly keys: Readonly<Record<string, z.ZodType>>;
  /** What is remembered of an event: its time alone, its value, or its value where that is a number. */
  readonly remembers: "time" | "value" | "number";
  /** What it comes to: a whole number, one of the values or like them, or what they add up to. */
  readonly gives: "count" | "value" | "total";
  /**
   * The bounds that it comes to keep as entries leave, where nothing else happens; that there is less is no reason to
   * exceed one. Undefined: it begins to hold with an event alone.
   */
  readonly keepsByTime: "lower" | "upper" | undefined;
  /** Whether it goes up and down as entries leave, so that each time between is looked at. */
  readonly wavers: boolean;
  tally(entries: readonly Entry[], written: More): Tally;
  /** Reports what else `check` has to say of it. */
  lint?(written: More, path: Path, rule: JudgedRule): void;
}

/** The condition that a measure is within bounds. */
export function measured<More extends object = object>(
  measure: Measure<More>,
): ConditionMember<string, z.ZodType<Written & More>> & { readonly measure: Measure<More> } {
  const { key, about, example, borrowed } = measure;
  return {
    measure,
    ...{ key, about, borrowed },
    examples: [example as unknown as Written & More],
    schema: schemaOf(measure.keys) as unknown as z.ZodType<Written & More>,
    found: [key],
    isMomentary: () => false,
    events: () => [],
    compile(written, path, around) {
      const window = windowOf(written.within);
      if (window === undefined) return undefined;
      checkBounds(written, measure.gives === "count", path, around.context);
      const made = { window, bounds: written, more: written, mostEntries: memoryLimits.entries };
      if (written.of === undefined) return createMeasured(measure, made);
      const of = compileOf(written.of, measure.remembers === "number" ? "number" : "any", path, around);
      return of && createMeasured(measure, { ...made, of });
    },
    lint(written, path, rule) {
      const { of } = written;
      if (of !== undefined && measure.gives !== "count")
        warnOfUnits({ ...written, of }, path, rule, { addsUp: measure.gives === "total" });
      measure.lint?.(written, path, rule);
      return true;
    },
  };
}

function schemaOf(keys: Measure["keys"]) {
  return z
    .strictObject({ ...keys, within, ...boundKeys })
    .refine((written) => boundNames.some((name) => written[name] !== undefined), {
      error: `one of ${boundNames.join(", ")} is needed`,
    })
    .meta({ anyOf: needs(boundNames) });
}
