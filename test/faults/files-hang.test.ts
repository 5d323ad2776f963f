/** A rule file on a mount that hangs: strace holds up what the monitor asks of it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { readFeed } from "../support/feed-reader.ts";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { tell } from "./trials.ts";

const program = join(import.meta.dirname, "../../dist/main.js");

interface Hanging {
  readonly port: number;
  /** Of the monitor itself. */
  readonly pid: number;
  log(): string;
}

/** @param when which of the looks at the file gets no answer, as strace counts them, and for how long, s */
async function monitorWith(when: string, seconds: number): Promise<Hanging> {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const file = join(folder, "rules/odd.yaml");
  writeFileSync(file, "rules: [{ name: odd, on: rules.rejected, title: still there }]\n");
  const port = await freePort();
  const sources = '{ margin-alerts: { schedule: "* * * * * *" } }';
  writeFileSync(join(folder, "monitor.yaml"), `feed: { port: ${port} }\nsources: ${sources}\n`);
  const hang = ["-P", file, "-e", "trace=statx", "-e", `inject=statx:delay_enter=${seconds}s:when=${when}`];
  const child = spawn("strace", [
    ...["-f", "-qq", "-o", "/dev/null", ...hang],
    ...[process.execPath, program, "run", "--config", join(folder, "monitor.yaml")],
  ]);
  const said = { out: "", log: "" };
  child.stdout.on("data", (text) => {
    said.out += text;
  });
  child.stderr.on("data", (text) => {
    said.log += text;
  });
  await until(
    "the monitor under strace (apt-get install strace)",
    () => said.out.includes('"ready":true'),
    60_000,
  );
  const pid = childOf(child);
  onTestFinished(() => {
    for (const one of [pid, child.pid ?? 0]) {
      try {
        process.kill(one, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  });
  return { port, pid, log: () => said.log };
}

function childOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return Number(children[0]);
}

/** Whether the process runs no more; strace keeps its place until the answer would have come. */
function hasEnded(pid: number): boolean {
  if (!readdirSync("/proc").includes(String(pid))) return true;
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") === true;
}

test("a file that does not answer is told by name; polls, pongs and rules go on, and so it does when it is back", async (context) => {
  const { port } = await monitorWith("20", 12);
  const feed = readFeed(`ws://127.0.0.1:${port}/feed`);
  const told = (type: string) => feed.events.filter(({ event }) => event.type === type);
  let latest = 0;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/feed`);
  onTestFinished(() => socket.terminate());
  let asked = 0;
  const ask = () => {
    asked = performance.now();
    socket.send('{"type":"ping"}');
  };
  socket.on("open", ask);
  socket.on("message", (data) => {
    if (!String(data).includes('"pong"')) return;
    latest = Math.max(latest, performance.now() - asked);
    setTimeout(ask, 50);
  });
  const lost: string[] = [];
  const miss = (what: string) => () => void lost.push(what);
  await until("the refusal", () => told("rules.rejected").length > 0, 30_000).catch(miss("the refusal"));
  const problems = JSON.stringify(told("rules.rejected")[0]?.event.data.now.problems ?? []);
  if (!problems.includes("does not answer")) lost.push(problems);
  await until("the rule that was good", () => told("alert.fired").length > 0).catch(miss("its alert"));
  await until("the file again", () => told("rules.loaded").length > 1, 30_000).catch(miss("the file again"));
  const wrong = latest > 2_000 ? 1 : 0;
  const shown = `a pong after ${Math.round(latest)} ms at most`;
  const row = { fault: "a rule file that hangs for 12 s", tried: 1, lost: lost.length, wrong, shown };
  tell(context, { ...row, failsWith: "no limit on a look at a file" });
  expect({ lost, wrong }).toEqual({ lost: [], wrong: 0 });
});

test("a stop does not wait for a file that does not answer", async (context) => {
  const { pid, log, port } = await monitorWith("20+", 90);
  const feed = readFeed(`ws://127.0.0.1:${port}/feed`);
  await until("the refusal", () => feed.events.find(({ event }) => event.type === "rules.rejected"));
  process.kill(pid, "SIGTERM");
  const asked = performance.now();
  await until("the end", () => hasEnded(pid), 30_000).catch(() => undefined);
  const took = performance.now() - asked;
  const lost = hasEnded(pid) && took < 10_000 ? 0 : 1;
  const shown = `ended after ${Math.round(took)} ms`;
  tell(context, {
    fault: "a stop while a file hangs",
    tried: 1,
    lost,
    wrong: 0,
    shown,
    failsWith: "an ordinary exit",
  });
  expect(lost).toBe(0);
  await until("its words", () => log().includes("a file does not answer"));
});
