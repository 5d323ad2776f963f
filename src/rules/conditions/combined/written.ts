/** Conditions as their author writes them: one or a list of each kind, and maps of them under `any`. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { needs } from "../../context/schema-parts.ts";
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
