/** Words of closed lists in an answer of `yagura why`, as the page and the terminal show them. */
import type { Language } from "../language.ts";
import type { AttemptOutcome } from "../mail.ts";
import type { MailFacts, UntoldReason } from "./why.ts";

/** Why an alert notifies nobody; `untoldReasons` of why.ts has it in English. */
export const japaneseUntold: Readonly<Record<UntoldReason, string>> = {
  "no-receiver":
    "通知していません。ルールに宛先がなく、該当する振り分けもありません。ページとフィードには表示されています。",
  "not-watched":
    "通知していません。このルールはウォッチリストの銘柄についてだけ通知しますが、この銘柄はどのリストにもありませんでした。",
  "own-choice":
    "通知していません。このルールは条件によって宛先を決めますが、今回は該当する宛先がありませんでした。",
};

export const deliveryStates: Readonly<Record<Language, Readonly<Record<MailFacts["state"], string>>>> = {
  en: { waiting: "waiting", sent: "sent", failed: "given up" },
  ja: { waiting: "待機中", sent: "送信済み", failed: "送信断念" },
};

export const attemptOutcomes: Readonly<Record<Language, Readonly<Record<AttemptOutcome, string>>>> = {
  en: { sent: "sent", postponed: "postponed", refused: "refused", expired: "given up after a day" },
  ja: { sent: "送信済み", postponed: "延期", refused: "受信拒否", expired: "1日試みて断念" },
};

/** Whether a part of a condition holds; null: neither, since a field is absent. */
export const partHolds: Readonly<Record<Language, Readonly<Record<"true" | "false" | "null", string>>>> = {
  en: { true: "true", false: "false", null: "unknown" },
  ja: { true: "成立", false: "不成立", null: "判定なし" },
};
