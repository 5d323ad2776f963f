/** Problems that the parser finds in a text, in words for people, without those that follow from an earlier one. */
import type { YAMLError } from "yaml";
import type { Problem } from "../problem.ts";
import type { Place } from "./places.ts";

interface Written {
  readonly text: string;
  place(offset: number): Place;
}

export function syntaxProblems(
  found: readonly YAMLError[],
  { text, place }: Written,
): Omit<Problem, "file">[] {
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
