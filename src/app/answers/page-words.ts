/** Words of the pages that links in mails lead to, in both languages. */
import { type EpisodeEnd, type NoticeReason, type NoticeState, noticeReasons } from "../../model/alerts.ts";
import { japaneseReasons, noticeStates } from "../../model/news-words.ts";
import type { Language } from "../../model/notification.ts";

export interface PageWords {
  readonly acknowledge: string;
  readonly acknowledgeAbout: string;
  readonly silence: string;
  silenceAbout(rule: string, subject: string): string;
  readonly threeHours: string;
  readonly oneDay: string;
  untilOpen(moment: string): string;
  readonly open: string;
  readonly over: string;
  overBecause(end: EpisodeEnd): string;
  acknowledgedBy(who: string): string;
  quietUntil(moment: string): string;
  acknowledged: string;
  silenced(moment: string): string;
  already(what: string): string;
  readonly whyHeading: string;
  readonly noNotices: string;
  readonly reasons: Readonly<Record<NoticeReason, string>>;
  readonly states: Readonly<Record<NoticeState, string>>;
  untilWords(moment: string): string;
  readonly wrongLink: string;
  readonly oldLink: string;
  readonly gone: string;
  readonly unwritten: string;
  readonly wrongForm: string;
  readonly full: string;
  moment(at: number): string;
}

const japanMs = 9 * 3_600_000;
const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

// Not by Intl, whose words differ between versions of Node.
function english(at: number): string {
  const then = new Date(at + japanMs);
  const day = `${days[then.getUTCDay()]} ${then.getUTCDate()} ${months[then.getUTCMonth()]}`;
  return `${day}, ${clockOf(then)} (Japan)`;
}

function japanese(at: number): string {
  const then = new Date(at + japanMs);
  const weekday = "日月火水木金土".charAt(then.getUTCDay());
  return `${then.getUTCMonth() + 1}月${then.getUTCDate()}日(${weekday}) ${clockOf(then)}`;
}

/** Hours and minutes of a moment that was moved to Japan's time. */
function clockOf(then: Date): string {
  return then.toISOString().slice(11, 16);
}

const en: PageWords = {
  acknowledge: "Acknowledge",
  acknowledgeAbout: "You know of this alert: it is not repeated to anybody. News about it is still told.",
  silence: "Silence",
  silenceAbout: (rule, subject) => `No more alerts of ${rule} about ${subject}, for all receivers:`,
  threeHours: "for 3 hours",
  oneDay: "for a day",
  untilOpen: (moment) => `until ${moment}`,
  open: "This alert is open.",
  over: "This alert is over.",
  overBecause: (end) =>
    ({
      until: "This alert is over: what its rule waits for has come.",
      time: "This alert is over: nothing new came for long.",
      hand: "This alert is over: somebody ended it.",
    })[end],
  acknowledgedBy: (who) => `${who} knows of it.`,
  quietUntil: (moment) => `It is quiet until ${moment}.`,
  acknowledged: "Done: it is not repeated.",
  silenced: (moment) => `Done: silent until ${moment}.`,
  already: (what) => `It was so already. ${what}`,
  whyHeading: "Why it was told, or not",
  noNotices: "Nothing is on record.",
  reasons: noticeReasons,
  states: noticeStates.en,
  untilWords: (moment) => `until ${moment}`,
  wrongLink:
    "This link is not one that the monitor sent. Perhaps a part of it was lost: open it from the mail.",
  oldLink: "This link is too old: it holds for thirty days.",
  gone: "The log does not keep this alert any more.",
  unwritten: "It could not be written just now. Try again in a moment.",
  wrongForm: "Choose one of the buttons.",
  full: "So many silences are set that there is no room for another one.",
  moment: english,
};

const ja: PageWords = {
  acknowledge: "確認する",
  acknowledgeAbout:
    "このアラートを確認済みにします。以後、繰り返し通知されません。新しい動きは引き続き通知されます。",
  silence: "通知を止める",
  silenceAbout: (rule, subject) => `${subject} についての ${rule} のアラートを、すべての宛先で止めます:`,
  threeHours: "3時間",
  oneDay: "1日",
  untilOpen: (moment) => `${moment} まで`,
  open: "このアラートは継続中です。",
  over: "このアラートは終了しています。",
  overBecause: (end) =>
    ({
      until: "このアラートは終了しています: ルールの終了条件が成り立ちました。",
      time: "このアラートは終了しています: 長い間、新しい動きがありませんでした。",
      hand: "このアラートは終了しています: 手動で終了されました。",
    })[end],
  acknowledgedBy: (who) => `${who} が確認済みです。`,
  quietUntil: (moment) => `${moment} まで通知されません。`,
  acknowledged: "確認済みにしました。繰り返し通知されません。",
  silenced: (moment) => `${moment} まで通知を止めました。`,
  already: (what) => `すでにその状態です。${what}`,
  whyHeading: "通知された、またはされなかった理由",
  noNotices: "記録はありません。",
  reasons: japaneseReasons,
  states: noticeStates.ja,
  untilWords: (moment) => `${moment} まで`,
  wrongLink: "このリンクは正しくありません。一部が欠けている可能性があります。メールから開き直してください。",
  oldLink: "このリンクは期限切れです。リンクは30日間有効です。",
  gone: "このアラートの記録はもう残っていません。",
  unwritten: "今は書き込めませんでした。しばらくしてからもう一度お試しください。",
  wrongForm: "ボタンのいずれかを選んでください。",
  full: "止められている通知が多すぎるため、これ以上追加できません。",
  moment: japanese,
};

export const pageWords: Readonly<Record<Language, PageWords>> = { en, ja };
