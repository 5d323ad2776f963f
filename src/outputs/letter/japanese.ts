/** The fixed words of mails in Japanese. */
import type { EpisodeEnd } from "../../model/alerts.ts";
import { japaneseOften } from "../../model/news-words.ts";
import { groupedNumber as number } from "../../model/numbers.ts";
import type { Phrases, Span } from "./phrases.ts";

const weekdays = ["日", "月", "火", "水", "木", "金", "土"];
const units: Readonly<Record<Span["unit"], string>> = { minute: "分", hour: "時間", day: "日" };

const ends: Readonly<Record<EpisodeEnd, string>> = {
  until: "終了条件に該当するイベントがありました",
  time: "一定期間、続報がありませんでした",
  hand: "手動で終了されました",
};

const digests: Readonly<Record<string, string>> = {
  "before the open": "寄り付き前",
  "after the close": "大引け後",
  "after the evening publications": "夜間の公表後",
};

const sides = { long: "買い持ち", short: "売り持ち" } as const;

export const japanesePhrases: Phrases = {
  lang: "ja",
  subjectMarks: { info: "", warning: "【注意】", critical: "【重大】" },
  simulated: "SIMULATED 模擬データ",
  severities: { info: "情報", warning: "注意", critical: "重大" },
  day({ year, month, day, weekday, clock }, withYear) {
    const words = `${withYear ? `${year}年` : ""}${month}月${day}日（${weekdays[weekday]}）`;
    return clock === undefined ? words : `${words}${clock}`;
  },
  span: ({ count, unit }) => `${number(count)}${units[unit]}`,
  number,
  list: (words) => words.join("、"),
  stock: (name, code) => `${name}（${code}）`,

  headings: {
    sinceLast: (when) => `前回の通知（${when}）からの変化`,
    changed: "変化した項目",
    details: "詳細",
    others: "同じイベントに関するほかのアラート",
    times: "日時（日本時間）",
    past: "これまでの推移",
    links: "リンク",
    yourStocks: "ウォッチリストの銘柄",
    holdings: "保有分の評価額",
    fresh: "新規",
    grown: "続報",
    over: "終了",
    rest: "その他",
  },
  labels: {
    titleBefore: "変更前の件名",
    severity: "重要度",
    occurred: "発生日",
    published: "公表日時",
    seen: "Yaguraの検知日時",
    rule: "アラートのルール",
    more: "ほか",
  },
  columns: { stock: "銘柄", alert: "アラートと日時（日本時間）" },
  links: {
    alert: "このアラート",
    why: "届いた理由",
    acknowledge: "確認する（繰り返しを止める）",
    silence: "通知を停止する",
    rate: "役に立ったかを答える",
    page: "すべてのアラート",
    stockPage: (stock) => `${stock}のページ`,
  },

  changes: {
    appeared: (now) => `${now}（前回は値なし）`,
    gone: (was) => `値なし（前回：${was}）`,
    revised: (period, from, to) => `${period}：${from} → ${to}`,
    withdrawn: (period, from) => `${period}：${from}（取り下げ）`,
    valued: (period, value) => `${period}：${value}`,
    unvalued: (period) => `${period}：値なし`,
    andMore: (count) => `ほか${count}件`,
  },

  ended: (title) => `終了：${title}`,
  again: (times, since) => `${since}から続くアラートの${number(times)}回目です。`,
  stillOpen: (span, since, times) =>
    `継続中です。${since}の発生から${span}が経過しました${times > 1 ? `（これまでに${number(times)}回）` : ""}。`,
  over({ why, by, because, span, times }) {
    const reason = by ? `${by}が終了しました` : why === undefined ? "" : ends[why];
    const said = because ? `（${because}）` : "";
    const cause = `${reason}${said}`;
    const open = span && `${span}続きました${times > 1 ? `（アラート${number(times)}回）` : ""}。`;
    return `終了しました。${cause === "" ? "" : `${cause}。`}${open ?? ""}`;
  },
  rows: {
    again: (times) => `${number(times)}回目`,
    stillOpen: (span) => `${span}継続中`,
    over: "終了",
  },
  held: (count, since) => `${since}以降の${number(count)}通を保留していました`,
  flapping: (often) =>
    `このアラートは頻発しています（${japaneseOften(often)}）。頻度が下がるまで、同じアラートを抑制します。`,
  watched(lists, more, { shares, price, side }) {
    const named = `「${lists.join("」「")}」${more > 0 ? `ほか${number(more)}件` : ""}`;
    const position = [
      ...(side === undefined ? [] : [sides[side]]),
      ...(shares === undefined ? [] : [`${shares}株`]),
      ...(price === undefined ? [] : [`取得単価${price}円`]),
    ].join("、");
    return `ウォッチリスト${named}の銘柄${position === "" ? "" : `：${position}`}。`;
  },
  beside: (words) => `${words}。`,
  chart: ({ label, unit, low, high, latest }) =>
    `${label}${unit === "" ? "" : `（${unit}）`}：最低 ${low}、最高 ${high}、現在 ${latest}`,

  group(about, count, { named, more }) {
    const head = `アラート${number(count)}件${about ? `（${about}）` : ""}`;
    const rest = more === undefined ? "など" : more > 0 ? `ほか${number(more)}件` : "";
    return named.length === 0 ? head : `${head}：${named.join("、")}${rest}`;
  },
  andMore: (title, more) => `${title} ほか${number(more)}件`,
  groupThread: (about) => (about === "" ? "アラート" : `アラート：${about}`),
  digest(name = "", day, count) {
    const named = Object.hasOwn(digests, name) ? digests[name] : name;
    const found = count === 0 ? "新しいアラートはありません" : `アラート${number(count)}件`;
    return `${named ? `${named}の` : ""}ダイジェスト ${day}：${found}`;
  },
  digestAbout: (own, others) =>
    `対象：ウォッチリストの${number(own)}銘柄${others === 0 ? "" : `、その他${number(others)}件`}。`,
  braked: (rule, count, isWatched) =>
    `ルール ${rule} の${isWatched ? "ウォッチリストの銘柄に関する" : ""}通知を本日は抑制します：本日のアラート${number(count)}件`,
  brakedSince:
    "過去30日間のどの日よりも大幅に多い件数です。すべてのアラートはページとフィードで確認できます。ウォッチリストの銘柄のアラートは、それ以外とは別に数えます。",
  restOf: (rule, count) => `${rule}：${number(count)}件`,
  moreOnPage: (count) => `ほか${number(count)}件`,

  notes: {
    simulated: "データはシミュレーションによるものです。会社、人物、数値はすべて架空です。",
    ofRule: (rule) =>
      `このメールは、ルール「${rule}」の通知先にこのアドレスがあるため送信されました。変更・停止するには、Yaguraのルールファイルでこのルールを編集するか、設定の宛先を編集してください。`,
    ofRules:
      "このメールは、ルールの通知先にこのアドレスがあるため送信されました。変更・停止するには、Yaguraのルールファイルまたは設定の宛先を編集してください。",
    ofRoute: (route) =>
      `このメールは、Yaguraの設定の振り分け「${route}」により、このアドレスに送信されました。`,
    page: (url, isHere) =>
      `すべてのアラートはこちら${isHere ? "（Yaguraが動作しているマシンでだけ開けます）" : ""}：${url}`,
  },
};
