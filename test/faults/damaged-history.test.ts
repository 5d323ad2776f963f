/**
 * A damaged history of the services: no command gives anything else than what was fetched, each that cannot says so in
 * one line, a fetch asks again for what is damaged, and no rule begins with it.
 */
import { copyFileSync, rmSync } from "node:fs";
import { expect, type TestContext, test } from "vitest";
import { openSeedPast } from "../../src/app/seed-at-start.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { addDays, jstDay } from "../../src/model/dates.ts";
import { marginRows, type SeedStage, seedStage } from "../history/seed-stage.ts";
import { call } from "../support/call.ts";
import { Random } from "../support/random.ts";
import { harm, harms } from "./harm.ts";
import { seedsOf, tell, trialsOf } from "./trials.ts";

const now = Date.now();
const [first, last] = [addDays(jstDay(now), -30), addDays(jstDay(now), -1)];
const codes = Array.from({ length: 60 }, (_, at) => String(1_310 + 7 * at));

interface Stage extends SeedStage {
  /** Puts the whole history in its place. */
  restore(): void;
  /** Puts the whole history in its place, damaged; in words how. */
  damage(seed: number): string;
}

/** A history of a month, and a monitor that ran once. */
async function setStage(): Promise<Stage> {
  const stage = await seedStage(now, { seed: "30d" });
  stage.show(
    codes.flatMap((code, at) =>
      marginRows(code, first, last, { [addDays(first, 3 + at / 3)]: 150, [addDays(last, -at / 4)]: 90 + at }),
    ),
  );
  await fetchBy(stage);
  const monitor = await stage.start();
  await monitor.stop();
  const whole = `${stage.historyFile}.whole`;
  copyFileSync(stage.historyFile, whole);
  const restore = () => {
    for (const ending of ["-wal", "-shm"]) rmSync(stage.historyFile + ending, { force: true });
    copyFileSync(whole, stage.historyFile);
  };
  return {
    ...{ ...stage, restore },
    damage(seed) {
      restore();
      const random = new Random(seed);
      return harm(stage.historyFile, random.pick(harms), random);
    },
  };
}

/** Its service knows no calendar, and the fetch says so by its status. */
const fetchBy = ({ config }: SeedStage) => call(["history", "fetch", "--since", first, "--config", config]);

const calls: Readonly<Record<string, readonly string[]>> = {
  list: ["history", "list", "--json"],
  show: ["history", "show", "1310"],
  export: ["export", "history"],
  backtest: ["backtest", "--history", "--since", addDays(first, 5), "--until", last, "--json"],
  why: ["why", "--rule", "three-changes", "--subject", "1310", "--json"],
  plan: ["history", "fetch", "--since", first, "--dry-run", "--json"],
};

/** Answers that say how much there is, which may be less where what says so is damaged, or when they were given. */
const mayDiffer = new Set(["list", "plan", "why"]);

const answersOf = async ({ config }: Stage, name: string) =>
  call([...(calls[name] ?? []), "--config", config]);

test("commands on a damaged history give what was fetched or say in one line that they cannot, a fetch mends it, and no rule begins with it", async (context) => {
  const stage = await setStage();
  await triesCommands(stage, context);
  stage.restore();
  await triesRules(stage, context);
});

async function triesCommands(stage: Stage, context: TestContext): Promise<void> {
  const names = Object.keys(calls);
  const expected = new Map<string, string>();
  for (const name of names) {
    const { code, stdout, stderr } = await answersOf(stage, name);
    expect([name, code, stderr]).toEqual([name, 0, ""]);
    expected.set(name, stdout);
  }
  const wrong: string[] = [];
  const tally = { whole: 0, refused: 0, fetched: 0 };
  const seeds = seedsOf(trialsOf({ quick: 2, all: 60 }));
  for (const seed of seeds) {
    const how = `seed ${seed}: ${stage.damage(seed)}`;
    const refused = (name: string, stderr: string): void => {
      const isLine = /^yagura: .+\n$/.test(stderr) && !/\n\s+at /.test(stderr);
      if (!isLine) wrong.push(`${how}: ${name}: ${stderr}`);
      tally.refused += 1;
    };
    for (const name of names) {
      const { code, stdout, stderr } = await answersOf(stage, name);
      if (code !== 0) refused(name, stderr);
      else if (stdout === expected.get(name)) tally.whole += 1;
      else if (!mayDiffer.has(name)) wrong.push(`${how}: ${name} gives something else`);
    }
    const fetched = await fetchBy(stage);
    if (fetched.stderr !== "") refused("fetch", fetched.stderr);
    else {
      tally.fetched += 1;
      const again = await answersOf(stage, "export");
      if (again.stdout !== expected.get("export")) wrong.push(`${how}: not whole when fetched again`);
    }
  }
  tell(context, {
    fault: "damaged history of the services, through the commands",
    tried: seeds.length,
    lost: 0,
    wrong: wrong.length,
    shown: `${tally.whole} answers whole, ${tally.refused} refused in a line, ${tally.fetched} fetched again`,
    failsWith: "a StoreError that is printed with its stack",
  });
  expect(wrong).toEqual([]);
  expect(tally.refused).toBeGreaterThan(0);
}

/** The events of the past that rules would begin with; undefined: they begin without. */
async function seedOf({ config, state }: Stage): Promise<readonly string[] | undefined> {
  const past = await openSeedPast(
    {
      config: { ...requireConfig(config, {}), state },
      length: { ms: 30 * 86_400_000 },
      watchlists: () => ({}),
      log: { warn: () => {} },
    },
    { signal: new AbortController().signal, end: now, stands: () => false, progress: () => {} },
  );
  const read = past?.reader.log.read(0, 10_000).filter(({ json }) => past.isTaken(JSON.parse(json)));
  past?.close();
  // Each play has an epoch of its own in its ids.
  return read?.map(({ json }) => JSON.stringify({ ...JSON.parse(json), id: "" }));
}

async function triesRules(stage: Stage, context: TestContext): Promise<void> {
  const expected = await seedOf(stage);
  expect(expected?.length).toBeGreaterThan(codes.length);
  const seeds = seedsOf(trialsOf({ quick: 6, all: 200 }));
  const wrong: string[] = [];
  let seeded = 0;
  for (const seed of seeds) {
    const how = stage.damage(seed);
    // A rejection is told as one, and the watch begins without a past.
    const given = await seedOf(stage).catch((error: Error) =>
      error.name === "StoreError" ? undefined : error,
    );
    if (given === undefined) continue;
    seeded += 1;
    if (JSON.stringify(given) !== JSON.stringify(expected)) wrong.push(`seed ${seed}: ${how}`);
  }
  tell(context, {
    fault: "damaged history of the services, of which rules are to begin",
    tried: seeds.length,
    lost: 0,
    wrong: wrong.length,
    shown: `${seeded} began with what was whole where it counts`,
    failsWith: "the verification before the play left out",
  });
  expect(wrong).toEqual([]);
  expect(seeded).toBeLessThan(seeds.length);
}
