/** Entries that the log must hold, computed from the world and nothing of the monitor's. */
import type { Event } from "../../../src/model/event.ts";
import type { PublicationName, Publications } from "../../../src/simulator/world/publication-times.ts";
import { createPublicationTimes } from "../../../src/simulator/world/publication-times.ts";
import { momentOfDay } from "../../../src/simulator/world/trading-calendar.ts";
import { createWorld, type World, type WorldOptions } from "../../../src/simulator/world/world.ts";

/** An event in the words that tell it from every other, and when it could be seen first (ms since 1970). */
export interface Expected {
  readonly told: string;
  readonly outAt: number;
}

export interface Oracle {
  readonly world: World;
  readonly times: Publications;
  /** Business days from the start to the end. */
  readonly days: readonly number[];
  /** ms since 1970. */
  readonly end: number;
  /** When a day's publication comes out, ms since 1970. */
  outAt(name: PublicationName, day: number): number;
  /** The world's moment at a time. */
  momentAt(time: number): number;
}

/** @param end ms since 1970 */
export function createOracle(options: WorldOptions, end: number): Oracle {
  const world = createWorld(options);
  const { calendar } = world;
  const times = createPublicationTimes(calendar, options);
  const last = calendar.momentAt(end);
  const days: number[] = [];
  for (let day = 0; momentOfDay(day) <= last; day += 1) days.push(day);
  return {
    world,
    times,
    days,
    end,
    outAt: (name, day) => calendar.timeOf(times.outAt(name, day)).getTime(),
    momentAt: calendar.momentAt,
  };
}

/** An event that was told, in the words of the expectations. */
export function toldBy({ type, subject, published, data: { now, was } }: Event): string {
  const words = (...more: unknown[]) => [type, subject, ...more].map((word) => word ?? "-").join(" ");
  switch (type) {
    case "margin.alert.lifted":
      return words(published);
    case "margin.alert.added":
    case "margin.alert.changed":
    case "margin.alert.corrected":
      return words(published, now.appliedOn, now.shortOutstanding, now.longOutstanding);
    case "statistics.series.updated":
      return words(JSON.stringify(now.added));
    case "statistics.series.revised":
      return words(JSON.stringify(now.revisions));
    case "forum.comment.posted":
      return words(now.part);
    case "forum.ranking.entered":
    case "forum.ranking.left":
      return words(now.rank);
    case "forum.ranking.moved":
      return words(was?.rank, now.rank);
    default:
      return words(published, now.calculatedOn, now.seller, now.ratio);
  }
}
