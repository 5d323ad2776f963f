/** What is said of the services' past, and of what it does not tell, in English and Japanese. */
import type { Pair } from "../language.ts";

export const pastMessages: readonly Pair[] = [
  [
    "The forum provides only current ranks, not earlier ones.",
    "掲示板が提供するのは現在の順位だけで、以前の順位はありません。",
  ],
  [
    "nothing is played. The forum provides only current ranks, not earlier ones.",
    "再生しません。掲示板が提供するのは現在の順位だけで、以前の順位はありません。",
  ],
  [
    "The service provides only the current list, not earlier ones.",
    "サービスが提供するのは現在の一覧だけで、以前のものはありません。",
  ],
  [
    "nothing is played. The service provides only the current list, not earlier ones.",
    "再生しません。サービスが提供するのは現在の一覧だけで、以前のものはありません。",
  ],
  [
    "Rows that were corrected in place have the corrected figures: there is no event of the correction.",
    "後から訂正された行は、訂正後の数値です。訂正のイベントはありません。",
  ],
  [
    "Late publications count as if they had been in time.",
    "遅れた公表も、予定どおりに公表されたものとして扱います。",
  ],
  [
    "What the service has withdrawn is missing, as if it had never been there.",
    "サービスが取り下げたものは、初めからなかったことになります。",
  ],
  ["Rows of one publication are in the order of codes.", "1回の公表の行は、コードの順に並びます。"],
  [
    "Names of stocks are those of the list of issues that was fetched, not those of then.",
    "銘柄名は取得した銘柄一覧のもので、当時の名称ではありません。",
  ],
  [
    "Values are current: there are no revisions, and a period has its final value.",
    "値は現在のものです。改定はなく、各期の値は確定後のものです。",
  ],
  [
    "When a period came out is an estimate: as many business days after its end as the newest one, at most 120, and on the next business day where periods are days.",
    "各期の公表日は推定です。期末から最新の期と同じ営業日数（最大120日）の後、日次の系列では翌営業日とします。",
  ],
  [
    "A value that came later than its period comes with the period.",
    "後から公表された値も、その期とともに現れます。",
  ],
  [
    "Current series exist throughout: there are no events of added or removed series.",
    "現在の系列は初めからあるものとします。系列の追加や削除のイベントはありません。",
  ],
  [
    "Comments have their current text and votes: there are no events of edits and votes.",
    "コメントの本文と投票数は現在のものです。編集と投票のイベントはありません。",
  ],
  [
    "Removed comments are missing, and so are their removals.",
    "削除されたコメントと、削除のイベントはありません。",
  ],
  [
    "The top stocks of past rankings are not known: there are no events of `fromRanking`.",
    "過去のランキングの上位銘柄は分からないため、`fromRanking` によるイベントはありません。",
  ],
  [
    "Trading days are not known: every weekday counts as one.",
    "営業日が分からないため、平日をすべて営業日とみなします。",
  ],
  ["{1} is missing, not fetched", "{1} がありません（未取得）"],
  ["{1} is missing, refused by its service: {2}", "{1} がありません（サービスが拒否：{2}）"],
  ["{1} to {2} is missing, not fetched", "{1}〜{2} がありません（未取得）"],
  ["{1} to {2} is missing, refused by its service: {3}", "{1}〜{2} がありません（サービスが拒否：{3}）"],
  ["{1} days from {2} to {3} are missing, not fetched", "{2}〜{3} のうち{1}日分がありません（未取得）"],
  [
    "{1} days from {2} to {3} are missing, refused by its service: {4}",
    "{2}〜{3} のうち{1}日分がありません（サービスが拒否：{4}）",
  ],
  [
    "{1} days ({2}) from {3} to {4} are missing, not fetched",
    "{3}〜{4} のうち{1}日分（{2}）がありません（未取得）",
  ],
  [
    "{1} days ({2}) from {3} to {4} are missing, refused by its service: {5}",
    "{3}〜{4} のうち{1}日分（{2}）がありません（サービスが拒否：{5}）",
  ],
];
