/** The text part of a mail. */
import type { ContentRow, MailContent } from "./content.ts";

export function textPart(content: MailContent): string {
  const { simulated, severity, title, body, changes, details, times, rule, notes } = content;
  const head = [simulated ? "[SIMULATED]" : "", severity === "info" ? "" : severity.toUpperCase(), title];
  const blocks = [
    head.filter((word) => word !== "").join(" "),
    body,
    table("What changed", changes),
    table("Details", details),
    table("Times", [...times, { label: "Alert of the rule", now: rule }]),
    ["--", ...notes].join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function table(heading: string, rows: readonly ContentRow[]): string {
  if (rows.length === 0) return "";
  return [heading, ...rows.map(line)].join("\n");
}

/** Further lines of a value stand in, so that none can pass for a row or a heading. */
function line({ label, was, now }: ContentRow): string {
  const value = was === undefined ? now : `${was} -> ${now}`;
  return `  ${label}: ${value.replaceAll("\n", "\n      ")}`;
}
