import { Tokenizer } from "htmlparser2";

/** Nobody writes longer comments; what is over it is cut before it costs time. */
const maxLength = 100_000;

const hidden = new Set(["script", "style", "noscript", "template", "iframe", "noembed", "noframes"]);
const blocks = new Set(["p", "div", "li", "ul", "ol", "blockquote", "pre", "tr", "table"]);

const ignore = () => {};

/**
 * HTML as plain text: tags gone, entities decoded, scripts and styles dropped, a line break for each `<br>` and
 * around blocks, raw line breaks kept. It looks at tags one by one and never at how they nest, so the time is
 * linear in the length, whatever was written.
 */
export function plainText(html: string): string {
  const source = html.slice(0, maxLength);
  const text = createTextCollector();
  let name = "";
  const read = (start: number, end: number) => source.slice(start, end).toLowerCase();
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => text.add(source.slice(start, end)),
      ontextentity: (codepoint) => text.add(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => {
        name = read(start, end);
      },
      onopentagend: () => text.open(name),
      onselfclosingtag: () => text.open(name),
      onclosetag: (start, end) => text.close(read(start, end)),
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
  tokenizer.write(source);
  tokenizer.end();
  return tidy(text.all());
}

/** The same on one line, for titles. */
export function plainLine(html: string): string {
  return plainText(html).replace(/\s+/g, " ");
}

function createTextCollector() {
  const pieces: string[] = [];
  let inside: string | undefined;
  let broken = false;
  const breakBlock = () => {
    if (pieces.length > 0 && pieces.at(-1)?.endsWith("\n") === false) pieces.push("\n");
  };
  return {
    add(text: string) {
      if (inside !== undefined) return;
      // Many a source ends its lines after each <br> too; the two are one break.
      pieces.push(broken ? text.replace(/^\r?\n/, "") : text);
      broken = false;
    },
    open(name: string) {
      if (inside !== undefined) return;
      if (hidden.has(name)) inside = name;
      else if (blocks.has(name)) breakBlock();
      else if (name === "br") pieces.push("\n");
      broken = name === "br";
    },
    close(name: string) {
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
