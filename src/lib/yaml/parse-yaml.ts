/** YAML as plain data, with the place of every key and value, and every mistake at once. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from "yaml";
import { byPlace, type Problem } from "../problem.ts";
import { withoutMark } from "../text/without-mark.ts";
import { overLimit } from "./limits.ts";
import { nodesToData } from "./nodes-to-data.ts";
import { offsetInScalar } from "./scalar-offset.ts";

export type Path = readonly PropertyKey[];

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface YamlFile {
  readonly file: string;
  /** Objects, arrays, strings, numbers, booleans and null; null where the file is empty. */
  readonly value: unknown;
  /** Mistakes in the YAML itself. */
  readonly problems: readonly Problem[];
  /** Where the value of a path stands; its parent's place where there is no such value. */
  at(path: Path): Place;
  /** Where the key of a path stands, else as `at`. */
  atKey(path: Path): Place;
  /** Where the character of a string value at `index` stands. */
  atIndex(path: Path, index: number): Place;
  /** A scalar as it is written, without quotes. */
  source(path: Path): string | undefined;
}

/** Never throws. A file with problems of its own still has the part of its value that could be read. */
export function parseYaml(given: string, file: string): YamlFile {
  const text = withoutMark(given);
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refused = overLimit(text);
  if (refused !== undefined) {
    const before = text.slice(0, refused.offset);
    const line = before.split("\n").length;
    const column = refused.offset - before.lastIndexOf("\n");
    return unread(file, [{ file, line, column, message: refused.message }]);
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    strict: true,
    // Ours is linear.
    uniqueKeys: false,
    merge: false,
  });
  const derailed = document.errors.findIndex(({ code }) => derailing.has(code));
  const errors = derailed < 0 ? document.errors : document.errors.slice(0, derailed + 1);
  const syntax: Problem[] = errors.map((error) => ({
    file,
    ...place(misindented.test(error.message) ? afterBlanks(text, error.pos[0]) : error.pos[0]),
    ...inWords(error.code, error.message),
  }));
  const problems: Problem[] = [];
  const report = (offset: number, message: string, suggestion?: string): void => {
    problems.push({ file, ...place(offset), message, ...(suggestion === undefined ? {} : { suggestion }) });
  };
  const value = nodesToData(document.contents, text, report);
  // What follows a tag or an alias on its line is often meant as text, and no YAML.
  const toldLines = new Set(problems.map(({ line }) => line));
  for (const problem of syntax) {
    // Of one line the first: the others follow from it.
    if (!toldLines.has(problem.line)) problems.push(problem);
    toldLines.add(problem.line);
  }
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

/** After these the parser takes the rest for something else; what it says of that is no mistake of the author. */
const derailing = new Set(["TAB_AS_INDENT", "BAD_INDENT", "MISSING_CHAR", "UNEXPECTED_TOKEN"]);

const misindented = /without - indicator|start at the same column/;

function afterBlanks(text: string, offset: number): number {
  const [blanks = ""] = /^ */.exec(text.slice(offset, offset + 200)) ?? [];
  return offset + blanks.length;
}

function inWords(code: string, message: string): Pick<Problem, "message" | "suggestion"> {
  if (code === "MULTIPLE_DOCS") return { message: "one file holds one document: remove the `---`" };
  if (code === "TAB_AS_INDENT") return { message: "tabs do not indent YAML", suggestion: "use blanks" };
  const words = `not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  if (misindented.test(message)) {
    return { message: words, suggestion: "lines of one map begin at the same column" };
  }
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return { message: words };
  return { message: words, suggestion: "put a text that has `: ` in it in quotes" };
}
