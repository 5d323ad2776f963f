/** A subscriber of the feed without a network: the real protocol, and what it sent. */

import type { WrittenTest } from "../../app/test-files/test-file-schema.ts";
import type { EventTypes } from "../../model/known-types.ts";
import { namesOf } from "../../model/known-types.ts";
import type { LogReader } from "../../model/log.ts";
import type { FeedSocket } from "../../outputs/feed/feed-socket.ts";
import { Hub } from "../../outputs/feed/hub.ts";
import { createFilterCompiler } from "../../rules/filter.ts";

export type Frame = Readonly<Record<string, unknown>>;

export interface Subscriber {
  /** Sends what was committed. */
  wake(): void;
  /** The frames since the last call. */
  take(): Frame[];
}

/** Subscribed to what comes from now on; the answers to that are passed over. */
export function createSubscriber(
  log: LogReader,
  types: EventTypes,
  asked: WrittenTest["subscribe"],
): Subscriber {
  const frames: Frame[] = [];
  const deferred: (() => void)[] = [];
  const hub = new Hub({
    log,
    // No heartbeat comes and nobody is slow: the test's time passes in jumps.
    clock: { now: () => 0, elapsed: () => 0, after: () => () => {} },
    compileFilter: createFilterCompiler(types),
    eventTypes: namesOf(types),
    heartbeatMs: 15_000,
    simulated: [],
    sources: () => ({}),
    sliceMs: -1,
    defer: (call) => deferred.push(call),
    ended: () => {},
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

function collecting(frames: Frame[]): FeedSocket {
  return {
    bufferedAmount: 0,
    write: (sent) => void frames.push(...sent.map((frame) => JSON.parse(textOf(frame)))),
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
