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

/** The page's program, beside the client. */
function writeProgram(url: string): string {
  const folder = tmpFolder();
  const page = readFileSync(join(home, "docs/clients.md"), "utf8");
  const [, program = ""] = /```python\n(.*?)```/s.exec(page) ?? [];
  copyFileSync(join(home, "docs/clients/feed_client.py"), join(folder, "feed_client.py"));
  writeFileSync(join(folder, "program.py"), program.replace("ws://127.0.0.1:8080/feed", url));
  return folder;
}

function start(folder: string): { child: ChildProcess; seqs(): number[]; said(): string } {
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
  const seqs = () =>
    stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => Number(line.split(" ")[0]));
  return { child, seqs, said: () => said };
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
}, 60_000);

test("it ends where the feed refuses it, and says why", async () => {
  const { url } = await startFeed({ tokens: ["a-token"] });
  const { child, said } = start(writeProgram(url));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(said()).toMatch(/Refused: .*401/);
});
