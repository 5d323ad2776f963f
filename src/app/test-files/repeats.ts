import { parseDuration } from "../../model/duration.ts";
import type { ExampleEvent } from "../../rules/example-schema.ts";

type Given = readonly Pick<ExampleEvent, "repeat">[];

/** How many events these stand for. */
export function countOf(events: Given): number {
  return events.reduce((sum, { repeat }) => sum + (repeat?.times ?? 1), 0);
}

/** How long they last, all together. */
export function lastingMs(events: Given): number {
  return events.reduce((sum, { repeat }) => {
    const every = repeat && parseDuration(repeat.every);
    return every !== undefined && "ms" in every ? sum + ((repeat?.times ?? 1) - 1) * every.ms : sum;
  }, 0);
}
