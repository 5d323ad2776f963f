/** Notifications as mails: one draft an address. Pure. */
import { createHash } from "node:crypto";
import type { Event, LogEntry } from "../../../model/event.ts";
import type { EventTypes } from "../../../model/event-types.ts";
import type { MailDraft } from "../../../model/mail.ts";
import { type Alert, alert as alertItem } from "../../../model/news-items.ts";
import type { Notification } from "../../../model/notification.ts";
import type { Firing } from "../../../model/rule.ts";
import { allWatched, listsWith, type Watchlists } from "../../../model/watchlists.ts";
import type { AskedMail } from "../../member.ts";
import { type ContentRow, type MailContent, mailContent, type Watched } from "./content.ts";

export interface MailSettings {
  /** The From header, such as `Yagura <yagura@example.com>`. */
  readonly from: string;
  /** Whether the cause's data is the simulator's. */
  readonly simulated: boolean;
  readonly feedUrl?: string;
  /** Other alerts about the same event that have no mail of their own. */
  readonly others?: readonly Pick<Firing, "rule" | "title">[];
  /** The subject on watchlists. */
  readonly watched?: Watched | undefined;
  /** The types, which have the words of fields. */
  readonly types: EventTypes;
}

const marks = { info: "", warning: "Warning: ", critical: "Critical: " };

/** The mail of a notification to an address of its receiver: its first alert leads, and it names the others. */
export function mailOf(asked: AskedMail, from: string, address: string): MailDraft {
  const { notification, isSimulated, watchlists, monitorUrl, types } = asked;
  const [lead, ...more] = notification.told;
  if (lead === undefined) throw new Error(`notification ${notification.name} tells nothing`);
  const { entry, cause } = lead;
  const others = more.map((told) => told.entry.event.data.now as unknown as Alert);
  const watched = watchedIn(watchlists, entry.event.subject);
  const settings = {
    from,
    simulated: notification.told.some(isSimulated),
    feedUrl: monitorUrl,
    others,
    watched,
    types,
  };
  const mail = alertMail(entry, cause?.event ?? withoutItem(entry.event), settings, address);
  return { ...mail, messageId: messageIdOf(idOf(notification), address, from) };
}

/** A message that is the first about its alert has the alert's id, whatever its name. */
function idOf({ kind, name, told: [lead] }: Notification): string {
  return kind === "alert" && lead !== undefined && lead.reason !== "repeated" ? lead.entry.event.id : name;
}

/** Stands for a cause that the log does not keep any more: its times are those of the alert. */
function withoutItem(alert: Event): Event {
  const { cause } = alert.data.now as unknown as Alert;
  return { ...alert, type: cause.type as Event["type"], subject: cause.subject, data: { now: {} } };
}

function watchedIn(watchlists: Watchlists, subject: string): Watched | undefined {
  const found = allWatched(watchlists).get(subject);
  return found && { lists: listsWith(watchlists, subject), stock: found.stock };
}

/**
 * @param entry an `alert.fired`; anything else throws, since it is a bug
 * @param cause the event that the rule matched
 */
export function alertMail(entry: LogEntry, cause: Event, settings: MailSettings, address: string): MailDraft {
  const alert = alertItem.parse(entry.event.data.now);
  const content = mailContent(alert, cause, settings);
  const { from, simulated } = settings;
  return {
    alertSeq: entry.seq,
    address,
    from,
    messageId: messageIdOf(entry.event.id, address, from),
    date: entry.event.time,
    subject: `${simulated ? "[SIMULATED] " : ""}[Yagura] ${marks[content.severity]}${content.title}`,
    text: textPart(content),
    html: htmlPart(content),
  };
}

/** The Message-ID, which is always the same for an alert and an address; the address cannot be read from it. */
export function messageIdOf(alertId: string, address: string, from: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([alertId, address]))
    .digest("hex")
    .slice(0, 16);
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? "yagura.invalid";
  return `<${alertId.replace(/[^A-Za-z0-9.-]/g, "-")}.${hash}@${domain}>`;
}

const cell =
  "padding:3px 12px 3px 0;vertical-align:top;text-align:left;border-bottom:1px solid rgba(128,128,128,.4)";
const small = "font-size:13px;opacity:.8";
const badges = { info: "", warning: "#b45309", critical: "#b91c1c" };

/**
 * The HTML part of a mail. Everything is escaped, nothing is loaded, and no colour of text or ground is set, so that it
 * reads in dark mode too.
 */
function htmlPart(content: MailContent): string {
  const { simulated, severity, title, body, watched, changes, details, others, times, rule, notes } = content;
  return [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:15px;line-height:1.5">',
    simulated ? badge("SIMULATED", "#6d28d9") : "",
    severity === "info" ? "" : badge(severity.toUpperCase(), badges[severity]),
    `<h1 style="font-size:19px;margin:8px 0" dir="auto">${escaped(title)}</h1>`,
    body === "" ? "" : `<p dir="auto">${lines(body)}</p>`,
    watched === "" ? "" : `<p dir="auto">${lines(watched)}</p>`,
    htmlTable("What changed", changes),
    htmlTable("Details", details),
    htmlTable("Other alerts about this event", others),
    htmlTable("Times", [...times, { label: "Alert of the rule", now: rule }]),
    ...notes.map((note) => `<p style="${small}">${lines(note)}</p>`),
    "</body></html>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function htmlTable(heading: string, rows: readonly ContentRow[]): string {
  if (rows.length === 0) return "";
  const title = `<h2 style="font-size:15px;margin:16px 0 4px">${escaped(heading)}</h2>`;
  return `${title}\n<table style="border-collapse:collapse">\n${rows.map(htmlRow).join("\n")}\n</table>`;
}

function htmlRow({ label, was, now }: ContentRow): string {
  const before = was === undefined ? "" : `<bdi>${lines(was)}</bdi> → `;
  const head = `<th scope="row" style="${cell};font-weight:normal;opacity:.8">${escaped(label)}</th>`;
  return `<tr>${head}<td style="${cell}">${before}<bdi>${lines(now)}</bdi></td></tr>`;
}

/** White on a dark ground of its own: the same in light and dark mode. */
function badge(word: string, ground: string): string {
  const style = `background:${ground};color:#fff;padding:2px 8px;border-radius:4px;font-size:13px`;
  return `<span style="${style}">${word}</span>`;
}

function lines(text: string): string {
  return escaped(text).replaceAll("\n", "<br>");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** The text part of a mail. */
function textPart(content: MailContent): string {
  const { simulated, severity, title, body, watched, changes, details, others, times, rule, notes } = content;
  const head = [simulated ? "[SIMULATED]" : "", severity === "info" ? "" : severity.toUpperCase(), title];
  const blocks = [
    head.filter((word) => word !== "").join(" "),
    body,
    watched,
    textTable("What changed", changes),
    textTable("Details", details),
    textTable("Other alerts about this event", others),
    textTable("Times", [...times, { label: "Alert of the rule", now: rule }]),
    ["--", ...notes].join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function textTable(heading: string, rows: readonly ContentRow[]): string {
  if (rows.length === 0) return "";
  return [heading, ...rows.map(textLine)].join("\n");
}

/** Further lines of a value stand in, so that none can pass for a row or a heading. */
function textLine({ label, was, now }: ContentRow): string {
  const value = was === undefined ? now : `${was} -> ${now}`;
  return `  ${label}: ${value.replaceAll("\n", "\n      ")}`;
}
