/** Where the subscription of a consumer begins: by what it asks for, and by its place. */
import type { ConsumerPlace } from "../../../model/event.ts";
import { type LogBounds, type ResumeRequest, type Resumption, resume } from "./subscription.ts";

export interface ConsumerStart {
  readonly start: Resumption;
  /** The place to keep before the subscription begins; absent: it has that place. */
  readonly place?: ConsumerPlace;
}

/** @param known the place that is kept; undefined: the consumer is a new one */
export function consumerStart(
  { since, epoch }: ResumeRequest,
  known: ConsumerPlace | undefined,
  log: LogBounds,
): ConsumerStart {
  if (since === "snapshot") {
    const start = resume({ since }, log);
    if (known !== undefined) return { start };
    // Until it has all of its snapshot, it has nothing.
    return { start, place: { epoch: log.epoch, seq: start.since, lostFrom: 1 } };
  }
  if (since === "start") return asked({ epoch: log.epoch, seq: log.oldest - 1 }, known, log);
  if (since !== undefined) return asked({ epoch: epoch ?? log.epoch, seq: since }, known, log);
  if (known !== undefined) return asked(known, known, log);
  const start = resume({}, log);
  return { start, place: { epoch: log.epoch, seq: start.since } };
}

function asked(place: ConsumerPlace, known: ConsumerPlace | undefined, log: LogBounds): ConsumerStart {
  const start = resume({ since: place.seq, epoch: place.epoch }, log);
  // What is lost is said again until the consumer was seen to go on behind it.
  if (place.epoch !== log.epoch || place.seq > log.head)
    return { start, place: { epoch: log.epoch, seq: log.head, lostFrom: 1 } };
  const { lostFrom } = place;
  if (lostFrom !== undefined)
    return { start: { since: start.since, recovered: false, gap: { from: lostFrom, to: start.since } } };
  const isKnown = known?.epoch === place.epoch && known.seq === place.seq && known.lostFrom === undefined;
  return isKnown ? { start } : { start, place };
}
