import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts, type LoadedRules } from "../../../src/rules/files/compile-files.ts";
import { loadRules } from "../../../src/rules/files/load-rules.ts";
import { type Emptied, watchRules } from "../../../src/rules/files/watch-rules.ts";
import { createHandClock, type HandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";

const everyMs = 200;
const stayMs = 6_000;
let folder: string;
let stop = (): void => {};
let seen: (LoadedRules & { emptied: readonly Emptied[] })[];
let clock: HandClock;

const see = (loaded: LoadedRules, emptied: readonly Emptied[]) => void seen.push({ ...loaded, emptied });
const rule = (name: string) => `rules: [{ name: ${name}, on: source.failed, title: x }]\n`;
const write = (file: string, text: string) => writeFile(join(folder, file), text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-"));
  await write("a.yaml", rule("first"));
  const loaded = await loadRules(folder, { notify: [], types: builtInTypes });
  if (!loaded.ok) throw new Error("the first rules are good");
  seen = [];
  clock = createHandClock();
  const options = {
    notify: [],
    types: builtInTypes,
    everyMs,
    stayMs,
    active: loaded,
    seenHash: loaded.read.hash,
  };
  stop = watchRules(folder, options, clock, see);
  await looks(2);
});

afterEach(async () => {
  stop();
  await rm(folder, { recursive: true, force: true });
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

/** Files that turned empty, at each change, with the rules that this would take away. */
function emptied(): unknown[] {
  return seen.map((change) => Object.fromEntries(change.emptied.map(({ file, rules }) => [file, rules])));
}

/** Looks as long as the rules stay. */
const aStay = stayMs / everyMs;

describe("what turns empty", () => {
  it("keeps its rules for a while, beside what else was edited, and then they go", async () => {
    await write("b.yaml", rule("other"));
    await looks(3);
    await write("a.yaml", "");
    await write("b.yaml", rule("edited"));
    await looks(3);
    expect(names().at(-1)).toEqual(["first", "edited"]);
    expect(emptied().at(-1)).toEqual({ "a.yaml": ["first"] });
    await looks(aStay - 5);
    expect(seen).toHaveLength(2);
    await looks(5);
    expect(names().slice(2)).toEqual([["edited"]]);
    expect(emptied().at(-1)).toEqual({});
  });

  it.each([
    ["comments alone", "# rules: []\n"],
    ["no rules", "rules: []\n"],
    ["lists alone", "lists: { core: ['7203'] }\n"],
  ])("may hold %s", async (_, text) => {
    await write("b.yaml", rule("other"));
    await looks(3);
    await write("a.yaml", text);
    await looks(3);
    expect(names().at(-1)).toEqual(["first", "other"]);
    expect(emptied().at(-1)).toEqual({ "a.yaml": ["first"] });
  });

  it("keeps nothing when it is filled again within that time", async () => {
    await write("b.yaml", rule("other"));
    await write("a.yaml", "");
    await looks(3);
    await write("a.yaml", rule("again"));
    await looks(aStay + 3);
    expect(names()).toEqual([
      ["first", "other"],
      ["again", "other"],
    ]);
  });

  it("is no slip where its rules have moved to another file", async () => {
    await write("b.yaml", rule("first"));
    await write("a.yaml", "");
    await looks(3);
    expect(emptied()).toEqual([{}]);
  });

  it("is no file whose rules are all turned off: they go at once", async () => {
    await write("a.yaml", "rules: [{ name: first, enabled: false, on: source.failed, title: x }]\n");
    await looks(3);
    expect(names()).toEqual([[]]);
    expect(emptied()).toEqual([{}]);
  });

  it("is a folder too, whether its files are gone or it is away: its rules stay for a while", async () => {
    await rm(join(folder, "a.yaml"));
    await looks(3);
    await rm(folder, { recursive: true });
    await looks(aStay - 8);
    expect(names()).toEqual([["first"]]);
    expect(emptied()).toEqual([{ ".": ["first"] }]);
    await looks(8);
    expect(names().slice(1)).toEqual([[]]);
    await mkdir(folder);
    await write("a.yaml", rule("back"));
    await looks(3);
    expect(names().slice(2)).toEqual([["back"]]);
  });

  it("is a file of words, too", async () => {
    await write("words.txt", "決算\n");
    await write("a.yaml", `lists: { words: { file: words.txt } }\n${rule("first")}`);
    await looks(4);
    await write("words.txt", "");
    await looks(4);
    expect(emptied()).toEqual([{}, { "words.txt": [] }]);
    await looks(aStay);
    expect(emptied()).toEqual([{}, { "words.txt": [] }, {}]);
  });

  it("is a deleted file not: its rules go at once", async () => {
    await write("b.yaml", rule("other"));
    await looks(3);
    await rm(join(folder, "a.yaml"));
    await looks(3);
    expect(names().at(-1)).toEqual(["other"]);
    expect(emptied().at(-1)).toEqual({});
  });

  it("was refused as it is at the start: it is no edit, however long it stays so", async () => {
    stop();
    await rm(join(folder, "a.yaml"));
    const nothing = await loadRules(folder, { notify: [], types: builtInTypes });
    const good = compileRuleTexts([{ file: "a.yaml", text: rule("kept") }], {
      notify: [],
      types: builtInTypes,
      hash: "kept",
    });
    if (!good.ok) throw new Error("it is good");
    const options = { active: good, seenHash: nothing.read.hash, wasRefused: true };
    stop = watchRules(folder, { notify: [], types: builtInTypes, everyMs, stayMs, ...options }, clock, see);
    await looks(aStay + 3);
    expect(seen).toEqual([]);
  });
});

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
    stop = watchRules(folder, { notify: [], types: builtInTypes, everyMs, seenHash: "older" }, clock, see);
    await looks(3);
    expect(names()).toEqual([["first"]]);
  });

  it("tells that the folder is gone, and when it is back", async () => {
    const away = `${folder}-away`;
    await rename(folder, away);
    await looks(3);
    await rename(away, folder);
    await looks(3);
    expect(emptied()).toEqual([{ ".": ["first"] }, {}]);
    expect(names()).toEqual([["first"], ["first"]]);
  });

  it("is silent once stopped", async () => {
    await write("a.yaml", rule("late"));
    await step(everyMs);
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([]);
  });
});

describe("the CSV file of a watchlist", () => {
  const titled = `rules: [{ name: a, on: source.failed, title: "{{ mine(now.source).level }}" }]\n`;

  /** Watches a list of one stock; answers the rules that are active. */
  async function watchList() {
    stop();
    await write("a.yaml", titled);
    await write("watch.csv", "code,level\n7203,1\n");
    const watchlists = { core: { file: "watch.csv", texts: [] } };
    const options = { notify: [], types: builtInTypes, everyMs, stayMs, watchlists };
    const active = await loadRules(folder, options);
    if (!active.ok) throw new Error("the first list is good");
    stop = watchRules(folder, { ...options, active, seenHash: active.read.hash }, clock, see);
    return active.rules;
  }

  it("is taken with the rules when it is saved, and a bad edit of it is refused at its place", async () => {
    const { watchlists } = await watchList();
    expect(watchlists).toEqual({ core: [{ code: "7203", level: 1 }] });
    await looks(4);
    expect(seen).toEqual([]);
    await write("watch.csv", "code,level\n7203,1\n6758,2.5\n");
    await looks(4);
    const [edited] = seen;
    expect(edited?.ok && edited.rules.watchlists.core?.[1]).toEqual({ code: "6758", level: 2.5 });
    await write("watch.csv", "code,level\n7203,1\n6758,high\n");
    await looks(4);
    expect(seen[1]).toMatchObject({ ok: false, problems: [{ file: "watch.csv", line: 3, column: 6 }] });
    await rm(join(folder, "watch.csv"));
    await looks(4);
    expect(seen[2]).toMatchObject({ ok: false, problems: [{ file: "watch.csv", line: 1, column: 1 }] });
  });

  it("that lost its rows keeps them for a while", async () => {
    await watchList();
    await looks(2);
    await write("watch.csv", "code,level\n");
    await looks(4);
    expect(seen[0]).toMatchObject({ ok: true, rules: { watchlists: { core: [{ code: "7203" }] } } });
    expect(seen[0]?.emptied).toEqual([{ file: "watch.csv", rules: [] }]);
    await looks(2 + stayMs / everyMs);
    expect(seen[1]).toMatchObject({ ok: true, rules: { watchlists: { core: [] } }, emptied: [] });
  });
});
