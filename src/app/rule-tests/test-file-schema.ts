/** A file of rule tests as its author writes it. The descriptions are what the documents and editors show. */
import * as z from "zod";
import { isDay } from "../../model/dates.ts";
import { lasts, parseDuration } from "../../model/duration.ts";
import { type EventTypes, namesOf } from "../../model/known-types.ts";
import { suppressionReasons } from "../../model/suppression.ts";
import { failures, polls, sourceNames } from "./answers.ts";

const moment = z.iso
  .datetime({ offset: true, error: "a moment looks like 2026-11-20T17:30:00+09:00" })
  .describe("when the step is");

const length = z
  .string()
  .refine((written) => lasts(parseDuration(written) ?? { ms: 0 }), {
    error: "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd",
  })
  .describe("how long after the step before, such as 26h or 3bd (trading days)");

const day = z.string().refine(isDay, { error: "a day looks like 2026-11-23" });
const dayOrMoment = z.string().refine((written) => !Number.isNaN(Date.parse(written)), {
  error: "this is no time; one looks like 2026-01-05 or 2026-01-05T18:00:00+09:00",
});
const fields = z.record(z.string(), z.unknown());

const text = z
  .union([z.string(), z.strictObject({ contains: z.string() })], {
    error: "a text, or { contains: part of it }",
  })
  .optional();

const texts = z.array(z.string()).optional();
const severity = z.enum(["info", "warning", "critical"]).optional();
const alert = {
  rule: z.string().optional(),
  key: text,
  severity,
  title: text,
  body: text,
  labels: z.record(z.string(), z.string()).optional(),
  recipients: texts,
  subject: text,
};

const expectedAlerts = {
  alerts: z.array(z.strictObject(alert)).optional().describe("alerts that fire"),
  resolved: z
    .array(z.strictObject({ ...alert, why: text }))
    .optional()
    .describe("alerts that are over"),
  mails: z
    .array(z.strictObject({ to: text, from: text, subject: text, text }))
    .optional()
    .describe("mails, one an address"),
  held_back: z
    .array(
      z.strictObject({
        rule: z.string().optional(),
        key: text,
        reason: z.enum(Object.keys(suppressionReasons) as (keyof typeof suppressionReasons)[]).optional(),
      }),
    )
    .optional()
    .describe("alerts that were asked for and not given"),
  frames: z.array(fields).optional().describe("frames of the feed that the subscription gets"),
};

export function testFileSchema(types: EventTypes) {
  const type = z.enum(namesOf(types));
  const clocks = { published: dayOrMoment.optional(), occurred: dayOrMoment.optional() };
  const item = { was: fields.optional(), changed: texts, subject: z.string().optional() };
  const given = z.strictObject({ type, now: fields, ...item, ...clocks, source: z.string().optional() });
  const came = z.strictObject({
    type: type.optional(),
    now: fields.optional(),
    ...item,
    ...clocks,
    source: text,
  });
  const expected = z.strictObject({
    events: z.array(came).optional().describe("events that come onto the log, without the alerts"),
    ...expectedAlerts,
    exactly: z
      .boolean()
      .default(false)
      .describe("nothing but what the lists here name came; an empty list always means that"),
  });
  const step = z
    .strictObject({
      at: moment.optional(),
      after: length.optional(),
      events: z.array(given).optional().describe("events that come, as sources tell them"),
      poll: polls.optional().describe("sources that are polled, with what their services show now"),
      fails: failures.optional().describe("sources whose poll fails, with the reason"),
      release: z.enum(sourceNames).optional().describe("tells what is held back of a source"),
      discard: z.enum(sourceNames).optional().describe("takes what is held back of a source silently"),
      expect: expected.optional().describe("what the step brings about"),
    })
    .refine(({ at, after }) => at === undefined || after === undefined, {
      error: "a step has `at` or `after`, not both",
    });
  const test = z.strictObject({
    name: z.string().min(1).describe("what the test shows"),
    rules: z.array(z.string()).min(1).optional().describe("the only rules that are active; default: all"),
    calendar: z
      .strictObject({ closed: z.array(day).default([]), open: z.array(day).default([]) })
      .prefault({})
      .describe("trading days are the weekdays, but for these"),
    subscribe: z
      .strictObject({
        types: z.array(z.string()).min(1).optional(),
        subjects: z.array(z.string()).min(1).optional(),
        where: z.string().min(1).optional(),
      })
      .prefault({})
      .describe("what the subscriber of the feed asks for; default: everything"),
    steps: z.array(step).min(1).describe("one after another"),
  });
  return z.strictObject({ tests: z.array(test).min(1).describe("each begins with an empty database") });
}

export type TestFileSchema = ReturnType<typeof testFileSchema>;
export type WrittenTest = z.output<TestFileSchema>["tests"][number];
export type WrittenStep = WrittenTest["steps"][number];
export type Expected = NonNullable<WrittenStep["expect"]>;
