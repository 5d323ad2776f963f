/** A subscriber of the feed without a network: the real protocol, and what it sent. */
import type { Clock } from "../../lib/clock.ts";
import type { ConsumerPlaces } from "../../model/event.ts";
import { namesOf } from "../../model/event-types.ts";
import type { Frame, Staged } from "../member.ts";
import type { OutputParts } from "../output.ts";
import type { Parts } from "../present.ts";
import { Consumers } from "./connections/consumers.ts";
import { Hub } from "./connections/hub.ts";
import type { FeedSocket } from "./connections/socket.ts";

/**
 * Subscribes to what comes from now on; the answers to that are passed over.
 * @param asked what a subscribe frame says besides its type and id
 */
export function openStagedSubscriber(
  asked: Readonly<Record<string, unknown>> | undefined,
  { events, types, ...filters }: Pick<OutputParts, "events" | "types" | "compileFilter" | "watchlists">,
): Staged {
  const frames: Frame[] = [];
  const deferred: (() => void)[] = [];
  // No heartbeat comes and nobody is slow: the test's time passes in jumps.
  const clock: Clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };
  const hub = new Hub({
    log: events,
    clock,
    // Nothing that stood before is new, and nobody comes a second time.
    present: { alerts: nothing, sources: () => [], items: nothing },
    consumers: new Consumers({ places: noPlaces, clock, failed: () => {} }),
    ...filters,
    eventTypes: namesOf(types),
    heartbeatMs: 15_000,
    simulated: [],
    sources: () => ({}),
    sliceMs: -1,
    defer: (call) => deferred.push(call),
  });
  const run = (): void => {
    for (let next = deferred.shift(); next !== undefined; next = deferred.shift()) next();
  };
  const connection = hub.open(collecting(frames), undefined, () => {});
  connection.onMessage(JSON.stringify({ type: "subscribe", id: "test", ...asked }));
  run();
  frames.length = 0;
  return {
    wake() {
      hub.wake();
      run();
    },
    take: () => frames.splice(0),
  };
}

const nothing = (): Parts<never> => ({ next: () => ({ done: true, value: true }) });

const noPlaces: ConsumerPlaces = {
  ...{ place: () => undefined, owner: () => undefined, count: () => 0, all: () => [] },
  ...{ forget: () => false, keep: () => {} },
};

function collecting(frames: Frame[]): FeedSocket {
  return {
    bufferedAmount: 0,
    write: (sent) => void frames.push(...sent.map((frame) => JSON.parse(textOf(frame)))),
    writeNow: () => false,
    ping: () => {},
    pong: () => {},
    close: () => {},
    terminate: () => {},
  };
}

/** The text of a whole unmasked frame: its length says how long its head is. */
function textOf(frame: Buffer): string {
  const short = frame[1] ?? 0;
  return frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10).toString();
}
