/** Rule files and settings that break, hang, vanish or were made to do harm, while a monitor runs and when it starts. */
import { expect, type TestContext, test } from "vitest";
import { until } from "../support/until.ts";
import {
  type FilesScene,
  filesScene,
  remove,
  replace,
  type Standstill,
  type Told,
  watchStandstill,
} from "./files-scene.ts";
import { hostileYaml } from "./hostile-yaml.ts";
import { type Outcome, type Spoiled, spoiled } from "./spoiled-files.ts";
import { tell, trialsOf } from "./trials.ts";

const mostStillMs = 200;

/** So many of them, spread over all. */
function some<T>(all: readonly T[], count: number): T[] {
  const step = all.length / count;
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)] as T);
}

interface Found {
  lost: string[];
  wrong: string[];
  longest: number;
}

/** Spoils one file beside good rules of a new number, looks at what is told, and mends it again. */
async function trial(house: House, each: Trial, good: number): Promise<number> {
  const { scene, still, found } = house;
  const { what } = each;
  const from = scene.feed.events.length;
  still.begin();
  await each.put(scene);
  const tried = scene.next();
  const isIt = ({ type, by }: Told) => {
    if (type === "rules.loaded")
      return by === tried && (each.outcome === undefined || each.outcome === "taken");
    return each.outcome !== "taken" && by === (each.outcome === "held" ? tried : good);
  };
  const told = await news(scene, from, isIt).catch(() => scene.told(from));
  if (!told.some(isIt))
    found.lost.push(`${what}: ${told.map(({ type, by }) => `${type} by ${by}`)} for ${good}, ${tried}`);
  const longest = still.longest();
  found.longest = Math.max(found.longest, longest);
  if (longest >= mostStillMs) found.wrong.push(`${what}: stood still for ${Math.round(longest)} ms`);
  for (const one of told)
    if (one.type === "rules.rejected" && !isPlaced(one))
      found.wrong.push(`${what}: ${JSON.stringify(one.problems)}`);
  const before = scene.feed.events.length;
  remove(scene, "odd.yaml");
  const mended = scene.next();
  await news(scene, before, ({ by, type }) => type === "rules.loaded" && by === mended).catch(() => {
    found.lost.push(`${what}: a good file is not taken again`);
  });
  return mended;
}

interface House {
  readonly scene: FilesScene;
  readonly still: Standstill;
  readonly found: Found;
}

interface Trial extends Pick<Spoiled, "what" | "put"> {
  /** Undefined: refused or taken, whichever. */
  readonly outcome: Outcome | undefined;
}

function isPlaced({ problems }: Told): boolean {
  const named = problems.some(({ file }) => file === "odd.yaml" || file === "." || file === "marker.yaml");
  return named && problems.every(({ line, column, message }) => line >= 1 && column >= 1 && message !== "");
}

async function news(scene: FilesScene, from: number, isIt: (told: Told) => boolean): Promise<Told[]> {
  return until("news of the rules", () => {
    const told = scene.told(from);
    return told.some(isIt) && told;
  });
}

async function run(
  context: TestContext,
  fault: string,
  failsWith: string,
  trials: readonly (Trial & { before?: string })[],
): Promise<void> {
  const scene = await filesScene();
  const still = await watchStandstill(scene);
  const found: Found = { lost: [], wrong: [], longest: 0 };
  let good = 1;
  for (const each of trials) {
    if (each.before !== undefined) {
      const from = scene.feed.events.length;
      replace(scene, "odd.yaml", each.before);
      good = scene.next();
      await news(scene, from, ({ by }) => by === good);
    }
    good = await trial({ scene, still, found }, each, good);
  }
  const shown = `stood still for ${Math.round(found.longest)} ms at most`;
  tell(context, {
    fault,
    tried: trials.length,
    lost: found.lost.length,
    wrong: found.wrong.length,
    shown,
    failsWith,
  });
  expect({ lost: found.lost, wrong: found.wrong }).toEqual({ lost: [], wrong: [] });
  expect(await scene.monitor.stop("SIGTERM")).toBe(0);
}

test("a rule file that is spoiled while it runs: the last good rules fire, and the next good file is taken", async (context) => {
  const trials = some(spoiled, trialsOf({ quick: 3, all: spoiled.length }));
  await run(context, "rule files spoiled during reload", "rules taken with their mistakes left out", trials);
});

test("a hostile file: refused with its place or read, and nothing is held up", async (context) => {
  const all = Object.entries(hostileYaml).map(([what, content]) => ({
    what,
    outcome: undefined,
    put: (scene: FilesScene) => replace(scene, "odd.yaml", content),
  }));
  await run(
    context,
    "hostile YAML files",
    "rules checked where the monitor runs",
    some(all, trialsOf({ quick: 2, all: all.length })),
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});
