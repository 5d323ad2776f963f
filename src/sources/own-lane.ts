import { inLane } from "../lib/lane.ts";
import type { Source } from "./source.ts";

/** The source, its requests waiting in a lane of its own where the service is limited. */
export function inOwnLane(source: Source): Source {
  return { ...source, poll: (context) => inLane(source.name, () => source.poll(context)) };
}
