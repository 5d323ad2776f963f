/** The content of a message: of one alert, of a group, of a digest, or about a braked rule. Pure. */
import type { Event, LogEntry } from "../../model/event.ts";
import { alert as alertItem } from "../../model/news-items.ts";
import type { ToldAlert } from "../../model/notification.ts";
import { groupedNumber } from "../../model/numbers.ts";
import type { AskedMessage } from "../member.ts";
import type { ContentRow, LetterContent, Marks, PastPart } from "./content.ts";
import { changesSince, heldState, linksAbout, notesOf } from "./content-parts.ts";
import { brakeContent, digestContent, groupContent } from "./group-content.ts";
import {
  alertOf,
  isOver,
  type Stock,
  stockOf,
  stockWords,
  titleWith,
  watchedIn,
  watchedWords,
} from "./told-alert.ts";
import { itemRows, unitWords, wordsFor } from "./values.ts";
import {
  alertTexts,
  inWords,
  momentWords,
  plainLine,
  spanOf,
  spanSince,
  titleMax,
  type Voice,
} from "./voice.ts";

export function messageContent(asked: AskedMessage, voice: Voice): LetterContent {
  const { kind, told, name } = asked.notification;
  if (kind === "group") return groupContent(asked, voice);
  if (kind === "digest") return digestContent(asked, voice);
  if (kind === "brake") return brakeContent(asked, voice);
  const [lead] = told;
  if (lead === undefined) throw new Error(`the message ${name} tells no alert`);
  return alertContent(asked, lead, voice);
}

export function marksOf({ severity }: LetterContent, { phrases }: Voice): Marks {
  return {
    simulated: phrases.simulated,
    severity: severity === "info" ? "" : phrases.severities[severity],
  };
}

// The content of a mail about one alert, or about several that one event gave: the first of them leads.

/** @param asked about a notification whose first alert is `lead`; an entry that is no alert throws, since it is a bug */
function alertContent(asked: AskedMessage, lead: ToldAlert, voice: Voice): LetterContent {
  const { notification, isSimulated, watchlists } = asked;
  const { headings } = voice.phrases;
  const { event } = lead.entry;
  const alert = alertItem.parse(event.data.now);
  const cause = lead.cause?.event ?? withoutItem(event);
  const { title: own, body } = alertTexts(alert, voice);
  const stock = stockOf(lead, asked, voice);
  const title = titleWith(own, stock);
  // What stands at the head of the mail.
  const left = stock && cause.subject === stock.code ? ["code", ...(stock.name ? ["name"] : [])] : [];
  const told = `${title}\n${body}`;
  const rows = itemRows(cause, voice, { told, left });
  const since = changesSince(lead, asked, voice, left);
  const details = rows.details.filter((row) => !isAmong(row, since));
  return {
    lang: voice.phrases.lang,
    simulated: notification.told.some(isSimulated),
    // What is over needs nobody to hurry.
    severity: isOver(lead) ? "info" : alert.severity,
    title: isOver(lead) ? voice.phrases.ended(title) : title,
    who: whoWords(stock, title, voice),
    state: [...stateOf(lead, voice), ...heldState(asked, voice)],
    since: { heading: headings.sinceLast(beforeWords(lead, voice)), rows: since },
    body,
    watched: watchedWords(watchedIn(watchlists, event.subject), voice, asked.closeOf),
    changes: { heading: headings.changed, rows: rows.changes.filter((row) => !isAmong(row, since)) },
    tables: [],
    details: { heading: headings.details, rows: details },
    others: { heading: headings.others, rows: otherAlerts(notification.told.slice(1), stock, voice) },
    past: lead.cause && pastOf(asked, lead.cause, voice),
    times: {
      heading: headings.times,
      rows: timeRows(cause, [...details, ...rows.changes], alert.rule, voice),
    },
    links: linksAbout(asked, lead, stock && stockWords(stock, voice), voice),
    notes: [...flappingNotes(alert.flapping, voice), ...notesOf(asked, voice)],
  };
}

/** Stands for a cause that the log does not keep any more: its times are those of the alert. */
function withoutItem(alert: Event): Event {
  const { cause } = alert.data.now as unknown as ReturnType<typeof alertItem.parse>;
  return { ...alert, type: cause.type as Event["type"], subject: cause.subject, data: { now: {} } };
}

function whoWords(stock: Stock | undefined, title: string, voice: Voice): string {
  if (stock === undefined) return "";
  const { code, name = "" } = stock;
  return title.includes(code) && title.includes(name) ? "" : stockWords(stock, voice);
}

function isAmong({ label, was, now }: ContentRow, rows: readonly ContentRow[]): boolean {
  return rows.some((row) => row.label === label && row.was === was && row.now === now);
}

/** Where the alert stands in its episode; nothing about the first. */
function stateOf(told: ToldAlert, voice: Voice): { readonly words: string }[] {
  const { entry, reason, times, since, before } = told;
  const { phrases } = voice;
  if (isOver(told)) {
    const { why, by, because } = alertOf(entry);
    const openMs = Date.parse(entry.event.time) - since;
    const span = openMs > 0 ? phrases.span(spanOf(openMs)) : undefined;
    const named = (text: string | undefined) => (text === undefined ? undefined : plainLine(text, titleMax));
    return [{ words: phrases.over({ why, by: named(by), because: named(because), span, times }) }];
  }
  if (reason === "repeated")
    return [{ words: phrases.stillOpen(spanSince(since, voice), momentWords(since, voice), times) }];
  if (before === undefined || times < 2) return [];
  return [{ words: phrases.again(times, momentWords(since, voice)) }];
}

function beforeWords({ before }: ToldAlert, voice: Voice): string {
  return before === undefined ? "" : momentWords(Date.parse(before.event.time), voice);
}

const othersMax = 10;

/** @param stock of the event, which all of them are about */
function otherAlerts(others: readonly ToldAlert[], stock: Stock | undefined, voice: Voice): ContentRow[] {
  const rows = others.slice(0, othersMax).map(({ entry }) => {
    const alert = alertOf(entry);
    return { label: plainLine(alert.rule, titleMax), now: titleWith(alertTexts(alert, voice).title, stock) };
  });
  const more = others.length - rows.length;
  const { labels, number } = voice.phrases;
  return more === 0 ? rows : [...rows, { label: labels.more, now: number(more) }];
}

const timeMax = 60;

/** Times of an event that no row above says, when it was seen, and the rule. */
function timeRows(
  { occurred, published, time }: Event,
  above: readonly ContentRow[],
  rule: string,
  voice: Voice,
): ContentRow[] {
  const { labels } = voice.phrases;
  const said = new Set(above.map(({ now }) => now));
  const row = (label: string, text: string | undefined) => {
    const words = text === undefined ? "" : inWords(plainLine(text, timeMax), voice);
    return words === "" || said.has(words) ? [] : [{ label, now: words }];
  };
  return [
    ...row(labels.occurred, occurred),
    ...(published === occurred ? [] : row(labels.published, published)),
    { label: labels.seen, now: inWords(time, voice) },
    { label: labels.rule, now: plainLine(rule, titleMax) },
  ];
}

function flappingNotes(flapping: string | undefined, { phrases }: Voice): string[] {
  return flapping === undefined ? [] : [phrases.flapping(plainLine(flapping, timeMax))];
}

// An item's own past in a mail: the points of a chart, and the same numbers in words.

/** With fewer there is no line to see. */
const fewest = 3;
const most = 60;
const dayMax = 30;

function pastOf(asked: AskedMessage, cause: LogEntry, voice: Voice): PastPart | undefined {
  const past = asked.pastOf?.(cause);
  const points = (past?.points ?? []).filter(([, value]) => Number.isFinite(value)).slice(-most);
  const latest = points.at(-1);
  if (past === undefined || latest === undefined || points.length < fewest) return undefined;
  const { type, data } = cause.event;
  const wordsOf = wordsFor(type, voice);
  const values = points.map(([, value]) => value);
  const { headings, chart, changes } = voice.phrases;
  return {
    heading: headings.past,
    summary: chart({
      label: wordsOf(past.field).label,
      unit: unitWords(past.field, data.now, wordsOf)
        .replace(/^ \((.*)\)$/, "$1")
        .trim(),
      low: groupedNumber(Math.min(...values)),
      high: groupedNumber(Math.max(...values)),
      latest: groupedNumber(latest[1]),
    }),
    points,
    words: points.map(([day, value]) =>
      changes.valued(inWords(plainLine(day, dayMax), voice), groupedNumber(value)),
    ),
  };
}
