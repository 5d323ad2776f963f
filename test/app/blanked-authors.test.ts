/** A monitor takes who wrote comments out of its log, as its settings say, and its feed has no gap. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { openStore } from "../../src/store/store.ts";
import { batch, entry } from "../store/batches.ts";
import { readFeed } from "../support/feed-reader.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const webFolder = join(import.meta.dirname, "../../dist/web");
const dayMs = 86_400_000;

/** A log with comments of 50, 31 and 29 days ago, and what a reader of the feed gets of them. */
async function commentsWith(retention: string) {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/none.yaml"), "rules: []\n");
  writeFileSync(
    join(folder, "monitor.yaml"),
    `sources: {}\nrules: rules\nstate: state.db\nfeed: { port: 0 }\nlog: { level: silent }\nretention: ${retention}\n`,
  );
  const now = Date.now();
  const store = openStore(join(folder, "state.db"), { now: () => now });
  const comment = (part: number) => ({
    type: "forum.comment.posted" as const,
    subject: "7203",
    data: { now: { code: "7203", part, author: "hash", name: "霧笛", body: "決算" } },
  });
  const entries = [50, 31, 29].map((age, at) => entry(at + 1, comment(at), now - age * dayMs));
  store.commit(batch({ entries }));
  store.close();
  const monitor = await startMonitor(join(folder, "monitor.yaml"), {}, { webFolder });
  onTestFinished(() => monitor.stop());
  return async (isThere: (names: readonly unknown[]) => boolean) => {
    const { events, frames } = await until("the comments", async () => {
      const feed = readFeed(monitor.ready.feed);
      await until("an answer", () => feed.events.length >= 3);
      return isThere(feed.events.slice(0, 3).map(({ event }) => event.data.now.name)) && feed;
    });
    expect(frames.find(({ type }) => type === "subscribed")).toMatchObject({ recovered: true });
    return events.slice(0, 3).map(({ seq, event }) => [seq, event.data.now.part, event.data.now.name]);
  };
}

test("with `authors`, comments older than that have no author, and each is there", async () => {
  const read = await commentsWith("{ log: 400d, authors: 30d }");
  expect(await read(([first]) => first === undefined)).toEqual([
    ...[
      [1, 0, undefined],
      [2, 1, undefined],
      [3, 2, "霧笛"],
    ],
  ]);
});

test("without it, they have theirs for as long as they are kept", async () => {
  const read = await commentsWith("400d");
  expect(await read(() => true)).toEqual([1, 2, 3].map((seq) => [seq, seq - 1, "霧笛"]));
});
