/**
 * Extra polls of a source's busy parts alone, between two polls of the written schedule, which ask for every part. Pure:
 * the paces, the two polls and the requests that may be made are arguments.
 */
import { hourMs } from "../lib/clock.ts";
import type { Pace } from "../sources/source.ts";
import { leastIntervalMs } from "./likely-polls.ts";

export interface PacedPoll {
  /** ms since 1970. */
  readonly at: number;
  /** The parts to ask for, the busiest first. */
  readonly paces: readonly Pace[];
}

/** Fewer new items an hour are worth no extra request. */
const leastPerHour = 12;
/** Longer between two polls is a night: who wrote that wants none in it. */
const longestStepMs = hourMs;

interface Between {
  /** Two polls of the written schedule, ms since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The evenly spaced moments at which a poll may be made, ms since 1970. */
export function pacedMoments({ from, to }: Between): number[] {
  const fitting = to - from > longestStepMs ? 0 : Math.floor((to - from) / leastIntervalMs) - 1;
  const count = Math.max(0, fitting);
  return Array.from({ length: count }, (_, index) =>
    Math.ceil(from + ((index + 1) * (to - from)) / (count + 1)),
  );
}

/**
 * Polls at some of these moments, each request where it saves the most waiting: of a part with k extra polls that is the
 * wait from the (k + 1)th part of the time to the (k + 2)th. Of two equal ones the first that is named comes first.
 * @param requests that may be made, one for each part of a poll
 */
export function pacedPolls(paces: readonly Pace[], between: Between, requests: number): PacedPoll[] {
  const moments = pacedMoments(between);
  const slots = moments.length;
  const busy = paces.filter(({ perHour }) => perHour >= leastPerHour);
  if (slots === 0 || busy.length === 0) return [];
  const polls = new Map(busy.map((pace) => [pace, 0]));
  const saved = (pace: Pace, count: number) =>
    count < slots ? pace.perHour / ((count + 1) * (count + 2)) : 0;
  for (let left = Math.min(requests, busy.length * slots); left > 0; left -= 1) {
    const worth = [...polls].map(([pace, count]) => ({ pace, count, saved: saved(pace, count) }));
    const best = worth.reduce((one, other) => (other.saved > one.saved ? other : one));
    polls.set(best.pace, best.count + 1);
  }
  const slotsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => Math.round(((index + 1) * (slots + 1)) / (count + 1)));
  const ordered = [...polls].sort(([one], [other]) => other.perHour - one.perHour);
  const polled = (slot: number) =>
    ordered.flatMap(([pace, count]) => (slotsOf(count).includes(slot) ? pace : []));
  return moments
    .map((at, index) => ({ at, paces: polled(index + 1) }))
    .filter((poll) => poll.paces.length > 0);
}
