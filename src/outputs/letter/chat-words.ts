/**
 * The words of a chat message as a service takes them: cut to the room that it has, and without addresses that it would
 * follow. What is cut is plain text, so no escape is halved.
 */
import { countFirst } from "../../lib/collections.ts";
import type { ChatLink, ChatMessage } from "./chat-message.ts";

/**
 * The words below the head: all of them, or fewer rows and how many more there are, or else their beginning.
 * @param isWithin whether there is room for a text; true for "", and for the beginning of every text that it is true for
 */
export function wordsWithin(message: ChatMessage, isWithin: (words: string) => boolean): string {
  const { rows, paragraphs } = message;
  const above = paragraphs.join("\n\n");
  for (let shown = rows.length; shown >= 0; shown--) {
    const words = joined([above, rows.slice(0, shown).join("\n"), message.more(shown)]);
    if (isWithin(words)) return words;
  }
  const more = message.more(0);
  const cut = cutWithin(above, (words) => isWithin(joined([words, more])));
  return cut === "" && !isWithin(more) ? "" : joined([cut, more]);
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** The text, or as much of its beginning as there is room for with an ellipsis behind it; "" where there is none. */
export function cutWithin(text: string, isWithin: (words: string) => boolean): string {
  if (isWithin(text)) return text;
  const fits = countFirst(text.length - 1, (place) => isWithin(`${text.slice(0, place + 1)}…`));
  const kept = text.slice(0, letterEnd(text, fits)).trimEnd();
  return kept === "" ? "" : `${kept}…`;
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** Letters with more marks than this are no writing: they are cut between marks. */
const longestLetter = 64;

/** The place at or before `at` where a letter ends, with the marks and the joined signs that belong to it. */
function letterEnd(text: string, at: number): number {
  const from = Math.max(0, at - 2 * longestLetter);
  const around = letters.segment(text.slice(from, at + longestLetter));
  const start = from + (around.containing(at - from)?.index ?? 0);
  if (start > from && at - start <= longestLetter) return start;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isSplit ? at - 1 : at;
}

/** Links whose addresses fit into a share of the room, in their order. */
export function linksWithin(
  { links }: ChatMessage,
  sizeOf: (link: ChatLink) => number,
  most: number,
): readonly ChatLink[] {
  let size = 0;
  return links.filter((link) => {
    const whole = size + sizeOf(link);
    if (whole > most) return false;
    size = whole;
    return true;
  });
}

// For services that make links of addresses and have no switch against it, or pass a message on to others that may: the
// last resort, since it changes what is read.

/** Points and colons by which programs know addresses: `https[:]//evil[.]example`. */
const joint = /(?<=\S)[.．｡](?=[^\s\p{N}\p{P}]|[-_])|(?<=[a-z]):(?=\S)|(?<=\d)\.(?=\d{1,3}\.\d)/giu;

/** The text without addresses that a program would follow; a person reads them. */
export function inertText(text: string): string {
  return text.replace(joint, (mark) => `[${mark}]`);
}

/** How far above a mark its full-width form stands. */
const widthStep = 0xfee0;

/** Text without addresses, its marks of Markdown, HTML and mentions set full-width. */
export function inertEverywhere(text: string): string {
  return inertText(text).replace(/[\\`*_~|<>[\]#@&]/g, (mark) =>
    String.fromCharCode(mark.charCodeAt(0) + widthStep),
  );
}
