/** Spans of a text that programs make links, mentions, hashtags or commands of by themselves. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Words that look like an address, a mention, a hashtag, a command or a telephone number, in any width; more of them than
 * there should be rather than fewer. A point or a slash between figures makes none.
 */
const active =
  /\S[.．｡](?:[^\s\p{N}\p{P}]|[-_])|[A-Za-z]:\S|\d\.\d{1,3}\.\d|[@＠#＃$＄][\p{L}\p{N}_]|(?<![\p{L}\p{N}_/])\/[\p{L}\p{N}_]|[+＋][\d().-]{8,}/u;

/**
 * @param most number of spans; where there are more, one reaches over all of them
 */
export function activeSpans(text: string, most: number): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g))
    if (active.test(word)) spans.push({ start: index, end: index + word.length });
  const [first, last] = [spans[0], spans.at(-1)];
  return spans.length > most && first && last ? [{ start: first.start, end: last.end }] : spans;
}
