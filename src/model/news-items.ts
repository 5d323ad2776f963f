/** The items of the monitor's own news: sources, rules, alerts, silences, mails, the clock and the database. */
import * as z from "zod";
import { type EpisodeEnd, episodeEnds } from "./alerts.ts";
import { field, moment, namesListed, number, numberFrom, text, wordsListed } from "./fields.ts";
import * as words from "./news-words.ts";
import { damagedParts } from "./store-faults.ts";

const said = (about: string) => z.string().describe(about);
const counted = (about: string) => z.number().describe(about);
const message = text("what happened, in words", words.happened);

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
  source: text("name of the source in the settings", words.source),
  reason: text("the reason, one word such as timeout or incomplete", words.sourceReason).optional(),
  message: text("what happened, in words", words.happened).optional(),
  since: text("when the outage or the quarantine began, or when the data was due", {
    en: "Since",
    ja: "開始・予定時刻",
  }).optional(),
  items: numberFrom(0, "number of items that it is about", { en: "Items", ja: "件数" }).optional(),
  fields: field(names, "on `.quarantined`: the names of the fields that were rewritten", {
    en: "Rewritten fields",
    ja: "書き換えられた項目",
  }).optional(),
  // The message says these two as well.
  samples: field(z.array(sample), "on `.quarantined`: up to five of the rewritten values", {
    label: { en: "Samples", ja: "例" },
    hidden: true,
  }).optional(),
  places: field(z.array(place), "on `.drifted`: the places where answers differ from the documents", {
    label: { en: "Places", ja: "該当箇所" },
    hidden: true,
  }).optional(),
  sample: text("on `.drifted`: a record as it came, without secrets and people's texts", {
    en: "Sample",
    ja: "例",
  }).optional(),
});

const problem = z.object({
  file: said("the rule file"),
  line: counted("its line, from 1"),
  column: counted("its column, from 1"),
  message: said("what is wrong"),
  suggestion: said("what was probably meant").optional(),
});

export const rulesNews = z.object({
  files: field(names, "rule files that were read", { en: "Rule files", ja: "ルールファイル" }),
  rules: field(names, "names of the rules that are active now", {
    label: { en: "Active rules", ja: "有効なルール" },
    hidden: true,
  }),
  anew: field(names, "on `.loaded`: rules that start again without their state, since they were edited", {
    en: "Rules that start again",
    ja: "最初から始めるルール",
  }).optional(),
  gone: field(names, "on `.loaded`: rules that are no longer active", {
    en: "Removed rules",
    ja: "削除されたルール",
  }).optional(),
  problems: field(z.array(problem), "on `.rejected`: every mistake with its place", {
    en: "Mistakes",
    ja: "誤り",
  }).optional(),
  message: text("on `.rejected`: which rules run instead, in words", words.happened).optional(),
});

export const ruleLimit = z.object({
  rule: text("name of the rule, or of the source or value", words.rule),
  limit: field(
    z.enum(["keys", "entries", "standing"]),
    "what reached its limit: combinations of `by`, remembered events, or the current items of a source or a standing value",
    words.limit,
  ),
  most: numberFrom(1, "the limit", { en: "At most", ja: "上限" }),
  message,
});

export const clockJump = z.object({
  seconds: number("number of seconds; negative if the clock was set back", {
    label: { en: "Set by", ja: "時計のずれ" },
    unit: { en: "s", ja: "秒" },
  }),
  from: text("the time that the clock would have shown", { en: "Time before", ja: "変更前の時刻" }),
  to: text("the time that the clock showed after it was set", { en: "Time after", ja: "変更後の時刻" }),
  message,
});

const readSource = z.object({
  source: said("name of the source"),
  answered: counted("number of its polls that were answered"),
  failed: counted("number of those that failed"),
  published: said("the newest day whose publication was seen").optional(),
  readAt: said("when it was last read").optional(),
});

export const digestDue = z.object({
  since: moment("when the counting began: at the last such digest, or at the start", "Z", {
    en: "Since",
    ja: "集計開始",
  }),
  at: moment("when the digest is sent", "Z", { en: "Digest", ja: "ダイジェスト" }),
  receivers: field(names, "the receivers that want their digest also on a quiet day", {
    label: { en: "Receivers", ja: "宛先" },
    hidden: true,
  }),
  answered: numberFrom(0, "number of polls that were answered", { en: "Polls", ja: "取得回数" }),
  failed: numberFrom(0, "number of polls that failed", { en: "Failed polls", ja: "失敗した取得" }),
  changes: numberFrom(0, "number of events of the sources", { en: "Changes", ja: "変化" }),
  watched: numberFrom(0, "how many of them are about stocks on a watchlist", {
    en: "About your stocks",
    ja: "ウォッチリストの銘柄",
  }),
  alerts: numberFrom(0, "number of alerts", { en: "Alerts", ja: "アラート" }),
  messages: numberFrom(0, "number of messages that were sent to anybody", { en: "Messages", ja: "通知" }),
  sources: field(z.array(readSource), "what was read, by source", {
    label: { en: "Sources", ja: "情報源" },
    hidden: true,
  }),
  message,
  inJapanese: field(z.string(), "the same in Japanese", {
    label: { en: "In Japanese", ja: "日本語の説明" },
    hidden: true,
  }),
});

export const storeNews = z.object({
  reason: field(
    z.enum(["older", "another", "restored", "adopted"]),
    "`older`: the database ends before the last entry that readers received; `another`: it has other entries under the same numbers; `restored`: a backup took its place by `yagura restore`; `adopted`: a cluster began anew with it by `yagura cluster adopt`",
    words.replaced,
  ),
  head: numberFrom(0, "the last entry of the database", {
    label: { en: "Last entry", ja: "最後の記録" },
    grouped: false,
  }),
  told: numberFrom(0, "the last entry that readers received from the database before it", {
    label: { en: "Last entry received", ja: "最後に配信した記録" },
    grouped: false,
  }),
  message,
});

export const storeDamage = z.object({
  what: field(z.enum(damagedParts), "the damaged part of the database", words.damaged),
  source: text("the source, if its items or its quarantine are damaged", words.source).optional(),
  rule: text("the rule, if its state is damaged; absent if unknown", words.rule).optional(),
  first: numberFrom(1, "number of the first log entry that cannot be read", {
    label: { en: "First entry", ja: "最初の記録" },
    grouped: false,
  }).optional(),
  last: numberFrom(1, "number of the last log entry that cannot be read", {
    label: { en: "Last entry", ja: "最後の記録" },
    grouped: false,
  }).optional(),
  items: numberFrom(1, "number of entries or mails, if known", {
    en: "Items",
    ja: "件数",
  }).optional(),
  message: text("what happened and what follows, in words", words.happened),
});

export const severities = ["info", "warning", "critical"] as const;

const inOneLanguage = z.object({ title: said("title"), body: said("text") }).optional();

export const alert = z.object({
  rule: text("name of the rule", words.rule),
  key: text("the values of the rule's `by`, joined by a bar (a bar in a value is ¦)", words.alertKey),
  severity: field(z.enum(severities), "the rule's severity", words.severity),
  title: text("title", words.title),
  body: text("text", { en: "Text", ja: "本文" }),
  texts: field(
    z.object({
      en: inOneLanguage.describe("in English"),
      ja: inOneLanguage.describe("in Japanese"),
    }),
    "title and text in the languages that the rule has besides its own",
    { label: { en: "In other languages", ja: "ほかの言語" }, hidden: true },
  ).optional(),
  labels: field(z.record(z.string(), z.string()), "the rule's labels", words.labels),
  data: field(
    z.record(z.string(), z.unknown()),
    "for programs: the values that the rule's `data` names, or without it the item of the cause; on `.resolved` with `why: until` those of the event that ended it",
    words.alertData,
  ).optional(),
  recipients: field(names, "where the alert goes besides the feed, such as email:desk", {
    label: { en: "Recipients", ja: "宛先" },
    hidden: true,
  }),
  cause: field(
    z.object({
      seq: field(z.number(), "the event's number on the log", {
        label: { en: "Number", ja: "番号" },
        grouped: false,
      }),
      id: said("the event's id"),
      type: said("the event's type"),
      source: said("the source that gave it"),
      subject: said("the stock or series that it is about"),
      origin: said("where it is an alert itself: the source of the event that began it").optional(),
    }),
    "the event that caused the alert; on `.resolved` the event that ended it",
    { label: { en: "Cause", ja: "原因" }, hidden: true },
  ),
  watchlists: field(names, "the watchlists that its subject was on", {
    label: { en: "Watchlists", ja: "ウォッチリスト" },
    hidden: true,
  }).optional(),
  flapping: text(
    "the same alert is suppressed from now on, since it came too often: how many within how long",
    { label: { en: "Suppressed after", ja: "抑制の条件" }, hidden: true },
  ).optional(),
  unmailed: field(
    z.enum(["simulated", "same-cause"]),
    "why its `recipients` get no mail: `simulated` means that its data is simulated and the mail server is real, `same-cause` that they get one about the same event, from the most severe alert",
    { label: { en: "Not mailed since", ja: "メールしない理由" }, hidden: true },
  ).optional(),
  why: field(
    z.enum(namesListed<EpisodeEnd>(episodeEnds)),
    `on \`.resolved\`: why it ended; ${wordsListed(episodeEnds)}`,
    words.alertEnd,
  ).optional(),
  by: text("on `.resolved`: who ended it by hand", words.endedBy).optional(),
  because: text("on `.resolved`: the reason that they gave", words.reason).optional(),
});

export const mailFailure = z.object({
  alert: text("id of the alert", words.alert),
  rule: text("name of the rule", words.rule),
  title: text("title of the alert", words.title),
  address: text(
    "the address that did not get the mail, the name of the webhook's target, or the receiver's name and the device",
    {
      en: "Address",
      ja: "宛先アドレス",
    },
  ),
  reason: field(
    z.enum(["refused", "expired", "damaged"]),
    "`refused` for good, `expired` after a day of attempts, or `damaged` in the database",
    words.lostMail,
  ),
  message: text("the last answer of the mail server or the target", words.happened),
  attempts: numberFrom(0, "number of attempts", { en: "Attempts", ja: "試行回数" }),
});

export const deviceEnd = z.object({
  receiver: text("the receiver that it was signed up for, such as push:phone", {
    en: "Receiver",
    ja: "宛先",
  }),
  device: text("what it was known by, such as `Chrome, Android`", { en: "Device", ja: "端末" }),
  left: numberFrom(0, "number of devices that the receiver still has", {
    en: "Devices left",
    ja: "残りの端末",
  }),
});

export type DigestDue = z.infer<typeof digestDue>;
export type ClockJump = z.output<typeof clockJump>;
export type StoreNews = z.infer<typeof storeNews>;
export type StoreDamage = z.infer<typeof storeDamage>;
export type RuleLimit = z.infer<typeof ruleLimit>;
export type Alert = z.infer<typeof alert>;
export type Severity = Alert["severity"];

/** Place of each severity, the gravest first. */
export const gravity: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, info: 2 };

export function isSeverity(word: unknown): word is Severity {
  return (severities as readonly unknown[]).includes(word);
}
export type MailFailure = z.infer<typeof mailFailure>;
