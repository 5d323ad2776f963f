/** The compiled program as a process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startWriter } from "./against-follower.ts";

const program = join(import.meta.dirname, "../../dist/main.js");

export interface Monitor {
  readonly ready: { ready: true; feed: string; page: string; simulated: string[] };
  readonly process: ChildProcess;
  /** Everything on stderr so far. */
  log(): string;
  /** The exit code, or the signal's name. */
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<number | string>;
}

export interface Ran {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export async function yagura(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const { child, output } = start(args, env);
  const [code, signal] = await once(child, "close");
  return { code: code ?? signal, ...output };
}

/** Starts `yagura run` and waits for its ready line; or a gateway of it, where the tests run against one. */
export async function startMonitor(
  config: string,
  env: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Monitor> {
  const writer = await startWriter(config, env, options);
  if (writer) onTestFinished(writer.end);
  const args = writer ? ["gateway", "--config", config] : ["run", "--config", config, ...options];
  const { child, output } = start(args, env);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => output.stdout.includes("\n") && resolve(output.stdout));
    child.once("close", (code) => reject(new Error(`the program ended with ${code}: ${output.stderr}`)));
  });
  return {
    ready: JSON.parse(line),
    process: child,
    log: () => output.stderr + (writer?.log() ?? ""),
    async stop(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, "close");
        child.kill(signal);
        await closed;
      }
      // A kill is of the gateway alone.
      if (signal === "SIGTERM") await writer?.stop();
      return child.exitCode ?? child.signalCode ?? "";
    },
  };
}

/** Starts a command and leaves it running; it is killed when the test ends. */
export function start(args: string[], env: Record<string, string> = {}) {
  // Most live some seconds, and would spend a sixth of their time on code that they then hardly run.
  const child = spawn(process.execPath, ["--no-opt", program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, output };
}
