/** Readers of the feed without a network: they drop now and then and go on from what they have, as clients do. */
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { LogReader } from "../../../src/model/event.ts";
import { namesOf } from "../../../src/model/event-types.ts";
import type { Connection } from "../../../src/outputs/feed/connections/connection.ts";
import { Consumers } from "../../../src/outputs/feed/connections/consumers.ts";
import { Hub } from "../../../src/outputs/feed/connections/hub.ts";
import type { FeedSocket } from "../../../src/outputs/feed/connections/socket.ts";
import { createFilterCompiler } from "../../../src/rules/sets/filter.ts";
import { MemoryConsumers } from "../../support/memory-consumers.ts";
import { MemoryPresent } from "../../support/memory-present.ts";

interface Got {
  readonly seq: number;
  /** The event as JSON. */
  readonly json: string;
}

export interface DayReader {
  readonly got: readonly Got[];
  /** What no reader may hear: that something is missing, or of another log. */
  readonly odd: readonly string[];
  connect(hub: Hub): void;
  drop(): void;
}

/** @param clock of the readers' sockets: nobody is slow, and no heart beats */
export function openHub(log: LogReader): Hub {
  const clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };
  return new Hub({
    log,
    clock,
    present: new MemoryPresent(),
    consumers: new Consumers({ places: new MemoryConsumers(), clock, failed: () => {} }),
    compileFilter: createFilterCompiler(builtInTypes),
    eventTypes: namesOf(builtInTypes),
    watchlists: () => ({}),
    heartbeatMs: 15_000,
    simulated: [],
    sources: () => ({}),
    sliceMs: 20,
    defer: (call) => setImmediate(call),
  });
}

export function createReader(): DayReader {
  const got: Got[] = [];
  const odd: string[] = [];
  let epoch: string | undefined;
  let connection: Connection | undefined;
  const hear = (frame: Record<string, unknown>): void => {
    if (frame.type === "event") got.push({ seq: Number(frame.seq), json: JSON.stringify(frame.event) });
    if (frame.type === "welcome" && epoch !== undefined && frame.epoch !== epoch) odd.push("another epoch");
    if (frame.type === "welcome") epoch ??= String(frame.epoch);
    if (frame.type === "subscribed" && frame.recovered !== true) odd.push("a gap");
    if (frame.type === "error") odd.push(String(frame.message));
  };
  const drop = (): void => {
    connection?.onGone();
    connection = undefined;
  };
  return {
    got,
    odd,
    connect(hub) {
      drop();
      let isOpen = true;
      const socket: FeedSocket = {
        bufferedAmount: 0,
        write: (frames) => {
          if (isOpen) for (const frame of frames) hear(JSON.parse(textOf(frame)));
        },
        writeNow: () => false,
        ping: () => {},
        pong: () => {},
        close: () => {},
        terminate: () => {},
      };
      const own = hub.open(socket, undefined, () => {
        isOpen = false;
      });
      connection = own;
      const since = got.at(-1)?.seq ?? "start";
      own.onMessage(JSON.stringify({ type: "subscribe", id: "all", since, ...(epoch ? { epoch } : {}) }));
    },
    drop,
  };
}

/** The text of a whole unmasked frame: its length says how long its head is. */
function textOf(frame: Buffer): string {
  const short = frame[1] ?? 0;
  return frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10).toString();
}
