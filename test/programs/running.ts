/** Programs of docs/clients as processes of a user's project, and a monitor on the simulator that they follow. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { onTestFinished } from "vitest";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { copyPrograms } from "./project.ts";

export interface Program {
  start(): void;
  /** Kills it, whatever it does, with all that it started. */
  kill(): Promise<void>;
  /** All that it said aside, for a failing test. */
  said(): string;
}

/** A program that runs in a project's folder; killed when the test ends. */
export function createProgram(
  folder: string,
  command: readonly string[],
  env: Record<string, string>,
): Program {
  const [file = "", ...args] = command;
  let said = "";
  let running: { readonly pid: number; readonly ended: Promise<unknown> } | undefined;
  const kill = async () => {
    if (running === undefined) return;
    process.kill(-running.pid, "SIGKILL");
    await running.ended;
    running = undefined;
  };
  onTestFinished(kill);
  return {
    start() {
      // A group of its own, since a shell starts others.
      const options = { cwd: folder, detached: true, env: { PATH: process.env.PATH, HOME: folder, ...env } };
      const child = spawn(file, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
      running = { pid: child.pid ?? 0, ended: once(child, "exit") };
    },
    kill,
    said: () => said,
  };
}

/** Copies programs into a project; those in TypeScript as what Node 20 can run. */
export async function addPrograms(project: string, names: readonly string[]): Promise<void> {
  copyPrograms(project, names);
  for (const name of names.filter((each) => each.endsWith(".ts"))) {
    const { code } = await transform(readFileSync(join(project, name), "utf8"), {
      loader: "ts",
      format: "esm",
    });
    writeFileSync(join(project, name.replace(/ts$/, "js")), code);
  }
}

/** The JSON that a program keeps in a file; undefined before there is one. */
export function readJson<Value>(file: string): Value | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The JSON of each line of a file that a program appends to. */
export function readLines(file: string): unknown[] {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

/** Settings of a monitor on the simulator, with alerts that begin and end every few seconds. */
export async function livelySettings(origin: string): Promise<{ config: string; feed: string }> {
  const folder = tmpFolder();
  const port = await freePort();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, settings(port, origin));
  return { config, feed: `ws://127.0.0.1:${port}/feed` };
}

const rules = `
rules:
  - name: comment
    on: forum.comment.posted
    by: now.code
    resolveAfter: 4s
    title: "{{ now.code }}: {{ now.title }}"
  - name: ranking
    on: forum.ranking.moved
    by: now.code
    resolveAfter: 6s
    title: "{{ now.name }} is number {{ now.rank }}"
`;

const settings = (port: number, origin: string) => `
upstreams:
  market: { url: simulated, tier: premium }
  forum: { url: simulated }
  statistics: { url: simulated }
sources:
  forum-comments: { schedule: "*/20 * * * * *", fromRanking: 8 }
  forum-ranking: { schedule: "0 */5 * * * *", terms: [daily] }
  margin-alerts: { schedule: "0 */10 16-20 * * *" }
rules: rules
state: state/yagura.db
email:
  smtp: "file:outbox"
  from: "Yagura <yagura@localhost>"
  recipients: { desk: [trader@example.com] }
feed: { host: 127.0.0.1, port: ${port}, heartbeatMs: 500, origins: ["${origin}"] }
`;
