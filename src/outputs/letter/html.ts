/**
 * The HTML part of a mail. Everything is escaped, nothing is loaded but a chart inside the mail, and no colour of text or
 * ground is set, so that it reads in dark mode too. Tables have few columns, so that it reads on a telephone.
 */
import { escapeHtml } from "../../lib/walk-html.ts";
import type { Severity } from "../../model/news-items.ts";
import type {
  AlertRow,
  ContentRow,
  LetterContent,
  Linked,
  LinksPart,
  Marks,
  PastPart,
  TablePart,
} from "./content.ts";

const line = "border-bottom:1px solid rgba(128,128,128,.4)";
const cell = `padding:3px 12px 3px 0;vertical-align:top;text-align:left;${line}`;
/** A narrow cell, which breaks a long code of a series. */
const stockCell = `${cell};width:30%;overflow-wrap:anywhere`;
const small = "font-size:13px;opacity:.8";
const badges: Readonly<Record<Severity, string>> = {
  info: "#475569",
  warning: "#b45309",
  critical: "#b91c1c",
};
const simulatedBadge = "#6d28d9";

/** @param chartId Content-ID of the chart; its numbers are in words beside it */
export function htmlPart(content: LetterContent, marks: Marks, chartId: string): string {
  const { lang, severity, title, who, state, since, body, watched, changes, past } = content;
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:15px;line-height:1.5">',
    content.simulated ? badge(marks.simulated, simulatedBadge) : "",
    marks.severity === "" ? "" : badge(marks.severity, badges[severity]),
    `<h1 style="font-size:19px;margin:8px 0" dir="auto">${escapeHtml(title)}</h1>`,
    who === "" ? "" : `<p style="margin:0 0 8px" dir="auto">${escapeHtml(who)}</p>`,
    ...state.map((one) => `<p dir="auto">${linked(one)}</p>`),
    rowsTable(since.heading, since.rows),
    body === "" ? "" : `<p dir="auto">${lines(body)}</p>`,
    watched === "" ? "" : `<p dir="auto">${lines(watched)}</p>`,
    rowsTable(changes.heading, changes.rows),
    ...content.tables.map(alertsTable),
    past === undefined ? "" : chart(past, chartId),
    linksLine(content.links),
    ...[content.details, content.others, content.times].map(({ heading, rows }) => rowsTable(heading, rows)),
    ...content.notes.map((note) => `<p style="${small}">${lines(note)}</p>`),
    "</body></html>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function headingOf(words: string): string {
  return words === "" ? "" : `<h2 style="font-size:15px;margin:16px 0 4px">${escapeHtml(words)}</h2>\n`;
}

function rowsTable(heading: string, rows: readonly ContentRow[]): string {
  if (rows.length === 0) return "";
  const all = rows.map(rowHtml).join("\n");
  return `${headingOf(heading)}<table style="border-collapse:collapse">\n${all}\n</table>`;
}

function rowHtml(row: ContentRow): string {
  const head = `<th scope="row" style="${cell};font-weight:normal;opacity:.8">${escapeHtml(row.label)}</th>`;
  return `<tr>${head}<td style="${cell}">${valueHtml(row)}</td></tr>`;
}

function valueHtml({ was, now }: ContentRow): string {
  const before = was === undefined ? "" : `<bdi>${lines(was)}</bdi> → `;
  return `${before}<bdi>${lines(now)}</bdi>`;
}

function alertsTable({ heading, columns, rows, more }: TablePart): string {
  const below = more.words === "" ? "" : `\n<p>${linked(more)}</p>`;
  if (rows.length === 0) return `${headingOf(heading)}${below.trim()}`;
  const heads = columns.map((words) => `<th scope="col" style="${cell};${small}">${escapeHtml(words)}</th>`);
  const all = [`<tr>${heads.join("")}</tr>`, ...rows.map((row, at) => alertRow(row, rows[at - 1]))].join(
    "\n",
  );
  const table = `<table style="border-collapse:collapse;width:100%">\n${all}\n</table>`;
  return `${headingOf(heading)}${table}${below}`;
}

/** A stock stands once, before the first of its alerts. */
function alertRow(row: AlertRow, before: AlertRow | undefined): string {
  const { stock, mark, severity, alert, state, change, when } = row;
  const isSameStock = stock.words === before?.stock.words;
  const marked = mark === "" ? "" : `${badge(mark, badges[severity])} `;
  const stated = state === "" ? "" : ` <span style="${small}">(${escapeHtml(state)})</span>`;
  const changed =
    change === undefined
      ? ""
      : `<br><span style="${small}">${escapeHtml(change.label)}: ${valueHtml(change)}</span>`;
  const timed = ` <span style="${small};white-space:nowrap">· ${escapeHtml(when)}</span>`;
  return [
    `<tr><td style="${stockCell}">${isSameStock ? "" : `<bdi>${linked(stock)}</bdi>`}</td>`,
    `<td style="${cell}">${marked}<bdi>${linked(alert)}</bdi>${stated}${timed}${changed}</td></tr>`,
  ].join("");
}

function chart({ heading, summary, words }: PastPart, chartId: string): string {
  const style = "display:block;width:100%;max-width:480px;height:auto";
  const said = `${summary}. ${words.join("; ")}`;
  const image = `<img src="cid:${escapeHtml(chartId)}" width="480" height="120" alt="${escapeHtml(said)}" style="${style}">`;
  return `${headingOf(heading)}${image}\n<p style="${small}" dir="auto">${escapeHtml(summary)}</p>`;
}

function linksLine({ heading, links }: LinksPart): string {
  if (links.length === 0) return "";
  const style = "display:inline-block;padding:6px 14px 6px 0";
  const all = links.map((one) => `<span style="${style}">${linked(one)}</span>`);
  return `${headingOf(heading)}<p style="margin:0">${all.join(" ")}</p>`;
}

function linked({ words, url }: Linked): string {
  if (url === undefined || !/^https?:\/\//i.test(url)) return lines(words);
  return `<a href="${escapeHtml(url)}">${lines(words)}</a>`;
}

/** White on a dark ground of its own: the same in light and dark mode. */
function badge(word: string, ground: string): string {
  const style = `background:${ground};color:#fff;padding:2px 8px;border-radius:4px;font-size:13px`;
  return `<span style="${style}">${escapeHtml(word)}</span>`;
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}
