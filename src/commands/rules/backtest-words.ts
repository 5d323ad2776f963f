/** What a report of `yagura backtest` says, in the caller's language. */
import type { Outcome } from "../../backtest/report.ts";
import { counted } from "../../lib/text/counted.ts";
import type { NoticeReason } from "../../model/alerts.ts";
import type { Language } from "../../model/language.ts";
import { plainNumber } from "../../model/numbers.ts";
import { memoryLimits, type SuppressionReason } from "../../model/rule.ts";

export function shownNumber(number: number): string {
  return Number.isInteger(number) ? number.toLocaleString("en") : plainNumber(number);
}

type Limit = Outcome["limits"][number]["limit"];

const en = {
  playing: (day: string, done: number, all: number) =>
    `${day}, day ${shownNumber(done)} of ${shownNumber(all)} of the past`,
  listed: (parts: readonly string[]) => parts.join(", "),
  oldRules: (totals: string) => `The old rules: ${totals}.`,
  busiestDays: (days: number) => `The ${days} busiest days`,
  days: "Days",
  mailsADay: "Mails a day",
  mailsADayBeside: "Mails a day, and by the old rules",
  mailsByHour: "Mails by the hour of the day in Japan",
  decisions: "Decisions about notifications",
  loudestStocks: "Loudest stocks",
  loudestRules: "Loudest rules",
  heads: {
    days: ["day", "events", "alerts", "mails"],
    mails: ["address", "mails", "mean", "most", "on"],
    oldMails: ["old mails", "old mean", "old most"],
    hours: ["address", "hours"],
    decisions: ["receiver", "decisions"],
    stocks: ["stock", "name", "alerts", "mails"],
    rules: ["rule", "alerts", "mails", "held back"],
    lone: ["time", "rule", "key", "title"],
  },
  events: (events: number, from: string, to: string) => `${counted(events, "event")} from ${from} to ${to}`,
  log: { played: "The played past", kept: "The log" },
  empty: (log: string) => `${log} is empty.`,
  begins: (log: string, isPlayed: boolean, from: string) =>
    `${log} ${isPlayed ? "begins" : "is kept"} from ${from} on: before that there is nothing to judge.`,
  warmUp: (events: number, from: string) =>
    `${counted(events, "event")} before that were judged as well and not counted, from ${from} on.`,
  onlyList: (watchlist: string) => `Only alerts about the stocks of the watchlist ${watchlist} are counted.`,
  onlyRules: (rules: readonly string[]) =>
    `Only alerts of the ${rules.length === 1 ? "rule" : "rules"} ${rules.join(", ")} are counted.`,
  mean: (mean: number, busiest: string) =>
    `${shownNumber(mean)} ${mean === 1 ? "alert" : "alerts"} a day${busiest}`,
  busiest: (most: number, day: string) => `, ${shownNumber(most)} on the busiest, ${day}`,
  totals: (alerts: number, resolved: number, mails: number, held: string) =>
    `${counted(alerts, "alert")}, ${shownNumber(resolved)} resolved, ${counted(mails, "mail")}, held back: ${held || "none"}`,
  reason: (reason: NoticeReason | SuppressionReason): string => reason,
  silent: (rules: string, more: number) => `Never fired: ${rules}${more > 0 ? ` and ${more} more` : ""}`,
  renamed: (from: string, to: string, alerts: number) =>
    `${to} gives ${alerts === 1 ? "the one alert" : `the ${shownNumber(alerts)} alerts`} that ${from} gave: on this log they differ by name alone`,
  limit(rule: string, limit: Limit) {
    if (limit === "standing") return `${rule} had more current items than the limit: rules saw none of them`;
    const what = limit === "keys" ? "combinations of its `by`" : "events of one combination of its `by`";
    return `${rule} remembers ${shownNumber(memoryLimits[limit])} ${what}, and forgot the oldest for each new one`;
  },
  lone(verb: "come" | "go", count: number) {
    const [one, side] = verb === "go" ? ["goes", "old"] : ["comes", "new"];
    const gives =
      count === 1 ? `${one}: only the ${side} rules give it` : `${verb}: only the ${side} rules give them`;
    return `${counted(count, "alert")} ${gives}`;
  },
  otherRules: (rules: number) => `and ${counted(rules, "other rule")}`,
  more: (count: number) => `and ${shownNumber(count)} more`,
  calendar: "Mails by day, a week a row",
  weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
  month: (month: string, total: number) => `${month}: ${total}`,
  cannotKnow: "What this cannot know",
  mailOf: (when: string) => `Mail of ${when}`,
  to: (recipients: string) => `To:      ${recipients}`,
  subject: (title: string) => `Subject: ${title}`,
};

export type BacktestWords = typeof en;

/** Reasons of decisions in a word or two; those of the page are sentences. */
const reasons: Readonly<Record<NoticeReason | SuppressionReason, string>> = {
  cooldown: "クールダウン",
  unresolved: "前のアラートが継続中",
  flapping: "頻発",
  inactive: "時間外",
  quarantine: "隔離",
  baseline: "初回取得",
  cost: "計算時間の超過",
  first: "最初の通知",
  changed: "続報",
  repeated: "再通知",
  resolved: "終了",
  "same-cause": "同じイベント",
  grouped: "グループ",
  digest: "ダイジェスト",
  silenced: "通知停止",
  inhibited: "関連による抑制",
  acknowledged: "確認済み",
  "outside-hours": "受信時間外",
  capped: "件数の上限",
  braked: "急増による抑制",
  simulated: "模擬データ",
  "own-failure": "自身の不達",
  unreachable: "宛先なし",
};

const ja: BacktestWords = {
  playing: (day, done, all) => `過去データ ${day}（${shownNumber(all)}日中${shownNumber(done)}日目）`,
  listed: (parts) => parts.join("、"),
  oldRules: (totals) => `比較対象のルール：${totals}`,
  busiestDays: (days) => `アラートの多い${days}日`,
  days: "日別",
  mailsADay: "1日あたりのメール",
  mailsADayBeside: "1日あたりのメール（比較対象のルールと並べて）",
  mailsByHour: "時間帯別のメール（日本時間）",
  decisions: "通知の判断",
  loudestStocks: "アラートの多い銘柄",
  loudestRules: "アラートの多いルール",
  heads: {
    days: ["日", "イベント", "アラート", "メール"],
    mails: ["アドレス", "メール", "平均", "最多", "最多の日"],
    oldMails: ["比較対象のメール", "比較対象の平均", "比較対象の最多"],
    hours: ["アドレス", "時間帯"],
    decisions: ["宛先", "判断"],
    stocks: ["銘柄", "名称", "アラート", "メール"],
    rules: ["ルール", "アラート", "メール", "抑制"],
    lone: ["時刻", "ルール", "キー", "件名"],
  },
  events: (events, from, to) => `対象期間：${from}〜${to}、イベント${shownNumber(events)}件`,
  log: { played: "再生した過去データ", kept: "記録" },
  empty: (log) => `${log}は空です。`,
  begins: (log, _isPlayed, from) => `${log}は ${from} からです。それより前は判定できません。`,
  warmUp: (events, from) =>
    `それ以前の${shownNumber(events)}件（${from} から）も判定しましたが、数えていません。`,
  onlyList: (watchlist) => `ウォッチリスト ${watchlist} の銘柄についてのアラートだけを数えています。`,
  onlyRules: (rules) => `ルール ${rules.join("、")} のアラートだけを数えています。`,
  mean: (mean, busiest) => `1日平均${shownNumber(mean)}件${busiest}`,
  busiest: (most, day) => `、最も多い日は${shownNumber(most)}件（${day}）`,
  totals: (alerts, resolved, mails, held) =>
    `アラート${shownNumber(alerts)}件、終了${shownNumber(resolved)}件、メール${shownNumber(mails)}通、抑制：${held || "なし"}`,
  reason: (reason) => reasons[reason],
  silent: (rules, more) => `アラートを出さなかったルール：${rules}${more > 0 ? `、ほか${more}件` : ""}`,
  renamed: (from, to, alerts) =>
    `${to} は ${from} と同じ${shownNumber(alerts)}件を出しました。この記録では、違いは名前だけです`,
  limit(rule, limit) {
    if (limit === "standing") return `${rule} は現在の項目が上限を超えたため、どのルールにも見えませんでした`;
    const what = limit === "keys" ? "`by` の組み合わせ" : "`by` の1つの組み合わせのイベント";
    return `${rule} が記憶するのは${what}${shownNumber(memoryLimits[limit])}件までです。超えた分は古いものから忘れました`;
  },
  lone: (verb, count) =>
    verb === "come"
      ? `増えるアラート${shownNumber(count)}件（新しいルールだけが出すもの）`
      : `減るアラート${shownNumber(count)}件（比較対象のルールだけが出すもの）`,
  otherRules: (rules) => `ほか${shownNumber(rules)}ルール`,
  more: (count) => `ほか${shownNumber(count)}件`,
  calendar: "日別のメール（1行が1週間）",
  weekdays: [..."月火水木金土日"],
  month: (month, total) => `${month}：${total}通`,
  cannotKnow: "過去データでは分からないこと",
  mailOf: (when) => `メール ${when}`,
  to: (recipients) => `宛先：${recipients}`,
  subject: (title) => `件名：${title}`,
};

export const backtestWords: Readonly<Record<Language, BacktestWords>> = { en, ja };
