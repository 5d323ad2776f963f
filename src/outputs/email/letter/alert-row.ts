/** One alert as a row of a table: its stock, what it says, what changed, and when. */
import type { ToldAlert } from "../../../model/notification.ts";
import type { AskedMail } from "../../member.ts";
import type { AlertRow } from "./content.ts";
import { changesSince } from "./since-last.ts";
import { alertOf, isOver } from "./told.ts";
import { type ContentRow, itemRows } from "./values.ts";
import { alertTexts, momentWords, plainLine, spanSince, type Voice } from "./voice.ts";
import { stockOf, stockWords } from "./watched.ts";

const subjectMax = 60;
/** A longer change is read in the alert itself. */
const changeMax = 120;

export function alertRow(told: ToldAlert, asked: AskedMail, voice: Voice): AlertRow {
  const { entry, cause } = told;
  const { event } = entry;
  const alert = alertOf(entry);
  const stock = stockOf(told, voice);
  const links = asked.links?.(entry, asked.notification.receiver);
  return {
    stock: { words: stock === undefined ? plainLine(event.subject, subjectMax) : stockWords(stock, voice) },
    mark: alert.severity === "info" ? "" : voice.phrases.severities[alert.severity],
    severity: alert.severity,
    alert: { words: alertTexts(alert, voice).title, url: links?.alert },
    state: stateWords(told, voice),
    change: isOver(told) ? undefined : changeOf(told, cause, asked, voice),
    when: momentWords(Date.parse(event.time), voice),
  };
}

function stateWords(told: ToldAlert, voice: Voice): string {
  const { reason, times, since } = told;
  const { rows } = voice.phrases;
  if (isOver(told)) return rows.over;
  if (reason === "repeated") return rows.stillOpen(spanSince(since, voice));
  return times > 1 ? rows.again(times) : "";
}

/** The first of what changed since the reader was told, or else of what the event changed. */
function changeOf(
  told: ToldAlert,
  cause: ToldAlert["cause"],
  asked: AskedMail,
  voice: Voice,
): ContentRow | undefined {
  const left = ["code", "name"];
  const [since] = changesSince(told, asked.entryAt, voice, left).filter(isShort);
  if (since !== undefined) return since;
  return cause && itemRows(cause.event, voice, { left }).changes.find(isShort);
}

function isShort({ now, was = "" }: ContentRow): boolean {
  return was.length + now.length <= changeMax && !now.includes("\n");
}
