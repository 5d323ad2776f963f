/** Texts of the parts that views share. The severities are called as mails call them. */
import type { Severity } from "../../model/news-items.ts";

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
  again: "Try again",
  done: "Done.",
  moment: (year: string, month: number, day: number, clock: string) =>
    `${day} ${monthNames[month - 1]}${year === "" ? "" : ` ${year}`} ${clock}`.trim(),
  month: (year: string, month: number) => `${monthNames[month - 1]} ${year}`.trim(),
  year: (year: string) => year,
  japan: (moment: string) => `${moment} in Japan (JST)`,
};

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export const words: Record<"en" | "ja", typeof en> = {
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
    again: "再試行",
    done: "完了しました。",
    moment: (year, month, day, clock) =>
      `${year === "" ? "" : `${year}年`}${month}月${day}日 ${clock}`.trim(),
    month: (year, month) => `${year === "" ? "" : `${year}年`}${month}月`,
    year: (year) => `${year}年`,
    japan: (moment) => `日本時間 ${moment}`,
  },
};
