/** Fields that the service added to its answers while it was watched. */
import { dayOf } from "../../world/moment.ts";
import type { World } from "../../world/world.ts";

/** Since when bars have `MktCap`, and what `/fins/...` answers has `ExRT`. */
const addedOn = "2026-08-10";

export function hasAdditions({ calendar }: World, at: number): boolean {
  return calendar.dateOf(dayOf(at)) >= addedOn;
}
