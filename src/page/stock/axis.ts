/** The axis of time that a view asks for: some days up to now, or from one day to another. */
import * as z from "zod";
import { isSimulated, type UpstreamName } from "../../config/services.ts";
import { addDays, isDay, jstDay } from "../../model/dates.ts";
import type { PageParts } from "../index.ts";
import { dayStart } from "../past/service-time.ts";

const day = z.string().refine(isDay, { error: "a day is written YYYY-MM-DD" });

/** Most days that are asked for: what is older than all services. */
const mostDays = 36_500;

export const axisQuery = {
  from: day.optional(),
  to: day.optional(),
  days: z.coerce.number().int().min(1).max(mostDays).default(180),
};

export interface Axis {
  /** Days in Japan, both included. */
  readonly period: { readonly from: string; readonly to: string };
  /** ms since 1970. */
  readonly from: number;
  readonly to: number;
}

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days: number;
}

/** The latest time that one of these services has, ms since 1970: a made-up one may be months behind the clock. */
export function latestTime(
  services: readonly UpstreamName[],
  { config, now, servicesNow }: Pick<PageParts, "config" | "now" | "servicesNow">,
): number {
  return Math.max(...services.map((name) => (isSimulated(config, name) ? servicesNow() : now())));
}

/** @param now the latest time that a service has, ms since 1970 */
export function axisOf({ from, to, days }: Asked, now: number): Axis {
  const today = jstDay(now);
  const last = to === undefined || to > today ? today : to;
  const first = from ?? addDays(last, 1 - days);
  const isOrdered = first <= last;
  const period = { from: isOrdered ? first : last, to: last };
  return { period, from: dayStart(period.from), to: last === today ? now : dayStart(addDays(last, 1)) - 1 };
}
