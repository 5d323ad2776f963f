/** Mails with everything that one can have, by which templates are tried before one is used. */
import type { LetterContent } from "../letter/content.ts";
import { type LetterVariables, variablesOf } from "./variables.ts";

export const templateKinds = ["alert", "group", "digest", "brake"] as const;
export type TemplateKind = (typeof templateKinds)[number];

const url = "https://yagura.example.com/alerts/1";
const rows = [{ label: "Short position", was: "0.93", now: "1.12 %" }];
const none = { heading: "", rows: [] };
const links = { heading: "Links", links: [{ words: "This alert", url }] };
const held = [{ words: "12 messages were held", url }];

const any: LetterContent = {
  ...{ lang: "en", simulated: true, severity: "warning", title: "A title", who: "", state: held },
  ...{ since: none, body: "", watched: "", changes: none, tables: [], details: none, others: none },
  ...{ past: undefined, times: none, links, notes: ["Why you got it"] },
};

const alert: LetterContent = {
  ...any,
  ...{ who: "Example Motor (9901)", body: "One line\nand another", watched: "On your list core." },
  since: { heading: "Since the last message", rows },
  changes: { heading: "What changed", rows },
  details: { heading: "Details", rows: [{ label: "Seller", now: "Example Capital" }] },
  others: { heading: "Other alerts", rows: [{ label: "another-rule", now: "Another title" }] },
  times: { heading: "Times", rows: [{ label: "Seen", now: "Fri 20 Nov, 17:32" }] },
  past: {
    heading: "Recent history",
    summary: "Short position: lowest 0.5, highest 1.12, now 1.12",
    points: [["2026-11-20", 1.12]],
    words: ["Fri 20 Nov: 1.12"],
  },
};

const table: LetterContent = {
  ...any,
  tables: [
    {
      heading: "New",
      columns: ["Stock", "Alert"],
      rows: [
        {
          ...{ stock: { words: "Example Motor (9901)", url }, mark: "WARNING", severity: "warning" as const },
          ...{ alert: { words: "A title", url }, state: "open for 2 days", when: "Fri 20 Nov, 17:32" },
          change: { label: "Short position", was: "0.93", now: "1.12 %" },
        },
      ],
      more: { words: "and 9,900 more", url },
      left: 9_900,
    },
  ],
};

const contents: Readonly<Record<TemplateKind, LetterContent>> = {
  alert,
  group: table,
  digest: table,
  brake: any,
};

const marks = { simulated: "SIMULATED", severity: "WARNING" };

/** A mail of a kind with something in every place that such a mail may fill. */
export function fullSample(kind: TemplateKind): LetterVariables {
  return variablesOf(contents[kind], { marks, chartId: "chart@example.com" });
}

/** A mail with nothing in any place but the title. */
export function bareSample(): LetterVariables {
  const bare = { ...any, simulated: false, state: [], links: { heading: "", links: [] }, notes: [] };
  return variablesOf(bare, { marks: { simulated: "", severity: "" }, chartId: "" });
}

const kept = ["language", "severity", "chart", "url"];

/** A full sample in which each text that a stranger may write is replaced; it takes the same ways through a template. */
export function withTexts(sample: LetterVariables, text: string): LetterVariables {
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((entry) => walk(entry, name));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
    return typeof value === "string" && value !== "" && !kept.includes(name) ? text : value;
  };
  return walk(sample, "") as LetterVariables;
}
