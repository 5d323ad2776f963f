/** Bounds of a condition that are computed from the event instead of being written out. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { compileExpression } from "../../cel/compile-expression.ts";
import type { Variables } from "../../cel/language.ts";
import type { EventCondition, TakenByCondition } from "../condition.ts";
import { isNumber, type OfExpression, type RuleContext, rememberedNumber } from "../member.ts";

const numberForm = /^\s*-?\d+(\.\d+)?\s*$/;

/** A number, or an expression that has one of each event. */
export const computedNumber = (about: string, ...examples: (number | string)[]) =>
  numberOrText(z.number()).optional().describe(about).meta({ examples });

/** A number over 0, or an expression, which may have any. */
export const computedPositive = (about: string, ...examples: (number | string)[]) =>
  numberOrText(z.number().meta({ exclusiveMinimum: 0 }))
    .refine((written) => typeof written === "string" || written > 0, { error: "this must be more than 0" })
    .optional()
    .describe(about)
    .meta({ examples });

function numberOrText(number: z.ZodNumber) {
  const text = z
    .string()
    .min(1)
    .meta({ not: { pattern: numberForm.source } });
  return z
    .union([number, text], { error: "a number or an expression (CEL) is needed here" })
    .superRefine((written, context) => {
      if (typeof written !== "string" || !numberForm.test(written)) return;
      const params = { suggestion: `write it without quotes: ${written.trim()}` };
      context.addIssue({ code: "custom", message: "this must be a number", params });
    });
}

type Written<Key extends string> = { readonly [Name in Key]?: number | string | undefined };
type Numbers<Key extends string> = { [Name in Key]?: number | undefined };

/** The numbers among bounds; what is computed is left out. */
export function writtenOut<Key extends string>(bounds: Written<Key>, keys: readonly Key[]): Numbers<Key> {
  const numbers: Numbers<Key> = {};
  for (const key of keys) {
    const bound = bounds[key];
    if (typeof bound === "number") numbers[key] = bound;
  }
  return numbers;
}

/**
 * Creates a condition with bounds some of which may be computed; undefined with a mistake, which is reported.
 * @param create reads its bounds anew at each question, since computed ones change from event to event
 */
export function withBounds<Key extends string>(
  bounds: Written<Key>,
  keys: readonly Key[],
  { path, around }: { readonly path: Path; readonly around: RuleContext },
  create: (bounds: Readonly<Numbers<Key>>) => EventCondition,
): EventCondition | undefined {
  const numbers = writtenOut(bounds, keys);
  const computed = keys.filter((key) => typeof bounds[key] === "string");
  if (computed.length === 0) return create(numbers);
  const made = computed.flatMap((key) => {
    const of = compileBound(String(bounds[key]), [...path, key], around);
    return of === undefined ? [] : [{ key, of }];
  });
  return made.length < computed.length ? undefined : withComputed(made, numbers, create);
}

function compileBound(
  source: string,
  at: Path,
  { context, language }: RuleContext,
): OfExpression | undefined {
  const of = context.at(at, () => compileExpression(source, language));
  if (of === undefined || isNumber(of)) return of;
  context.report(context.yaml.at(at), "a number, such as now.ratio, is needed here");
  return undefined;
}

interface Memory<Key extends string> {
  readonly of: unknown;
  /** The bounds as the newest event has them, and when that was, ms since 1970. */
  readonly bounds: Numbers<Key>;
  readonly at: number;
}

/** Where nothing came, no bound is known: a lower one is missed and an upper one is not, as few is no news then. */
const unknown = Number.MAX_VALUE;

function withComputed<Key extends string>(
  computed: readonly { readonly key: Key; readonly of: OfExpression }[],
  numbers: Numbers<Key>,
  create: (bounds: Readonly<Numbers<Key>>) => EventCondition,
): EventCondition {
  const open: Numbers<Key> = {};
  for (const { key } of computed) open[key] = unknown;
  const current = { ...numbers, ...open };
  const condition = create(current);
  /** The state of the condition itself, which goes by its own bounds from here on. */
  const of = (memory: unknown) => {
    const known = memory as Memory<Key> | undefined;
    Object.assign(current, known?.bounds ?? open);
    return known?.of ?? undefined;
  };
  const boundsOf = (variables: Variables): Numbers<Key> | undefined => {
    const bounds: Numbers<Key> = {};
    for (const { key, of: bound } of computed) {
      const number = rememberedNumber(bound, variables);
      if (number === undefined) return undefined;
      bounds[key] = number;
    }
    return bounds;
  };
  const { read, holdsAt, turnsAt, foundAt, ceases, changesAt, compared } = condition;
  return {
    knowsWhatWas: condition.knowsWhatWas,
    isKnown: (memory) => memory !== undefined,
    // Without a bound there is nothing to compare with, as without a value.
    read: (variables) =>
      boundsOf(variables) === undefined ? undefined : read === undefined ? "" : read(variables),
    take(memory, seen, value): TakenByCondition {
      const before = memory as Memory<Key> | undefined;
      const { at = seen.at, bounds = open } = before ?? {};
      const newest = Math.max(seen.at, at);
      // Whether it held up to now goes by the bounds of before.
      const held = holdsAt?.(of(memory), newest, seen.calendar) ?? false;
      const own = (seen.at >= at ? boundsOf(seen.variables) : undefined) ?? bounds;
      Object.assign(current, own);
      const taken = condition.take(before?.of ?? undefined, seen, value);
      const kept = taken.counts ? own : bounds;
      const after: Memory<Key> | undefined =
        taken.memory === undefined ? undefined : { of: taken.memory, bounds: kept, at: newest };
      const holds = taken.counts ? taken.holds : held;
      return { ...taken, memory: after, holds, lapsed: !held };
    },
    ceases: ceases && ((memory, between, calendar) => ceases(of(memory), between, calendar)),
    holdsAt: holdsAt && ((memory, at, calendar) => holdsAt(of(memory), at, calendar)),
    turnsAt: turnsAt && ((memory, after, calendar) => turnsAt(of(memory), after, calendar)),
    changesAt: changesAt && ((memory, after, calendar) => changesAt(of(memory), after, calendar)),
    foundAt: foundAt && ((memory, at, calendar) => foundAt(of(memory), at, calendar)),
    look: (memory, at, calendar) => condition.look(of(memory), at, calendar),
    compared: compared && ((memory, seen) => compared(of(memory), seen)),
  };
}
