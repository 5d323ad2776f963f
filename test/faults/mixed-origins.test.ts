/**
 * A monitor whose service is another one at each start, by chance: real ones, the simulator asked for or not. Each finds
 * its own state as it left it and nobody else's, and the simulator plays beside a real one only where it is asked to.
 */
import { expect, test } from "vitest";
import { verifyStore } from "../../src/app/database/verify-store.ts";
import { Refused } from "../../src/lib/problem.ts";
import { known, originScene, other, poll, real } from "../app/origin-scene.ts";
import { Random } from "../support/random.ts";
import { seedsOf, tell, trialsOf } from "./trials.ts";

const starts = 12;

async function life(seed: number): Promise<string[]> {
  const random = new Random(seed);
  const { path, begin } = originScene();
  const wrong: string[] = [];
  /** What each service left: by its address, the bodies of its items. */
  const left = new Map<string, readonly string[]>();
  /** Whether a real one was started in the place of another state: it counts as there, polled or not. */
  let isRealKnown = false;
  for (let start = 0; start < starts; start += 1) {
    const url = random.pick([real, other, "simulated"]);
    const isAsked = random.below(2) === 0;
    const wasReal = [real, other].some((one) => left.has(one));
    const fail = (what: string) => wrong.push(`seed ${seed}, start ${start + 1} with ${url}: ${what}`);
    const isUnasked = url === "simulated" && !isAsked;
    const mustRefuse = isUnasked && wasReal;
    try {
      const { store } = begin(url, isAsked);
      if (mustRefuse) fail("not refused");
      if (url !== "simulated" && left.size > 0) isRealKnown = true;
      const { items } = known(store);
      // What was played before anything was real is forgotten with the first real poll, and may come back as it was.
      if (JSON.stringify(items) !== JSON.stringify(left.get(url) ?? []))
        fail(`finds ${JSON.stringify(items)}`);
      if (random.below(4) > 0) {
        const body = `${url} ${start}`;
        poll(store, body);
        left.set(url, [body, body]);
      }
      store.close();
    } catch (error) {
      if (!(error instanceof Refused && isUnasked && (wasReal || isRealKnown))) fail(String(error));
    }
  }
  const { ok } = await verifyStore(path);
  if (!ok) wrong.push(`seed ${seed}: not whole at the end`);
  return wrong;
}

test("the state of a service is found by itself alone, whatever the starts between", async (context) => {
  const seeds = seedsOf(trialsOf({ quick: 5, all: 200 }));
  const wrong: string[] = [];
  for (const seed of seeds) wrong.push(...(await life(seed)));
  tell(context, {
    fault: "a service that is another one at each start",
    tried: seeds.length * starts,
    lost: 0,
    wrong: wrong.length,
    failsWith: "a state that is not set aside",
  });
  expect(wrong).toEqual([]);
});
