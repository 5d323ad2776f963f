import { parseExpressionAt } from "acorn";
import { Tokenizer } from "htmlparser2";
import { lostVariable } from "./lost-variable.ts";

const variable = "window.__PRELOADED_STATE__";
const assignment = /window\.__PRELOADED_STATE__\s*=(?!=)\s*/;

const ignore = () => {};

/**
 * The object that a page's script assigns to its state variable. Nothing of the page is run: a parser finds where
 * the object ends, and it is read as JSON. Throws a Failure "malformed" that says what is missing.
 */
export function readPageState(html: string, where: string): unknown {
  for (const script of scriptsOf(html)) {
    const found = assignment.exec(script);
    if (found !== null) return readObject(script, found.index + found[0].length, html, where);
  }
  const lost = { variable, expected: "a JSON object", found: "nothing" };
  throw lostVariable(lost, html, where, `the page does not assign ${variable}`);
}

function readObject(script: string, start: number, html: string, where: string): unknown {
  try {
    const { end } = parseExpressionAt(script, start, { ecmaVersion: "latest" });
    return JSON.parse(script.slice(start, end));
  } catch {
    // Cut short, not JSON, or nested deeper than the parser's stack.
    const lost = { variable, expected: "a JSON object", found: "something else" };
    throw lostVariable(lost, html, where, `what ${variable} is set to is not a JSON object`);
  }
}

/** The texts of the page's script elements, in order. */
function scriptsOf(html: string): string[] {
  const scripts: string[] = [];
  let name = "";
  let current: string[] | undefined;
  const read = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => current?.push(html.slice(start, end)),
      onopentagname: (start, end) => {
        name = read(start, end);
      },
      onopentagend: () => {
        if (name === "script") current = [];
      },
      onclosetag: (start, end) => {
        if (current === undefined || read(start, end) !== "script") return;
        scripts.push(current.join(""));
        current = undefined;
      },
      onselfclosingtag: ignore,
      ontextentity: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return scripts;
}
