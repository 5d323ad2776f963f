/** Lines of a text by offsets in it. */

/** Where the line of an offset begins. */
export function lineStartAt(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line of an offset ends, before its line end. */
export function lineEndAt(text: string, offset: number): number {
  const end = /\r?\n|$/g;
  end.lastIndex = offset;
  return end.exec(text)?.index ?? text.length;
}

/** Where the line begins that follows what ends at an offset; something of several lines may end behind its last break. */
export function nextLineAt(text: string, end: number): number {
  if (text[end - 1] === "\n") return end;
  const next = text.indexOf("\n", end);
  return next === -1 ? text.length : next + 1;
}

/** The column of an offset, from 0. */
export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/** How the lines of a text are parted: as its first two are. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
