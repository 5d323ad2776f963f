/** The rule files of the folder with one rule written otherwise, or with one more, as the bench has it. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Problem, withoutMark } from "../lib/problem.ts";
import { withValue } from "../lib/yaml/edit-yaml.ts";
import { type ListPlaces, listPlaces, parseYaml } from "../lib/yaml/parse-yaml.ts";
import { columnAt, lineBreakOf, lineEndAt, type Written } from "../lib/yaml/written-value.ts";
import type { RuleText } from "../rules/files/read-rule-files.ts";
import { isMap } from "../rules/reference/data-file.ts";

/** The rule that a text is, or takes the place of. */
export interface EditAsked {
  readonly text: string;
  /** Name of the rule; left out: a new one. */
  readonly rule?: string | undefined;
  /** File of a new rule. */
  readonly file?: string | undefined;
  /** What a new rule needs and no file of the folder has: it goes into the same file. */
  readonly needed?: Needed | undefined;
}

export interface Needed {
  /** Values of the file by their path, such as standing.totalShort. */
  readonly definitions: readonly { readonly path: readonly string[]; readonly value: Written }[];
  /** Texts of other rules, whose alerts it is about. */
  readonly rules: readonly string[];
}

/** File of new rules where none is picked. */
const newRulesFile = "page.yaml";

const newFileForm = /^[\p{L}\p{N}_-]{1,95}\.ya?ml$/u;

export interface EditedRules {
  readonly texts: readonly RuleText[];
  readonly file: string;
  /** The whole of the file before the edit; undefined where it is new. */
  readonly before: string | undefined;
  readonly after: string;
  /** Place of the rule in the file after the edit. */
  readonly place: RulePlace;
}

export type Edited =
  | { readonly ok: true; readonly edited: EditedRules }
  | { readonly ok: false; readonly message: string };

export interface FoundRule {
  readonly file: string;
  readonly text: string;
  readonly index: number;
}

/** Names of the rules of a parsed file, in its order; undefined for what has none. */
export function namesIn(value: unknown): (string | undefined)[] {
  if (!isMap(value) || !Array.isArray(value.rules)) return [];
  return value.rules.map((rule) => (isMap(rule) && typeof rule.name === "string" ? rule.name : undefined));
}

function ruleNames(text: string): (string | undefined)[] {
  const { value, problems } = parseYaml(text, "");
  return problems.length > 0 ? [] : namesIn(value);
}

/** The first rule of a name. */
export function findRule(texts: readonly RuleText[], name: string): FoundRule | undefined {
  for (const { file, text } of texts) {
    // Parsing takes a while, and few files have the name.
    const index = text.includes(name) ? ruleNames(text).indexOf(name) : -1;
    if (index >= 0) return { file, text, index };
  }
  return undefined;
}

/** Hash of a file's whole text. */
export function fileHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text of a found rule, as an editor shows it. */
export function textOf({ text, index }: FoundRule): string {
  const place = rulePlaces(text)[index];
  return place === undefined ? "" : ruleText(text, place);
}

/** The texts of all rules of a file, in its order. */
export function ruleTexts(text: string): string[] {
  return rulePlaces(text).map((place) => ruleText(text, place));
}

/** Puts the text into its file. Refused where it would change anything else, or the rule is not there. */
export function editRules(texts: readonly RuleText[], { text, rule, file, needed }: EditAsked): Edited {
  const own = rule === undefined ? undefined : findRule(texts, rule);
  if (rule !== undefined && own === undefined)
    return { ok: false, message: `no rule is called \`${rule}\`, or its file has mistakes` };
  const into = own?.file ?? file ?? newRulesFile;
  const there = own?.text ?? texts.find((one) => one.file === into)?.text;
  if (there === undefined && !newFileForm.test(into))
    return {
      ok: false,
      message: "the name of a file of rules holds letters, digits, - and _, as in mine.yaml",
    };
  const before = needed === undefined ? (there ?? "") : withNeeded(there ?? "", needed);
  if (before === undefined)
    return { ok: false, message: `\`${into}\` cannot take what the rule needs: choose another file` };
  const known = own && rulePlaces(before)[own.index];
  const after = known === undefined ? withRuleAdded(before, text) : withRule(before, known, text);
  if (after === undefined)
    return {
      ok: false,
      message: `\`${into}\` has mistakes, or its rules are in brackets: choose another file`,
    };
  const place = rulePlaces(after)[own?.index ?? ruleNames(before).length];
  if (place === undefined || !isEditOf(own?.index, before, after))
    return { ok: false, message: "the text is more than one rule, or ends within quotes or brackets" };
  const others = texts.filter((one) => one.file !== into);
  const all = [...others, { file: into, text: after }].sort((a, b) => (a.file < b.file ? -1 : 1));
  return { ok: true, edited: { texts: all, file: into, before: there, after, place } };
}

function withNeeded(text: string, { definitions, rules }: Needed): string | undefined {
  try {
    const file = definitions.reduce((one, { path, value }) => withValue(one, path, value), text);
    return rules.reduce<string | undefined>(
      (one, rule) => (one === undefined ? undefined : withRuleAdded(one, rule)),
      file,
    );
  } catch {
    // It is written in a way that is not edited.
    return undefined;
  }
}

/** Whether two texts of a file differ by one rule at most, which in the first one may be missing. */
function isEditOf(index: number | undefined, before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => parseYaml(text, "").value ?? {});
  if (!isMap(was) || !isMap(is)) return false;
  const { rules: wereRules = [], ...rest } = was;
  const { rules = [], ...restNow } = is;
  if (!Array.isArray(wereRules) || !Array.isArray(rules)) return false;
  const others = wereRules.filter((_, at) => at !== index);
  const othersNow = rules.filter((_, at) => at !== (index ?? wereRules.length));
  return (
    rules.length === Math.max(wereRules.length, others.length + 1) &&
    isDeepStrictEqual([rest, others], [restNow, othersNow])
  );
}

/** Mistakes by where they stand: in the rule, with their places in its own text, or elsewhere. */
export function sorted(problems: readonly Problem[], { file, after, place }: EditedRules) {
  const lines = after.slice(place.start, place.end).split("\n").length;
  const inRule = (one: Problem) =>
    one.file === file && one.line >= place.line && one.line < place.line + lines;
  const own = problems.filter(inRule).map(({ file: _, source: __, ...problem }) => ({
    ...problem,
    line: problem.line - place.line + 1,
    column: Math.max(1, problem.column - place.indent),
  }));
  const elsewhere = problems.filter((one) => !inRule(one)).map(({ source: _, ...problem }) => problem);
  return { own, elsewhere };
}

// * One rule of a rule file as a text of its own: taken out without its indentation, and put back so that
// everything else of the file stays as it is written, comments and line ends included.

/** Place of a rule in its file. */
interface RulePlace {
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
