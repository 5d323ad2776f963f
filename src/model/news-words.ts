/**
 * The words of fields that several items of the monitor's own news have, of values from closed lists, and of decisions
 * about notifications.
 */
import type { EpisodeEnd, NoticeReason, NoticeState } from "./alerts.ts";
import { japaneseDuration } from "./duration.ts";
import type { FieldWords } from "./fields.ts";
import type { Language, Worded } from "./language.ts";
import type { QuietFate, SilenceEnd } from "./silence.ts";
import type { damagedParts } from "./store-faults.ts";
import type { Worth } from "./worth.ts";

/** Words of a field whose values are a closed list: none of them may be left out. */
interface ListWords<Values extends string> extends FieldWords {
  readonly values: Readonly<Record<Values, Worded>>;
}

export const happened: Worded = { en: "What happened", ja: "内容" };
export const source: Worded = { en: "Source", ja: "情報源" };
export const rule: Worded = { en: "Rule", ja: "ルール" };
export const reason: Worded = { en: "Reason", ja: "理由" };
export const title: Worded = { en: "Title", ja: "件名" };
export const alertKey: Worded = { en: "Alert key", ja: "アラートのキー" };
export const setByLink: Worded = { en: "Set by the link of", ja: "設定に使ったリンクのアラート" };
export const endedBy: Worded = { en: "Ended by", ja: "終了した人" };
export const alert: FieldWords = { label: { en: "Alert", ja: "アラート" }, hidden: true };
export const alertData: FieldWords = { label: { en: "Data", ja: "データ" }, hidden: true };
export const labels: FieldWords = { label: { en: "Labels", ja: "ラベル" }, hidden: true };

export const severity: ListWords<"info" | "warning" | "critical"> = {
  label: { en: "Severity", ja: "重要度" },
  values: {
    info: { en: "info", ja: "情報" },
    warning: { en: "warning", ja: "注意" },
    critical: { en: "critical", ja: "重大" },
  },
};

/** Reasons in the news of sources: of failures, and of other changes of their state. */
export const sourceReason: FieldWords & { readonly values: Readonly<Record<string, Worded>> } = {
  label: reason,
  values: {
    unreachable: { en: "unreachable", ja: "接続できない" },
    timeout: { en: "timeout", ja: "応答がない（タイムアウト）" },
    refused: { en: "refused", ja: "アクセス拒否（キーまたはプランの問題）" },
    rejected: { en: "rejected", ja: "要求が受け付けられない" },
    "rate-limited": { en: "rate-limited", ja: "アクセス回数の上限" },
    "server-error": { en: "server error", ja: "サーバーエラー" },
    redirected: { en: "redirected", ja: "別のホストへの転送" },
    "too-large": { en: "too large", ja: "応答が大きすぎる" },
    incomplete: { en: "incomplete", ja: "応答が不完全" },
    malformed: { en: "malformed", ja: "応答の形式が不正" },
    "service-error": { en: "error inside an answer", ja: "応答の中のエラー" },
    "unknown-code": { en: "unknown code", ja: "配信元にないコード" },
    drifted: { en: "changed interface", ja: "仕様の変更" },
    "bad-records": { en: "unreadable records", ja: "読み取れないデータ" },
    "unknown-fields": { en: "unknown fields", ja: "未知の項目" },
    "unknown-codes": { en: "unknown codes", ja: "配信元にないコード" },
    overdue: { en: "overdue", ja: "公表の遅れ" },
    "calendar-runs-out": { en: "the trading calendar runs out", ja: "取引カレンダーの期限切れ" },
    rewritten: { en: "mass rewrite", ja: "大量の書き換え" },
    released: { en: "released", ja: "解放" },
    discarded: { en: "discarded", ja: "破棄" },
    damaged: { en: "its stored data was damaged", ja: "保存データの損傷" },
    origin: { en: "another service", ja: "配信元の変更" },
    "taken-back": { en: "taken back", ja: "配信元による取り消し" },
  },
};

export const limit: ListWords<"keys" | "entries" | "standing"> = {
  label: { en: "Limit", ja: "上限の種類" },
  values: {
    keys: { en: "combinations of `by`", ja: "`by` の組み合わせ" },
    entries: { en: "remembered events", ja: "記憶するイベント" },
    standing: { en: "current items", ja: "現在の項目" },
  },
};

export const replaced: ListWords<"older" | "another" | "restored" | "adopted"> = {
  label: reason,
  values: {
    older: { en: "an older copy", ja: "古いコピー" },
    another: { en: "another database", ja: "別のデータベース" },
    restored: { en: "a backup was restored", ja: "バックアップからの復元" },
    adopted: { en: "the cluster began anew", ja: "クラスターの作り直し" },
  },
};

export const damaged: ListWords<(typeof damagedParts)[number]> = {
  label: { en: "What is damaged", ja: "損傷した部分" },
  values: {
    log: { en: "the log", ja: "ログ" },
    items: { en: "the items of a source", ja: "情報源の項目" },
    hold: { en: "a quarantine", ja: "隔離中のデータ" },
    memories: { en: "states of rules", ja: "ルールの状態" },
    cooldowns: { en: "cooldowns", ja: "クールダウン" },
    mails: { en: "mails", ja: "メール" },
    notes: { en: "the monitor's notes", ja: "モニターの覚え書き" },
    history: { en: "the history of decisions", ja: "判断の履歴" },
    file: { en: "the file itself", ja: "ファイル自体" },
    alerts: { en: "the life of alerts", ja: "アラートの経過" },
    notices: { en: "decisions about notifications", ja: "通知の判断" },
    consumers: { en: "places of the feed's consumers", ja: "フィード購読者の位置" },
    devices: { en: "devices for messages", ja: "メッセージの端末" },
    silences: { en: "silences", ja: "通知停止の設定" },
  },
};

export const lostMail: ListWords<"refused" | "expired" | "damaged"> = {
  label: reason,
  values: {
    refused: { en: "refused", ja: "受信拒否" },
    expired: { en: "given up after a day", ja: "1日試みて断念" },
    damaged: { en: "damaged in the database", ja: "データベースの損傷" },
  },
};

export const alertEnd: ListWords<EpisodeEnd> = {
  label: { en: "Why it ended", ja: "終了の理由" },
  values: {
    until: { en: "end condition met", ja: "終了条件の成立" },
    time: { en: "no news for some time", ja: "続報なし" },
    hand: { en: "ended by hand", ja: "手動で終了" },
  },
};

export const silenceEnd: ListWords<SilenceEnd> = {
  label: { en: "Why it ended", ja: "終了の理由" },
  values: {
    expired: { en: "expired", ja: "期限切れ" },
    hand: { en: "ended by hand", ja: "手動で終了" },
    grew: { en: "its number grew beyond the limit", ja: "数値が基準を超えた" },
    resolved: { en: "its alert is resolved", ja: "アラートが終了" },
  },
};

export const worth: ListWords<Worth> = {
  label: { en: "Answer", ja: "回答" },
  values: {
    useful: { en: "useful", ja: "役に立った" },
    "not-useful": { en: "not useful", ja: "役に立たなかった" },
    "taken-back": { en: "taken back", ja: "取り消し" },
  },
};

export const fate: ListWords<QuietFate> = {
  label: { en: "Fate of the alerts", ja: "対象の扱い" },
  values: {
    drop: { en: "never sent", ja: "通知しない" },
    hold: { en: "sent when it ends", ja: "終了後に通知" },
    digest: { en: "sent in the next digest", ja: "次のダイジェストで通知" },
  },
};

/** Reasons for a decision about an alert and a receiver; `noticeReasons` of alerts.ts has them in English. */
export const japaneseReasons: Readonly<Record<NoticeReason, string>> = {
  first: "新しいアラートの最初の通知です",
  changed: "通知済みのアラートに続報がありました",
  repeated: "継続中のため、振り分けの設定により再び通知されました",
  resolved: "アラートが終了しました",
  "same-cause": "同じイベントについて、より重大な、または先に発生したアラートとともに通知されました",
  grouped: "同じグループのほかのアラートを待ち、1通にまとめて通知されます",
  digest: "振り分けの設定により、ダイジェストで通知されます",
  silenced: "通知停止の対象です",
  inhibited: "継続中の別のアラートにより抑制されています",
  acknowledged: "確認済みのため、繰り返し通知されません",
  "outside-hours": "宛先の受信時間外に発生しました",
  capped: "1時間または1日の通知数の上限に達しています",
  braked: "ルールがこれまでになく頻繁に発生しています",
  simulated: "データがシミュレーションで、宛先が実在のものです",
  "own-failure": "この宛先に届かなかったメッセージについてのアラートです",
  unreachable: "設定にこの宛先がないか、登録された端末がありません",
};

export const noticeStates: Readonly<Record<Language, Readonly<Record<NoticeState, string>>>> = {
  en: { waiting: "waiting", told: "sent", dropped: "not sent" },
  ja: { waiting: "待機中", told: "通知済み", dropped: "通知なし" },
};

/** Why an alert is not sent to an address that gets one message about an event. */
export const namedByAnother: Worded = {
  en: "another alert about the same event is graver or came first, and its message names this one",
  ja: "同じイベントについて、より重大な、または先に発生したアラートのメッセージに、このアラートも載っています",
};

/** `5 times within 6h`, as a rule says how often an alert was asked for, in Japanese. */
export function japaneseOften(often: string): string {
  const [, times, within = ""] = /^(\d+) times within (\S+)$/.exec(often) ?? [];
  return times === undefined ? often : `${japaneseDuration(within)}に${times}回`;
}
