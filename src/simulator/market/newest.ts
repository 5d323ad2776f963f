/** Calls without a parameter: nothing documents them for what comes out day by day, and all of history is no answer. */
import { dayOf } from "../world/moment.ts";
import type { World } from "../world/world.ts";
import type { Endpoint } from "./endpoint.ts";

const reachDays = 90;

/** Whether a request has no parameter but for its place among the pages: one that it does not have is still a mistake. */
export function isBare(given: URLSearchParams): boolean {
  return [...given].every(([name, value]) => name === "pagination_key" || value.trim() === "");
}

/** The date of an endpoint's newest records; undefined where a date alone is no query. */
export function newestDate(world: World, { anyOf, find }: Endpoint, at: number): string | undefined {
  if (!anyOf?.includes("date")) return undefined;
  const today = dayOf(at);
  for (let day = today; day > today - reachDays; day -= 1) {
    const date = world.calendar.dateOf(day);
    if (find(world, { date }, at, "premium").length > 0) return date;
  }
  return world.calendar.dateOf(today);
}
