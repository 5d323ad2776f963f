/** What a person sees of a running monitor: on a terminal readable lines and a status; elsewhere JSON, as it is. */
import type { Monitor } from "../../app.ts";
import type { LogLines } from "../../lib/log.ts";
import { terminalOf } from "../terminal.ts";
import { statusLines } from "./live-status.ts";
import { readableLine } from "./readable-line.ts";
import { createScreen } from "./screen.ts";

export interface Console {
  /** Takes the log; undefined: it goes to stderr as it is. */
  readonly logLines: LogLines | undefined;
  /** Says a line to whoever started it. */
  say(text: string): void;
  /** Shows how it is doing, again and again; the answer ends that. */
  follow(monitor: Monitor): () => void;
}

const redrawMs = 1_000;

/** @param dumb whether the terminal cannot move its cursor: it gets no status */
export function createConsole(stderr: NodeJS.WriteStream, dumb: boolean): Console {
  if (stderr.isTTY !== true)
    return {
      logLines: undefined,
      say: (text) => void stderr.write(`${text}\n`),
      follow: () => () => undefined,
    };
  const screen = createScreen(stderr);
  const terminal = terminalOf(stderr);
  return {
    logLines: {
      write(lines) {
        for (const line of lines.split("\n").filter((one) => one !== ""))
          screen.line(readableLine(line, terminal));
      },
    },
    say: (text) => screen.line(text),
    follow(monitor) {
      if (dumb) return () => undefined;
      const draw = (): void => screen.status(statusLines(monitor, terminal, Date.now()));
      draw();
      const drawing = setInterval(draw, redrawMs);
      return () => {
        clearInterval(drawing);
        screen.status([]);
      };
    },
  };
}

/** The line about a monitor that is ready: JSON for a program, words for a terminal. */
export function readyLine(ready: Monitor["ready"], { isTTY }: Pick<NodeJS.WriteStream, "isTTY">): string {
  if (isTTY !== true) return JSON.stringify(ready);
  const marked = ready.simulated.length > 0 ? `, SIMULATED: ${ready.simulated.join(", ")}` : "";
  return `open ${ready.publicUrl ?? ready.page} (the feed: ${ready.feed}${marked}); Ctrl-C stops it`;
}
