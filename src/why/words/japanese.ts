/** Sentences of an answer in Japanese. They stand in a line after others, and end without a full stop. */
import { durationWords, japaneseDuration } from "../../model/duration.ts";
import { answerInJapanese } from "../../model/messages/in-japanese.ts";
import { japaneseReasons, sourceReason, worth as worthWords } from "../../model/news-words.ts";
import { japaneseUntold, partHolds } from "../../model/page/why-words.ts";
import type { SuppressionReason } from "../../model/rule.ts";
import { withheldWords } from "../../outputs/index.ts";
import type { SourceStatus } from "../status.ts";
import type { AskedMoment, WhyWords } from "./english.ts";

const suppressions: Readonly<Record<SuppressionReason, string>> = {
  cooldown: "同じアラートが発生したばかりで、クールダウン中です",
  unresolved: "前のアラートが継続中です。`until` が成立するイベントはまだありません",
  flapping: "頻発しているため、頻度が下がるまで抑制されています",
  inactive: "ルールの対象時間外です",
  quarantine: "隔離された大量の書き換えの一部で、通知されませんでした",
  baseline: "情報源の初回取得時からあったもので、新しいイベントとしては扱われません",
  cost: "このイベントではルールの式の処理に時間がかかりすぎるため、中断しました",
};

const absent = "値なし";

const part: WhyWords["part"] = {
  absent,
  holds: partHolds.ja,
  isValue: (name, value) => `${name} は${value === absent ? "" : " "}${value}`,
  listed: (parts) => parts.join("、"),
  part: (text, holds, values) => `\`${text}\` は${holds}${values === "" ? "" : `（${values}）`}`,
  step(number, isSeen, seq) {
    if (!isSeen) return `段階${number}は未検知`;
    return seq === undefined ? `段階${number}は検知済み` : `段階${number}は #${seq}`;
  },
};

const outcome: WhyWords["outcome"] = {
  ended: (seq) => `#${seq} で終了しました`,
  fired: (seq) => `#${seq} が発生しました`,
  heldBack: (reason, until) => `${suppressions[reason]}${until === undefined ? "" : `（${until} まで）`}`,
  oddAlert: "残っている記録を現在のルールで判定し直すと、アラートは発生しません",
  loadedAfter: (when) => `ルールが読み込まれたのは、このイベントより後です（${when}）`,
  loadedAgain: (when) =>
    `このイベントより後にルールが読み込み直されています（最後は ${when}）。判定は現在のルールによるものです`,
  keptFrom: (seq) => `記録は #${seq} 以降しか残っていません。それ以前からのルールの状態は分かりません`,
  notActive: (when) => `ルールはまだ有効ではありませんでした（読み込みは ${when}）`,
  mayBeAnother: "現在のルールなら発生していますが、当時のルールは別の内容だった可能性があります",
  noReason: "現在のルールなら発生していますが、発生しなかった理由は記録にありません",
};

const wait: WhyWords["wait"] = {
  mayHold(conditions, from, tense) {
    const unmet = conditions.join(" と ");
    return tense === "has"
      ? `このまま次のイベントがなければ、${from} から ${unmet} が成立する可能性があります`
      : `そのまま次のイベントがなければ、${from} から ${unmet} が成立する可能性がありました`;
  },
  nothingMore: (until, tense) =>
    `${until} まで次のイベントがないことが条件${tense === "has" ? "です" : "でした"}`,
  lasts: (lasting, since, until, tense) =>
    `#${since} から ${until} まで（${japaneseDuration(durationWords(lasting))}）条件が成立し続ける必要があ${tense === "has" ? "ります" : "りました"}`,
  toldAs: (seq, more) => `#${seq} として発生しました${more > 0 ? `（その後さらに${more}回）` : ""}`,
  ended: (waited, end) => `${waited}。${end}`,
  later: (waits, told) => `${waits}。その後、${told}`,
  came: (seq) => `#${seq} がありました`,
  brokenWith: (seq) => `#${seq} で成立しなくなりました`,
  didNot: "そうなりませんでした",
};

const silent: WhyWords["silent"] = {
  whenFails: (parts, more) =>
    `\`when\` が成立しません：${parts.join("、")}${more > 0 ? `、ほか${more}件` : ""}`,
  noValue: (condition) => `このイベントには ${condition} の値がないため、ルールの判定に関わりません`,
  ends: "このイベントで `until` が成立しました。アラートを終了させるだけで、新たに発生させることはありません",
  noStep: (condition) => `このイベントは ${condition} に関わりません。どの段階にも当たらないか、遅すぎました`,
  fails: (condition, facts) =>
    `${condition} が成立しません${facts.length === 0 ? "" : `：${facts.join("、")}`}`,
  already: "条件は以前から成立しています。アラートは、成立し始めたときに一度だけ発生します",
  none: "アラートを発生させる条件に当たりませんでした",
};

const entry: WhyWords["entry"] = {
  noRuleAbout: (type) => `${type} を対象とするルールはありません`,
  attemptsOf: (alert) => `送信の試行はすべて、元のアラートで確認できます：\`yagura why ${alert}\``,
  noEvent(name, oldest, head) {
    const kept = head === 0 ? "記録は空です" : `記録にあるのは #${oldest} から #${head} までです`;
    return `イベント ${name} は記録にありません。${kept}`;
  },
  causeGone: (seq) => `原因の #${seq} は、もう記録に残っていません`,
  noRule: (name) => `ルール \`${name}\` は、現在はありません`,
  rated: (by, worth, when) => `${by}の回答：${worthWords.values[worth].ja}（${when}）`,
  notice: (reason) => (reason === "simulated" ? withheldWords(reason, "ja") : japaneseReasons[reason]),
  untold: (reason) => japaneseUntold[reason],
  suppressed: (reason) => suppressions[reason],
};

const subject: WhyWords["subject"] = {
  sought: (most) => `キーとしては、ルールが対象とする種類の最新${most}件のイベントの中を探しました`,
  heldWith: (type, how) =>
    `${type} は大量の書き換えの一部として隔離され、${how === "discarded" ? "破棄されました" : "配信元により取り消されました"}`,
  isHeld: (type, items, source) =>
    `${type} は${items}件の書き換えの一部として隔離されています。\`yagura sources release ${source}\` か \`discard ${source}\` で処理を決めてください`,
  atFirstSight: (source, items) =>
    `${source} の初回取得時にあった${items}件は、新しいイベントとしては扱われません。これもその中にあります`,
  noEvents(name, later, keptFrom) {
    const from = keptFrom === undefined ? "" : `。記録は #${keptFrom} 以降だけ残っています`;
    if (later === undefined) return `${name} には、ルールが対象とするイベントがありません${from}`;
    return `${name} には、その時点まで、ルールが対象とするイベントがありません。最初は #${later.seq}（${later.when}）です${from}`;
  },
  otherEvents: (counts) =>
    `記録にあるイベント：${counts.map(({ type, count }) => `${type}（${count}件）`).join("、")}`,
  didYouMean: (name) => `\`${name}\` のことですか`,
  cameFor: (subjects) => `対象のイベントがあったもの：${subjects.join("、")}`,
  firstSight: (source, items) =>
    `${source} の全体または一部を初めて取得しました。${items}件は1つのイベントにまとめられました`,
  loadedThen: "ルールはこの時に初めて読み込まれました",
};

const moments: Readonly<Record<AskedMoment, string>> = {
  asked: "その時点で",
  lastAtWork: "モニターが最後に動いていた時点で",
};

const states: Readonly<Record<SourceStatus["state"], string>> = {
  waiting: "未取得です",
  ok: "正常です",
  failing: "障害中です",
  quarantined: "隔離中です",
};

const success = (when: string | undefined) => (when === undefined ? "" : `（最後の成功は ${when}）`);

const failure = (reason: string, message: string) =>
  `${sourceReason.values[reason]?.ja ?? reason}：${answerInJapanese(message)}`;

const source: WhyWords["source"] = {
  notConfigured: (name) => `設定に情報源 ${name} がないため、取得していません`,
  neverPolled: (name) => `${name} はまだ一度も取得していません`,
  quarantined: (name, items, seen) => `${name} は隔離中です。${items}件を保留しています${success(seen)}`,
  failing: (name, reason, message, seen) =>
    `${name} は取得に失敗しています。${failure(reason, message)}${success(seen)}`,
  late: (name, day) => `${name} は公表が遅れています。${day} の公表分がまだ届いていません`,
  state: (name, state, seen) => `${name} は${states[state]}${success(seen)}`,
  watchesOnly: (name, watched) =>
    `${name} が対象とするのは${"watchlist" in watched ? `ウォッチリスト ${watched.watchlist} ` : ` ${watched.subjects.join("、")} `}だけです`,
  notRunning: (seen, again) =>
    `その時、モニターは動いていませんでした。最後に動作を確認したのは ${seen} です${again === undefined ? "" : `（再開は ${again}）`}`,
  nothingOf: (name) =>
    `その時点まで、${name} の記録はありません。まだ取得していなかったか、イベントがありませんでした`,
  wasQuarantined: (name, moment, items) =>
    `${name} は${moments[moment]}隔離中でした。${items}件を保留していました`,
  wasFailing: (name, moment, reason, message) =>
    `${name} は${moments[moment]}取得に失敗していました。${failure(reason, message)}`,
  wasLate: (name, moment, day, message) =>
    `${name} は${moments[moment]}公表が遅れていました。${day === undefined ? message : `${day} の公表分が届いていませんでした`}`,
  wasWell: (name, last) =>
    `記録で分かるかぎり、${name} はその時点で正常でした${last === undefined ? "" : `。${last}`}`,
  wasNotPolled: (name, last) =>
    `${name} はその時点では取得していないため、状況は分かりません${last === undefined ? "" : `。${last}`}`,
  lastTold: (seq, type, when) => `最後のイベントは #${seq} ${type}（${when}）です`,
};

export const japanese: WhyWords = { part, outcome, wait, silent, entry, subject, source };
