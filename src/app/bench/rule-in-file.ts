/**
 * One rule of a rule file as a text of its own: taken out without its indentation, and put back so that everything
 * else of the file stays as it is written, comments and line ends included.
 */
import { withoutMark } from "../../lib/problem.ts";
import { type ListPlaces, listPlaces } from "../../lib/yaml/list-places.ts";
import { parseYaml } from "../../lib/yaml/parse-yaml.ts";
import { columnAt, lineBreakOf, lineEndAt } from "../../lib/yaml/text-lines.ts";

/** Place of a rule in its file. */
export interface RulePlace {
  /** Offset of its first key, without a byte order mark. */
  readonly start: number;
  /** Offset behind its last line's text; comments that are indented as its keys are belong to it. */
  readonly end: number;
  /** Columns before its keys. */
  readonly indent: number;
  /** Line of its first key, from 1. */
  readonly line: number;
}

/** Places of the rules of a file by their place in its list; empty where the file cannot be read as YAML. */
export function rulePlaces(given: string): RulePlace[] {
  const text = withoutMark(given);
  return rulesOf(text)?.entries.map(({ start, end }) => placeOf(text, start, end)) ?? [];
}

function rulesOf(text: string): ListPlaces | undefined {
  return parseYaml(text, "").problems.length > 0 ? undefined : listPlaces(text, ["rules"]);
}

function placeOf(text: string, start: number, contentEnd: number): RulePlace {
  const indent = columnAt(text, start);
  const line = text.slice(0, start).split("\n").length;
  return { start, end: withComments(text, contentEnd, indent), indent, line };
}

/** Takes in the lines behind that hold nothing but comments of the rule's own indentation. */
function withComments(text: string, contentEnd: number, indent: number): number {
  let end = lineEndAt(text, contentEnd);
  // What follows on the line may be the next of several rules in brackets.
  if (!/^[ \t]*(#.*)?$/.test(text.slice(contentEnd, end))) return contentEnd;
  const lines = /(\r?\n)([ \t]*)(#[^\r\n]*)?(?=\r?\n|$)/y;
  for (let at = end; ; at = lines.lastIndex) {
    lines.lastIndex = at;
    const [whole, , blanks = "", comment] = lines.exec(text) ?? [];
    if (whole === undefined || (comment !== undefined && blanks.length < indent)) return end;
    if (comment !== undefined) end = lines.lastIndex;
  }
}

/** A rule's text without the indentation that its file gives it, its lines parted by LF. */
export function ruleText(given: string, { start, end, indent }: RulePlace): string {
  const lines = withoutMark(given).slice(start, end).split(/\r?\n/);
  const lead = new RegExp(`^ {0,${indent}}`);
  return lines.map((line, at) => (at === 0 ? line : line.replace(lead, ""))).join("\n");
}

/** The file with another text in the place of a rule. */
export function withRule(given: string, place: RulePlace, written: string): string {
  if (written === ruleText(given, place)) return given;
  const text = withoutMark(given);
  const mark = given.slice(0, given.length - text.length);
  const own = indented(written, place.indent, lineBreakOf(text));
  return `${mark}${text.slice(0, place.start)}${own}${text.slice(place.end)}`;
}

/**
 * The file with a rule more, behind its last one.
 * @returns undefined where its rules stand in brackets, or it is no file of rules
 */
export function withRuleAdded(given: string, written: string): string | undefined {
  const text = withoutMark(given);
  const mark = given.slice(0, given.length - text.length);
  const lineEnd = lineBreakOf(text);
  const { value, problems } = parseYaml(text, "");
  if (problems.length > 0 || (value !== null && (typeof value !== "object" || Array.isArray(value))))
    return undefined;
  const list = listPlaces(text, ["rules"]);
  const last = list?.entries.at(-1);
  if (list === undefined || last === undefined) {
    if (list !== undefined || (value !== null && "rules" in value)) return undefined;
    const own = `  - ${indented(written, 4, lineEnd)}`;
    const before = text === "" || text.endsWith("\n") ? text : `${text}${lineEnd}`;
    return `${mark}${before}rules:${lineEnd}${own}${lineEnd}`;
  }
  if (list.isFlow) return undefined;
  const { end, indent } = placeOf(text, last.start, last.end);
  const dash = columnAt(text, list.start);
  const own = `${" ".repeat(dash)}-${" ".repeat(Math.max(1, indent - dash - 1))}`;
  const added = indented(written, dash + Math.max(2, indent - dash), lineEnd);
  return `${mark}${text.slice(0, end)}${lineEnd}${lineEnd}${own}${added}${text.slice(end) || lineEnd}`;
}

function indented(written: string, indent: number, lineEnd: string): string {
  const lines = written.replace(/\s+$/, "").split(/\r?\n/);
  const lead = " ".repeat(indent);
  return lines
    .map((line, at) => (at === 0 || line.trim() === "" ? line.trimEnd() : lead + line))
    .join(lineEnd);
}
