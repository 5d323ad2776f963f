/**
 * Conditions as their author writes them: one or a list of each kind, maps of them under `any`, and those with a `when`
 * of their own, for which other events do not count.
 */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import type { Predicate } from "../../cel/compile-expression.ts";
import { needs } from "../../context/schema-parts.ts";
import type { EventCondition, RememberedValue, TakenByCondition } from "../condition.ts";
import type { ConditionMember } from "../member.ts";

export const anyName = "any";

const mostOfOneKind = 16;
const mostMaps = 16;

const name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, {
    error: "such a name has a small letter first, and then letters, digits and _",
  })
  .describe("name under which texts find its values, as found.NAME.VALUE")
  .meta({ examples: ["gloomy"] });

const ownKeys = {
  name: name.optional(),
  when: z
    .string()
    .min(1)
    .optional()
    .describe("only events for which this is true count for this condition (CEL)")
    .meta({ examples: ["now.ratio >= 1"] }),
};

/** A key for each kind of condition, and `any`. */
export function keysFor(members: readonly ConditionMember[]): Readonly<Record<never, z.ZodType>> {
  const own = Object.fromEntries(
    members.map(({ key, schema, about, examples }) => [
      key,
      oneOrMore(key, schema)
        .optional()
        .describe(about)
        .meta({ examples: [...examples] }),
    ]),
  );
  const map = z
    .strictObject(own)
    .refine((written) => Object.keys(written).length > 0, { error: "at least one condition is needed here" })
    .meta({ id: "conditions", anyOf: needs(members.map(({ key }) => key)) });
  const any = z
    .array(map)
    .min(1)
    .max(mostMaps)
    .optional()
    .describe("one of these maps of conditions must hold, whichever it is; of a map all must")
    .meta({ examples: [[{ count: { within: "1h", at_least: 50 } }, { moves: { of: "now.rank", by: 20 } }]] });
  return { ...own, [anyName]: any };
}

/** A condition, or a list of several of its kind, each with a name. */
function oneOrMore(key: string, schema: z.ZodType) {
  const written = schema as z.ZodObject;
  const more = z.globalRegistry.get(schema) ?? {};
  const one = written.safeExtend(ownKeys).meta({ ...more, id: key });
  const named = written.safeExtend({ ...ownKeys, name }).meta({ ...more, id: `named.${key}` });
  return z.union([one, z.array(named).min(1).max(mostOfOneKind)], {
    error: `\`${key}\` takes a map of keys, or a list of such maps, each with a \`name\``,
  });
}

export interface WrittenAny {
  readonly any?: readonly object[] | undefined;
}

/** A condition that a rule asks for. */
export interface AskedCondition {
  readonly key: string;
  readonly member: ConditionMember;
  /** As the schema gives it. */
  readonly asked: unknown;
  /** Path from the rule to it. */
  readonly at: Path;
  readonly name: string | undefined;
  /** CEL. */
  readonly when: string | undefined;
}

/** The conditions that stand in the rule itself, or in another map of them. */
export function askedAtTop(
  members: readonly ConditionMember[],
  written: object,
  above: Path = [],
): AskedCondition[] {
  return members.flatMap((member) => {
    const { key } = member;
    const asked = (written as Readonly<Record<string, unknown>>)[key];
    if (asked === undefined) return [];
    if (!Array.isArray(asked)) return [entryOf(member, asked, [...above, key])];
    return asked.map((one, index) => entryOf(member, one, [...above, key, index]));
  });
}

/** The conditions of each map of `any`. */
export function askedInAny(members: readonly ConditionMember[], written: object): AskedCondition[][] {
  const { any = [] } = written as WrittenAny;
  return any.map((one, index) => askedAtTop(members, one, [anyName, index]));
}

function entryOf(member: ConditionMember, asked: unknown, at: Path): AskedCondition {
  const { name, when } = asked as Partial<Record<"name" | "when", string>>;
  return { key: member.key, member, asked, at, name, when };
}

interface Memory {
  readonly of: unknown;
  /** The newest event that was seen, whether it counted or not: what left a window before is not looked for again. */
  readonly at: number;
}

/** The value of an event that is not about the condition: none that an event has. */
const apart = Symbol("not about it") as unknown as RememberedValue;

export function withWhen(condition: EventCondition, when: Predicate): EventCondition {
  const { read, holdsAt, isKnown, turnsAt, foundAt, ceases, changesAt, compared, turned } = condition;
  const of = (memory: unknown) => (memory as Memory | undefined)?.of;
  const kept = (memory: unknown, at: number): Memory | undefined =>
    memory === undefined || memory === null ? undefined : { of: memory, at };
  return {
    knowsWhatWas: condition.knowsWhatWas,
    read: (variables) => (when(variables) ? (read === undefined ? "" : read(variables)) : apart),
    take(memory, seen, value): TakenByCondition {
      const before = of(memory);
      const at = Math.max(seen.at, (memory as Memory | undefined)?.at ?? seen.at);
      if (value !== apart) {
        const taken = condition.take(before, seen, value);
        const completed = kept(taken.completed, at);
        return { ...taken, memory: kept(taken.memory, at), ...(completed && { completed }) };
      }
      const holds = holdsAt?.(before, at, seen.calendar) ?? false;
      const found = foundAt?.(before, at, seen.calendar) ?? {};
      const bars = isKnown?.(before, at, seen.calendar) === false;
      return { memory: kept(before, at), counts: false, isApart: true, bars, holds, lapsed: !holds, found };
    },
    ceases:
      ceases &&
      ((memory, { from, to }, calendar) => {
        const { at = from } = (memory ?? {}) as Partial<Memory>;
        const since = from === undefined || at === undefined ? at : Math.max(from, at);
        return ceases(of(memory), { from: since, to }, calendar);
      }),
    holdsAt: holdsAt && ((memory, at, calendar) => holdsAt(of(memory), at, calendar)),
    turnsAt: turnsAt && ((memory, after, calendar) => turnsAt(of(memory), after, calendar)),
    ...(isKnown && { isKnown: (memory, at, calendar) => isKnown(of(memory), at, calendar) }),
    ...(turned && { turned: (memory, between, calendar) => turned(of(memory), between, calendar) }),
    changesAt: changesAt && ((memory, after, calendar) => changesAt(of(memory), after, calendar)),
    foundAt: foundAt && ((memory, at, calendar) => foundAt(of(memory), at, calendar)),
    look: (memory, at, calendar) => condition.look(of(memory), at, calendar),
    compared: compared && ((memory, seen) => compared(of(memory), seen)),
  };
}
