/** A rule file as its author writes it. The descriptions are what editors show. */
import * as z from "zod";
import { editorSchema } from "../../lib/editor-schema.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { isSeverity, severities } from "../../model/news-items.ts";
import type { NotifyScheme } from "../../model/rule.ts";
import { eventPattern, eventPatterns, heardKey } from "../about/heard-rules.ts";
import { needsKey } from "../about/needed-sets.ts";
import { blankWord, isBlankWord } from "../cel/keyword-lists.ts";
import { conditionKeys } from "../conditions/index.ts";
import { clockKey } from "../context/clock.ts";
import { length } from "../context/schema-parts.ts";
import { lifeKeys } from "../life/life.ts";
import { standingKey } from "../standing/standing-key.ts";
import { dataKey, labelsKey } from "../texts/labels-and-data.ts";
import { displayNameKey, textsKey } from "../texts/texts.ts";
import { exampleSchema } from "./example-schema.ts";
import { paramsKey, paramValuesKey } from "./params.ts";

const text = (about: string, ...examples: string[]) => z.string().describe(about).meta({ examples });
const expression = (about: string, ...examples: string[]) =>
  z
    .string()
    .min(1)
    .describe(`${about} (CEL over now, was, changed, event, lists and the like)`)
    .meta({ examples });

const severityKey = z
  // A word alone is meant as a severity.
  .union([z.enum(severities), z.string().min(1).meta({ pattern: "[^A-Za-z0-9_-]" })], {
    error: `this must be one of ${severities.join(", ")}`,
  })
  .superRefine((written, context) => {
    const isWord = /^[\p{L}\p{N}_-]+$/u.test(written) && !isSeverity(written);
    if (isWord) context.addIssue({ code: "invalid_value", values: [...severities], input: written });
  })
  .describe(
    "how much it matters: `info` (the default), `warning` or `critical`, or CEL that gives one of them",
  )
  .meta({ examples: ["warning", 'now.ratio >= 2 ? "critical" : "warning"'] });

const cooldownKey = length(
  "the shortest time between two alerts of the same combination of `by`: 30s, 15m, 1h, 1d, or 3bd for three trading days; without it, every match gives an alert",
  "1h",
);

const resolveAfterKey = length(
  "the alert is resolved after this time without news; with `until`, whichever comes first; by default `alerts.resolveAfter` of the settings, and with `until` alone no time limit",
  "1d",
  "5bd",
);

const gatherKey = length(
  "at most one message in this time about one subject, from all rules with `gather`: the first is sent at once, later ones together when the time ends; critical alerts, more severe ones than the message before, and routes with groups or digests do not wait for it; left out: a message about each event at once",
  "15m",
);

const ruleKeys = {
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u, {
      error: "a name has up to 100 letters, digits, blanks and . _ -",
    })
    .describe("required; the rule's name, unique in all files")
    .meta({ examples: ["large-new-short"] }),
  displayName: displayNameKey,
  description: text(
    "what the rule is for; {{ params.NAME }} holds a parameter's value",
    "A seller reports a large new position.",
  ).optional(),
  enabled: z
    .boolean()
    .default(true)
    .describe("false: the rule is checked and gives no alerts")
    .meta({ examples: [false] }),
  template: z
    .string()
    .min(1)
    .optional()
    .describe("name of a rule, in any file, that this one is like but for the keys that are written here")
    .meta({ examples: ["large-new-short"] }),
  params: paramsKey,
  on: z
    .union([eventPattern, z.array(eventPattern).min(1)], {
      error: "`on` takes an event type or a list of them",
    })
    .optional()
    .describe("required; an event type, a list of them, or a prefix such as short.report.*")
    .meta({ examples: ["short.report.opened", ["short.report.*", "margin.alert.added"]] }),
  rules: heardKey,
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
  severity: severityKey.default("info"),
  title: text("required; one line; {{ }} holds values", "{{ now.seller }} is short {{ now.ratio }} %")
    .min(1)
    .optional(),
  body: text("more text, with line breaks; {{ }} holds values", "Published {{ event.published }}.").default(
    "",
  ),
  texts: textsKey,
  cooldown: cooldownKey.optional(),
  resolveAfter: resolveAfterKey.optional(),
  gather: gatherKey.optional(),
};

const listName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "a list's name has letters, digits and _" });
const word = z
  .string()
  .refine((text) => !isBlankWord(text), { error: blankWord })
  .meta({ pattern: "\\S" });
const listedWords = z.array(word).max(100_000);
const listsAbout = "words and codes that the rules of all files name as lists.NAME";
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

const tablesAbout = "rows that the rules of all files name as tables.NAME[key].column";

// As the reader of tables takes them: nothing written stands for an absent value, and for no tables.
const cell = z.union([z.string(), z.number(), z.null()]);

const writtenTablesSchema = z
  .record(
    listName,
    z.union([
      z.strictObject({
        file: z
          .string()
          .describe("a CSV file in the folder of the rules, with a heading row")
          .meta({ examples: ["sectors.csv"] }),
        key: z
          .string()
          .describe("the column that rows are found by")
          .meta({ examples: ["code"] }),
        texts: z
          .array(z.string())
          .optional()
          .describe("columns that hold texts, though they may look like numbers"),
      }),
      z.record(z.string(), z.record(z.string(), cell)),
    ]),
  )
  .nullish()
  .describe(tablesAbout)
  .meta({
    examples: [{ sectors: { file: "sectors.csv", key: "code" } }, { sectors: { "7203": { name: "Autos" } } }],
  });

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
  const words = ["CEL that gives such a list is allowed too", "every alert is on the feed anyway"];
  return z
    .union([z.array(z.string()), z.string().min(1)], { error: "this must be a list, or CEL that gives one" })
    .describe([...abouts, ...words].join("; "))
    .meta({ examples: [notify.map(({ example }) => example)] });
}

function makeSchemas(types: EventTypes, notify: readonly NotifyScheme[]) {
  const examples = z.array(exampleSchema(types)).default([]);
  const whole = z.strictObject({
    ...ruleKeys,
    notify: notifyKey(notify).default([]),
    labels: labelsKey,
    data: dataKey,
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
  const rule = needing(whole, ["on", "title"]).meta({
    anyOf: [{ required: ["on", "title"] }, { required: ["template"] }],
  });
  const override = z.strictObject({
    enabled: z.boolean().optional(),
    notify: notifyKey(notify).optional(),
    cooldown: cooldownKey.optional(),
    severity: severityKey.optional(),
    params: paramValuesKey,
  });
  const rules = z.array(rule).default([]).describe("the rules");
  // Tables are read by gather.ts, which knows the files that they name.
  const file = z.strictObject({
    needs: needsKey,
    lists: listsSchema,
    tables: z.unknown().optional().describe(tablesAbout),
    standing: standingKey,
    rules,
  });
  const written = z
    .strictObject({
      needs: needsKey,
      lists: writtenListsSchema,
      tables: writtenTablesSchema,
      standing: standingKey,
      rules,
    })
    .describe("a file of rules about Japanese stocks; docs/rules.md explains it");
  return { rule, override, file, written };
}

/** A rule without a template needs these keys; each that is missing is told, whatever else is wrong. */
function needing<Rule extends z.ZodObject>(rule: Rule, keys: readonly string[]): Rule {
  const has = (value: unknown, key: string) => (value as Record<string, unknown> | null)?.[key] !== undefined;
  return keys.reduce(
    (schema, key) =>
      schema.refine((value) => has(value, "template") || has(value, key), {
        path: [key],
        error: `\`${key}\` is missing`,
        when: ({ value }) => typeof value === "object" && value !== null,
      }),
    rule,
  );
}

export type RulesSchemas = ReturnType<typeof makeSchemas>;
export type RuleFile = z.output<RulesSchemas["file"]>;

/** A rule as its file has it: one with a template has the keys of that besides. */
export type RuleEntry = RuleFile["rules"][number];

/** A whole rule. */
export type WrittenRule = RuleEntry & { readonly on: NonNullable<RuleEntry["on"]>; readonly title: string };

/** Changes of a rule by the settings. */
export type WrittenOverride = z.output<RulesSchemas["override"]>;

/** For editors: what a rule file may hold, as JSON Schema draft 7. */
export function rulesJsonSchema(types: EventTypes, notify: readonly NotifyScheme[]): Record<string, unknown> {
  const schema = editorSchema(rulesSchemas(types, notify).written);
  const { eventPattern: pattern } = schema.definitions as Record<string, object>;
  // The definition leaves the types that there are to the compiler, which says more of a mistake.
  if (pattern !== undefined) Object.assign(pattern, { enum: eventPatterns(types) });
  return { ...schema, title: "Yagura rules" };
}
