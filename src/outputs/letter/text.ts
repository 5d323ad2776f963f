/** The text part of a mail: the same words as the HTML part, addresses behind what leads to them. */

import type { AlertRow, ContentRow, LetterContent, Linked, Marks, PastPart, TablePart } from "./content.ts";

export function textPart(content: LetterContent, marks: Marks): string {
  const { title, who, state, since, body, watched, changes, past, links } = content;
  const head = [content.simulated ? `[${marks.simulated}]` : "", marks.severity, title];
  const blocks = [
    [head.filter((word) => word !== "").join(" "), who].filter((words) => words !== "").join("\n"),
    state.map(linkedText).join("\n"),
    rowsText(since.heading, since.rows),
    body,
    watched,
    rowsText(changes.heading, changes.rows),
    ...content.tables.map(alertsText),
    past === undefined ? "" : pastText(past),
    links.links.length === 0
      ? ""
      : [links.heading, ...links.links.map((one) => `  ${linkedText(one)}`)].join("\n"),
    ...[content.details, content.others, content.times].map(({ heading, rows }) => rowsText(heading, rows)),
    content.notes.length === 0 ? "" : ["--", ...content.notes].join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function rowsText(heading: string, rows: readonly ContentRow[]): string {
  if (rows.length === 0) return "";
  return [heading, ...rows.map((row) => `  ${rowText(row)}`)].join("\n");
}

/** Further lines of a value stand in, so that none can pass for a row or a heading. */
function rowText({ label, was, now }: ContentRow): string {
  const value = was === undefined ? now : `${was} -> ${now}`;
  return `${label}: ${value.replaceAll("\n", "\n      ")}`;
}

function alertsText({ heading, rows, more }: TablePart): string {
  const all = [
    ...rows.map((row, at) => alertText(row, rows[at - 1])),
    ...(more.words === "" ? [] : [`  ${linkedText(more)}`]),
  ];
  return [...(heading === "" ? [] : [heading]), ...all].join("\n");
}

/** A stock stands once, above its alerts. */
function alertText(row: AlertRow, before: AlertRow | undefined): string {
  const { stock, mark, alert, state, change, when } = row;
  const said = [mark, alert.words, state === "" ? "" : `(${state})`].filter((words) => words !== "");
  return [
    ...(stock.words === before?.stock.words ? [] : [`  ${stock.words}`]),
    `    ${said.join(" ")} · ${when}`,
    ...(change === undefined ? [] : [`      ${rowText(change)}`]),
    ...(alert.url === undefined ? [] : [`      ${alert.url}`]),
  ].join("\n");
}

const columns = 76;

/** The points in lines of a bounded length. */
function pastText({ heading, summary, words }: PastPart): string {
  const lines: string[] = [];
  let line = "";
  for (const point of words) {
    const longer = line === "" ? point : `${line}; ${point}`;
    if (line !== "" && longer.length > columns) {
      lines.push(`${line};`);
      line = point;
    } else line = longer;
  }
  return [heading, `  ${summary}`, ...[...lines, line].map((one) => `  ${one}`)].join("\n");
}

function linkedText({ words, url }: Linked): string {
  return url === undefined ? words : `${words}: ${url}`;
}
