import { mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LoadedRules, loadRules } from "../../src/rules/load-rules.ts";
import { watchRules } from "../../src/rules/watch-rules.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";
import { until } from "../support/until.ts";

const everyMs = 200;
let folder: string;
let stop = (): void => {};
let seen: LoadedRules[];
let clock: HandClock;

const rule = (name: string) => `rules: [{ name: ${name}, on: source.failed, title: x }]\n`;
const write = (file: string, text: string) => writeFile(join(folder, file), text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-"));
  await write("a.yaml", rule("first"));
  const loaded = await loadRules(folder, { recipients: [] });
  if (!loaded.ok) throw new Error("the first rules are good");
  seen = [];
  clock = createHandClock();
  const options = { recipients: [], everyMs, loadedHash: loaded.rules.hash };
  stop = watchRules(folder, options, clock, (change) => seen.push(change));
  await looks(2);
});

afterEach(async () => {
  stop();
  await rm(folder, { recursive: true });
});

/** Lets the watcher look so many times, and finish what it does about the last look. */
async function looks(times: number): Promise<void> {
  for (let look = 0; look < times; look++) await step(everyMs);
  await step(0);
}

/** Moves on once the watcher waits for the clock again. */
async function step(ms: number): Promise<void> {
  await until("the watcher", () => clock.waiting > 0);
  clock.move(ms);
}

function names(): unknown[] {
  return seen.map((change) =>
    change.ok ? change.rules.names : change.problems.map(({ file, line }) => `${file}:${line}`),
  );
}

describe("watchRules", () => {
  it("says nothing while nothing changes", async () => {
    await looks(5);
    expect(seen).toEqual([]);
  });

  it("sees an edit within a second", async () => {
    const before = clock.now();
    await write("a.yaml", rule("second"));
    while (seen.length === 0) await looks(1);
    expect(names()).toEqual([["second"]]);
    expect(clock.now() - before).toBeLessThan(1_000);
  });

  it("sees an edit that keeps the size and the time of the file", async () => {
    await utimes(join(folder, "a.yaml"), 1_000, 1_000);
    await looks(3);
    await write("a.yaml", rule("fir5t"));
    await utimes(join(folder, "a.yaml"), 1_000, 1_000);
    await looks(3);
    expect(names()).toEqual([["fir5t"]]);
  });

  it("sees a file that another replaces", async () => {
    await write("a.yaml.new", rule("replaced"));
    await looks(3);
    expect(seen).toEqual([]);
    await rename(join(folder, "a.yaml.new"), join(folder, "a.yaml"));
    await looks(3);
    expect(names()).toEqual([["replaced"]]);
  });

  it("sees files that come and go", async () => {
    await write("b.yml", rule("more"));
    await looks(3);
    await rm(join(folder, "a.yaml"));
    await looks(3);
    expect(names()).toEqual([["first", "more"], ["more"]]);
  });

  it("waits with a file that is still being written", async () => {
    const whole = rule("written");
    for (let written = 5; written <= whole.length; written += 5) {
      await write("a.yaml", whole.slice(0, written));
      await looks(1);
    }
    expect(seen).toEqual([]);
    await write("a.yaml", whole);
    await looks(3);
    expect(names()).toEqual([["written"]]);
  });

  it("tells a bad edit with its place, once, and then the good one", async () => {
    await write("a.yaml", "rules:\n  - nam: x\n");
    await looks(4);
    await write("a.yaml", rule("good"));
    await looks(3);
    expect(names()).toEqual([["a.yaml:2", "a.yaml:2", "a.yaml:2", "a.yaml:2"], ["good"]]);
  });

  it("says nothing of a file that was saved without a change", async () => {
    await write("a.yaml", rule("first"));
    await looks(4);
    expect(seen).toEqual([]);
  });

  it("sees what changed between loading and the first look", async () => {
    stop();
    stop = watchRules(folder, { recipients: [], everyMs, loadedHash: "older" }, clock, (change) =>
      seen.push(change),
    );
    await looks(3);
    expect(names()).toEqual([["first"]]);
  });

  it("tells that the folder is gone, and when it is back", async () => {
    const away = `${folder}-away`;
    await rename(folder, away);
    await looks(3);
    await rename(away, folder);
    await looks(3);
    expect(seen.map(({ ok }) => ok)).toEqual([false, true]);
  });

  it("is silent once stopped", async () => {
    await write("a.yaml", rule("late"));
    await step(everyMs);
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([]);
  });
});
