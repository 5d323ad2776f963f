/** What a template of messages can name: the content in words, with nothing of how it looks; and samples of it. */
import type { AlertRow, ContentRow, LetterContent, Linked, TablePart } from "../content.ts";

interface ShownRow {
  readonly label: string;
  readonly was: string;
  readonly now: string;
}

interface ShownLink {
  readonly words: string;
  readonly url: string;
}

/** Every name has a value: "" or an empty list where the mail has nothing. */
export type LetterVariables = ReturnType<typeof variablesOf>;

/** The names with what they hold, for the page about templates. A field of a list stands behind its name and `[]`. */
export const variableWords: Readonly<Record<string, string>> = {
  language: "`en` or `ja`",
  simulated: "`SIMULATED` if the data is simulated, else empty",
  severity: "`info`, `warning` or `critical`",
  severity_words: "the severity in the reader's language; empty for `info`",
  title:
    "what the alert says; of a group, how many alerts it has and about which stocks; of a digest, how many",
  who: "the company and its code, where the title does not say both",
  "state[]": "sentences such as that it is still open, each with `words` and `url`",
  "since.heading, since.rows[]": "what changed since the last message: rows with `label`, `was` and `now`",
  body: "the alert's text, with line breaks",
  "body_lines[]": "its lines",
  watched: "the watchlists of the stock, with what is noted about it",
  "changes.heading, changes.rows[]": "what the event changed: rows with `label`, `was` and `now`",
  "details.heading, details.rows[]":
    "the other fields, as such rows; in a group or a digest what your holdings are worth; `was` is empty",
  "others.heading, others.rows[]": "other alerts about the event: `label` is the rule, `now` the title",
  "times.heading, times.rows[]": "when it happened, and the rule",
  "tables[]":
    "of a group and a digest: `heading`, two `columns[]`, `rows[]` (those of one stock follow each other), and `more`, a line below with `words` and `url`",
  "tables[].rows[]":
    "`stock` and `alert`, each with `words` and `url`; `mark`, the severity in words; `severity`, `state`, `when`; `change` with `label`, `was` and `now`",
  "past.heading, past.summary, past.words[]": "the item's own past: what the chart shows, and its points",
  chart: "the address of the chart for `src`, such as `cid:chart...`; empty where there is none",
  "links.heading, links.all[]":
    "links to acknowledge, to silence, to say what it was worth and the like, each with `words` and `url`",
  "notes[]": "lines on why the mail came",
};

interface Surroundings {
  /** Words of the severity, and that the data is made up, where they are said. */
  readonly marks: { readonly simulated: string; readonly severity: string };
  readonly chartId: string;
}

export function variablesOf(content: LetterContent, { marks, chartId }: Surroundings) {
  const { lang, simulated, severity, title, who, state, body, watched, past, links, notes } = content;
  const part = ({ heading, rows }: LetterContent["since"]) => ({ heading, rows: rows.map(rowOf) });
  return {
    ...{ language: lang, simulated: simulated ? marks.simulated : "" },
    ...{ severity, severity_words: marks.severity },
    ...{ title, who, state: state.map(linkOf), since: part(content.since) },
    ...{ body, body_lines: body === "" ? [] : body.split("\n"), watched },
    ...{ changes: part(content.changes), details: part(content.details) },
    ...{ others: part(content.others), times: part(content.times) },
    tables: content.tables.map(tableOf),
    past: {
      heading: past?.heading ?? "",
      summary: past?.summary ?? "",
      words: past?.words ?? [],
    },
    chart: past === undefined ? "" : `cid:${chartId}`,
    links: { heading: links.heading, all: links.links.map(linkOf) },
    notes,
  };
}

function rowOf({ label, was = "", now }: ContentRow): ShownRow {
  return { label, was, now };
}

function linkOf({ words, url = "" }: Linked): ShownLink {
  return { words, url: /^https?:\/\//i.test(url) ? url : "" };
}

function tableOf({ heading, columns, rows, more }: TablePart) {
  return { heading, columns, rows: rows.map(alertRowOf), more: linkOf(more) };
}

const noChange: ShownRow = { label: "", was: "", now: "" };

function alertRowOf({ stock, mark, severity, alert, state, change, when }: AlertRow) {
  return {
    ...{ stock: linkOf(stock), alert: linkOf(alert), mark, severity, state, when },
    change: change === undefined ? noChange : rowOf(change),
  };
}

// Messages with everything that one can have, by which a template is tried before it is used.

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
