/** What the random cases reach, of the oracle and its generator alone: `REACH=1` prints the table. */
import { expect, test } from "vitest";
import { makers } from "./generate/random-condition.ts";
import { randomRuns, usualSeed } from "./random-runs.ts";
import { type Reached, reach, tableOf } from "./reach.ts";

/** Cases that show what the generator reaches. */
const looked = 600;

test("random cases reach every condition, window, life and outcome", () => {
  const reached = reach(randomRuns(usualSeed, 0, looked));
  if (process.env.REACH) process.stdout.write(`${tableOf(reached)}\n`);
  const rare = Object.entries(least).filter((one) => !isReached(reached.get(one[0]), one));
  expect(rare).toEqual([]);
});

test("the table of what is reached has every condition", () => {
  const told = Object.keys(least).map((word) => word.split(" ", 1)[0]);
  expect(makers.filter((is) => !told.includes(is))).toEqual([]);
});

/** The least share of the cases, in percent, that must have a word; a fifth of them must fire, and not all. */
const least = {
  ...{ count: 4, distinct: 4, sum: 4, average: 4, minimum: 4, maximum: 4, percentile: 4, share: 4 },
  ...{ crosses: 4, "moves since": 2, "moves to the last": 1, "moves by and percent": 0.5, unseen: 4 },
  ...{ "spike of windows": 2, "spike of days": 0.5 },
  ...{ "sequence ordered": 2, "sequence unordered": 1, "sequence without": 1 },
  ...{ "extreme high": 2, "extreme low": 2, "extreme of time": 2, "extreme of trading days": 1 },
  ...{ "deviates up": 1, "deviates down": 1, "deviates either": 2 },
  ...{ "deviates of time": 2, "deviates of trading days": 1, "after by default": 0.5 },
  ...{ "crossover up": 1, "crossover down": 1, "crossover either": 2 },
  ...{ "crossover of time": 2, "crossover of trading days": 1 },
  ...{ "streak up": 1, "streak down": 1, "streak of what is true": 2 },
  ...{ "rate per time": 2, "rate per trading days": 1 },
  ...{ "own when": 15, "several of a kind": 5, computed: 10, "computed crosses": 0.5, "computed moves": 0.5 },
  ...{ any: 10, "any with for": 0.5, "any beside others": 2, "any of two together": 5 },
  ...{ "about alerts": 5, "=> fired about alerts": 1, active: 8, "absent in active hours": 0.5 },
  ...{ "=> held back: inactive": 2 },
  ...{ "before in time": 0.5, "before in trading days": 0.5, "before with conditions": 1 },
  ...{
    "a date again": 1,
    "no date": 1,
    "a date that is none": 1,
    "=> reminded": 1,
    "=> reminded at once": 0.5,
  },
  ...{ expected: 3, "expected, by word": 0.5, "expected, by subject": 0.5, "=> fired of what never came": 2 },
  ...{ isTradingDay: 1, addTradingDays: 1, tradingDaysBetween: 3, "of tradingDaysBetween": 1 },
  ...{ "standing of margin-alerts": 3, "standing of short-sale-reports": 3, "of standing": 3 },
  ...{ "standing count": 0.5, "standing sum": 1, "standing average": 0.5, "standing distinct": 0.5 },
  ...{ "standing minimum": 0.5, "standing maximum": 0.5, "standing when": 1, "standing by": 1 },
  ...{ "standing largest": 0.5, "standing smallest": 0.5, "standing nth": 0.3, "standing was": 0.3 },
  ...{ "standing of all": 0.5, "standing key": 1, "standing rank highest": 0.3, "standing rank lowest": 0.3 },
  ...{ "latest of margin-alerts": 1, "latest of short-sale-reports": 1, "of latest": 1 },
  ...{ "reports between": 5, "by the subject": 8 },
  ...{ "window last": 15, "window tumbling": 5, "window session": 5, "upper bound": 10, "trading days": 15 },
  ...{ when: 20, until: 15, cooldown: 15, flapping: 15, for: 5, "absent for": 3, "absent by": 3 },
  ...{ "by two values": 10, "clock occurred": 10, "clock time": 10 },
  ...{ "conditions 0": 5, "conditions 2": 15, "conditions 3": 5 },
  ...{ late: 10, "known by day": 10, "out of order": 10, "value missing": 20, "own calendar": 20 },
  ...{ "of one moment": 20, "exactly as old": 20, "on a day without trading": 10 },
  ...{ "=> fired": 30, "=> fired by time": 10, "=> resolved": 5, "=> held back: cooldown": 2 },
  ...{ "=> held back: unresolved": 3, "=> held back: flapping": 1 },
};

function isReached(reached: Reached | undefined, [word, share]: [string, number]): boolean {
  if (!reached || reached.cases < (looked * share) / 100) return false;
  // Nearly all rules fire of which something expected never comes.
  const mayAllFire = word.startsWith("=>") || word.startsWith("expected");
  return reached.fired >= reached.cases / 5 && (mayAllFire || reached.fired < reached.cases);
}
