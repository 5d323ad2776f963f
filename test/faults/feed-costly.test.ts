/** Subscribers who ask as much of the feed as it allows, and more: polls and everybody else's pongs go on. */
import { expect, test } from "vitest";
import { type Delays, subscribers, watchedMonitor } from "./beside-subscribers.ts";
import { everyTrial, tell, trialsOf } from "./trials.ts";

const lookMs = trialsOf({ quick: 2_500, all: 15_000 });
/** What polls and pongs may take longer than beside nobody, at the 99th percentile; beside other tests much more. */
const mostMs = trialsOf({ quick: 1_000, all: 100 });

/** What they do, how many of them, and how many are cut with 4422 at least and at most. */
const kinds: [kind: string, connections: number, cut: readonly [least: number, most: number]][] = [
  ["one costly condition", 30, [0, 0]],
  ["a hundred conditions", 20, [0, 0]],
  ["a hundred places of the log", 20, [0, 0]],
  ["a flood of frames", 20, [0, 0]],
  // Once the first is cut, the other has the time of both and may still be within its budget at the end.
  ["far too costly ones", 2, [1, 2]],
  ["conditions compiled again and again", 20, [0, 0]],
  ["the whole log, read at once", 40, [0, 0]],
  ["a flood of mistakes", 20, [0, 20]],
];

test("polls and others' pongs stay quick beside the worst subscribers", async (context) => {
  const { feed, delays } = await watchedMonitor();
  const quiet = await delays(lookMs);
  const tooLate = ({ polls, pongs }: Delays) => polls - quiet.polls > mostMs || pongs - quiet.pongs > mostMs;
  const late: string[] = [];
  const otherwise: string[] = [];
  const tried = everyTrial ? kinds : kinds.slice(0, 3);
  for (const [kind, connections, [least, most]] of tried) {
    const end = subscribers(feed, kind, connections);
    const beside = await delays(lookMs);
    const ended = await end();
    const row = `polls ${beside.polls} ms, pongs ${beside.pongs} ms`;
    tell(context, {
      fault: `${connections} subscribers: ${kind}`,
      tried: connections,
      lost: 0,
      wrong: Number(tooLate(beside)),
      shown: `${row}; beside nobody ${quiet.polls} and ${quiet.pongs} (99th percentiles)`,
      failsWith: "a run of the hub beside its rest",
    });
    if (tooLate(beside)) late.push(`${kind}: ${row}`);
    const { 4422: cut = 0, ...others } = ended.closed;
    if (cut < least || cut > most || Object.keys(others).length > 0) {
      otherwise.push(`${kind}: ${JSON.stringify(ended.closed)}`);
    }
  }
  expect(late).toEqual([]);
  if (everyTrial) expect(otherwise).toEqual([]);
});
