export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Places of offsets. The parser's own count goes wrong where a text of several lines is out of place. */
export function createPlaces(text: string): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [line, end] = [0, starts.length];
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
