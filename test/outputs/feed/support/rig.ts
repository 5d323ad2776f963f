/** The protocol without a network: a hub on a memory log, a clock and turns that the test moves. */

import { builtInTypes } from "../../../../src/files/event-types.ts";
import type { Watchlists } from "../../../../src/model/watchlists.ts";
import type { CompileFilter } from "../../../../src/outputs/feed/connections/conditions.ts";
import { Consumers } from "../../../../src/outputs/feed/connections/consumers.ts";
import { Hub } from "../../../../src/outputs/feed/connections/hub.ts";
import { querySubscription } from "../../../../src/outputs/feed/frames/client-frames.ts";
import { createHandClock, type HandClock } from "../../../support/hand-clock.ts";
import { MemoryConsumers } from "../../../support/memory-consumers.ts";
import { MemoryLog } from "../../../support/memory-log.ts";
import { MemoryPresent } from "../../../support/memory-present.ts";
import { compileFilter as compileAny } from "./compile-filter.ts";
import { FakeSocket } from "./fake-socket.ts";

export interface Rig {
  readonly log: MemoryLog;
  readonly clock: HandClock;
  readonly hub: Hub;
  readonly present: MemoryPresent;
  readonly places: MemoryConsumers;
  readonly consumers: Consumers;
  /** Faults of ours that were reported. */
  readonly failures: string[];
  /** Connections that are gone. */
  gone(): number;
  /**
   * @param owner who has the consumers that it asks for
   * @param mayAct whether it is an operator's
   */
  connect(query?: string, owner?: string, mayAct?: boolean): FakeSocket;
  /** Runs what was deferred until nothing is; the number of turns it took. */
  settle(): number;
  /** Runs one deferred turn. */
  once(): void;
}

export interface RigOptions {
  readonly clock?: HandClock;
  readonly compileFilter?: CompileFilter;
  readonly watchlists?: () => Watchlists;
  readonly present?: MemoryPresent;
  readonly places?: MemoryConsumers;
}

export function createRig(
  log = new MemoryLog(),
  heartbeatMs = 15_000,
  {
    clock = createHandClock(),
    compileFilter = compileAny,
    watchlists = () => ({}),
    present = new MemoryPresent(),
    places = new MemoryConsumers(),
  }: RigOptions = {},
): Rig {
  const deferred: (() => void)[] = [];
  let gone = 0;
  const failures: string[] = [];
  const failed = (what: string, error: unknown) => void failures.push(`${what}: ${error}`);
  const holder = (owner: string) => (["token:one", "token:two"].includes(owner) ? owner : undefined);
  const consumers = new Consumers({ places, clock, failed, holder });
  const hub = new Hub({
    log,
    clock,
    present,
    consumers,
    compileFilter,
    watchlists,
    eventTypes: [...builtInTypes.known.keys()],
    heartbeatMs,
    simulated: ["market"],
    sources: () => ({ "margin-alerts": "ok" }),
    // Each turn is a slice of its own.
    sliceMs: -1,
    defer: (call) => deferred.push(call),
  });
  hub.start();
  return {
    log,
    clock,
    hub,
    present,
    places,
    consumers,
    failures,
    gone: () => gone,
    connect(query = "", owner = "address:127.0.0.1", mayAct = true) {
      const socket = new FakeSocket();
      const left = () => {
        gone += 1;
      };
      socket.events = hub.open(socket, querySubscription(new URLSearchParams(query)), left, {
        owner,
        mayAct,
      });
      return socket;
    },
    once: () => deferred.shift()?.(),
    settle() {
      let turns = 0;
      for (let next = deferred.shift(); next !== undefined; next = deferred.shift()) {
        next();
        turns += 1;
      }
      return turns;
    },
  };
}
