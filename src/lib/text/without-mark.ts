/** The text of a file without the byte order mark that some editors begin it with, and count no column for. */
export function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
