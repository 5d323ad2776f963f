import { inLane } from "../lib/lane.ts";
import type { Polled, Source } from "./source.ts";

/** The source, its requests waiting in a lane of its own where the service is limited. */
export function inOwnLane<Answer>(source: Source<Answer>): Source<Answer> {
  const { name } = source;
  return {
    ...source,
    poll: (context) => inLane(name, async () => onwards(name, await source.poll(context))),
  };
}

/** Whoever asks for the next part is in no lane. */
function onwards<Part extends Polled<unknown> | undefined>(lane: string, part: Part): Part {
  const next = part?.next;
  if (next === undefined) return part;
  return { ...part, next: () => inLane(lane, async () => onwards(lane, await next())) };
}
