/** What a step of a test must bring about, as its author writes it. */
import * as z from "zod";
import { type EventTypes, namesOf } from "../../model/event-types.ts";
import { suppressionReasons } from "../../model/rule.ts";

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

const fields = z.record(z.string(), z.unknown());

function eventOf(types: EventTypes) {
  return z.strictObject({
    type: z.enum(namesOf(types)).optional().describe("type of the event"),
    now: fields.optional().describe("some fields of the item"),
    was: fields.optional().describe("some fields of the item before"),
    changed: z.array(z.string()).optional().describe("fields that differ, among others"),
    subject: z.string().optional().describe("subject, such as 7203"),
    source: text("path of what tells it"),
    published: z.string().optional().describe("when the service published it"),
    occurred: z.string().optional().describe("the day that it is about"),
  });
}

const list = <Entry extends z.ZodType>(entry: Entry, about: string) =>
  z.array(entry).optional().describe(about);

export function expectedOf(types: EventTypes) {
  return z.strictObject({
    events: list(eventOf(types), "events that come onto the log, without the alerts"),
    alerts: list(z.strictObject(alert), "alerts that fire"),
    resolved: list(z.strictObject({ ...alert, why: text("why it is over") }), "alerts that are over"),
    mails: list(z.strictObject(mail), "mails, one an address"),
    held_back: list(z.strictObject(heldBack), "alerts that were asked for and not given"),
    frames: list(fields, "frames of the feed that the subscriber gets"),
    exactly: z
      .boolean()
      .default(false)
      .describe("nothing but what the lists here name comes; an empty list always means that"),
  });
}
