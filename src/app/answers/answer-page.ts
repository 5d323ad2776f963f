/** The small page that a link in a mail leads to, as HTML. Texts of others are text in it. */
import { japanMs } from "../../lib/clock.ts";
import { tameLine, tameLines } from "../../lib/text/tame.ts";
import { escapeHtml } from "../../lib/walk-html.ts";
import { type EpisodeEnd, type NoticeReason, type NoticeState, noticeReasons } from "../../model/alerts.ts";
import type { Language } from "../../model/language.ts";
import { japaneseReasons, noticeStates } from "../../model/news-words.ts";
import { type Growth, growthWords } from "../../model/silence.ts";
import type { Worth } from "../../model/worth.ts";

export interface AnswerPage {
  readonly language: Language;
  readonly title: string;
  /** Facts about the alert, under its title. */
  readonly facts: readonly string[];
  readonly body: string;
  /** How it stands with the alert, or what was done; the first counts most. */
  readonly said: readonly string[];
  readonly forms: readonly AnswerForm[];
  /** Links to other pages. */
  readonly links: readonly { readonly url: string; readonly words: string }[];
  /** A list with a heading, which `#why` leads to. */
  readonly why?: { readonly heading: string; readonly lines: readonly string[] } | undefined;
}

/** A form that the page sends to its own address. */
interface AnswerForm {
  readonly about: string;
  readonly field: string;
  readonly buttons: readonly { readonly value: string; readonly words: string }[];
}

const longestTitle = 300;
const longestBody = 5_000;

export function answerPage(page: AnswerPage): string {
  const { language, title, facts, body, said, forms, links, why } = page;
  const plain = tameLine(title, longestTitle);
  const text = tameLines(body, longestBody);
  return [
    "<!DOCTYPE html>",
    `<html lang="${language}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex"><link rel="stylesheet" href="../page.css">',
    `<title>${escapeHtml(plain === "" ? "Yagura" : plain)}</title></head>`,
    "<body><main>",
    ...(plain === "" ? [] : [`<h1 dir="auto">${escapeHtml(plain)}</h1>`]),
    ...(facts.length === 0 ? [] : [`<p class="quiet" dir="auto">${facts.map(lineHtml).join(" · ")}</p>`]),
    ...said.map((line, index) => `<p${index === 0 ? ' class="said"' : ""}>${lineHtml(line)}</p>`),
    ...forms.flatMap(formHtml),
    ...links.map(({ url, words }) => `<p><a href="${escapeHtml(url)}">${lineHtml(words)}</a></p>`),
    ...(text === "" ? [] : [`<p dir="auto">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`]),
    ...(why === undefined ? [] : whyHtml(why)),
    "</main></body></html>",
    "",
  ].join("\n");
}

function formHtml({ about, field, buttons }: AnswerForm): string[] {
  return [
    `<form method="post"><p>${lineHtml(about)}</p><p>`,
    ...buttons.map(
      ({ value, words }) =>
        `<button name="${escapeHtml(field)}" value="${escapeHtml(value)}">${lineHtml(words)}</button>`,
    ),
    "</p></form>",
  ];
}

function whyHtml({
  heading,
  lines,
}: {
  readonly heading: string;
  readonly lines: readonly string[];
}): string[] {
  return [
    `<h2 id="why">${lineHtml(heading)}</h2>`,
    `<ul>${lines.map((line) => `<li dir="auto">${lineHtml(line)}</li>`).join("")}</ul>`,
  ];
}

const longestLine = 500;

function lineHtml(line: string): string {
  return escapeHtml(tameLine(line, longestLine));
}

// Words of the pages that links in mails lead to, in both languages.
export interface PageWords {
  readonly acknowledge: string;
  readonly acknowledgeAbout: string;
  readonly silence: string;
  silenceAbout(rule: string, subject: string): string;
  readonly threeHours: string;
  readonly oneDay: string;
  untilOpen(moment: string): string;
  /** What a silence waits for, where `moment` stands otherwise. */
  grows(growth: Growth): string;
  readonly open: string;
  readonly over: string;
  overBecause(end: EpisodeEnd): string;
  acknowledgedBy(who: string): string;
  quietUntil(moment: string): string;
  acknowledged: string;
  silenced(moment: string): string;
  readonly rate: string;
  readonly rateAbout: string;
  readonly worths: Readonly<Record<Worth, string>>;
  readonly rated: string;
  ratedBy(who: string, worth: string): string;
  already(what: string): string;
  readonly whyHeading: string;
  readonly noNotices: string;
  readonly reasons: Readonly<Record<NoticeReason, string>>;
  readonly states: Readonly<Record<NoticeState, string>>;
  untilWords(moment: string): string;
  readonly wrongLink: string;
  readonly oldLink: string;
  spentLink(moment: string): string;
  readonly gone: string;
  readonly unwritten: string;
  readonly wrongForm: string;
  readonly full: string;
  moment(at: number): string;
}

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
  return `${then.getUTCMonth() + 1}月${then.getUTCDate()}日（${weekday}）${clockOf(then)}`;
}

/** Hours and minutes of a moment that was moved to Japan's time. */
function clockOf(then: Date): string {
  return then.toISOString().slice(11, 16);
}

const en: PageWords = {
  acknowledge: "Acknowledge",
  acknowledgeAbout: "The alert is not repeated to anybody. News about it is still sent.",
  silence: "Silence",
  silenceAbout: (rule, subject) => `No more alerts of ${rule} about ${subject}, for all receivers:`,
  threeHours: "for 3 hours",
  oneDay: "for a day",
  untilOpen: (moment) => `until ${moment}`,
  grows: (growth) => growthWords(growth, "en"),
  open: "This alert is open.",
  over: "This alert is resolved.",
  overBecause: (end) =>
    ({
      until: "This alert is resolved: its end condition was met.",
      time: "This alert is resolved: there was no news for some time.",
      hand: "This alert is resolved: somebody resolved it.",
    })[end],
  acknowledgedBy: (who) => `${who} acknowledged it.`,
  quietUntil: (moment) => `It is silenced until ${moment}.`,
  acknowledged: "Done. It is not repeated.",
  silenced: (moment) => `Done. It is silenced until ${moment}.`,
  rate: "Useful or not?",
  rateAbout: "Was this alert worth reading? The answer changes nothing else; the report on rules counts it.",
  worths: { useful: "Useful", "not-useful": "Not useful", "taken-back": "Take my answer back" },
  rated: "Thank you. The answer is noted.",
  ratedBy: (who, worth) => `${who}: ${worth}.`,
  already: (what) => `Nothing to do. ${what}`,
  whyHeading: "Why it was sent, or not",
  noNotices: "There is no record.",
  reasons: noticeReasons,
  states: noticeStates.en,
  untilWords: (moment) => `until ${moment}`,
  wrongLink: "This link is not valid. A part of it may be missing: open it from the mail.",
  oldLink: "This link has expired. Links are valid for 30 days.",
  spentLink: (moment) =>
    `This link has set a silence until ${moment}, and that has ended. A link silences once: use the page or a command.`,
  gone: "This alert is no longer in the log.",
  unwritten: "It could not be saved. Try again in a moment.",
  wrongForm: "Choose one of the buttons.",
  full: "The limit of silences is reached. End one first.",
  moment: english,
};

const ja: PageWords = {
  acknowledge: "確認する",
  acknowledgeAbout: "このアラートを確認済みにします。以後、繰り返し通知しません。続報は引き続き通知します。",
  silence: "通知を停止する",
  silenceAbout: (rule, subject) =>
    `${subject}についての${rule}のアラートの通知を、すべての宛先で停止します。`,
  threeHours: "3時間",
  oneDay: "1日",
  untilOpen: (moment) => `${moment}まで`,
  grows: (growth) => growthWords(growth, "ja"),
  open: "このアラートは継続中です。",
  over: "このアラートは終了しています。",
  overBecause: (end) =>
    ({
      until: "このアラートは終了しました。ルールの終了条件が成立したためです。",
      time: "このアラートは終了しました。一定期間、続報がなかったためです。",
      hand: "このアラートは手動で終了されました。",
    })[end],
  acknowledgedBy: (who) => `${who}が確認済みです。`,
  quietUntil: (moment) => `${moment}まで通知停止中です。`,
  acknowledged: "確認済みにしました。以後、繰り返し通知しません。",
  silenced: (moment) => `${moment}まで通知を停止しました。`,
  rate: "役に立ったかを答える",
  rateAbout: "このアラートは役に立ちましたか。回答はルールの報告で集計するだけで、ほかには影響しません。",
  worths: { useful: "役に立った", "not-useful": "役に立たなかった", "taken-back": "回答を取り消す" },
  rated: "ありがとうございます。回答を記録しました。",
  ratedBy: (who, worth) => `${who}の回答：${worth}`,
  already: (what) => `すでにその状態です。${what}`,
  whyHeading: "通知の有無とその理由",
  noNotices: "記録はありません。",
  reasons: japaneseReasons,
  states: noticeStates.ja,
  untilWords: (moment) => `${moment}まで`,
  wrongLink: "このリンクは正しくありません。一部が欠けている可能性があります。メールから開き直してください。",
  oldLink: "このリンクは期限切れです。リンクは30日間有効です。",
  spentLink: (moment) =>
    `このリンクで設定した通知停止（${moment}まで）は終了しました。1つのリンクで停止できるのは1回だけです。もう一度停止するときは、ページかコマンドを使ってください。`,
  gone: "このアラートの記録はもう残っていません。",
  unwritten: "保存できませんでした。しばらくしてからもう一度お試しください。",
  wrongForm: "ボタンのいずれかを選んでください。",
  full: "通知停止の件数が上限に達しているため、これ以上追加できません。",
  moment: japanese,
};

export const pageWords: Readonly<Record<Language, PageWords>> = { en, ja };
