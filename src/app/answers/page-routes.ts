/**
 * The pages that links in mails lead to. A look at one changes nothing, since mail scanners follow links; its button
 * does. The signature of the link is the right, and a second click finds it done.
 */
import { type NamedAlert, namedAlert } from "../../alerts/answers/episodes.ts";
import { possibleGrowth, usualGrowth } from "../../alerts/answers/growth-asked.ts";
import { linkSpent, matchLike } from "../../alerts/answers/silences.ts";
import { episodeKey } from "../../alerts/life/alert-facts.ts";
import type { Quieted } from "../../alerts/policy.ts";
import { dayMs, hourMs } from "../../lib/clock.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../lib/http/port.ts";
import type { Episode, Notice } from "../../model/alerts.ts";
import { addDays, japanMoment, jstDay, type TradingCalendar } from "../../model/dates.ts";
import type { Language } from "../../model/language.ts";
import { isWorth, type Worth, worths } from "../../model/worth.ts";
import { type AnswerPage, answerPage, type PageWords, pageWords } from "./answer-page.ts";
import type { AnswerParts, Answers, Given } from "./answers.ts";
import { alertLinks, type LinkAction, linkActions, linkPath, readLink } from "./signed-links.ts";

export interface PageParts
  extends Pick<AnswerParts, "memory" | "log" | "types" | "calendar" | "now" | "quieted"> {
  readonly answers: Answers;
  readonly publicUrl: string;
  /** The key of the links; undefined as long as there is none. */
  key(): Buffer | undefined;
  languageOf(receiver: string): Language;
  /** The name by which the link of a receiver answers. */
  signerOf(receiver: string): string;
  /** The decisions about an alert. */
  notices(alertSeq: number): readonly Notice[];
}

const worthNames = Object.keys(worths) as Worth[];

/** 403: the link is not the monitor's; 404: its alert is gone; 410: it is too old; 409: it has silenced before; 409, 503: as the calls answer. */
export function pageRoutes(parts: PageParts): PageRoute[] {
  return linkActions.map((action) => ({
    path: linkPath(action),
    answer: (call) => answerTo(action, call, parts),
  }));
}

/** An alert with the receiver whose link it is. */
interface Asked extends NamedAlert {
  readonly receiver: string;
  readonly language: Language;
  readonly words: PageWords;
}

function answerTo(action: LinkAction, call: PageCall, parts: PageParts): PageAnswer {
  const key = parts.key();
  if (key === undefined) return plainPage(503, "en", pageWords.en.unwritten);
  const link = readLink(action, call.query, { key, at: parts.now() });
  const language = link.receiver === "" ? "en" : parts.languageOf(link.receiver);
  const words = pageWords[language];
  // Whom a wrong link was meant for nobody knows.
  if (!link.ok && link.why === "wrong")
    return plainPage(403, language, `${words.wrongLink} ${pageWords.ja.wrongLink}`);
  if (!link.ok) return plainPage(410, language, words.oldLink);
  const named = namedAlert(link.alert, parts);
  if ("kind" in named) return plainPage(404, language, words.gone);
  const asked = { ...named, receiver: link.receiver, language, words };
  const spent = action === "silence" ? linkSpent(link, parts.memory, parts.now()) : undefined;
  // A mail is forwarded: who ended the silence must not find it set again.
  if (spent !== undefined)
    return { status: 409, html: pageOf(asked, { said: [words.spentLink(words.moment(spent))] }) };
  if (call.method === "GET" || action === "alert") return shownAlert(action, asked, parts);
  if (action === "rate") return rated(asked, call.form, parts);
  return action === "acknowledge" ? acknowledged(asked, parts) : silenced(asked, call.form, parts);
}

function plainPage(status: number, language: Language, line: string): PageAnswer {
  const page = { language, title: "", facts: [], body: "", said: [line], forms: [], links: [] };
  return { status, html: answerPage(page) };
}

function pageOf({ entry, alert, language, words }: Asked, more: Partial<AnswerPage>): string {
  const facts = [alert.rule, entry.event.subject, words.moment(Date.parse(entry.event.time))];
  const { title, body } = alert.texts?.[language] ?? alert;
  const page = { language, title, facts, body, said: [], forms: [], links: [] };
  return answerPage({ ...page, ...more });
}

function shownAlert(action: LinkAction, asked: Asked, parts: PageParts): PageAnswer {
  const said = standing(asked, parts);
  if (action === "acknowledge") return { status: 200, html: pageOf(asked, acknowledgeForm(asked, said)) };
  if (action === "silence") return { status: 200, html: pageOf(asked, silenceForm(asked, said, parts)) };
  if (action === "rate") return { status: 200, html: pageOf(asked, rateForm(asked, said)) };
  const key = parts.key();
  const own = key && alertLinks(asked.entry.event, asked.receiver, { publicUrl: parts.publicUrl, key });
  const { words } = asked;
  const links = own
    ? [
        { url: own.acknowledge, words: words.acknowledge },
        { url: own.silence, words: words.silence },
        { url: own.rate, words: words.rate },
      ]
    : [];
  const lines = parts
    .notices(asked.entry.seq)
    .filter(({ receiver }) => receiver === asked.receiver)
    .map((notice) => noticeLine(notice, words));
  const why = { heading: words.whyHeading, lines: lines.length > 0 ? lines : [words.noNotices] };
  return { status: 200, html: pageOf(asked, { said, links, why }) };
}

function noticeLine({ at, reason, state, until, toldAt }: Notice, words: PageWords): string {
  const end = until === undefined || state !== "waiting" ? "" : ` ${words.untilWords(words.moment(until))}`;
  const later = toldAt === undefined || toldAt === at ? "" : ` ${words.moment(toldAt)}`;
  // Most reasons say themselves that it was told.
  const became = state === "told" && later === "" ? "" : ` (${words.states[state]}${end}${later})`;
  return `${words.moment(at)}: ${words.reasons[reason]}${became}`;
}

/** Lines that say how it stands with an alert. */
function standing({ entry, alert, words }: Asked, { memory, quieted, now, answers }: PageParts): string[] {
  const episode = memory.state("episode", episodeKey(alert));
  const rated = memory.state("worth", episodeKey(alert));
  const worth =
    rated === undefined || rated.alert !== entry.event.id || rated.worth === "taken-back"
      ? []
      : [words.ratedBy(rated.by, words.worths[rated.worth])];
  if (episode === undefined || episode.seq > entry.seq)
    return [alert.why === undefined ? words.over : words.overBecause(alert.why), ...worth];
  const quiet = quieted(episode.facts, now(), answers.silences());
  return [
    words.open,
    ...worth,
    ...knownBy(episode, words),
    ...(quiet ? [words.quietUntil(endWords(quiet, words))] : []),
  ];
}

/** What ends a silence: what it waits for, else its time. */
function endWords({ grows, until }: Pick<Quieted, "grows" | "until">, words: PageWords): string {
  return grows === undefined ? words.moment(until) : words.grows(grows);
}

function knownBy({ acknowledged: known }: Episode, words: PageWords): string[] {
  return known === undefined ? [] : [words.acknowledgedBy(known.by)];
}

function acknowledgeForm({ words }: Asked, said: readonly string[]): Partial<AnswerPage> {
  const buttons = [{ value: "1", words: words.acknowledge }];
  return { said, forms: [{ about: words.acknowledgeAbout, field: "acknowledge", buttons }] };
}

function rateForm({ words }: Asked, said: readonly string[]): Partial<AnswerPage> {
  const buttons = worthNames.map((value) => ({ value, words: words.worths[value] }));
  return { said, forms: [{ about: words.rateAbout, field: "worth", buttons }] };
}

function rated(asked: Asked, form: URLSearchParams, { answers, signerOf }: PageParts): PageAnswer {
  const { words, receiver, entry } = asked;
  const worth = form.get("worth") ?? "";
  if (!isWorth(worth)) return { status: 400, html: pageOf(asked, rateForm(asked, [words.wrongForm])) };
  const given = answers.rate(entry.event.id, worth, { by: signerOf(receiver) });
  return givenPage(given, words.rated, asked);
}

function silenceForm(asked: Asked, said: readonly string[], parts: PageParts): Partial<AnswerPage> {
  const { words, alert, entry } = asked;
  const open = words.moment(nextWeekOpen(parts.now(), parts.calendar()));
  const growth = possibleGrowth(entry.event.id, parts);
  const buttons = [
    { value: "3h", words: words.threeHours },
    { value: "1d", words: words.oneDay },
    { value: "week", words: words.untilOpen(open) },
    ...(growth === undefined ? [] : [{ value: "grows", words: words.untilOpen(words.grows(growth)) }]),
  ];
  const about = words.silenceAbout(alert.rule, entry.event.subject);
  return { said, forms: [{ about, field: "span", buttons }] };
}

function acknowledged(asked: Asked, { answers, signerOf }: PageParts): PageAnswer {
  const { words, receiver, entry } = asked;
  const given = answers.acknowledge(entry.event.id, { by: signerOf(receiver) });
  const done = given.kind === "already" ? words.acknowledgedBy(given.facts.by) : words.acknowledged;
  return givenPage(given, done, asked);
}

const msOf = { threeHours: 3 * hourMs, oneDay: dayMs } as const;

function silenced(asked: Asked, form: URLSearchParams, parts: PageParts): PageAnswer {
  const { words, receiver, alert, entry } = asked;
  const isGrowth = form.get("span") === "grows";
  const until = isGrowth ? undefined : endAsked(form, parts);
  if (until === undefined && !isGrowth)
    return { status: 400, html: pageOf(asked, silenceForm(asked, [words.wrongForm], parts)) };
  const given = parts.answers.silence(
    {
      match: isGrowth ? entry.event.id : matchLike(alert, entry.event.subject),
      ...(until === undefined ? { untilGrows: usualGrowth } : { until: new Date(until).toISOString() }),
      fate: "drop",
      author: parts.signerOf(receiver),
      because: `by the link in the mail about ${entry.event.id}`,
      link: entry.event.id,
    },
    "once",
  );
  const done = "facts" in given ? words.silenced(endWords(given.facts, words)) : "";
  return givenPage(given, done, asked);
}

/** The end that a form asks for; a mail program's one click (RFC 8058) means a day. */
function endAsked(form: URLSearchParams, { now, calendar }: PageParts): number | undefined {
  const span = form.get("List-Unsubscribe") === "One-Click" ? "1d" : form.get("span");
  if (span === "3h") return now() + msOf.threeHours;
  if (span === "1d") return now() + msOf.oneDay;
  return span === "week" ? nextWeekOpen(now(), calendar()) : undefined;
}

const weekDays = 7;
const openMs = 9 * hourMs;

/** When the exchange opens for the first time in the next week, ms since 1970. */
export function nextWeekOpen(at: number, calendar: TradingCalendar): number {
  const day = jstDay(at);
  const sinceMonday = (new Date(Date.parse(day)).getUTCDay() + weekDays - 1) % weekDays;
  const monday = addDays(day, weekDays - sinceMonday);
  return japanMoment(calendar.isTradingDay(monday) ? monday : calendar.addTradingDays(monday, 1), openMs);
}

const refusalStatus = { wrong: 400, unknown: 404, over: 409, full: 409 } as const;

function givenPage(given: Given<unknown>, done: string, asked: Asked): PageAnswer {
  const { words } = asked;
  if (given.kind === "unwritten") return { status: 503, html: pageOf(asked, { said: [words.unwritten] }) };
  if (given.kind === "refused") {
    const said = { full: words.full, over: words.over, unknown: words.gone, wrong: words.wrongForm };
    return { status: refusalStatus[given.reason], html: pageOf(asked, { said: [said[given.reason]] }) };
  }
  const said = given.kind === "already" ? words.already(done) : done;
  return { status: 200, html: pageOf(asked, { said: [said] }) };
}
