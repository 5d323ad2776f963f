/** The parts of contents that messages about one alert and about several are put together from. */

import { isLoopback } from "../../lib/http/url.ts";
import { changedFields, type LogEntry } from "../../model/event.ts";
import { trackedField } from "../../model/event-types.ts";
import type { Worded } from "../../model/language.ts";
import type { Notification, ToldAlert } from "../../model/notification.ts";
import type { AskedMessage, MessageFacts } from "../member.ts";
import type { AlertRow, ContentRow, Linked, LinksPart } from "./content.ts";
import { alertOf, isOver, stockOf, stockWords, titleWith, withoutStock } from "./told-alert.ts";
import { changeRow, daysLast, itemRows, wordsFor } from "./values.ts";
import { alertTexts, momentWords, plainLine, shortMoment, spanSince, titleMax, type Voice } from "./voice.ts";

// One alert as a row of a table: its stock, what it says, what changed, and when.

export const subjectMax = 60;
/** A longer change is read in the alert itself. */
const changeMax = 120;

/** The stock with its code, or else the subject as it is. */
export function subjectWords(told: ToldAlert, asked: AskedMessage, voice: Voice): string {
  const stock = stockOf(told, asked, voice);
  return stock === undefined ? plainLine(told.entry.event.subject, subjectMax) : stockWords(stock, voice);
}

export function alertRow(told: ToldAlert, asked: AskedMessage, voice: Voice): AlertRow {
  const { entry, cause } = told;
  const { event } = entry;
  const alert = alertOf(entry);
  const stock = stockOf(told, asked, voice);
  const title = titleWith(alertTexts(alert, voice).title, stock);
  const links = asked.links?.(entry, asked.notification.receiver);
  return {
    stock: { words: subjectWords(told, asked, voice) },
    mark: alert.severity === "info" || isOver(told) ? "" : voice.phrases.severities[alert.severity],
    severity: alert.severity,
    alert: { words: stock === undefined ? title : withoutStock(title, stock), url: links?.alert },
    state: stateWords(told, voice),
    change: isOver(told) ? undefined : changeOf(told, cause, asked, voice),
    when: shortMoment(Date.parse(event.time), voice),
  };
}

function stateWords(told: ToldAlert, voice: Voice): string {
  const { reason, times, since } = told;
  const { rows } = voice.phrases;
  if (isOver(told)) return rows.over;
  if (reason === "repeated") return rows.stillOpen(spanSince(since, voice));
  return times > 1 ? rows.again(times) : "";
}

/**
 * What changed since the reader was told, or else what the event changed: the number that it is about before others, and
 * a title last.
 */
function changeOf(
  told: ToldAlert,
  cause: ToldAlert["cause"],
  asked: AskedMessage,
  voice: Voice,
): ContentRow | undefined {
  const left = ["code", "name"];
  const since = changesSince(told, asked, voice, left).filter(isShort);
  const isTitle = ({ label }: ContentRow) => label === voice.phrases.labels.titleBefore;
  const changes = cause ? itemRows(cause.event, voice, { left }).changes.filter(isShort) : [];
  const rows = [...since.filter((row) => !isTitle(row)), ...changes, ...since];
  const main = cause && mainLabel(cause, voice);
  return rows.find(({ label }) => label === main) ?? rows[0];
}

/** The label of the number that the type of an event tracks. */
function mainLabel({ event: { type, data } }: LogEntry, voice: Voice): string | undefined {
  const tracks = voice.types.known.get(type)?.tracks;
  const field = tracks && trackedField(tracks, data);
  return field === undefined ? undefined : wordsFor(type, voice)(field).label;
}

function isShort({ now, was = "" }: ContentRow): boolean {
  return was.length + now.length <= changeMax && !now.includes("\n");
}

// What changed of an alert since the reader was told of it before: its own words, and the item that it is about.

type Known = Pick<MessageFacts, "entryAt" | "itemKey">;

/**
 * Rows of what differs between the alert that the reader was told before and this one.
 * @param left names of fields of the item that the mail shows elsewhere
 */
export function changesSince(
  { entry, before, cause }: ToldAlert,
  known: Known,
  voice: Voice,
  left: readonly string[],
): ContentRow[] {
  if (before === undefined || before.seq === entry.seq) return [];
  const [was, now] = [alertOf(before), alertOf(entry)];
  const { labels, severities } = voice.phrases;
  const own: ContentRow[] = [];
  const [wasTitle, nowTitle] = [alertTexts(was, voice).title, alertTexts(now, voice).title];
  // The present title stands above.
  if (wasTitle !== nowTitle) own.push({ label: labels.titleBefore, now: wasTitle });
  if (was.severity !== now.severity)
    own.push({ label: labels.severity, was: severities[was.severity], now: severities[now.severity] });
  const earlier = known.entryAt?.(was.cause.seq);
  const isOfOneItem = earlier !== undefined && cause !== undefined && isSameItem(earlier, cause, known);
  return isOfOneItem ? [...own, ...itemChanges(earlier, cause, voice, left)] : own;
}

function itemChanges(was: LogEntry, now: LogEntry, voice: Voice, left: readonly string[]): ContentRow[] {
  const [before, after] = [was.event.data.now, now.event.data.now];
  const wordsOf = wordsFor(now.event.type, voice);
  const fields = changedFields(before, after).filter((field) => !left.includes(field));
  return daysLast(fields, after, before).flatMap((field) => changeRow(field, before, after, wordsOf, voice));
}

/** Fields of another comment, or of another seller's position, say nothing about a change. */
function isSameItem({ event: one }: LogEntry, { event: other }: LogEntry, { itemKey }: Known): boolean {
  const family = (type: string) => type.slice(0, type.lastIndexOf("."));
  const isOfOneKind =
    one.subject === other.subject && one.source === other.source && family(one.type) === family(other.type);
  return isOfOneKind && itemKey?.(one) === itemKey?.(other);
}

// What stands around the alerts: links, messages that were held, why the message came and how to change that.

type Links = LinksPart["links"];

/** Links about an alert, and to the service's own page of its stock. */
export function linksAbout(
  asked: AskedMessage,
  told: ToldAlert,
  stock: string | undefined,
  { phrases: { headings, links: words } }: Voice,
): LinksPart {
  const { notification, links } = asked;
  const { entry } = told;
  const own = links?.(entry, notification.receiver);
  const answers: Links = own
    ? [
        { words: words.alert, url: own.alert },
        ...(isOver(told) ? [] : [{ words: words.acknowledge, url: own.acknowledge }]),
        { words: words.silence, url: own.silence },
        { words: words.why, url: own.why },
        { words: words.rate, url: own.rate },
      ]
    : pageLinks(asked, words.page);
  const page = stock === undefined ? undefined : stockPageOf(asked, entry.event.subject);
  const ofStock = page === undefined ? [] : [{ words: words.stockPage(stock ?? ""), url: page }];
  return { heading: headings.links, links: [...answers, ...ofStock] };
}

/** The link to the page; none where the settings do not say at which address people reach it. */
export function pageLinks({ publicUrl }: AskedMessage, words: string): Links {
  return publicUrl === undefined ? [] : [{ words, url: `${publicUrl}/` }];
}

/** The service's own page of a stock. */
function stockPageOf({ stockPage }: AskedMessage, code: string): string | undefined {
  return stockPage?.replaceAll("{code}", encodeURIComponent(code));
}

/** Messages that a cap held before this one. */
export function heldState(asked: AskedMessage, voice: Voice): Linked[] {
  const { held } = asked.notification;
  if (held === undefined || held.count === 0) return [];
  const [page] = pageLinks(asked, "");
  return [{ words: voice.phrases.held(held.count, momentWords(held.since, voice)), url: page?.url }];
}

/** Lines on why a mail came, and how to change it. */
export function notesOf(asked: AskedMessage, { language, phrases: { notes } }: Voice): string[] {
  const { publicUrl, monitorUrl, isSimulated, notification } = asked;
  return [
    ...(notification.told.some(isSimulated) ? [notes.simulated] : []),
    whyWords(notification, notes),
    ...(publicUrl === undefined ? [notes.page(plainLine(monitorUrl, 300), isHere(monitorUrl))] : []),
    ...[...creditsIn(asked)].map((credit) => credit[language]),
  ];
}

/** What has to be said of the data that the alerts tell. */
function creditsIn({ notification: { told }, isSimulated, creditOf }: AskedMessage): Set<Worded> {
  const shown = told.filter((one) => !isSimulated(one)).map(({ cause, entry }) => cause ?? entry);
  return new Set(shown.flatMap(({ event }) => creditOf?.(event) ?? []));
}

/** Whether an address opens on the machine of the monitor alone. */
function isHere(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** A route tells where the rules themselves do not. */
function whyWords({ receiver, route, told }: Notification, notes: Voice["phrases"]["notes"]): string {
  const alerts = told.map(({ entry }) => alertOf(entry));
  const isOfRules = alerts.every(({ recipients }) => recipients.includes(receiver));
  if (route !== "" && !isOfRules) return notes.ofRoute(plainLine(route, titleMax));
  const [rule, ...more] = new Set(alerts.map((alert) => alert.rule));
  return rule === undefined || more.length > 0 ? notes.ofRules : notes.ofRule(plainLine(rule, titleMax));
}
