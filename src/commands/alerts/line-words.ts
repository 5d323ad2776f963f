/** What stands in the lines of an answer beside its own sentences, in the caller's language. */

import { counted } from "../../lib/text/counted.ts";
import type { NoticeState } from "../../model/alerts.ts";
import type { Language } from "../../model/language.ts";
import type { AttemptOutcome, UnmailedReason } from "../../model/mail.ts";
import { answerInJapanese } from "../../model/messages/in-japanese.ts";
import { alertEnd, japaneseOften, noticeStates, severity } from "../../model/news-words.ts";
import type { MailFacts, SuppressionFacts, Verdict } from "../../model/page/why.ts";
import { attemptOutcomes, deliveryStates } from "../../model/page/why-words.ts";
import { withheldWords } from "../../outputs/index.ts";
import type { WhyWords } from "../../why/words/english.ts";
import { whyWords } from "../../why/words/words.ts";

type Outcome = Verdict["outcome"];

/** The Japanese word for a value of a closed list; an alert of another version may have one that is not on it. */
function wordFor(value: string, { values }: Listed): string {
  return values[value]?.ja ?? value;
}

interface Listed {
  readonly values: Readonly<Record<string, { readonly ja: string } | undefined>>;
}

const en = {
  values: whyWords.en as WhyWords,
  headings: {
    alert: "alert",
    cause: "cause",
    event: "event",
    poll: "poll",
    change: "change",
    rule: "rule",
    outcome: "outcome",
    when: "when",
    conditions: "over events",
    waiting: "waiting",
    until: "until",
    heldBack: "held back",
    before: "before",
    after: "after",
    told: "told to",
    mails: "mails",
    about: "about",
    latest: "last event",
    earlier: "before it",
    kept: "kept back",
    known: "known",
    note: "note",
  },
  simulated: ", SIMULATED",
  /** A name and what it is, one part of a line after another. */
  named: (name: string, what: string) => `${name}: ${what}`,
  listed: (parts: readonly string[]) => parts.join(", "),
  place: (name: string, place: string) => `${name}, ${place}`,
  title: (title: string) => `title ${title}`,
  ruleOf: (rule: string) => `rule ${rule}`,
  severity: (name: string) => name,
  key: (key: string) => `key ${key}`,
  labels: "labels",
  data: "data",
  flapping: (often: string) => `the last one before more are held back: ${often}`,
  over(why: string, by: string | undefined, because: string | undefined) {
    const reason = because === undefined ? "" : `: ${because}`;
    return `it is over: ${why}${by === undefined ? "" : `, by ${by}${reason}`}`;
  },
  about: (what: string, subject: string) => `${what} about ${subject}`,
  upTo: (subject: string, when: string) => `${subject}, up to ${when}`,
  occurred: (when: string) => `occurred ${when}`,
  published: (when: string) => `published ${when}`,
  seen: (when: string) => `seen ${when}`,
  itself: "the monitor itself",
  poll: (source: string, when: string, counts: readonly (readonly [type: string, count: number])[]) =>
    `${source}, committed ${when} with ${counts.map(([type, count]) => `${type} ${count}`).join(", ")}`,
  appeared: (when: string, seconds: number) =>
    `on the service since ${seconds === 0 ? when : `about ${when} (±${seconds} s)`}`,
  asked: (when: string) => `asked ${when}`,
  answered: (when: string) => `answered ${when}`,
  committed: (when: string) => `committed ${when}`,
  sent: (when: string) => `first sent ${when}`,
  released: (since: string) => `; it was held back since ${since} and released`,
  became: (field: string, was: string, now: string) => `${field}: ${was} -> ${now}`,
  outcomes: {
    fired: "fired",
    "held-back": "held-back",
    waiting: "waiting",
    silent: "silent",
    unknown: "unknown",
  } as Readonly<Record<Outcome, string>>,
  past: (event: string, outcome: string, because: string) => `${event}: ${outcome}, ${because}`,
  waits: (seq: number, until: string) => `#${seq} waits until ${until}`,
  notOver: (seq: number) => `the alert of #${seq} was not over; it ends when this holds:`,
  conditionHolds: {
    true: "holds",
    false: "does not hold",
    null: "not asked, since `when` does not hold",
  } as Readonly<Record<"true" | "false" | "null", string>>,
  noPart: "; this event plays no part in it",
  entries(count: number, from: string | undefined, to: string | undefined) {
    const span = from === undefined || to === undefined ? "" : ` from ${from} to ${to}`;
    return `${count === 1 ? "1 entry" : `${count} entries`}${span}`;
  },
  valueBefore: (value: string, when: string) => `the value before is ${value}, ${when}`,
  begunAnew: (after: string) => `begun anew after ${after}`,
  step: (number: number, event: string) => `step ${number}: ${event}`,
  suppression(
    { reason, message }: Pick<SuppressionFacts, "reason" | "message">,
    until?: string,
    seq?: number,
  ) {
    const end = until === undefined ? "" : `, until ${until}`;
    const by = seq === undefined ? "" : `, asked for by #${seq}`;
    return `${reason}${end}${by}: ${message}`;
  },
  more: (count: number) => `and ${count} more`,
  nobody: (message: string) => `nobody: ${message}`,
  noMail: "it asked for none",
  noMailOfEnd: "none: no mail tells of this end",
  unmailed: (reason: UnmailedReason) => `none: ${withheldWords(reason, "en")}`,
  mailStates: { waiting: "waiting", sent: "sent", failed: "failed" } as Readonly<
    Record<MailFacts["state"], string>
  >,
  queued: (when: string) => `queued ${when}`,
  next: (when: string, isFirst: boolean) => `tried ${isFirst ? "first" : "again"} ${when}`,
  unknownTries: (count: number) => `${counted(count, "attempt")} of before they were kept`,
  attempt: (outcome: AttemptOutcome, answer: string) => `${outcome}: ${answer}`,
  route: (name: string) => ` by the route ${name}`,
  noticeStates: { waiting: "waiting", told: "told", dropped: "not told" } as Readonly<
    Record<NoticeState, string>
  >,
  notice: (to: string, reason: string, state: string, message: string) =>
    `${to}: ${reason}, ${state}: ${message}`,
  toldAt: (when: string) => `told ${when}`,
  waitsUntil: (state: string, until: string) => `${state} until ${until}`,
  quiet: (by: string) => ` (${by})`,
  silence: (by: string, author: string, match: string, because: string) =>
    ` (${by} by ${author}, ${match}: ${because})`,
};

export type LineWords = typeof en;

const ja: LineWords = {
  values: whyWords.ja,
  headings: {
    alert: "アラート",
    cause: "原因",
    event: "イベント",
    poll: "取得",
    change: "変化",
    rule: "ルール",
    outcome: "判定",
    when: "条件",
    conditions: "集計の条件",
    waiting: "待機",
    until: "終了条件",
    heldBack: "抑制",
    before: "以前の抑制",
    after: "以後の抑制",
    told: "通知",
    mails: "配信",
    about: "対象",
    latest: "最新のイベント",
    earlier: "その前",
    kept: "保留",
    known: "参考",
    note: "注記",
  },
  simulated: "、SIMULATED 模擬データ",
  named: (name, what) => `${name}：${what}`,
  listed: (parts) => parts.join("、"),
  place: (name, place) => `${name}（${place}）`,
  title: (title) => `件名 ${title}`,
  ruleOf: (rule) => `ルール ${rule}`,
  severity: (name) => `重要度 ${wordFor(name, severity)}`,
  key: (key) => `キー ${key}`,
  labels: "ラベル",
  data: "データ",
  flapping: (often) => `頻発しているため、これを最後に抑制されます（${japaneseOften(often)}）`,
  over(why, by, because) {
    const reason = because === undefined ? "" : `：${because}`;
    return `終了：${wordFor(why, alertEnd)}${by === undefined ? "" : `（${by}${reason}）`}`;
  },
  about: (what, subject) => `${what}、対象 ${subject}`,
  upTo: (subject, when) => `${subject}（${when} 時点）`,
  occurred: (when) => `発生 ${when}`,
  published: (when) => `公表 ${when}`,
  seen: (when) => `検知 ${when}`,
  itself: "モニター自身",
  poll: (source, when, counts) =>
    `${source}、記録 ${when}（${counts.map(([type, count]) => `${type} ${count}件`).join("、")}）`,
  appeared: (when, seconds) =>
    seconds === 0 ? `サービスへの掲載 ${when}` : `サービスへの掲載 ${when} 頃（±${seconds}秒）`,
  asked: (when) => `問い合わせ ${when}`,
  answered: (when) => `応答 ${when}`,
  committed: (when) => `記録 ${when}`,
  sent: (when) => `最初の配信 ${when}`,
  released: (since) => `。${since} から隔離され、その後解放されました`,
  became: (field, was, now) => `${field}：${was} → ${now}`,
  outcomes: {
    fired: "アラートあり",
    "held-back": "抑制",
    waiting: "待機中",
    silent: "アラートなし",
    unknown: "不明",
  },
  past: (event, outcome, because) => `${event}：${outcome}。${because}`,
  waits: (seq, until) => `#${seq} から ${until} まで`,
  notOver: (seq) => `#${seq} によるアラートが継続中でした。次の条件が成立すると終了します：`,
  conditionHolds: { true: "成立", false: "不成立", null: "`when` が成立しないため判定なし" },
  noPart: "（このイベントは関わりません）",
  entries: (count, from, to) =>
    `${from === undefined || to === undefined ? "" : `${from} から ${to} まで`}${count}件`,
  valueBefore: (value, when) => `前の値は ${value}（${when}）`,
  begunAnew: (after) => `${after} の後、最初からやり直し`,
  step: (number, event) => `段階${number}：${event}`,
  suppression({ message }, until, seq) {
    const facts = [
      ...(until === undefined ? [] : [`${until} まで`]),
      ...(seq === undefined ? [] : [`イベント #${seq}`]),
    ];
    return `${message}${facts.length === 0 ? "" : `（${facts.join("、")}）`}`;
  },
  more: (count) => `ほか${count}件`,
  nobody: (message) => message,
  noMail: "なし：配信の対象ではありません",
  noMailOfEnd: "なし：この終了は配信されません",
  unmailed: (reason) => `なし：${withheldWords(reason, "ja")}`,
  mailStates: deliveryStates.ja,
  queued: (when) => `受付 ${when}`,
  next: (when, isFirst) => `${isFirst ? "初回" : "次回"} ${when}`,
  unknownTries: (count) => `記録のない以前の試行 ${count}回`,
  attempt: (outcome, answer) => `${attemptOutcomes.ja[outcome]}：${answerInJapanese(answer)}`,
  route: (name) => `（振り分け ${name}）`,
  noticeStates: noticeStates.ja,
  notice: (to, _reason, state, message) => `${to}：${state}。${message}`,
  toldAt: (when) => `${noticeStates.ja.told} ${when}`,
  waitsUntil: (state, until) => `${state}（${until} まで）`,
  quiet: (by) => `（${by}）`,
  silence: (by, author, match, because) => `（通知停止 ${by}、設定者 ${author}、${match}：${because}）`,
};

export const lineWords: Readonly<Record<Language, LineWords>> = { en, ja };
