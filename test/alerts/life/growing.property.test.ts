/** Days of alerts with numbers, and silences until these grow: who is told is counted by hand, from what happened alone. */
import { expect, test } from "vitest";
import { type Growth, limitOf } from "../../../src/model/silence.ts";
import { Random } from "../../support/random.ts";
import { runsOf, seed } from "../../support/runs.ts";
import { liveAlerts, silenced } from "./lived-alerts.ts";

const keys = ["a", "b"];
const noWords = { en: "", ja: "" };

function growth(key: string, value: number, percent: number, isFalling: boolean): Growth {
  const limit = limitOf(value, percent, isFalling);
  return { rule: "large", key, field: "ratio", label: noWords, unit: noWords, value, percent, limit };
}

interface Waiting {
  readonly from: number;
  readonly percent: number;
  readonly isFalling: boolean;
  readonly until: number;
}

const minuteMs = 60_000;
const timeOf = (at: number) => new Date(at + 9 * 60 * minuteMs).toISOString().slice(0, 16);

function liveAtRandom(random: Random) {
  let at = Date.parse("2026-01-05T09:00:00+09:00");
  const life = liveAlerts("", timeOf(at), { large: { until: true } });
  const open = new Map<string, { last: number; waiting: Waiting[] }>();
  const [told, expected]: [string[], string[]] = [[], []];
  let ended = 0;
  for (let step = 0; step < 60; step++) {
    at += (1 + random.below(60)) * minuteMs;
    life.until(timeOf(at));
    const key = random.pick(keys);
    const episode = open.get(key);
    if (episode === undefined || random.chance(0.6)) {
      // Around 1: some pass their limit, some do not, some have no number.
      const ratio = random.chance(0.1) ? undefined : (5 * (10 + random.below(30))) / 100;
      const waiting = (episode?.waiting ?? []).filter(({ until }) => at < until);
      const left = waiting.filter(({ from, percent, isFalling }) => {
        if (ratio === undefined) return false;
        // In hundredths, which both are in full.
        const grown = Math.round((ratio - from) * 100) * (isFalling ? -1 : 1);
        return grown <= Math.round(from * percent);
      });
      ended += waiting.length - left.length;
      if (left.length === 0) expected.push(`${step}`);
      open.set(key, { last: ratio ?? Number.NaN, waiting: left });
      life.fire(["large", { key, title: `${step}`, ...(ratio !== undefined && { ratio }) }]);
    } else if (random.chance(0.4)) {
      life.resolve("large", { key });
      ended += episode.waiting.filter(({ until }) => at < until).length;
      open.delete(key);
    } else if (!Number.isNaN(episode.last)) {
      const [percent, isFalling] = [20 * (1 + random.below(4)), random.chance(0.5)];
      const until = at + (10 + random.below(600)) * minuteMs;
      const grows = growth(key, episode.last, percent, isFalling);
      const ends = [timeOf(at), timeOf(until)] as const;
      life.tell(silenced(`s${step}`, `rule=large key=${key}`, ...ends, "drop", grows));
      episode.waiting.push({ from: episode.last, percent, isFalling, until });
    }
    told.push(...life.take().flatMap(({ titles }) => titles.map((title) => title.split(":")[0] ?? "")));
  }
  life.until(timeOf(at + 24 * 60 * minuteMs));
  const ends = life.entries.filter(({ event }) => event.type === "silence.ended");
  const early = ends.filter(({ event }) => event.data.now.why !== "expired").length;
  return { told, expected, ended, early, left: life.memory.states("silence") };
}

test("an alert is told exactly if no silence of its episode waits for a larger number", () => {
  let early = 0;
  for (let run = 0; run < runsOf({ quick: 40, long: 5_000 }); run++) {
    const lived = liveAtRandom(new Random(seed + run));
    expect(lived.told, `seed ${seed + run}`).toEqual(lived.expected);
    expect(lived.early, `seed ${seed + run}: ends before their time`).toBe(lived.ended);
    expect(lived.left, `seed ${seed + run}`).toEqual([]);
    early += lived.early;
  }
  expect(early).toBeGreaterThan(80);
});
