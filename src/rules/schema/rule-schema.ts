/** A rule file as its author writes it. The descriptions are what editors show. */
import * as z from "zod";
import { editorSchema } from "../../lib/editor-schema.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import { blankWord, isBlank } from "../cel/keyword-lists.ts";
import { clockKey } from "../clock.ts";
import { conditionKeys } from "../conditions/index.ts";
import { lifeKeys } from "../life.ts";
import { standingKey } from "../standing/standing-key.ts";
import { eventPattern, eventPatterns } from "./event-patterns.ts";
import { exampleSchema } from "./example-schema.ts";
import { length } from "./schema-parts.ts";

const text = (about: string, ...examples: string[]) => z.string().describe(about).meta({ examples });
const expression = (about: string, ...examples: string[]) =>
  z.string().min(1).describe(`${about} (CEL over now, was, changed, event and lists)`).meta({ examples });

const ruleKeys = {
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u, {
      error: "a name has up to 100 letters, digits, blanks and . _ -",
    })
    .describe("required; the rule's name, unique in all files")
    .meta({ examples: ["large-new-short"] }),
  description: text("what the rule is for", "A seller reports a large new position.").optional(),
  on: z
    .union([eventPattern, z.array(eventPattern).min(1)], {
      error: "`on` takes an event type or a list of them",
    })
    .describe("required; an event type, a list of them, or a prefix such as short.report.*")
    .meta({ examples: ["short.report.opened", ["short.report.*", "margin.alert.added"]] }),
  when: expression(
    "only events for which this is true count; without it, every event of the types in `on` counts",
    'now.ratio >= 1 && now.code in ["7203", "6758"]',
  ).optional(),
  by: z
    .union([z.string(), z.array(z.string()).min(1)], {
      error: "`by` takes a value such as now.code or a list of them",
    })
    .optional()
    .describe(
      "one alert for each combination of these values; by default for each subject of the events (the stock, the series)",
    )
    .meta({ examples: [["now.code", "now.seller"]] }),
  clock: clockKey,
  ...conditionKeys,
  ...lifeKeys,
  severity: z
    .enum(["info", "warning", "critical"])
    .default("info")
    .describe("how much it matters: `info` (the default), `warning` or `critical`")
    .meta({ examples: ["warning"] }),
  title: text("required; one line; {{ }} holds values", "{{ now.seller }} is short {{ now.ratio }} %").min(1),
  body: text("more text, with line breaks; {{ }} holds values", "Published {{ event.published }}.").default(
    "",
  ),
  cooldown: length(
    "the shortest time between two alerts of the same combination of `by`: 30s, 15m, 1h, 1d, or 3bd for three trading days; without it, every match gives an alert",
    "1h",
  ).optional(),
};

const labels = z
  .record(z.string(), z.string())
  .default({})
  .describe("words sent along with the alert, for programs that read the feed")
  .meta({ examples: [{ book: "japan" }] });

const listName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "a list's name has letters, digits and _" });
const word = z
  .string()
  .refine((text) => !isBlank(text), { error: blankWord })
  .meta({ pattern: "\\S" });
const listedWords = z.array(word).max(100_000);
const listsAbout = "words and codes that this file's rules name as lists.NAME";
const listsSchema = z.record(listName, listedWords).default({}).describe(listsAbout);

/** As a person writes it, before the words of files stand in the place of their names. */
const writtenListsSchema = z
  .record(
    listName,
    z.union([
      listedWords,
      z.strictObject({
        file: z
          .string()
          .describe("a UTF-8 file in the folder of the rules, with one word a line")
          .meta({ examples: ["words.txt"] }),
      }),
    ]),
  )
  .default({})
  .describe(listsAbout)
  .meta({ examples: [{ core: ["7203", "6758"] }, { words: { file: "words.txt" } }] });

/** A rule and a file of rules about these events, with targets of these kinds. */
export function rulesSchemas(types: EventTypes, notify: readonly NotifyScheme[]): RulesSchemas {
  const known = schemasOf.get(types) ?? new Map<string, RulesSchemas>();
  schemasOf.set(types, known);
  const kinds = notify.map(({ scheme }) => scheme).join();
  const made = known.get(kinds) ?? makeSchemas(types, notify);
  known.set(kinds, made);
  return made;
}

// Rules are loaded again at every edit, and making the schemas takes longer than reading a file.
const schemasOf = new WeakMap<EventTypes, Map<string, RulesSchemas>>();

function notifyKey(notify: readonly NotifyScheme[]) {
  const abouts = notify.map(({ about }) => about);
  return z
    .array(z.string())
    .default([])
    .describe([...abouts, "every alert is on the feed anyway"].join("; "))
    .meta({ examples: [notify.map(({ example }) => example)] });
}

function makeSchemas(types: EventTypes, notify: readonly NotifyScheme[]) {
  const examples = z.array(exampleSchema(types)).default([]);
  const rule = z.strictObject({
    ...ruleKeys,
    notify: notifyKey(notify),
    labels,
    examples: examples.describe("events for which the rule fires or stays silent").meta({
      examples: [
        [
          {
            fires: {
              type: "short.report.opened",
              now: { code: "7203", seller: "Example Capital", ratio: 1.2 },
            },
          },
        ],
      ],
    }),
  });
  const rules = z.array(rule).default([]).describe("the rules");
  const file = z.strictObject({ lists: listsSchema, standing: standingKey, rules });
  const written = z
    .strictObject({ lists: writtenListsSchema, standing: standingKey, rules })
    .describe("a file of rules about Japanese stocks; docs/rules.md explains it");
  return { rule, file, written };
}

export type RulesSchemas = ReturnType<typeof makeSchemas>;
export type RuleFile = z.output<RulesSchemas["file"]>;
export type WrittenRule = RuleFile["rules"][number];

/** For editors: what a rule file may hold, as JSON Schema draft 7. */
export function rulesJsonSchema(types: EventTypes, notify: readonly NotifyScheme[]): Record<string, unknown> {
  const schema = editorSchema(rulesSchemas(types, notify).written);
  const { eventPattern: pattern } = schema.definitions as Record<string, object>;
  // The definition leaves the types that there are to the compiler, which says more of a mistake.
  if (pattern !== undefined) Object.assign(pattern, { enum: eventPatterns(types) });
  return { ...schema, title: "Yagura rules" };
}
