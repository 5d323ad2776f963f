/**
 * The items that events are about, in Yagura's own names: full words, numbers as numbers, ratios in percent,
 * dates as ISO strings, unknown values absent. The descriptions are what docs and editors show.
 */

import * as z from "zod";
import { shortCodePattern } from "./code.ts";
import { damagedParts } from "./damage.ts";
import { fieldMarks } from "./field-marks.ts";

const text = (about: string) => z.string().describe(about);
const number = (about: string) => z.number().describe(about);
/** Never less than this; said to editors and used to find conditions that cannot be true. */
const numberFrom = (minimum: number, about: string) => number(about).meta({ minimum });
/** In percent of all shares; `usual` is what it is, whatever a service may send. */
const share = (about: string) =>
  number(`${about}, percent`).register(fieldMarks, { unit: "percent", usual: [0, 100] });
const amount = (about: string) => number(`${about}, shares`).register(fieldMarks, { usual: [0] });
const moment = (about: string, zone: "Z" | "+09:00") =>
  text(about).register(fieldMarks, { form: "moment", zone });
const day = (about: string) =>
  z.iso.date().describe(`${about} (YYYY-MM-DD)`).register(fieldMarks, { form: "day" });
/** Said to editors, and used to find codes that no stock has. */
const code = text("stock code, four characters for a common stock, such as 7203 or 130A").meta({
  pattern: shortCodePattern,
});
const name = text("name of the company, in Japanese").optional();

export const comment = z.object({
  code,
  part: numberFrom(0, "number of the comment in its forum"),
  author: text("stable hash of the author").optional(),
  name: text("display name of the author").optional(),
  title: text("title").optional(),
  body: text("text, with line breaks"),
  postedAt: moment("time of posting, such as 2026-01-05T09:30:00+09:00", "+09:00").optional(),
  yes: numberFrom(0, "votes that found it helpful"),
  no: numberFrom(0, "votes that did not find it helpful"),
});

export const rankingRow = z.object({
  term: z.enum(["daily", "weekly", "monthly"]).describe("period of the ranking"),
  code,
  name,
  market: text("market").optional(),
  rank: numberFrom(1, "place, 1 is the liveliest forum"),
  climbed: number("places gained since the listing before, negative when it fell").optional(),
  activeAt: moment(
    "time of the last activity in the forum, such as 2026-01-05T09:30:00+09:00",
    "+09:00",
  ).optional(),
});

export const marginAlert = z.object({
  code,
  name,
  publishedOn: day("day of publication"),
  appliedOn: day("day the figures are of").optional(),
  shortOutstanding: amount("margin sales outstanding").optional(),
  shortChange: number("change of the margin sales outstanding on the day, shares").optional(),
  shortRatio: share("margin sales outstanding to listed shares").optional(),
  longOutstanding: amount("margin purchases outstanding").optional(),
  longChange: number("change of the margin purchases outstanding on the day, shares").optional(),
  longRatio: share("margin purchases outstanding to listed shares").optional(),
  shortLongRatio: number("margin sales to margin purchases outstanding, percent")
    .register(fieldMarks, { unit: "percent", usual: [0] })
    .optional(),
  regulation: text("the exchange's class of margin regulation").optional(),
  reasons: z.array(z.string()).describe("why the stock is published daily").optional(),
});

export const shortPosition = z.object({
  code,
  name,
  seller: text("who holds the position"),
  fund: text("fund on whose account it is held").optional(),
  ratio: share("position to shares outstanding"),
  shares: amount("position").optional(),
  calculatedOn: day("day the position is of"),
  disclosedOn: day("day of disclosure"),
});

const point = z.object({
  period: text("the period, written as in `period`"),
  value: number("its value"),
});
const revision = z.object({
  period: text("the period, written as in `period`"),
  from: number("its value before"),
  to: number("its value now; absent where it was withdrawn").optional(),
});

export const series = z.object({
  db: text("database, such as FM08"),
  code: text("code of the series, without its database"),
  name: text("name of the series, in the language of the settings").optional(),
  unit: text("unit, as the service writes it").optional(),
  frequency: text("frequency, as the service writes it: such as DAILY or MONTHLY").optional(),
  category: text("category, as the service writes it").optional(),
  period: text("latest period with a value: 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05")
    .register(fieldMarks, { form: "period" })
    .optional(),
  value: number("value of the latest period, in `unit`").optional(),
  added: z.array(point).describe("on `.updated`: the new periods, oldest first").optional(),
  revisions: z.array(revision).describe("on `.revised`: what changed, oldest first").optional(),
});

const sample = z.object({
  key: text("which item"),
  field: text("which field"),
  from: text("its value before, as text"),
  to: text("its value now, as text"),
});

const place = z.object({
  path: text("where in the answer"),
  expected: text("what the document says"),
  found: text("what was there"),
});

export const sourceNews = z.object({
  source: text("name of the source, such as margin-alerts"),
  reason: text("why, one word such as timeout or incomplete").optional(),
  message: text("what happened, in words").optional(),
  since: text("when the outage or the quarantine began, or since when data is due").optional(),
  items: numberFrom(0, "how many items it is about").optional(),
  fields: z
    .array(z.string())
    .describe("on `.quarantined`: the names of the fields that were rewritten")
    .optional(),
  samples: z.array(sample).describe("on `.quarantined`: up to five of the rewritten values").optional(),
  places: z.array(place).describe("on `.drifted`: where answers are not as documented").optional(),
  sample: text("on `.drifted`: a record as it came, without secrets and what people wrote").optional(),
});

const problem = z.object({
  file: text("the rule file"),
  line: number("its line, from 1"),
  column: number("its column, from 1"),
  message: text("what is wrong"),
  suggestion: text("what was probably meant").optional(),
});

export const rulesNews = z.object({
  files: z.array(z.string()).describe("rule files that were read"),
  rules: z.array(z.string()).describe("names of the rules that are active now"),
  anew: z
    .array(z.string())
    .describe("on `.loaded`: rules that were edited so that what they remembered counts no more")
    .optional(),
  gone: z
    .array(z.string())
    .describe("on `.loaded`: rules that were active before and are not any more")
    .optional(),
  problems: z.array(problem).describe("on `.rejected`: every mistake with its place").optional(),
  message: z.string().describe("on `.rejected`: what runs instead, for a person").optional(),
});

export const ruleLimit = z.object({
  rule: text("name of the rule"),
  limit: z.enum(["keys", "entries"]).describe("what there were too many of"),
  most: numberFrom(1, "how many are remembered"),
  message: text("what happened, for a person"),
});

export const clockJump = z.object({
  seconds: number("by how many seconds, negative where it was set back"),
  from: text("the time that it would have been"),
  to: text("the time that it was then"),
  message: text("what happened, for a person"),
});

export const storeNews = z.object({
  reason: z
    .enum(["older", "another"])
    .describe(
      "`older`: it ends before what was told; `another`: it has other entries under the same numbers",
    ),
  head: numberFrom(0, "its last entry"),
  told: numberFrom(0, "the last entry that was told of the one before"),
  message: text("what happened, for a person"),
});

export const storeDamage = z.object({
  what: z.enum(damagedParts).describe("what of the database is damaged"),
  source: text("of items and of what was held back: whose").optional(),
  rule: text("of what a rule remembered: which rule; absent where it cannot be told").optional(),
  first: numberFrom(1, "of the log: number of the first entry that cannot be read").optional(),
  last: numberFrom(1, "of the log: number of the last one").optional(),
  items: numberFrom(1, "how many entries or mails, where that can be told").optional(),
  message: text("what happened and what follows, for a person"),
});

export const alert = z.object({
  rule: text("name of the rule"),
  key: text("what the rule's `by` gave, joined by a bar"),
  severity: z.enum(["info", "warning", "critical"]).describe("the rule's severity"),
  title: text("title"),
  body: text("text"),
  labels: z.record(z.string(), z.string()).describe("the rule's labels"),
  recipients: z.array(z.string()).describe("where it goes besides the feed, such as email:desk"),
  cause: z
    .object({
      seq: number("its number on the log"),
      id: text("its id"),
      type: text("its type"),
      source: text("who told it"),
      subject: text("what it is about"),
    })
    .describe("the event behind it"),
  flapping: text(
    "the same alert is held back from now on, since it came so often: how many within how long",
  ).optional(),
  unmailed: z
    .enum(["simulated"])
    .optional()
    .describe(
      "why its `recipients` get no mail: `simulated`, what it tells is made up, and the mail server is real",
    ),
  why: text("on `.resolved`: why it ended").optional(),
});

export const mailFailure = z.object({
  alert: text("id of the alert"),
  rule: text("name of the rule"),
  title: text("title of the alert"),
  address: text("who did not get it"),
  reason: z
    .enum(["refused", "expired", "damaged"])
    .describe("`refused` for good, `expired` after a day of attempts, or `damaged` in the database"),
  message: text("the mail server's last answer"),
  attempts: numberFrom(0, "how often it was tried"),
});

export type Comment = z.infer<typeof comment>;
export type RankingRow = z.infer<typeof rankingRow>;
export type Term = RankingRow["term"];
export type MarginAlert = z.infer<typeof marginAlert>;
export type ShortPosition = z.infer<typeof shortPosition>;
export type Series = z.infer<typeof series>;
export type ClockJump = z.output<typeof clockJump>;
export type StoreNews = z.infer<typeof storeNews>;
export type StoreDamage = z.infer<typeof storeDamage>;
export type RuleLimit = z.infer<typeof ruleLimit>;
export type Alert = z.infer<typeof alert>;
export type Severity = Alert["severity"];
export type MailFailure = z.infer<typeof mailFailure>;
