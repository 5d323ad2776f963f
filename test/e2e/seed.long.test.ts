/** The program at its first start with a past: it answers and stops while its rules take that in, and a kill leaves nothing half. */
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { addDays, isWeekday, jstDay } from "../../src/model/dates.ts";
import { openStore } from "../../src/store/store.ts";
import { type SeedStage, seedStage, statesIn } from "../history/seed-stage.ts";
import { start } from "../support/monitor.ts";
import { Random } from "../support/random.ts";
import { isLong } from "../support/runs.ts";
import type { MarginRow } from "../support/services/market.ts";
import { until } from "../support/until.ts";

const begun = "for which the first polls wait";
const done = "the rules have taken in the services' past";

const rules = `rules:
  - name: changes
    on: margin.alert.changed
    title: "{{ now.code }}"
    count: { within: 40d, at_least: 100 }
  - name: over
    on: margin.alert.*
    title: "{{ now.code }}"
    crosses: { of: now.shortOutstanding, above: 500 }
    cooldown: 400d
`;

const codesOf = (count: number) => Array.from({ length: count }, (_, index) => String(1_000 + index));

const today = jstDay(Date.now());

/** A market whose figures move every day, and its history up to yesterday. */
async function stageOf(codes: readonly string[]): Promise<SeedStage> {
  const stage = await seedStage(Date.now(), { rules, level: "info" });
  const random = new Random(7);
  const days = Array.from({ length: 45 }, (_, index) => addDays(today, index - 45)).filter(isWeekday);
  const rowOf = (code: string, publishedOn: string): MarginRow => ({
    ...{ code, publishedOn, appliedOn: addDays(publishedOn, -1), short: random.below(1_000), long: 1_000 },
  });
  stage.show(days.flatMap((day) => codes.map((code) => rowOf(code, day))));
  await stage.fetch(days[0] ?? today, today);
  return stage;
}

function run(stage: SeedStage) {
  const { child, output } = start(["run", "--config", stage.config]);
  const says = (words: string) =>
    until(words, async () => (output.stderr.includes(words) ? true : undefined));
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    const closed = child.exitCode === null && child.signalCode === null ? once(child, "close") : undefined;
    child.kill(signal);
    await closed;
    return child.exitCode;
  };
  return { output, says, end };
}

test("while its rules take in the past it answers its port and stops when asked; after a stop and kills in the middle they know what they know without", async () => {
  const codes = codesOf(100);
  const stage = await stageOf(codes);
  const first = run(stage);
  await first.says(begun);
  await until("the address", () => first.output.stdout.includes("\n"));
  const { feed } = JSON.parse(first.output.stdout);
  const health = await fetch(new URL("/healthz", feed.replace("ws:", "http:")));
  expect(health.status).toBe(200);
  const asked = performance.now();
  expect(await first.end("SIGTERM")).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(first.output.stderr).not.toContain(done);
  expect(first.output.stderr).not.toContain('"level":"error"');

  const random = new Random(11);
  let kills = 0;
  for (let longest = 400; ; longest *= 2) {
    const killed = run(stage);
    await killed.says('"ready"');
    // The last kill came after the states were kept, and before the program could say so.
    if (!killed.output.stderr.includes(begun)) {
      await killed.end("SIGKILL");
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, random.below(longest)));
    if (kills >= (isLong ? 3 : 1)) await killed.says(done);
    await killed.end("SIGKILL");
    if (killed.output.stderr.includes(done)) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(0);
  const states = statesIn(stage.state, codes);
  const store = openStore(stage.state, { now: () => 0 });
  expect(codes.map((code) => store.firedAt("over", code)).filter((at) => at !== undefined)).toEqual([]);
  store.close();

  // The same past without a disturbance; the last kill may have left the folder of the played past.
  for (const name of readdirSync(stage.folder))
    if (name.startsWith(basename(stage.state))) rmSync(join(stage.folder, name), { recursive: true });
  const undisturbed = run(stage);
  await undisturbed.says(done);
  await undisturbed.end("SIGTERM");
  const expected = statesIn(stage.state, codes);
  expect(expected.filter((state) => state !== undefined)).toHaveLength(2 * codes.length);
  expect(states).toEqual(expected);
}, 300_000);
