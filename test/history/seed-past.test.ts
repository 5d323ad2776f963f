/** What is said where the rules of a first start cannot begin with the past that the settings ask for. */
import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openSeedPast } from "../../src/app/seed-at-start.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { openHistory } from "../../src/store/history/history.ts";
import { marginRows, type SeedStage, seedStage } from "./seed-stage.ts";

const fridayNight = Date.parse("2026-11-20T21:00:00+09:00");

async function stageOf() {
  const stage = await seedStage(fridayNight);
  stage.show(marginRows("7203", "2026-10-26", "2026-11-20", { "2026-11-10": 200 }));
  return stage;
}

/** Opens the past of a stage; answers the types of its events, and what was said. */
async function opened({ config, state }: SeedStage, signal = new AbortController().signal) {
  const said: unknown[] = [];
  const log = { warn: (facts: object, message: string) => void said.push({ ...facts, message }) } as never;
  const length = { ms: 60 * 86_400_000 };
  const work = { signal, end: fridayNight, stands: () => false, progress: () => {} };
  const past = await openSeedPast(
    { config: { ...requireConfig(config, {}), state }, length, watchlists: () => ({}), log },
    work,
  );
  const types = past?.reader.log
    .read(0, 1_000)
    .filter(({ json }) => past.isTaken(JSON.parse(json)))
    .map(({ type }) => type);
  past?.close();
  return { types, said };
}

const call = "yagura history fetch --since 60d";
const message = (words: string) => expect.stringContaining(words);

test("of a history that reaches to the last days every event is given, and nothing is said", async () => {
  const stage = await stageOf();
  await stage.fetch("2026-10-26", "2026-11-20");
  expect(await opened(stage)).toEqual({ types: ["source.baselined", "margin.alert.changed"], said: [] });
});

const spoiled: readonly (readonly [string, (stage: SeedStage) => unknown, string])[] = [
  ["missing", () => undefined, "past.db"],
  ["damaged", ({ historyFile }) => writeFileSync(historyFile, "no database at all".repeat(100)), "past.db"],
  ["empty", ({ fetch }) => fetch("2026-11-21", "2026-11-22"), "has nothing of their last 10 days"],
  ["old", ({ fetch }) => fetch("2026-10-26", "2026-11-09"), "has nothing of their last 10 days"],
];

test.each(spoiled)(
  "of one that is %s it is said what was not taken in, and what to call",
  async (_, spoil, words) => {
    const stage = await stageOf();
    await spoil(stage);
    const { types, said } = await opened(stage);
    expect(types).toBeUndefined();
    expect(said).toEqual([expect.objectContaining({ call, message: message(words) })]);
    expect(said).toEqual([expect.objectContaining({ message: message(`call \`${call}\``) })]);
  },
);

test("one that comes from another service is not taken in", async () => {
  const stage = await stageOf();
  await stage.fetch("2026-10-26", "2026-11-20");
  const history = openHistory(stage.historyFile);
  history.claim("market", "simulated");
  history.close();
  const { types, said } = await opened(stage);
  expect(types).toBeUndefined();
  const why = message("the history of market comes from simulated");
  expect(said).toEqual([expect.objectContaining({ sources: ["margin-alerts"], message: why })]);
});

test("what was begun is gone once it is ended", async () => {
  const stage = await stageOf();
  await stage.fetch("2026-10-26", "2026-11-20");
  const ended = AbortSignal.abort(new Error("stopped"));
  await expect(opened(stage, ended)).rejects.toThrow("stopped");
  expect(() => rmSync(`${stage.state}.seed`, { recursive: true })).toThrow("ENOENT");
});
