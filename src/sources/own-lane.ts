import { inLane } from "../lib/lane.ts";
import type { Polled, Source } from "./source.ts";

/**
 * The source, its requests waiting in a lane of its own where the service is limited. After a poll that failed, or of
 * which something could not be used, nothing is taken from memory: an answer that was spoilt on its way may have the
 * tag of the true one, and would be confirmed for as long as that stays the same.
 */
export function inOwnLane<Answer>(source: Source<Answer>): Source<Answer> {
  const { name } = source;
  let doubts = false;
  const ask = <Part extends Polled<unknown> | undefined>(work: () => Promise<Part>): Promise<Part> =>
    inLane(
      name,
      async () => {
        const before = doubts;
        doubts = true;
        const part = await work();
        doubts = part === undefined ? before : isSpoilt(part);
        return onwards(part);
      },
      doubts,
    );
  /** Whoever asks for the next part is in no lane. */
  const onwards = <Part extends Polled<unknown> | undefined>(part: Part): Part => {
    const next = part?.next;
    return next === undefined ? part : { ...part, next: () => ask(next) };
  };
  return {
    ...source,
    poll: (context) => ask(() => source.poll(context)),
    diff(answer, state) {
      const before = doubts;
      doubts = true;
      const compared = source.diff(answer, state);
      doubts = before;
      return compared;
    },
  };
}

function isSpoilt({ failures, oddities }: Polled<unknown>): boolean {
  return failures.length > 0 || (oddities?.badRecords.length ?? 0) > 0;
}
