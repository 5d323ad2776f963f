/** docs/clients/read-log.sh, the log read by curl: kills of the monitor and of the program lose and repeat nothing. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { home } from "../docs/written-files.ts";
import { startMonitor } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { createProgram, livelySettings, readLines } from "./running.ts";

interface Kept {
  readonly epoch: string;
  readonly seq: number;
  readonly event: object;
}

const kills = process.env.LONG ? 10 : 2;

test("a file that curl keeps has each entry once, in order, over kills", async () => {
  const { config, feed } = await livelySettings("http://127.0.0.1:1");
  const log = feed.replace("ws:", "http:").replace("/feed", "/log");
  const folder = tmpFolder();
  copyFileSync(join(home, "docs/clients/read-log.sh"), join(folder, "read-log.sh"));
  const file = join(folder, "events.ndjson");
  const reader = createProgram(folder, ["/bin/sh", "read-log.sh"], { EVENTS: file, YAGURA_LOG: log });
  let monitor = await startMonitor(config);
  reader.start();
  // Half a line at the end of the file is one that is being written.
  const kept = () => {
    try {
      return readLines(file) as Kept[];
    } catch {
      return [];
    }
  };
  const grown = (count: number) => until(`${count} entries`, () => kept().length >= count, 60_000);
  await grown(1);
  for (let kill = 0; kill < kills; kill += 1) {
    const before = kept().length;
    if (kill % 2 === 0) {
      await monitor.stop("SIGKILL");
      monitor = await startMonitor(config);
    } else {
      await reader.kill();
      reader.start();
    }
    await grown(before + 20);
  }
  const answer = await fetch(`${log}?since=start`);
  const lines = (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [{ epoch }] = lines;
  const all = lines.flatMap(({ type, seq, event }) => (type === "event" ? [{ epoch, seq, event }] : []));
  await grown(all.length);
  await reader.kill();
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
  expect(kept().slice(0, all.length)).toEqual(all);
  if (process.env.LONG) process.stdout.write(`${kills} kills, ${all.length} entries, ${reader.said()}\n`);
});
