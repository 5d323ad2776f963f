/** A monitor that is killed while its files are edited, or started with settings that do not open. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { filesScene, remove, replace } from "./files-scene.ts";
import { tell, trialsOf } from "./trials.ts";

/** The page as the build makes it. */
const webFolder = join(import.meta.dirname, "../../dist/web");
const fixtures = join(import.meta.dirname, "../../fixtures/config");

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** A number from 0 to 1 that follows from the seed. */
function drawn(at: number): number {
  const far = Math.sin(seed * 12.9898 + at * 78.233) * 43_758.5453;
  return far - Math.floor(far);
}

test("killed while rules are edited, it starts again with the rules before the edit or after it", async (context) => {
  const scene = await filesScene();
  const kills = trialsOf({ quick: 2, all: 40 });
  const lost: string[] = [];
  let good = 1;
  for (let kill = 0; kill < kills; kill++) {
    const edited = scene.next();
    const isBroken = drawn(kill) < 0.5;
    await wait(drawn(kill + 1_000) * 700);
    await scene.monitor.stop("SIGKILL");
    if (isBroken) replace(scene, "odd.yaml", "rules:\n  - nam: x\n");
    const from = scene.feed.events.length;
    await scene.start().catch(async (error: Error) => {
      lost.push(`${kill}: ${error.message}`);
      remove(scene, "odd.yaml");
      await scene.start();
    });
    if (isBroken) {
      const refusal = () => scene.told(from).find(({ type }) => type === "rules.rejected");
      const told = await until("the refusal", refusal, 5_000).catch(() => undefined);
      if (told?.by !== good && told?.by !== edited) lost.push(`${kill}: rules ${told?.by} fired for ${good}`);
    }
    remove(scene, "odd.yaml");
    good = scene.next();
    await until("the good rules", () => scene.told(from).some(({ by }) => by === good)).catch(() => {
      lost.push(`${kill}: a good file is not taken again`);
    });
  }
  const seqs = scene.feed.events.map(({ seq }) => seq);
  const wrong = seqs.filter((seq, at) => seq !== at + 1).length;
  const failsWith = "rules not kept in the database";
  const row = { fault: "SIGKILL during reload", tried: kills, lost: lost.length, wrong, failsWith };
  tell(context, { ...row, shown: `seed ${seed}` });
  expect({ lost, wrong }, `SEED=${seed}`).toEqual({ lost: [], wrong: 0 });
});

test("a hundred saves in a second: the last one counts, and those before it are not told", async (context) => {
  const scene = await filesScene();
  const rounds = trialsOf({ quick: 1, all: 5 });
  const lost: string[] = [];
  let [wrong, told] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const from = scene.feed.events.length;
    let [last, rests, saved] = [0, 0, performance.now()];
    for (let save = 0; save < 100; save++) {
      writeFileSync(join(scene.rules, "odd.yaml"), `# ${save}\nrules: [{ name: odd`);
      writeFileSync(
        join(scene.rules, "odd.yaml"),
        `# ${save}\nrules: [{ name: odd, on: source.failed, title: x }]\n`,
      );
      last = scene.next();
      await wait(10);
      // On a busy machine the saves themselves may rest for as long as the monitor waits.
      if (performance.now() - saved > 150) rests += 1;
      saved = performance.now();
    }
    const isLast = () => scene.told(from).some(({ by, type }) => by === last && type === "rules.loaded");
    await until("the last save", isLast).catch(() => lost.push(`${round}: rules ${last} are not active`));
    const news = scene.told(from).length;
    wrong += Math.max(0, news - 1 - rests);
    told += news;
  }
  const row = {
    fault: "100 saves in a second",
    tried: rounds,
    lost: lost.length,
    wrong,
    shown: `${told} told`,
  };
  tell(context, { ...row, failsWith: "acting at the first look at a change" });
  expect({ lost, wrong }).toEqual({ lost: [], wrong: 0 });
});

test("settings that do not open: the last good ones run at the start, and each mistake is told", async (context) => {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/a.yaml"), "rules: [{ name: kept, on: source.failed, title: x }]\n");
  const config = join(folder, "monitor.yaml");
  const good = 'feed: { port: 0, tokens: ["good-one"] }\nsources: {}\nlog: { level: silent }\n';
  const run = async () => {
    const monitor = await startMonitor(config, {}, { webFolder });
    const answers = await fetch(`${monitor.ready.page}schema/rules.json`, {
      headers: { authorization: "Bearer good-one" },
    });
    await monitor.stop();
    return answers.status;
  };
  writeFileSync(config, good);
  await run();
  const broken = [
    ...readdirSync(fixtures).map((name) => [name, readFileSync(join(fixtures, name), "utf8")] as const),
    ...Array.from({ length: 10 }, (_, part) => [`cut ${part}`, good.slice(0, part * 3)] as const),
    ["NUL", "\0"] as const,
    ["5 MB", "#".repeat(5_000_000)] as const,
  ];
  const count = trialsOf({ quick: 3, all: broken.length });
  const tried = broken.filter(
    (_, at) => Math.floor((at * count) / broken.length) !== Math.floor(((at - 1) * count) / broken.length),
  );
  const lost: string[] = [];
  for (const [name, text] of tried) {
    writeFileSync(config, text);
    const status = await run().catch((error: Error) => error.message);
    if (status !== 200) lost.push(`${name}: ${status}`);
  }
  const failsWith = "settings not kept in the database";
  tell(context, {
    fault: "broken settings at a start",
    tried: tried.length,
    lost: lost.length,
    wrong: 0,
    failsWith,
  });
  expect(lost).toEqual([]);
});
