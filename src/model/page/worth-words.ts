/** Words of the report on rules, on a terminal and on the page. */
import { dayMs, hourMs, minuteMs } from "../../lib/clock.ts";
import type { Language } from "../language.ts";
import type { ProposalKind, TriedProposal } from "./worth.ts";

interface ReportWords {
  /** Columns: rule, alerts, told, opened, acknowledged, how soon, useful, not useful, neither, repeats, proposal. */
  readonly heads: readonly string[];
  readonly unknown: string;
  readonly kinds: Readonly<Record<ProposalKind, string>>;
  readonly inSettings: string;
}

export const proposalWords: Readonly<Record<Language, ReportWords>> = {
  en: {
    heads: [
      ...["Rule", "Alerts", "Told", "Opened", "Acknowledged", "Half within"],
      ...["Useful", "Not useful", "Neither", "Repeats", "Proposal"],
    ],
    unknown: "–",
    kinds: {
      keep: "keep",
      raise: "raise a bound",
      gather: "group",
      digest: "digest",
      retire: "retire",
    },
    inSettings: "settings, first of alerts.routes",
  },
  ja: {
    heads: [
      ...["ルール", "アラート", "通知", "開封", "確認", "半数の確認まで"],
      ...["役に立った", "役に立たなかった", "回答なし", "重複するルール", "提案"],
    ],
    unknown: "–",
    kinds: {
      keep: "そのまま",
      raise: "条件の値を変更",
      gather: "まとめて通知",
      digest: "ダイジェスト",
      retire: "無効にする",
    },
    inSettings: "設定の alerts.routes の先頭",
  },
};

/** The backtest of a proposal in a sentence. */
export function tryWords({ mails, mailsAfter, savedAMonth }: TriedProposal, language: Language): string {
  return language === "en"
    ? `Over this time it would have sent ${mailsAfter} messages, not ${mails}: ${savedAMonth} fewer a month, and no useful alert lost.`
    : `この期間の通知は${mails}件から${mailsAfter}件になります（月${savedAMonth}件減）。役に立ったアラートは失われません。`;
}

/** A length of time in its largest whole unit. */
export function spanWords(ms: number, language: Language): string {
  const [unit, en, ja] =
    ms >= 2 * dayMs
      ? ([dayMs, "days", "日"] as const)
      : ms >= 2 * hourMs
        ? ([hourMs, "h", "時間"] as const)
        : ([minuteMs, "min", "分"] as const);
  const count = Math.round(ms / unit);
  return language === "en" ? `${count} ${en}` : `${count}${ja}`;
}
