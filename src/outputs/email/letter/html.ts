/**
 * The HTML part of a mail. Everything is escaped, nothing is loaded, and no colour of text or ground is set, so
 * that it reads in dark mode too.
 */
import type { ContentRow, MailContent } from "./content.ts";

const cell =
  "padding:3px 12px 3px 0;vertical-align:top;text-align:left;border-bottom:1px solid rgba(128,128,128,.4)";
const small = "font-size:13px;opacity:.8";
const marks = { info: "", warning: "#b45309", critical: "#b91c1c" };

export function htmlPart(content: MailContent): string {
  const { simulated, severity, title, body, changes, details, times, rule, notes } = content;
  return [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:15px;line-height:1.5">',
    simulated ? badge("SIMULATED", "#6d28d9") : "",
    severity === "info" ? "" : badge(severity.toUpperCase(), marks[severity]),
    `<h1 style="font-size:19px;margin:8px 0" dir="auto">${escaped(title)}</h1>`,
    body === "" ? "" : `<p dir="auto">${lines(body)}</p>`,
    table("What changed", changes),
    table("Details", details),
    table("Times", [...times, { label: "Alert of the rule", now: rule }]),
    ...notes.map((note) => `<p style="${small}">${lines(note)}</p>`),
    "</body></html>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function table(heading: string, rows: readonly ContentRow[]): string {
  if (rows.length === 0) return "";
  const title = `<h2 style="font-size:15px;margin:16px 0 4px">${escaped(heading)}</h2>`;
  return `${title}\n<table style="border-collapse:collapse">\n${rows.map(row).join("\n")}\n</table>`;
}

function row({ label, was, now }: ContentRow): string {
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
