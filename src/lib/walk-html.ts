/** Reads a page of HTML piece by piece. */
import { Tokenizer } from "htmlparser2";

export interface HtmlVisitor {
  /** A piece of text; a longer one comes in several. */
  text(piece: string): void;
  /** A tag that opens, its name in lower case; `isEmpty` for one that closes itself. */
  open(name: string, isEmpty: boolean): void;
  close(name: string): void;
}

const ignore = () => {};

/**
 * Tells the texts and tags of a page one by one. It never looks at how they nest, so the time is linear in the
 * length, whatever was written. Texts of scripts are told as they stand.
 * @param options.entities whether entities in texts are decoded
 */
export function walkHtml(html: string, visitor: HtmlVisitor, { entities }: { entities: boolean }): void {
  let name = "";
  const read = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const tokenizer = new Tokenizer(
    { decodeEntities: entities },
    {
      ontext: (start, end) => visitor.text(html.slice(start, end)),
      ontextentity: (codepoint) => visitor.text(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => {
        name = read(start, end);
      },
      onopentagend: () => visitor.open(name, false),
      onselfclosingtag: () => visitor.open(name, true),
      onclosetag: (start, end) => visitor.close(read(start, end)),
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
}

/** Writes text into HTML: in elements and in attributes with quotes. */
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
