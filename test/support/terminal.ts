/** The compiled program on a terminal, and a person who reads the screen and types. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { onTestFinished } from "vitest";
import { until } from "./until.ts";

const program = join(import.meta.dirname, "../../dist/main.js");

export const keys = {
  enter: "\r",
  right: "\x1b[C",
  left: "\x1b[D",
  up: "\x1b[A",
  down: "\x1b[B",
  clear: "\x15",
  esc: "\x1b",
  ctrlC: "\x03",
};

export interface Person {
  /** Everything that the screen has shown so far. */
  screen(): string;
  /** Waits until the screen shows this, after all that was read before. */
  reads(what: RegExp): Promise<void>;
  /** Waits for a question, then types. */
  answers(question: RegExp, typed: string): Promise<void>;
  types(typed: string): void;
  /** Exit status of the program. */
  readonly ended: Promise<number>;
}

export function onTerminal(args: readonly string[], cwd: string, env: Record<string, string> = {}): Person {
  const helper = join(import.meta.dirname, "terminal.py");
  const child = spawn("python3", [helper, process.execPath, "--no-opt", program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  // The terminal goes with the helper, and whatever runs on it is hung up.
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  let stripped = "";
  let read = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    stripped = stripVTControlCharacters(shown);
  });
  const screen = () => stripped;
  const reads = async (what: RegExp): Promise<void> => {
    const found = () => what.exec(screen().slice(read));
    const match = await until(`${what} on the screen:\n`, found, 60_000).catch((error: Error) => {
      throw new Error(`${error.message}${screen().slice(read)}`);
    });
    read += match.index + match[0].length;
  };
  return {
    screen,
    reads,
    async answers(question, typed) {
      await reads(question);
      child.stdin.write(typed);
    },
    types: (typed) => void child.stdin.write(typed),
    ended: once(child, "close").then(([code]) => Number(code)),
  };
}
