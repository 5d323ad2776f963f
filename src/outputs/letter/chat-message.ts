/** A message for a chat: the words of a mail, the weightiest first, and few enough for a telephone. Pure. */
import type { Severity } from "../../model/news-items.ts";
import type { AskedMessage } from "../member.ts";
import type { AlertRow, ContentRow, LetterContent, Linked, TablePart } from "./content.ts";
import { marksOf, messageContent } from "./message-content.ts";
import { momentWords, type Voice, voiceIn } from "./voice.ts";

/** Plain text in every part: a format of a chat escapes it. */
export interface ChatMessage {
  readonly severity: Severity;
  /** One line: that the data is made up and how grave it is, then the title. */
  readonly head: string;
  /** Blocks of lines below it, the weightiest first. */
  readonly paragraphs: readonly string[];
  /** The alerts of a group or a digest, with the headings that they stand under; of one alert none. */
  readonly rows: readonly string[];
  /** Says how many alerts are not told where only the first `shown` rows are; "" where none is left out. */
  more(shown: number): string;
  /** Links that are made here, none by what strangers wrote. */
  readonly links: readonly ChatLink[];
}

export interface ChatLink {
  readonly words: string;
  /** http or https. */
  readonly url: string;
}

export function chatMessage(asked: AskedMessage): ChatMessage {
  const { language, at } = asked.notification;
  const voice = voiceIn(language, asked.types, at);
  const content = messageContent(asked, voice);
  const { links } = content.links;
  return {
    severity: content.severity,
    head: headOf(content, voice),
    paragraphs: paragraphsOf(content, momentWords(at, voice)).filter((words) => words !== ""),
    ...rowsOf(content.tables, voice),
    links: links.flatMap(linkOf),
  };
}

function linkOf({ words, url = "" }: Linked): ChatLink[] {
  return /^https?:\/\//i.test(url) ? [{ words, url }] : [];
}

/** A message of one line. */
export function chatLine(head: string): ChatMessage {
  return { severity: "info", head, paragraphs: [], rows: [], more: () => "", links: [] };
}

function headOf(content: LetterContent, voice: Voice): string {
  const marks = marksOf(content, voice);
  const simulated = content.simulated ? `[${marks.simulated}]` : "";
  return [simulated, marks.severity, content.title].filter((word) => word !== "").join(" ");
}

const detailsMost = 8;

function paragraphsOf(content: LetterContent, moment: string): string[] {
  const { who, state, since, changes, body, watched, others, times } = content;
  // What a new item says, where the rule has no words of its own.
  const isBare = body === "" && since.rows.length + changes.rows.length + content.tables.length === 0;
  const details = { heading: "", rows: isBare ? content.details.rows.slice(0, detailsMost) : [] };
  const rule = times.rows.at(-1);
  return [
    who,
    state.map(({ words }) => words).join("\n"),
    ...[since, changes, details].map(partText),
    body,
    watched,
    partText(others),
    rule === undefined ? "" : `${rowText(rule)} · ${moment}`,
  ];
}

function partText({ heading, rows }: LetterContent["since"]): string {
  if (rows.length === 0) return "";
  return [...(heading === "" ? [] : [heading]), ...rows.map((row) => `• ${rowText(row)}`)].join("\n");
}

/** Further lines of a value stand in, so that none can pass for a row. */
function rowText({ label, was, now }: ContentRow): string {
  const value = was === undefined ? now : `${was} → ${now}`;
  return `${label}: ${value.replaceAll("\n", "\n    ")}`;
}

/** More are read on the page. */
const rowsMost = 10;

function rowsOf(tables: readonly TablePart[], { phrases }: Voice): Pick<ChatMessage, "rows" | "more"> {
  const all = tables.flatMap(({ heading, rows }) =>
    rows.map((row, index) => `${index === 0 && heading !== "" ? `${heading}\n` : ""}${alertText(row)}`),
  );
  const total = tables.reduce((sum, { left }) => sum + left, all.length);
  return {
    rows: all.slice(0, rowsMost),
    more: (shown) => (total > shown ? phrases.moreOnPage(total - shown) : ""),
  };
}

function alertText({ stock, mark, alert, state, change, when }: AlertRow): string {
  const said = [mark, `${stock.words}: ${alert.words}`, state === "" ? "" : `(${state})`];
  const line = `• ${said.filter((words) => words !== "").join(" ")} · ${when}`;
  return change === undefined ? line : `${line}\n    ${rowText(change)}`;
}
