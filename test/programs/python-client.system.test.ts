/** docs/clients/feed_client.py as a consumer: the program that docs/clients.md shows, killed again and again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startRestartable } from "../client/restartable-feed.ts";
import { home } from "../docs/written-files.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { MemoryConsumers } from "../support/memory-consumers.ts";
import { alertDraft, MemoryLog } from "../support/memory-log.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const page = readFileSync(join(home, "docs/clients.md"), "utf8");
const [, shown = ""] = /```python\n(.*?)```/s.exec(page) ?? [];

/** A program, by default the page's, beside the client. */
function writeProgram(url: string, program = shown): string {
  const folder = tmpFolder();
  copyFileSync(join(home, "docs/clients/feed_client.py"), join(folder, "feed_client.py"));
  writeFileSync(join(folder, "program.py"), program.replace("ws://127.0.0.1:8080/feed", url));
  return folder;
}

interface Started {
  readonly child: ChildProcess;
  lines(): string[];
  /** The number that begins each line. */
  seqs(): number[];
  said(): string;
}

function start(folder: string): Started {
  let stdout = "";
  let said = "";
  const env = { PYTHONUNBUFFERED: "1" };
  const child = spawn("/usr/bin/python3", ["program.py"], { cwd: folder, env });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = () => stdout.split("\n").slice(0, -1);
  const seqs = () => lines().map((line) => Number(line.split(" ")[0]));
  return { child, lines, seqs, said: () => said };
}

test("the page's program gets every entry in order, over its kills and restarts of the feed", async () => {
  const log = new MemoryLog();
  const places = new MemoryConsumers();
  const server = await startRestartable(log, { places });
  const folder = writeProgram(server.url);
  let last = 0;
  const place = () => places.places.get("desk")?.seq ?? 0;
  for (let run = 0; run < 4; run += 1) {
    const acked = place();
    const { child, seqs, said } = start(folder);
    await until("its place", () => places.places.has("desk"));
    for (let made = 0; made < 500; made += 1) log.append(alertDraft("7203"));
    server.wake();
    await until("some of it", () => seqs().length > 100).catch(() => expect(said()).toBe("some of it"));
    if (run % 2 === 0) await server.restart();
    await until("more of it", () => seqs().length > 300).catch(() => expect(said()).toBe("more of it"));
    await until("an ack", () => place() > acked);
    child.kill("SIGKILL");
    await once(child, "close");
    const [first = 0, ...rest] = seqs();
    expect(first).toBeGreaterThan(acked);
    expect(first).toBeLessThanOrEqual(last + 1);
    expect(rest.every((seq, index) => seq === first + index + 1)).toBe(true);
    last = rest.at(-1) ?? 0;
  }
});

const followsStanding = `
import asyncio
from feed_client import follow

async def main():
    async for kind, frame in follow("ws://127.0.0.1:8080/feed", since="snapshot", types=["alert.*"]):
        print(kind, frame.get("from", frame.get("seq", "")))

asyncio.run(main())
`;

test("the client takes a new snapshot behind a gap, and goes on by seq over any other cut", async () => {
  const log = new MemoryLog();
  for (let made = 0; made < 10; made += 1) log.append(alertDraft("7203"));
  const server = await startRestartable(log);
  const { child, lines, said } = start(writeProgram(server.url, followsStanding));
  const told = (line: string) =>
    until(line, () => lines().at(-1) === line).catch(() => expect(said()).toBe(line));
  await told("live 10");
  await server.restart(() => log.append(alertDraft("7203")));
  await told("event 11");
  await server.restart(() => {
    for (let made = 0; made < 10; made += 1) log.append(alertDraft("7203"));
    log.pruneBefore(15);
  });
  await told("live 21");
  expect(lines()).toEqual(["snapshot ", "live 10", "event 11", "gap 12", "snapshot ", "live 21"]);
  child.kill("SIGKILL");
  await once(child, "close");
});

test("it ends where the feed refuses it, and says why", async () => {
  const { url } = await startFeed({ tokens: ["a-token"] });
  const { child, said } = start(writeProgram(url));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(said()).toMatch(/Refused: .*401/);
});
