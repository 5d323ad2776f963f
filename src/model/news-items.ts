/** The items of the monitor's own news: sources, rules, alerts, mails, the clock and the database. */
import * as z from "zod";
import { damagedParts } from "./damage.ts";
import { field, number, numberFrom, text } from "./fields.ts";

const said = (about: string) => z.string().describe(about);
const counted = (about: string) => z.number().describe(about);
const message = text("what happened, for a person", "What happened");
const names = z.array(z.string());

const sample = z.object({
  key: said("which item"),
  field: said("which field"),
  from: said("its value before, as text"),
  to: said("its value now, as text"),
});

const place = z.object({
  path: said("where in the answer"),
  expected: said("what the document says"),
  found: said("what was there"),
});

export const sourceNews = z.object({
  source: text("name of the source, such as margin-alerts", "Source"),
  reason: text("why, one word such as timeout or incomplete", "Reason").optional(),
  message: text("what happened, in words", "What happened").optional(),
  since: text("when the outage or the quarantine began, or since when data is due", "Since").optional(),
  items: numberFrom(0, "how many items it is about", "Items").optional(),
  fields: field(
    names,
    "on `.quarantined`: the names of the fields that were rewritten",
    "Rewritten fields",
  ).optional(),
  // The message says these two as well.
  samples: field(z.array(sample), "on `.quarantined`: up to five of the rewritten values", {
    label: "Samples",
    hidden: true,
  }).optional(),
  places: field(z.array(place), "on `.drifted`: where answers are not as documented", {
    label: "Places",
    hidden: true,
  }).optional(),
  sample: text(
    "on `.drifted`: a record as it came, without secrets and what people wrote",
    "Sample",
  ).optional(),
});

const problem = z.object({
  file: said("the rule file"),
  line: counted("its line, from 1"),
  column: counted("its column, from 1"),
  message: said("what is wrong"),
  suggestion: said("what was probably meant").optional(),
});

export const rulesNews = z.object({
  files: field(names, "rule files that were read", "Rule files"),
  rules: field(names, "names of the rules that are active now", { label: "Active rules", hidden: true }),
  anew: field(
    names,
    "on `.loaded`: rules that were edited so that what they remembered counts no more",
    "Rules that start anew",
  ).optional(),
  gone: field(
    names,
    "on `.loaded`: rules that were active before and are not any more",
    "Rules that are gone",
  ).optional(),
  problems: field(z.array(problem), "on `.rejected`: every mistake with its place", "Mistakes").optional(),
  message: text("on `.rejected`: what runs instead, for a person", "What happened").optional(),
});

export const ruleLimit = z.object({
  rule: text("name of the rule", "Rule"),
  limit: field(z.enum(["keys", "entries"]), "what there were too many of", "Limit"),
  most: numberFrom(1, "how many are remembered", "At most"),
  message,
});

export const clockJump = z.object({
  seconds: number("by how many seconds, negative where it was set back", { label: "Set by", unit: "s" }),
  from: text("the time that it would have been", "Time before"),
  to: text("the time that it was then", "Time after"),
  message,
});

export const storeNews = z.object({
  reason: field(
    z.enum(["older", "another"]),
    "`older`: it ends before what was told; `another`: it has other entries under the same numbers",
    "Reason",
  ),
  head: numberFrom(0, "its last entry", { label: "Last entry", grouped: false }),
  told: numberFrom(0, "the last entry that was told of the one before", {
    label: "Last entry told",
    grouped: false,
  }),
  message,
});

export const storeDamage = z.object({
  what: field(z.enum(damagedParts), "what of the database is damaged", "What is damaged"),
  source: text("of items and of what was held back: whose", "Source").optional(),
  rule: text("of what a rule remembered: which rule; absent where it cannot be told", "Rule").optional(),
  first: numberFrom(1, "of the log: number of the first entry that cannot be read", "First entry").optional(),
  last: numberFrom(1, "of the log: number of the last one", "Last entry").optional(),
  items: numberFrom(1, "how many entries or mails, where that can be told", "Items").optional(),
  message: text("what happened and what follows, for a person", "What happened"),
});

export const alert = z.object({
  rule: text("name of the rule", "Rule"),
  key: text("what the rule's `by` gave, joined by a bar", "Alert key"),
  severity: field(z.enum(["info", "warning", "critical"]), "the rule's severity", "Severity"),
  title: text("title", "Title"),
  body: text("text", "Text"),
  labels: field(z.record(z.string(), z.string()), "the rule's labels", { label: "Labels", hidden: true }),
  recipients: field(names, "where it goes besides the feed, such as email:desk", {
    label: "Recipients",
    hidden: true,
  }),
  cause: field(
    z.object({
      seq: counted("its number on the log"),
      id: said("its id"),
      type: said("its type"),
      source: said("who told it"),
      subject: said("what it is about"),
    }),
    "the event behind it",
    { label: "Cause", hidden: true },
  ),
  flapping: text(
    "the same alert is held back from now on, since it came so often: how many within how long",
    { label: "Held back after", hidden: true },
  ).optional(),
  unmailed: field(
    z.enum(["simulated"]),
    "why its `recipients` get no mail: `simulated`, what it tells is made up, and the mail server is real",
    { label: "Not mailed since", hidden: true },
  ).optional(),
  why: text("on `.resolved`: why it ended", "Why it ended").optional(),
});

export const mailFailure = z.object({
  alert: text("id of the alert", { label: "Alert", hidden: true }),
  rule: text("name of the rule", "Rule"),
  title: text("title of the alert", "Title"),
  address: text("who did not get it", "Address"),
  reason: field(
    z.enum(["refused", "expired", "damaged"]),
    "`refused` for good, `expired` after a day of attempts, or `damaged` in the database",
    "Reason",
  ),
  message: text("the mail server's last answer", "What happened"),
  attempts: numberFrom(0, "how often it was tried", "Attempts"),
});

export type ClockJump = z.output<typeof clockJump>;
export type StoreNews = z.infer<typeof storeNews>;
export type StoreDamage = z.infer<typeof storeDamage>;
export type RuleLimit = z.infer<typeof ruleLimit>;
export type Alert = z.infer<typeof alert>;
export type Severity = Alert["severity"];
export type MailFailure = z.infer<typeof mailFailure>;
