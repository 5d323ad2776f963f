/** A fetch that is killed: what it had added is there, and the piece at hand does not count. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundle, bundleEnv } from "../../support/bundle.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { until } from "../../support/until.ts";
import { tmpHistory } from "./house.ts";
import { bars, barsOf } from "./records.ts";

test("a fetch that is killed in the middle of a piece keeps what it had, and the piece is not fetched", async () => {
  const folder = tmpFolder();
  const path = join(folder, "history.db");
  const program = join(folder, "fetching.cjs");
  await bundle(join(import.meta.dirname, "fetching-child.ts"), program);
  const child = spawn(process.execPath, [program, path], {
    env: { ...process.env, ...bundleEnv },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let told = "";
  child.stdout.on("data", (text) => {
    told += text;
  });
  const lines = () => told.split("\n").slice(0, -1);
  await until("some calls of the third piece", () => lines().filter((line) => line === "part 3").length > 1);
  child.kill("SIGKILL");
  await once(child, "close");
  const history = tmpHistory(path);
  const days = ["2026-01-05", "2026-01-06", "2026-01-07"];
  const pieces = days.map((day) => history.fetched({ set: bars, scope: "", from: day, to: day })?.records);
  expect(pieces).toEqual([1_000, 1_000, undefined]);
  const parts = lines().filter((line) => line === "part 3").length;
  const kept = history.between(bars, { from: "2026-01-07", to: "2026-01-07" });
  expect(kept.length).toBeGreaterThanOrEqual(parts * 10);
  expect(kept).toEqual(barsOf("2026-01-07", kept.length));
  expect(history.sets()).toMatchObject([{ set: bars, records: 2_000 + kept.length }]);
  history.add(barsOf("2026-01-07", 1_000));
  expect(history.sets()).toMatchObject([{ records: 3_000 }]);
});
