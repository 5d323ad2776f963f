/** A terminal with lines that go up, and below them a few that are drawn anew: the status never gets into the log. */
import { cellsIn, cutToCells } from "../../lib/text/terminal.ts";

export interface ScreenStream {
  readonly columns?: number;
  write(text: string): unknown;
}

/** A line of the status: its text, and the way to paint it once it is cut. */
export interface StatusLine {
  readonly text: string;
  paint?(text: string): string;
}

export interface Screen {
  /** Writes a line above the status, without its line end. */
  line(text: string): void;
  /** Draws these lines in the place of those before; none: there is no status any more. */
  status(lines: readonly StatusLine[]): void;
}

/** A terminal that does not say how wide it is. */
const usualColumns = 80;
const clearBelow = "\x1b[J";

/** @param stream a terminal that moves its cursor; what else is written to it goes through `line` */
export function createScreen(stream: ScreenStream): Screen {
  let shown: readonly StatusLine[] = [];
  /** Cells of each line that stands there, for a terminal that is made narrower breaks them. */
  let cells: readonly number[] = [];
  const columns = (): number => Math.max(2, stream.columns || usualColumns);
  const erasing = (): string => {
    const rows = cells.reduce((sum, each) => sum + Math.max(1, Math.ceil(each / columns())), 0);
    return rows === 0 ? "" : `\r\x1b[${rows}A${clearBelow}`;
  };
  const drawing = (): string => {
    const fitted = shown.map(({ text, paint }) => ({ text: cutToCells(text, columns() - 1), paint }));
    cells = fitted.map(({ text }) => cellsIn(text));
    return fitted.map(({ text, paint = (plain) => plain }) => `${paint(text)}\n`).join("");
  };
  return {
    // One write each: nothing of another program comes in between.
    line(text) {
      const erased = erasing();
      stream.write(`${erased}${text}\n${drawing()}`);
    },
    status(lines) {
      const erased = erasing();
      shown = lines;
      stream.write(`${erased}${drawing()}`);
    },
  };
}
