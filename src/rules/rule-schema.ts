/** A rule file as its author writes it. The descriptions are what editors show. */
import * as z from "zod";
import { lasts, parseDuration } from "../model/duration.ts";
import { builtInTypes, type EventTypes, namesOf } from "../model/known-types.ts";
import { isBlank } from "./cel/keyword-lists.ts";
import { blankWord } from "./cel/known-words.ts";
import { conditionKeys, lifeKeys } from "./conditions/schema.ts";

const text = (about: string) => z.string().describe(about);
const expression = (about: string) =>
  z.string().min(1).describe(`${about} (CEL over now, was, changed, event and lists)`);

const day = z.string().optional();

/** What an example may say besides its type. */
const exampleFields = {
  now: z.record(z.string(), z.unknown()).describe("fields of the item that the rule looks at"),
  was: z.record(z.string(), z.unknown()).optional().describe("the item before"),
  changed: z.array(z.string()).optional().describe("by default the fields that differ between was and now"),
  subject: z.string().optional().describe("by default now.code, now.db/now.code, now.source or now.rule"),
  source: z.string().optional(),
  published: day,
  occurred: day,
  time: z.string().optional(),
};

function exampleEvents(types: EventTypes) {
  return z
    .strictObject({ type: z.enum(namesOf(types)).describe("type of the event"), ...exampleFields })
    .describe("an event, as far as the rule looks at it");
}

function examplesOf(event: ReturnType<typeof exampleEvents>) {
  return z
    .strictObject({
      fires: event.optional().describe("the rule fires for this event"),
      silent: event.optional().describe("the rule stays silent for this event"),
    })
    .refine(({ fires, silent }) => (fires === undefined) !== (silent === undefined), {
      error: "an example has either `fires` or `silent`",
    });
}

const ruleKeys = {
  name: z
    .string()
    .refine((name) => /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u.test(name), {
      error: "a name has up to 100 letters, digits, blanks and . _ -",
    })
    .describe("the rule's name, the only one in all files"),
  description: text("what the rule is for").optional(),
  on: z
    .union([z.string(), z.array(z.string()).min(1)], { error: "`on` takes an event type or a list of them" })
    .describe("an event type, a list of them, or a prefix such as short.report.*"),
  when: expression("the rule fires where this is true; without it, for every event").optional(),
  by: z
    .union([z.string(), z.array(z.string()).min(1)], {
      error: "`by` takes a value such as now.code or a list of them",
    })
    .optional()
    .describe("one alert per combination of these values; by default per subject of the event"),
  ...conditionKeys,
  ...lifeKeys,
  severity: z.enum(["info", "warning", "critical"]).default("info").describe("how much it matters"),
  title: text("title of the alert; {{ }} holds values").min(1),
  body: text("text of the alert; {{ }} holds values").default(""),
  cooldown: z
    .string()
    .refine(isLasting, { error: "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd" })
    .optional()
    .describe("the same alert again only after this long, such as 30s, 15m, 1h, 1d or 3bd (trading days)"),
  notify: z.array(z.string()).default([]).describe("who gets a mail besides the feed, such as email:desk"),
  labels: z.record(z.string(), z.string()).default({}).describe("words that go with the alert"),
};

function isLasting(written: string): boolean {
  const duration = parseDuration(written);
  return duration !== undefined && lasts(duration);
}

const listName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "a list's name has letters, digits and _" });
const word = z.string().refine((text) => !isBlank(text), { error: blankWord });
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
        file: z.string().describe("a UTF-8 file in the folder of the rules, with one word a line"),
      }),
    ]),
  )
  .default({})
  .describe(listsAbout);

/** A rule and a file of rules about these events. */
export function rulesSchemas(types: EventTypes): RulesSchemas {
  const made = schemasOf.get(types) ?? makeSchemas(types);
  schemasOf.set(types, made);
  return made;
}

// Rules are loaded again at every edit, and making the schemas takes longer than reading a file.
const schemasOf = new WeakMap<EventTypes, RulesSchemas>();

function makeSchemas(types: EventTypes) {
  const event = exampleEvents(types);
  const examples = z.array(examplesOf(event)).default([]);
  const rule = z.strictObject({
    ...ruleKeys,
    examples: examples.describe("events for which the rule fires or stays silent"),
  });
  const rules = z.array(rule).default([]).describe("the rules");
  const file = z.strictObject({ lists: listsSchema, rules });
  const written = z.strictObject({ lists: writtenListsSchema, rules });
  return { rule, file, written };
}

export type RulesSchemas = ReturnType<typeof makeSchemas>;
export type RuleFile = z.output<RulesSchemas["file"]>;
export type WrittenRule = RuleFile["rules"][number];
export type ExampleEvent = z.output<ReturnType<typeof exampleEvents>>;

/** For editors: what a rule file may hold, as JSON Schema draft 7. */
export function rulesJsonSchema(types: EventTypes = builtInTypes): Record<string, unknown> {
  return z.toJSONSchema(rulesSchemas(types).written, { io: "input", target: "draft-7" });
}
