/** The conditions that measure the events in a window: a measure says what is its own, and the rest is the same for all. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import type { TradingCalendar } from "../../../model/dates.ts";
import { memoryLimits } from "../../../model/rule.ts";
import { needs } from "../../context/schema-parts.ts";
import type { RuleLinted } from "../../lint/check-condition.ts";
import { warnOfUnits } from "../../lint/odd-values.ts";
import { withBounds } from "../combined/computed-bounds.ts";
import { type EventCondition, lookAt, placeAt } from "../condition.ts";
import {
  type Borrowed,
  type ConditionMember,
  compileOf,
  type OfExpression,
  remembered,
  rememberedNumber,
  rememberedTruth,
} from "../member.ts";
import {
  boundKeys,
  boundNames,
  createCeases,
  createChangesAt,
  createTurnsAt,
  type Gives,
  isInBounds,
  reportBounds,
  type ValueBounds,
  type WrittenBounds,
} from "./bounds.ts";
import { keepTally, type WindowTally } from "./tallies.ts";
import {
  entriesWithin,
  firstWithin,
  type TimeWindow,
  type WindowEntry,
  type WrittenWindow,
  windowOf,
} from "./window.ts";

interface Written extends WrittenBounds {
  /** Absent where events are counted. */
  readonly of?: string;
  readonly within: WrittenWindow;
}

/** @typeParam More what is written of it beside its value, its window and its bounds */
export interface WindowMeasure<More extends object = object> {
  /** The key of a rule; what is measured goes by the same name in texts. */
  readonly key: string;
  readonly about: string;
  readonly example: Readonly<Record<string, unknown>>;
  readonly borrowed: Borrowed;
  /** Its keys beside `within` and the bounds. */
  readonly keys: Readonly<Record<string, z.ZodType>>;
  /** Facts about an event in the state: its time alone, its value, or its value where that is a number or a truth. */
  readonly remembers: "time" | "value" | "number" | "truth";
  readonly gives: Gives;
  /**
   * The bounds that it comes to keep as entries leave, where nothing else happens; that there is less is no reason to
   * exceed one. Undefined: it begins to hold with an event alone.
   */
  readonly keepsByTime: "lower" | "upper" | undefined;
  /** Whether it goes up and down as entries leave, so that each time between is looked at. */
  readonly wavers: boolean;
  tally(entries: readonly WindowEntry[], written: More): WindowTally;
  /** Reports what else `check` has to say of it. */
  lint?(written: More & WrittenBounds, path: Path, rule: RuleLinted): void;
}

/** The condition that a measure is within bounds. */
export function measured<More extends object = object>(
  measure: WindowMeasure<More>,
): ConditionMember<string, z.ZodType<Written & More>> & { readonly measure: WindowMeasure<More> } {
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
      reportBounds(written, measure.gives, path, around.context);
      const made = { window, more: written, mostEntries: memoryLimits.entries };
      const { kind } = readers[measure.remembers];
      const of = written.of === undefined ? undefined : compileOf(written.of, kind, path, around);
      if (written.of !== undefined && of === undefined) return undefined;
      return withBounds(written, boundNames, { path, around }, (bounds) =>
        createMeasured(measure, { ...made, bounds, ...(of && { of }) }),
      );
    },
    lint(written, path, rule) {
      const { of } = written;
      if (of !== undefined && (measure.gives === "value" || measure.gives === "total"))
        warnOfUnits({ ...written, of }, path, rule, { addsUp: measure.gives === "total" });
      measure.lint?.(written, path, rule);
      return true;
    },
  };
}

function schemaOf(keys: WindowMeasure["keys"]) {
  return z
    .strictObject({ ...keys, within: entriesWithin, ...boundKeys })
    .refine((written) => boundNames.some((name) => written[name] !== undefined), {
      error: `one of ${boundNames.join(", ")} is needed`,
    })
    .meta({ anyOf: needs(boundNames) });
}

export interface MeasuredWindow<More = object> {
  /** Whose values are measured; absent where events are counted. */
  readonly of?: OfExpression;
  readonly window: TimeWindow;
  readonly bounds: ValueBounds;
  /** Further keys of the measure. */
  readonly more: More;
  /** Most entries of one key in the state, the newest. */
  readonly mostEntries: number;
}

/**
 * An event that comes late counts in the window up to the newest one, where it is in there. A window without events
 * counts nothing, which is at most something.
 */
export function createMeasured<More extends object>(
  measure: WindowMeasure<More>,
  made: MeasuredWindow<More>,
): EventCondition {
  const tally = (entries: readonly WindowEntry[]) => measure.tally(entries, made.more);
  const tallyOf = keepTally(tally);
  const turnsAt = createTurnsAt(measure, tally, made);
  const inWindow = (memory: unknown, at: number, calendar: TradingCalendar): readonly WindowEntry[] => {
    const entries = (memory ?? []) as readonly WindowEntry[];
    return entries.slice(
      firstWithin(made.window, entries, Math.max(at, entries.at(-1)?.[0] ?? at), calendar),
    );
  };
  const measureAt = (memory: unknown, at: number, calendar: TradingCalendar) =>
    tally(inWindow(memory, at, calendar)).value();
  const isKept = (value: number | undefined) => value !== undefined && isInBounds(value, made.bounds);
  const foundOf = (value: number | undefined) => (value === undefined ? {} : { [measure.key]: value });
  return {
    read: readerOf(measure, made.of),
    take(memory, seen, value) {
      const entries = (memory ?? []) as WindowEntry[];
      const newest = Math.max(seen.at, entries.at(-1)?.[0] ?? seen.at);
      const kept = tallyOf(entries);
      const drop = (count: number) => {
        for (const [, gone] of entries.splice(0, count)) kept.remove(gone);
      };
      drop(firstWithin(made.window, entries, newest, seen.calendar));
      const lapsed = !isKept(kept.value());
      const entry: WindowEntry = [seen.at, value ?? null];
      const place = placeAt(entries, entry[0]);
      put(entries, place, entry);
      kept.add(entry[1], place === entries.length - 1);
      const first = firstWithin(made.window, entries, newest, seen.calendar);
      const last = Math.max(first, entries.length - made.mostEntries);
      const counts = place >= last;
      drop(last);
      return {
        memory: entries.length === 0 ? undefined : entries,
        isFull: last > first,
        counts,
        holds: counts ? isKept(kept.value()) : !lapsed,
        lapsed,
        found: foundOf(kept.value()),
      };
    },
    ceases: createCeases(measure, tally, made),
    holdsAt: (memory, at, calendar) => isKept(measureAt(memory, at, calendar)),
    turnsAt:
      turnsAt && ((memory, after, calendar) => turnsAt(inWindow(memory, after, calendar), after, calendar)),
    changesAt: createChangesAt(made),
    foundAt: (memory, at, calendar) => foundOf(measureAt(memory, at, calendar)),
    look(memory, at, calendar) {
      const entries = inWindow(memory, at, calendar);
      return lookAt(entries, foundOf(tally(entries).value()));
    },
    compared: undefined,
    knowsWhatWas: false,
  };
}

function readerOf(
  { remembers }: Pick<WindowMeasure, "remembers">,
  of: OfExpression | undefined,
): EventCondition["read"] {
  if (of === undefined) return undefined;
  const { read } = readers[remembers];
  return (variables) => read(of, variables);
}

const readers = {
  time: { kind: "any", read: remembered },
  value: { kind: "any", read: remembered },
  number: { kind: "number", read: rememberedNumber },
  truth: { kind: "truth", read: rememberedTruth },
} as const;

function put(entries: WindowEntry[], place: number, entry: WindowEntry): void {
  if (place === entries.length) entries.push(entry);
  else entries.splice(place, 0, entry);
}
