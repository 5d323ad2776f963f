/** Properties of the stream that a command prints to: its width, and whether it has colours. */
import { styleText } from "node:util";

type Style = "red" | "green" | "yellow" | "bold" | "dim";

export interface Terminal {
  /** Cells of a line; undefined where nobody looks at it: lines are whole then. */
  readonly columns: number | undefined;
  paint(style: Style, text: string): string;
}

type Stream = Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns">> & { hasColors?: () => boolean };

/** A stream says itself whether it has colours: NO_COLOR and dumb terminals have none. */
export function terminalOf(stream: Stream = process.stdout): Terminal {
  const isTerminal = stream.isTTY === true;
  const hasColours = isTerminal && stream.hasColors?.() === true;
  return {
    columns: isTerminal && stream.columns ? stream.columns : undefined,
    paint: (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text),
  };
}
