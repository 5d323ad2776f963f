/** A rule file as its author writes it. The descriptions are what editors show. */
import * as z from "zod";
import { lasts, parseDuration } from "../model/duration.ts";
import { eventTypeNames } from "../model/event-types.ts";

const text = (about: string) => z.string().describe(about);
const expression = (about: string) =>
  z.string().min(1).describe(`${about} (CEL over now, was, changed, event and lists)`);

const day = z.string().optional();

const exampleEvent = z
  .strictObject({
    type: z.enum(eventTypeNames).describe("type of the event"),
    now: z.record(z.string(), z.unknown()).describe("fields of the item that the rule looks at"),
    was: z.record(z.string(), z.unknown()).optional().describe("the item before"),
    changed: z.array(z.string()).optional().describe("by default the fields that differ between was and now"),
    subject: z.string().optional().describe("by default now.code, now.db/now.code, now.source or now.rule"),
    source: z.string().optional(),
    published: day,
    occurred: day,
    time: z.string().optional(),
  })
  .describe("an event, as far as the rule looks at it");

const example = z
  .strictObject({
    fires: exampleEvent.optional().describe("the rule fires for this event"),
    silent: exampleEvent.optional().describe("the rule stays silent for this event"),
  })
  .refine(({ fires, silent }) => (fires === undefined) !== (silent === undefined), {
    error: "an example has either `fires` or `silent`",
  });

export const ruleSchema = z.strictObject({
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
  examples: z.array(example).default([]).describe("events for which the rule fires or stays silent"),
});

function isLasting(written: string): boolean {
  const duration = parseDuration(written);
  return duration !== undefined && lasts(duration);
}

export const ruleFileSchema = z.strictObject({
  lists: z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "a list's name has letters, digits and _" }),
      z.array(z.string()).max(10_000),
    )
    .default({})
    .describe("words and codes that this file's rules name as lists.NAME"),
  rules: z.array(ruleSchema).default([]).describe("the rules"),
});

export type RuleFile = z.output<typeof ruleFileSchema>;
export type WrittenRule = RuleFile["rules"][number];
export type ExampleEvent = z.output<typeof exampleEvent>;

/** For editors: what a rule file may hold, as JSON Schema draft 7. */
export function rulesJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(ruleFileSchema, { io: "input", target: "draft-7" });
}
