/** A file of rule tests as its author writes it. The descriptions are what editors show. */
import * as z from "zod";
import { writtenWatchlists } from "../config/watchlists.ts";
import { editorSchema } from "../lib/editor-schema.ts";
import { checkedText } from "../lib/yaml/validate-yaml.ts";
import { noticeReasons } from "../model/alerts.ts";
import { inJapan, isDay, isMoment } from "../model/dates.ts";
import { lastingForm, parseDuration } from "../model/duration.ts";
import { type EventTypes, namesOf } from "../model/event-types.ts";
import { suppressionReasons } from "../model/rule.ts";
import { dayOrMoment, type ExampleEvent, repeat } from "../rules/schema/example-schema.ts";
import { sourceMembers } from "../sources/index.ts";
import { failuresOf, pollsOf, type RecordSource } from "./test-answers.ts";

const text = (about: string) =>
  z
    .union([z.string(), z.strictObject({ contains: z.string().describe("a part of the text") })], {
      error: "a text, or { contains: part of it }",
    })
    .optional()
    .describe(`${about}, or { contains: a part of it }`);

const alert = {
  rule: z.string().optional().describe("name of the rule"),
  key: text("what the rule's `by` gives"),
  severity: z.enum(["info", "warning", "critical"]).optional().describe("the rule's severity"),
  title: text("title"),
  body: text("body"),
  labels: z.record(z.string(), z.string()).optional().describe("labels that it has among others"),
  data: z.record(z.string(), z.unknown()).optional().describe("values that its data have among others"),
  recipients: z.array(z.string()).optional().describe("who gets a mail, such as email:desk"),
  subject: text("subject of the event behind it"),
};

const mail = {
  to: text("the address"),
  from: text("the sender"),
  subject: text("subject"),
  text: text("the plain text"),
};

const reasons = Object.keys(suppressionReasons) as (keyof typeof suppressionReasons)[];

const heldBack = {
  rule: alert.rule,
  key: alert.key,
  reason: z.enum(reasons).optional().describe("what held it back"),
};

const decisions = Object.keys(noticeReasons) as (keyof typeof noticeReasons)[];

const notice = {
  receiver: text("the receiver, such as email:desk"),
  rule: alert.rule,
  key: alert.key,
  reason: z.enum(decisions).optional().describe("why it is sent, waits, or is not sent"),
  state: z.enum(["waiting", "told", "dropped"]).optional().describe("its state in this step"),
};

const fields = z.record(z.string(), z.unknown());

function eventOf(types: EventTypes) {
  return z.strictObject({
    type: z.enum(namesOf(types)).optional().describe("type of the event"),
    now: fields.optional().describe("some fields of the item"),
    was: fields.optional().describe("some fields of the item before"),
    changed: z.array(z.string()).optional().describe("fields that differ, among others"),
    subject: z.string().optional().describe("subject, such as 7203"),
    source: text("path of its source"),
    published: z.string().optional().describe("when the service published it"),
    occurred: z.string().optional().describe("the day that it is about"),
  });
}

const list = <Entry extends z.ZodType>(entry: Entry, about: string) =>
  z.array(entry).optional().describe(about);

/** Schema of what a step must bring about. */
function expectedOf(types: EventTypes) {
  return z.strictObject({
    events: list(eventOf(types), "events that come onto the log, without the alerts"),
    alerts: list(z.strictObject(alert), "alerts that fire"),
    resolved: list(z.strictObject({ ...alert, why: text("why it is resolved") }), "resolved alerts"),
    mails: list(z.strictObject(mail), "mails, one an address"),
    held_back: list(z.strictObject(heldBack), "alerts that were asked for and not given"),
    notices: list(z.strictObject(notice), "decisions about notifications, one per receiver"),
    frames: list(fields, "frames of the feed that the subscriber gets"),
    exactly: z
      .boolean()
      .default(false)
      .describe("nothing but what the lists here name comes; an empty list always means that"),
  });
}

const moment = checkedText((written) => {
  if (isMoment(written)) return undefined;
  const message = "this is no moment; one looks like 2026-11-20T17:30:00+09:00";
  const meant = inJapan(written);
  return { message, suggestion: meant && `it needs a zone: ${meant}` };
}).meta({ examples: ["2026-11-20T17:30:00+09:00"] });

const length = z
  .string()
  .regex(lastingForm, { error: "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd" });

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: "a day looks like 2026-11-23" })
  .refine(isDay, { error: "there is no such day" });

const calendar = z.strictObject({
  closed: z.array(day).default([]).describe("weekdays on which the exchange does not trade"),
  open: z.array(day).default([]).describe("days of a weekend on which it does"),
});

const subscription = z.strictObject({
  types: z.array(z.string()).min(1).optional().describe("types of events, such as alert.*"),
  subjects: z.array(z.string()).min(1).optional().describe("subjects, such as 7203"),
  watchlist: z.string().min(1).optional().describe("a watchlist of the settings"),
  where: z.string().min(1).optional().describe("a condition as in a rule"),
});

/** An event as an example of a rule has it, but that the step says when. */
function givenEvent(types: EventTypes) {
  const fields = z.record(z.string(), z.unknown());
  return z.strictObject({
    type: z.enum(namesOf(types)).describe("type of the event"),
    now: fields.describe("fields of the item that rules look at"),
    was: fields.optional().describe("the item before"),
    changed: z.array(z.string()).optional().describe("by default the fields that differ between was and now"),
    subject: z.string().optional().describe("by default now.code, now.db/now.code, now.source or now.rule"),
    source: z.string().optional().describe("path of its source"),
    published: dayOrMoment("when the service published it, a day or a time").optional(),
    occurred: dayOrMoment("the day that it is about, or the time").optional(),
    repeat: repeat.optional().describe("several such events, one after the other, while time passes"),
  });
}

/** Each that repeats is committed by itself. */
const mostEvents = 1_000;

function stepOf(types: EventTypes, records: readonly RecordSource[] | undefined) {
  const own = sourceMembers.map(({ name }) => name);
  const names = [...own, ...(records ?? []).map(({ name }) => name)];
  const named = records === undefined ? z.string().meta({ examples: own }) : z.enum(names);
  return z
    .strictObject({
      at: moment.optional().describe("when the step is; the first step needs it"),
      after: length.optional().describe("how long after the step before, such as 26h or 3bd (trading days)"),
      events: z
        .array(givenEvent(types))
        .refine((events) => countOf(events) <= mostEvents, {
          error: `a step has at most ${mostEvents} events`,
        })
        .optional()
        .describe("events that come"),
      poll: pollsOf(records)
        .optional()
        .describe("sources that are polled, with what their services show now"),
      fails: failuresOf(records).optional().describe("sources whose poll fails, with the reason"),
      release: named.optional().describe("releases the quarantine of a source"),
      discard: named.optional().describe("takes what is held back of a source silently"),
      expect: expectedOf(types).optional().describe("what the step brings about"),
    })
    .refine(({ at, after }) => at === undefined || after === undefined, {
      error: "a step has `at` or `after`, not both",
    });
}

/** @param records the settings' sources that watch records; left out, there may be any */
export function testFileSchema(types: EventTypes, records?: readonly RecordSource[]) {
  const test = z.strictObject({
    name: z.string().min(1).describe("what the test shows"),
    rules: z.array(z.string()).min(1).optional().describe("the only rules that are active; default: all"),
    calendar: calendar.prefault({}).describe("trading days are the weekdays, but for these"),
    watchlists: writtenWatchlists
      .optional()
      .describe("watchlists in place of those of these names in the settings")
      .meta({ examples: [{ mine: ["7203", { code: "6758", shares: 100 }] }] }),
    subscribe: subscription
      .prefault({})
      .describe("what the subscriber of the feed asks for; default: everything"),
    steps: z.array(stepOf(types, records)).min(1).describe("what happens, one after another"),
  });
  return z.strictObject({ tests: z.array(test).min(1).describe("each begins with an empty database") });
}

/** The schema for editors, as JSON Schema. */
export function testsJsonSchema(types: EventTypes, records?: readonly RecordSource[]): object {
  return { ...editorSchema(testFileSchema(types, records)), title: "Yagura rule tests" };
}

export type TestFileSchema = ReturnType<typeof testFileSchema>;
export type WrittenTest = z.output<TestFileSchema>["tests"][number];
export type WrittenStep = WrittenTest["steps"][number];
export type Expected = NonNullable<WrittenStep["expect"]>;

type Given = readonly Pick<ExampleEvent, "repeat">[];

/** How many events these stand for. */
function countOf(events: Given): number {
  return events.reduce((sum, { repeat }) => sum + (repeat?.times ?? 1), 0);
}

/** How long they last, all together. */
export function lastingMs(events: Given): number {
  return events.reduce((sum, { repeat }) => {
    const every = repeat && parseDuration(repeat.every);
    return every !== undefined && "ms" in every ? sum + ((repeat?.times ?? 1) - 1) * every.ms : sum;
  }, 0);
}
