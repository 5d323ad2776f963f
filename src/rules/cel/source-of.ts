/** What a node was written as. The tree's ranges leave out brackets around a node, and so cut those at its ends. */
import type { Node } from "./syntax.ts";

/** The text of a node, with as many brackets before and after it as those inside need. */
export function sourceOf({ start, end }: Node, source: string): string {
  const { before, after } = unmatched(source.slice(start, end));
  let from = start;
  for (let left = before; left > 0; left -= 1) from = source.lastIndexOf("(", from - 1);
  let to = end;
  for (let left = after; left > 0; left -= 1) to = source.indexOf(")", to) + 1;
  return source.slice(from, to);
}

/** How many brackets have to be opened before a text, and closed after it. */
function unmatched(text: string): { before: number; after: number } {
  let before = 0;
  let open = 0;
  for (const [token] of text.matchAll(tokens)) {
    if (token === "(") open += 1;
    if (token !== ")") continue;
    if (open === 0) before += 1;
    else open -= 1;
  }
  return { before, after: open };
}

// Brackets inside quotes and comments are none.
const tokens =
  /[rR]("""[\s\S]*?"""|'''[\s\S]*?'''|"[^"]*"|'[^']*')|"""(\\[\s\S]|[\s\S])*?"""|'''(\\[\s\S]|[\s\S])*?'''|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|\/\/.*|[()]/g;
