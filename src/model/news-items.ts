/** The items of the monitor's own news: sources, rules, alerts, silences, mails, the clock and the database. */
import * as z from "zod";
import { type EpisodeEnd, episodeEnds, type QuietFate, quietFates } from "./alerts.ts";
import { field, moment, number, numberFrom, text } from "./fields.ts";
import { damagedParts } from "./store-faults.ts";

const said = (about: string) => z.string().describe(about);
const counted = (about: string) => z.number().describe(about);
const message = text("what happened, in words", "What happened");

/** Names of a closed list that has words for each. */
function namesOf<Name extends string>(words: Readonly<Record<Name, string>>): [Name, ...Name[]] {
  return Object.keys(words) as [Name, ...Name[]];
}

function wordsOf(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, about]) => `\`${name}\`: ${about}`)
    .join("; ");
}

const names = z.array(z.string());

const sample = z.object({
  key: said("which item"),
  field: said("which field"),
  from: said("its value before, as text"),
  to: said("its value now, as text"),
});

const place = z.object({
  path: said("where in the answer"),
  expected: said("what the document says there"),
  found: said("what the answer had there"),
});

export const sourceNews = z.object({
  source: text("name of the source, such as margin-alerts", "Source"),
  reason: text("the reason, one word such as timeout or incomplete", "Reason").optional(),
  message: text("what happened, in words", "What happened").optional(),
  since: text("when the outage or the quarantine began, or when the data was due", "Since").optional(),
  items: numberFrom(0, "number of items that it is about", "Items").optional(),
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
  places: field(z.array(place), "on `.drifted`: the places where answers differ from the documents", {
    label: "Places",
    hidden: true,
  }).optional(),
  sample: text("on `.drifted`: a record as it came, without secrets and people's texts", "Sample").optional(),
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
    "on `.loaded`: rules that start anew without their state, since they were edited",
    "Rules that start anew",
  ).optional(),
  gone: field(names, "on `.loaded`: rules that are no longer active", "Rules that are gone").optional(),
  problems: field(z.array(problem), "on `.rejected`: every mistake with its place", "Mistakes").optional(),
  message: text("on `.rejected`: which rules run instead, in words", "What happened").optional(),
});

export const ruleLimit = z.object({
  rule: text("name of the rule, or of the source or value", "Rule"),
  limit: field(
    z.enum(["keys", "entries", "standing"]),
    "what reached its limit: combinations of `by`, remembered events, or what stands of a source or a standing value",
    "Limit",
  ),
  most: numberFrom(1, "the limit", "At most"),
  message,
});

export const clockJump = z.object({
  seconds: number("number of seconds; negative if the clock was set back", { label: "Set by", unit: "s" }),
  from: text("the time that the clock would have shown", "Time before"),
  to: text("the time that the clock showed after it was set", "Time after"),
  message,
});

export const storeNews = z.object({
  reason: field(
    z.enum(["older", "another"]),
    "`older`: the database ends before the last entry that was told; `another`: it has other entries under the same numbers",
    "Reason",
  ),
  head: numberFrom(0, "the last entry of the database", { label: "Last entry", grouped: false }),
  told: numberFrom(0, "the last entry that was told from the database before it", {
    label: "Last entry told",
    grouped: false,
  }),
  message,
});

export const storeDamage = z.object({
  what: field(z.enum(damagedParts), "the damaged part of the database", "What is damaged"),
  source: text("the source, if its items or its quarantine are damaged", "Source").optional(),
  rule: text("the rule, if its state is damaged; absent if it cannot be told", "Rule").optional(),
  first: numberFrom(1, "number of the first log entry that cannot be read", "First entry").optional(),
  last: numberFrom(1, "number of the last log entry that cannot be read", "Last entry").optional(),
  items: numberFrom(1, "number of entries or mails, if it can be told", "Items").optional(),
  message: text("what happened and what follows, in words", "What happened"),
});

export const severities = ["info", "warning", "critical"] as const;

export const alert = z.object({
  rule: text("name of the rule", "Rule"),
  key: text("the values of the rule's `by`, joined by a bar (a bar in a value is ¦)", "Alert key"),
  severity: field(z.enum(severities), "the rule's severity", "Severity"),
  title: text("title", "Title"),
  body: text("text", "Text"),
  labels: field(z.record(z.string(), z.string()), "the rule's labels", { label: "Labels", hidden: true }),
  recipients: field(names, "where the alert goes besides the feed, such as email:desk", {
    label: "Recipients",
    hidden: true,
  }),
  cause: field(
    z.object({
      seq: counted("the event's number on the log"),
      id: said("the event's id"),
      type: said("the event's type"),
      source: said("the source that gave it"),
      subject: said("the stock or series that it is about"),
      origin: said("where it is an alert itself: the source of the event that began it").optional(),
    }),
    "the event that caused the alert; on `.resolved` the event that ended it",
    { label: "Cause", hidden: true },
  ),
  watchlists: field(names, "the watchlists that its subject was on", {
    label: "Watchlists",
    hidden: true,
  }).optional(),
  flapping: text(
    "the same alert is suppressed from now on, since it came too often: how many within how long",
    { label: "Held back after", hidden: true },
  ).optional(),
  unmailed: field(
    z.enum(["simulated", "same-cause"]),
    "why its `recipients` get no mail: `simulated` means that its data is made up and the mail server is real, `same-cause` that they get one about the same event, from the gravest alert",
    { label: "Not mailed since", hidden: true },
  ).optional(),
  why: field(
    z.enum(namesOf<EpisodeEnd>(episodeEnds)),
    `on \`.resolved\`: why it ended; ${wordsOf(episodeEnds)}`,
    "Why it ended",
  ).optional(),
  by: text("on `.resolved`: who ended it by hand", "Ended by").optional(),
  because: text("on `.resolved`: the reason that they gave", "Reason").optional(),
});

/** Most open alerts that a silence names as those that it quiets. */
export const mostQuieted = 100;

export const acknowledgement = z.object({
  alert: text("id of the first alert of the episode", { label: "Alert", hidden: true }),
  rule: text("name of the rule", "Rule"),
  key: text("the alert's key", "Alert key"),
  severity: field(z.enum(severities), "the alert's severity", "Severity"),
  title: text("the alert's title", "Title"),
  labels: field(z.record(z.string(), z.string()), "the rule's labels", { label: "Labels", hidden: true }),
  by: text("who knows of it", "Acknowledged by"),
  because: text("the reason that they gave", "Reason").optional(),
});

const silenceId = text("id of the silence", "Silence");
const silenceMatch = text("the alerts that it quiets, such as `rule=short-* subject=7203`", "Alerts");

export const silenceAdded = z.object({
  id: silenceId,
  match: silenceMatch,
  from: moment("when it begins", "Z", "From"),
  until: moment("when it ends", "Z", "Until"),
  fate: field(
    z.enum(namesOf<QuietFate>(quietFates)),
    `what becomes of an alert that it quiets; ${wordsOf(quietFates)}`,
    "What becomes of them",
  ),
  author: text("who set it", "Set by"),
  because: text("the reason that they gave", "Reason"),
  alerts: field(names, `ids of open alerts that it quiets from now on, at most ${mostQuieted}`, {
    label: "Open alerts",
    hidden: true,
  }),
});

export const silenceEnded = z.object({
  id: silenceId,
  match: silenceMatch,
  why: field(
    z.enum(["expired", "hand"]),
    "why it ended: `expired` at its time, or `hand` by somebody",
    "Why it ended",
  ),
  author: text("who ended it by hand", "Ended by").optional(),
});

export const mailFailure = z.object({
  alert: text("id of the alert", { label: "Alert", hidden: true }),
  rule: text("name of the rule", "Rule"),
  title: text("title of the alert", "Title"),
  address: text("the address that did not get the mail", "Address"),
  reason: field(
    z.enum(["refused", "expired", "damaged"]),
    "`refused` for good, `expired` after a day of attempts, or `damaged` in the database",
    "Reason",
  ),
  message: text("the mail server's last answer", "What happened"),
  attempts: numberFrom(0, "number of attempts", "Attempts"),
});

export type ClockJump = z.output<typeof clockJump>;
export type StoreNews = z.infer<typeof storeNews>;
export type StoreDamage = z.infer<typeof storeDamage>;
export type RuleLimit = z.infer<typeof ruleLimit>;
export type Alert = z.infer<typeof alert>;
export type Severity = Alert["severity"];
export type Acknowledgement = z.infer<typeof acknowledgement>;
export type SilenceAdded = z.infer<typeof silenceAdded>;
export type SilenceEnded = z.infer<typeof silenceEnded>;

/** Place of each severity, the gravest first. */
export const gravity: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, info: 2 };

export function isSeverity(word: unknown): word is Severity {
  return (severities as readonly unknown[]).includes(word);
}
export type MailFailure = z.infer<typeof mailFailure>;
