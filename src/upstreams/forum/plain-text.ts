/** Comments as plain text. */
import { type HtmlVisitor, walkHtml } from "../../lib/walk-html.ts";

/** Nobody writes longer comments; what is over it is cut before it costs time. */
const maxLength = 100_000;

const hidden = new Set(["script", "style", "noscript", "template", "iframe", "noembed", "noframes"]);
const blocks = new Set(["p", "div", "li", "ul", "ol", "blockquote", "pre", "tr", "table"]);

/**
 * HTML as plain text: tags gone, entities decoded, scripts and styles dropped, a line break for each `<br>` and
 * around blocks, raw line breaks kept. The time is linear in the length, whatever was written.
 */
export function plainText(html: string): string {
  const text = createTextCollector();
  walkHtml(html.slice(0, maxLength), text, { entities: true });
  return tidy(text.all());
}

/** Converts to plain text on one line, for titles. */
export function plainLine(html: string): string {
  return plainText(html).replace(/\s+/g, " ");
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
