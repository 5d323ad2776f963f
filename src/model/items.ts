/**
 * The items that events are about, in Yagura's own names: full words, numbers as numbers, ratios in percent,
 * dates as ISO strings, unknown values absent. The descriptions are what docs and editors show.
 */
import * as z from "zod";

const text = (about: string) => z.string().describe(about);
const number = (about: string) => z.number().describe(about);
/** Never less than this; said to editors and used to find conditions that cannot be true. */
const numberFrom = (minimum: number, about: string) => number(about).meta({ minimum });
const day = (about: string) => z.iso.date().describe(`${about} (YYYY-MM-DD)`);
const code = text("stock code, four characters for a common stock");
const name = text("company name in Japanese").optional();

export const comment = z.object({
  code,
  part: numberFrom(0, "comment number in its forum"),
  author: text("stable hash of the author").optional(),
  name: text("display name of the author").optional(),
  title: text("title, plain text").optional(),
  body: text("body, plain text with line breaks"),
  postedAt: text("time of posting (ISO, +09:00)").optional(),
  yes: numberFrom(0, "votes that found it helpful"),
  no: numberFrom(0, "votes that did not"),
});

export const rankingRow = z.object({
  term: z.enum(["daily", "weekly", "monthly"]).describe("ranking period"),
  code,
  name,
  market: text("market name").optional(),
  rank: numberFrom(1, "place in the ranking, 1 is the most active forum"),
  climbed: number("places gained since the listing before, negative when it fell").optional(),
  activeAt: text("time of the last forum activity (ISO, +09:00)").optional(),
});

export const marginAlert = z.object({
  code,
  name,
  publishedOn: day("day of publication"),
  appliedOn: day("day the figures are of").optional(),
  shortOutstanding: number("margin sales outstanding, shares").optional(),
  shortChange: number("change of shortOutstanding on the day, shares").optional(),
  shortRatio: number("shortOutstanding to listed shares, percent").optional(),
  longOutstanding: number("margin purchases outstanding, shares").optional(),
  longChange: number("change of longOutstanding on the day, shares").optional(),
  longRatio: number("longOutstanding to listed shares, percent").optional(),
  shortLongRatio: number("the service's SLRatio: short to long, percent").optional(),
  regulation: text("the exchange's margin regulation class").optional(),
  reasons: z.array(z.string()).describe("why the issue is published").optional(),
});

export const shortPosition = z.object({
  code,
  name,
  seller: text("who holds the short position"),
  fund: text("fund on whose account it is held").optional(),
  ratio: number("position to shares outstanding, percent"),
  shares: number("position, shares").optional(),
  calculatedOn: day("day the position is of"),
  disclosedOn: day("day of disclosure"),
});

const point = z.object({ period: z.string(), value: z.number() });
const revision = z.object({ period: z.string(), from: z.number(), to: z.number().optional() });

export const series = z.object({
  db: text("database, such as FM08"),
  code: text("series code without its database"),
  name: text("series name in the configured language").optional(),
  unit: text("unit as the service writes it").optional(),
  frequency: text("frequency as the service writes it, such as DAILY").optional(),
  category: text("category as the service writes it").optional(),
  period: text("latest period with a value: 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05").optional(),
  value: number("value of the latest period, in unit").optional(),
  added: z.array(point).describe("on .updated: the new periods, oldest first").optional(),
  revisions: z.array(revision).describe("on .revised: what changed, oldest first").optional(),
});

const sample = z.object({ key: z.string(), field: z.string(), from: z.string(), to: z.string() });

const place = z.object({ path: z.string(), expected: z.string(), found: z.string() });

export const sourceNews = z.object({
  source: text("name of the source"),
  reason: text("why, from a closed list").optional(),
  message: text("what happened, for a person").optional(),
  since: text("when the outage or the quarantine began, or since when data is due (ISO)").optional(),
  items: numberFrom(0, "how many items this is about").optional(),
  fields: z.array(z.string()).describe("on .quarantined: the fields that were rewritten").optional(),
  samples: z.array(sample).describe("on .quarantined: up to five of the rewritten values").optional(),
  places: z.array(place).describe("on .drifted: where answers are not as documented").optional(),
  sample: text("on .drifted: a record as it came, without secrets, names and texts").optional(),
});

const problem = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
  suggestion: z.string().optional(),
});

export const rulesNews = z.object({
  files: z.array(z.string()).describe("rule files that were read"),
  rules: z.array(z.string()).describe("names of the rules that are active now"),
  anew: z
    .array(z.string())
    .describe("on .loaded: rules that were edited so that what they remembered counts no more")
    .optional(),
  problems: z.array(problem).describe("on .rejected: every mistake with its place").optional(),
});

export const ruleLimit = z.object({
  rule: text("name of the rule"),
  limit: z.enum(["keys", "entries"]).describe("what there were too many of"),
  most: numberFrom(1, "how many are remembered"),
  message: text("what happened, for a person"),
});

export const alert = z.object({
  rule: text("name of the rule"),
  key: text("what the rule's by gave: one alert a key"),
  severity: z.enum(["info", "warning", "critical"]).describe("the rule's severity"),
  title: text("title, plain text"),
  body: text("body, plain text"),
  labels: z.record(z.string(), z.string()).describe("the rule's labels"),
  recipients: z.array(z.string()).describe("where it goes besides the feed, such as email:desk"),
  cause: z.object({
    seq: z.number(),
    id: z.string(),
    type: z.string(),
    source: z.string(),
    subject: z.string(),
  }),
  flapping: text(
    "the same alert is held back from now on, since it came so often: how many within how long",
  ).optional(),
  why: text("on .resolved: why it ended").optional(),
});

export const mailFailure = z.object({
  alert: text("id of the alert's event"),
  rule: text("name of the rule"),
  title: text("title of the alert"),
  address: text("who did not get it"),
  reason: z.enum(["refused", "expired"]).describe("refused for good, or given up after a day of retries"),
  message: text("the mail server's last answer"),
  attempts: numberFrom(1, "how often it was tried"),
});

export type Comment = z.infer<typeof comment>;
export type RankingRow = z.infer<typeof rankingRow>;
export type Term = RankingRow["term"];
export type MarginAlert = z.infer<typeof marginAlert>;
export type ShortPosition = z.infer<typeof shortPosition>;
export type Series = z.infer<typeof series>;
export type RuleLimit = z.infer<typeof ruleLimit>;
export type Alert = z.infer<typeof alert>;
export type Severity = Alert["severity"];
export type MailFailure = z.infer<typeof mailFailure>;
