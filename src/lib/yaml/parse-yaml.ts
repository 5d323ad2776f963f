/** YAML as plain data, with the place of every key and value, and every mistake at once. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLError,
} from "yaml";
import { byPlace, type Problem, withoutMark } from "../problem.ts";
import { nodesToData, overLimit } from "./nodes-to-data.ts";
import { createPlaces, offsetInScalar, type Place } from "./places.ts";

export type { Place } from "./places.ts";

export type Path = readonly PropertyKey[];

export interface YamlFile {
  readonly file: string;
  /** Objects, arrays, strings, numbers, booleans and null; null where the file is empty. */
  readonly value: unknown;
  /** Mistakes in the YAML itself. */
  readonly problems: readonly Problem[];
  /** Place of the value of a path; its parent's place if there is no such value. */
  at(path: Path): Place;
  /** Place of the key of a path, or of its value if there is no key. */
  atKey(path: Path): Place;
  /** Place of the character of a string value at `index`. */
  atIndex(path: Path, index: number): Place;
  /** A scalar as it is written, without quotes. */
  source(path: Path): string | undefined;
}

/** Never throws. A file with problems of its own still has the part of its value that could be read. */
export function parseYaml(given: string, file: string): YamlFile {
  const text = withoutMark(given);
  const place = createPlaces(text);
  const refused = overLimit(text);
  if (refused !== undefined) {
    return unread(file, [{ file, ...place(refused.offset), message: refused.message }]);
  }
  const document = parseDocument(text, {
    prettyErrors: false,
    logLevel: "error",
    strict: true,
    // Ours is linear.
    uniqueKeys: false,
    merge: false,
  });
  const syntax = syntaxProblems(document.errors, { text, place }).map((problem) => ({ file, ...problem }));
  const problems: Problem[] = [];
  const report = (offset: number, message: string, suggestion?: string): void => {
    problems.push({ file, ...place(offset), message, ...(suggestion === undefined ? {} : { suggestion }) });
  };
  const value = nodesToData(document.contents, text, report);
  // Words after a tag or an alias on its line are often meant as text, and are no YAML.
  const refusedLines = new Set(problems.map(({ line }) => line));
  problems.push(...syntax.filter(({ line }) => !refusedLines.has(line)));
  return {
    file,
    value,
    problems: problems.sort(byPlace),
    at: (path) => place(nearestNode(document, path)?.range?.[0] ?? 0),
    atKey: (path) => place(keyOffset(document, path) ?? nearestNode(document, path)?.range?.[0] ?? 0),
    atIndex(path, index) {
      const node = document.getIn(path, true);
      if (!isScalar(node) || typeof node.value !== "string") return this.at(path);
      return place(offsetInScalar(text, node as Scalar<string>, index));
    },
    source(path) {
      const node = document.getIn(path, true);
      return isScalar(node) ? node.source : undefined;
    },
  };
}

function unread(file: string, problems: Problem[]): YamlFile {
  const start = (): Place => ({ line: 1, column: 1 });
  return { file, value: null, problems, at: start, atKey: start, atIndex: start, source: () => undefined };
}

function nearestNode(document: Document.Parsed, path: Path): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isScalar(node) || isMap(node) || isSeq(node)) return node;
  }
  return document.contents ?? undefined;
}

function keyOffset(document: Document.Parsed, path: Path): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
}

/** A value on one line, as YAML could have it: for people to read beside what they wrote. What is undefined is left out. */
export function inFlow(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.map(inFlow).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    if (fields.length === 0) return "{}";
    return `{ ${fields.map(([name, field]) => `${inFlow(name)}: ${inFlow(field)}`).join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

// Digits would be read as a number, and a sign as something of YAML's own; a duration is neither.
function isPlain(text: string): boolean {
  if (/^(true|false|null|yes|no)$/i.test(text)) return false;
  return /^(\d+(s|m|h|d|bd)|[\p{L}_/][\p{L}\p{N}_./@-]*( [\p{L}\p{N}_./@-]+)*)$/u.test(text);
}

// Problems that the parser finds in a text, in words for people, without those that follow from an earlier
// one.

interface Written {
  readonly text: string;
  place(offset: number): Place;
}

function syntaxProblems(found: readonly YAMLError[], { text, place }: Written): Omit<Problem, "file">[] {
  const derailed = found.findIndex(({ code, message }) => derailing.has(code) || outOfPlace.test(message));
  const errors = derailed < 0 ? found : found.slice(0, derailed + 1);
  return firstOfLines(errors, place).map(({ code, message, pos: [offset, end] }) => {
    const deeper = code === "BLOCK_AS_IMPLICIT_KEY" ? deeperKey(text, offset) : undefined;
    if (deeper !== undefined) return { ...place(deeper), ...tooDeep };
    return {
      ...place(misindented.test(message) ? afterBlanks(text, offset) : offset),
      ...inWords({ code, message, found: text.slice(offset, end) }, lineAt(text, offset)),
    };
  });
}

const tooDeep = {
  message: "not YAML: this key is indented more than the one before it",
  suggestion: "lines of one map begin at the same column",
};

/**
 * The place of a key that is indented more than the key before it: YAML takes it for more of that key's value, and finds
 * the mistake in the value's line. Undefined where that line has a `: ` too many itself.
 */
function deeperKey(text: string, offset: number): number | undefined {
  const line = lineAt(text, offset);
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const [lead = ""] = /^[ -]*[\w.-]+: +/.exec(line) ?? [];
  const [whole = "", blanks = ""] =
    /^(?:[ \t]*\r?\n)*( +)[\w.-]+:(?= |\r?\n|$)/.exec(text.slice(start + line.length + 1)) ?? [];
  const indent = (/^[ -]*/.exec(line)?.[0] ?? "").length;
  if (lead === "" || whole === "" || blanks.length <= indent || line.slice(lead.length).includes(": "))
    return undefined;
  const key = /[\w.-]+:$/.exec(whole)?.index ?? 0;
  return start + line.length + 1 + key;
}

/** After these the parser takes the rest for something else; what it says of that is no mistake of the author. */
const derailing = new Set(["TAB_AS_INDENT", "BAD_INDENT", "MISSING_CHAR", "MULTILINE_IMPLICIT_KEY"]);

/** Said of all that follows a bracket too many. */
const outOfPlace = /token in YAML stream/;

const misindented = /without - indicator|start at the same column/;

function afterBlanks(text: string, offset: number): number {
  const [blanks = ""] = /^ */.exec(text.slice(offset, offset + 200)) ?? [];
  return offset + blanks.length;
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf("\n", offset);
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, end < 0 ? text.length : end);
}

/** Keeps the first error of each line: further ones are mostly about the same slip. */
function firstOfLines(errors: readonly YAMLError[], place: (offset: number) => Place): YAMLError[] {
  const lines = new Set<number>();
  return errors.filter(({ pos: [offset] }) => {
    const { line } = place(offset);
    const isFirst = !lines.has(line);
    lines.add(line);
    return isFirst;
  });
}

function inWords(
  { code, message, found }: { code: string; message: string; found: string },
  line: string,
): Pick<Problem, "message" | "suggestion"> {
  if (code === "MULTIPLE_DOCS") return { message: "one file holds one document: remove the `---`" };
  if (code === "TAB_AS_INDENT") return { message: "tabs do not indent YAML", suggestion: "use blanks" };
  if (code === "MULTILINE_IMPLICIT_KEY") {
    const words = "not YAML: this line has no key with a `:` and a blank after it";
    return line.includes("：")
      ? { message: words, suggestion: "write the colon in half width" }
      : { message: words };
  }
  if (message.startsWith("Unexpected ")) {
    const sign = found.length === 1 ? `\`${found}\`` : "this text";
    return { message: `not YAML: ${sign} does not belong here` };
  }
  const words = `not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  if (misindented.test(message)) {
    return { message: words, suggestion: "lines of one map begin at the same column" };
  }
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return { message: words };
  return { message: words, suggestion: "put a text that has `: ` in it in quotes" };
}

// Finds the key of a map that a place belongs to.

/** The one of the keys of the map at a path that begins last before a place; undefined where none does. */
export function keyAt(place: Place, keys: Iterable<string>, path: Path, yaml: YamlFile): string | undefined {
  const isBefore = (one: Place) =>
    one.line < place.line || (one.line === place.line && one.column <= place.column);
  const starts = [...keys].map((key) => ({ key, at: yaml.atKey([...path, key]) }));
  const before = starts.filter(({ at }) => isBefore(at));
  before.sort((one, other) => one.at.line - other.at.line || one.at.column - other.at.column);
  return before.at(-1)?.key;
}

// Places of the entries of a list in a YAML text, for those who take an entry for a text of its own.

/** Offsets in the text; the end is behind the last character. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ListPlaces extends Range {
  /** In brackets, not a line an entry. */
  readonly isFlow: boolean;
  readonly entries: readonly Range[];
}

/**
 * @param text without a byte order mark, and without mistakes in its YAML
 * @returns undefined where no list stands at the path
 */
export function listPlaces(text: string, path: Path): ListPlaces | undefined {
  const list = parseDocument(text, { prettyErrors: false, logLevel: "error" }).getIn(path, true);
  if (!isSeq(list)) return undefined;
  const entries = list.items.map((item) => contentOf(item as Node, text));
  return { ...contentOf(list, text), isFlow: list.flow === true, entries };
}

/** A node's own range of several lines takes the line end behind it, too. */
function contentOf({ range }: Node, text: string): Range {
  const [start = 0, end = start] = range ?? [];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}
