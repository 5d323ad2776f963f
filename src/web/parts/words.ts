/** Texts of the parts that views share. The severities are called as mails call them. */
import type { Severity } from "../../model/news-items.ts";
import type { KnownFrom } from "../../model/page/stock.ts";

const en = {
  severities: { info: "Info", warning: "Warning", critical: "Critical" } as Record<Severity, string>,
  states: { firing: "Firing", acknowledged: "Acknowledged", silenced: "Silenced", over: "Resolved" },
  asking: "Reading…",
  failed: {
    unreachable: "The monitor does not answer.",
    needsToken: "A token is needed: sign in.",
    mayNot: "This token does not allow that.",
    unknown: "Not found, or no longer stored.",
    other: "The action failed.",
  },
  done: "Done.",
  no: "Leave it",
  howLong: "For how long",
  spans: { "1h": "1 hour", "3h": "3 hours", "1d": "1 day", "7d": "7 days" } as Record<string, string>,
  moreRows: (count: string) => `Show more rows (${count} left)`,
  alertTable: { time: "Time", severity: "Severity", alert: "Alert", rule: "Rule" },
  filters: {
    text: "Text",
    severity: "Severity",
    state: "State",
    rule: "Rule",
    source: "Source",
    stock: "Stock or series",
    watchlist: "Watchlist",
    from: "From",
    to: "Up to",
    all: "all",
  },
  range: {
    shown: "Time shown",
    from: "from",
    to: "to",
    spans: { 30: "30 days", 90: "90 days", 180: "180 days", 365: "1 year", 36500: "All" } as Record<
      number,
      string
    >,
  },
  numbers: "Numbers as a table",
  papers: { full: "Full paper", summary: "Summary", xbrl: "XBRL" } as Record<string, string>,
  known({ history, live, isCut }: KnownFrom): string {
    const parts = [
      history === undefined ? "" : `from ${history} on from past data`,
      live === undefined ? "" : `from ${live} on by the monitor`,
    ].filter((part) => part !== "");
    const since = parts.length === 0 ? "" : `Data ${parts.join(", ")}.`;
    return isCut ? `${since} Older rows are left out.` : since;
  },
  moment: (year: string, month: number, day: number, clock: string) =>
    `${day} ${monthNames[month - 1]}${year === "" ? "" : ` ${year}`} ${clock}`.trim(),
  month: (year: string, month: number) => `${monthNames[month - 1]} ${year}`.trim(),
  year: (year: string) => year,
  japan: (moment: string) => `${moment} in Japan (JST)`,
};

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export const partWords: Record<"en" | "ja", typeof en> = {
  en,
  ja: {
    severities: { info: "情報", warning: "注意", critical: "重大" },
    states: { firing: "継続中", acknowledged: "確認済み", silenced: "通知停止中", over: "終了" },
    asking: "読み込んでいます…",
    failed: {
      unreachable: "モニターから応答がありません。",
      needsToken: "トークンが必要です。サインインしてください。",
      mayNot: "このトークンではこの操作はできません。",
      unknown: "見つからないか、記録が残っていません。",
      other: "操作に失敗しました。",
    },
    done: "完了しました。",
    no: "やめる",
    howLong: "期間",
    spans: { "1h": "1時間", "3h": "3時間", "1d": "1日", "7d": "7日間" },
    moreRows: (count) => `続きを表示（残り${count}行）`,
    alertTable: { time: "日時", severity: "重要度", alert: "アラート", rule: "ルール" },
    filters: {
      text: "キーワード",
      severity: "重要度",
      state: "状態",
      rule: "ルール",
      source: "情報源",
      stock: "銘柄・系列",
      watchlist: "ウォッチリスト",
      from: "開始日",
      to: "終了日",
      all: "すべて",
    },
    range: {
      shown: "表示期間",
      from: "開始日",
      to: "終了日",
      spans: { 30: "30日", 90: "90日", 180: "180日", 365: "1年", 36500: "全期間" },
    },
    numbers: "数値を表で見る",
    papers: { full: "全文", summary: "サマリー", xbrl: "XBRL" },
    known({ history, live, isCut }) {
      const parts = [
        history === undefined ? "" : `${history}以降は取得済みの過去データ`,
        live === undefined ? "" : `${live}以降はモニターの記録`,
      ].filter((part) => part !== "");
      const since = parts.length === 0 ? "" : `データ：${parts.join("、")}。`;
      return isCut ? `${since}それより古い行は省略しています。` : since;
    },
    moment: (year, month, day, clock) =>
      `${year === "" ? "" : `${year}年`}${month}月${day}日 ${clock}`.trim(),
    month: (year, month) => `${year === "" ? "" : `${year}年`}${month}月`,
    year: (year) => `${year}年`,
    japan: (moment) => `日本時間 ${moment}`,
  },
};
