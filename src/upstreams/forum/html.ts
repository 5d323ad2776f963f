/** The forum's HTML: the data that a page's script assigns to a variable, and comments as plain text. */
import { Failure } from "../../lib/failure.ts";
import { parseJson } from "../../lib/json/strict-json.ts";
import { type HtmlVisitor, walkHtml } from "../../lib/walk-html.ts";
import { pathName } from "../misfits.ts";

const variable = "window.__PRELOADED_STATE__";
const assignment = /window\.__PRELOADED_STATE__\s*=(?!=)\s*/;

/**
 * The object that a page's script assigns to its state variable. Nothing of the page is run: a parser finds where
 * the object ends, and it is read as JSON. Rejects with a Failure "malformed" that says what is missing.
 */
export async function readPageState(html: string, where: string): Promise<unknown> {
  for (const script of scriptsOf(html)) {
    const found = assignment.exec(script);
    if (found !== null) return readObject(script, found.index + found[0].length, html, where);
  }
  const lost = { variable, expected: "a JSON object", found: "nothing" };
  throw lostVariable(lost, html, where, `the page does not assign ${variable}`);
}

async function readObject(script: string, start: number, html: string, where: string): Promise<unknown> {
  // Loaded with the first page, since no start needs it.
  const { parseExpressionAt } = await import("acorn");
  try {
    const { end } = parseExpressionAt(script, start, { ecmaVersion: "latest" });
    return parseJson(Buffer.from(script.slice(start, end)));
  } catch {
    // Cut short, not JSON, or nested deeper than the parser's stack.
    const lost = { variable, expected: "a JSON object", found: "something else" };
    throw lostVariable(lost, html, where, `what ${variable} is set to is not a JSON object`);
  }
}

/** The texts of the page's script elements, in order. */
function scriptsOf(html: string): string[] {
  const scripts: string[] = [];
  let current: string[] | undefined;
  const visitor: HtmlVisitor = {
    text: (piece) => current?.push(piece),
    open(name, isEmpty) {
      if (name === "script" && !isEmpty) current = [];
    },
    close(name) {
      if (current === undefined || name !== "script") return;
      scripts.push(current.join(""));
      current = undefined;
    },
  };
  walkHtml(html, visitor, { entities: false });
  return scripts;
}

/** A page without the variable that holds its data. Of the page itself nothing is shown but its length. */
export function lostVariable(
  { variable, expected, found }: { variable: string; expected: string; found: string },
  page: string,
  where: string,
  problem: string,
): Failure {
  const path = pathName(where, []).replace(/the answer$/, variable);
  const sample = `a page of ${page.length} characters`;
  const misfit = { places: [{ path, expected, found }], sample };
  return new Failure("malformed", `${where}: ${problem}`, { misfit });
}

/** Nobody writes longer comments; what is over it is cut before it costs time. */
const maxLength = 100_000;

const hidden = new Set(["script", "style", "noscript", "template", "iframe", "noembed", "noframes"]);
const blocks = new Set(["p", "div", "li", "ul", "ol", "blockquote", "pre", "tr", "table"]);

/**
 * HTML as plain text: tags gone, entities decoded, scripts and styles dropped, a line break for each `<br>` and
 * around blocks, raw line breaks kept. The time is linear in the length, whatever was written.
 */
export function textOfHtml(html: string): string {
  const text = createTextCollector();
  walkHtml(html.slice(0, maxLength), text, { entities: true });
  return tidy(text.all());
}

/** Converts to plain text on one line, for titles. */
export function lineOfHtml(html: string): string {
  return textOfHtml(html).replace(/\s+/g, " ");
}

function createTextCollector(): HtmlVisitor & { all(): string } {
  const pieces: string[] = [];
  let inside: string | undefined;
  let broken = false;
  const breakBlock = () => {
    if (pieces.length > 0 && pieces.at(-1)?.endsWith("\n") === false) pieces.push("\n");
  };
  return {
    text(piece) {
      if (inside !== undefined) return;
      // Many a source ends its lines after each <br> too; the two are one break.
      pieces.push(broken ? piece.replace(/^\r?\n/, "") : piece);
      broken = false;
    },
    open(name) {
      if (inside !== undefined) return;
      if (hidden.has(name)) inside = name;
      else if (blocks.has(name)) breakBlock();
      else if (name === "br") pieces.push("\n");
      broken = name === "br";
    },
    close(name) {
      if (inside === name) inside = undefined;
      else if (inside === undefined && blocks.has(name)) breakBlock();
    },
    all: () => pieces.join(""),
  };
}

/** One kind of line break, no control characters or halves of characters, no space around lines. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t\u00a0]+/g, " ")
    .replace(/[^\P{Cc}\n]/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}
