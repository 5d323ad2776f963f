/** A client that is a program: an order or a stop a line on its stdin, what it tells a line on its stdout. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Player } from "./play.ts";

export interface Command {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Casts a program for case after case: the same process, for as long as it lives. */
export function createProgram(command: Command): { cast(): Player; end(): Promise<void> } {
  let child: Child | undefined;
  return {
    cast() {
      if (child === undefined || child.hasEnded) child = new Child(command);
      return child;
    },
    end: async () => child?.kill(),
  };
}

class Child implements Player {
  hasEnded = false;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #heard: (line: string | undefined) => void = () => {};
  #rest = "";

  constructor({ command: [file = "", ...args], cwd, env }: Command) {
    // A group of its own, since a shell starts others.
    const options = { cwd, detached: true, env: { ...process.env, ...env } };
    const aside = process.env.CONFORMANCE_STDERR === undefined ? "ignore" : "inherit";
    this.#child = spawn(file, args, { ...options, stdio: ["pipe", "pipe", aside] });
    this.#child.stdin.on("error", () => {});
    this.#child.on("error", () => this.#ended());
    this.#child.on("close", () => this.#ended());
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.#heard(line);
    });
  }

  send(line: object): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  listen(heard: (line: string | undefined) => void): void {
    this.#heard = heard;
  }

  pause(): void {
    this.#child.stdout.pause();
  }

  resume(): void {
    this.#child.stdout.resume();
  }

  async kill(): Promise<void> {
    const { pid } = this.#child;
    if (this.hasEnded || pid === undefined) return;
    const closed = once(this.#child, "close");
    process.kill(-pid, "SIGKILL");
    await closed;
  }

  #ended(): void {
    this.hasEnded = true;
    this.#heard(undefined);
  }
}
