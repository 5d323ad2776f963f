/** One alert as a row of a table: its stock, what it says, what changed, and when. */
import type { LogEntry } from "../../model/event.ts";
import { trackedField } from "../../model/event-types.ts";
import type { ToldAlert } from "../../model/notification.ts";
import type { AskedMail } from "../member.ts";
import type { AlertRow } from "./content.ts";
import { wordsFor } from "./field-words.ts";
import { changesSince } from "./since-last.ts";
import { alertOf, isOver } from "./told.ts";
import { type ContentRow, itemRows } from "./values.ts";
import { alertTexts, plainLine, shortMoment, spanSince, type Voice } from "./voice.ts";
import { stockOf, stockWords, titleWith, withoutStock } from "./watched.ts";

export const subjectMax = 60;
/** A longer change is read in the alert itself. */
const changeMax = 120;

/** The stock with its code, or else the subject as it is. */
export function subjectWords(told: ToldAlert, asked: AskedMail, voice: Voice): string {
  const stock = stockOf(told, asked, voice);
  return stock === undefined ? plainLine(told.entry.event.subject, subjectMax) : stockWords(stock, voice);
}

export function alertRow(told: ToldAlert, asked: AskedMail, voice: Voice): AlertRow {
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
  asked: AskedMail,
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
