/** What is put on a monitor from outside: rows of a service, subscribers, and what they asked for. */
import { WebSocket } from "ws";
import { jstDay, lastWeekdays } from "../../../src/model/dates.ts";
import { type MarketWorld, marketService } from "../../support/services/market.ts";
import { type Served, serve } from "../../support/services/serve.ts";

export interface MarketLoad extends Served {
  readonly market: string;
  /** So many sellers report a first position, all on one page. */
  report(count: number): void;
}

export async function openMarket(): Promise<MarketLoad> {
  const world: MarketWorld = { margin: [], shorts: [], names: {} };
  const served = await serve({ market: marketService(world, "documented") });
  const [day = ""] = lastWeekdays(jstDay(Date.now()), 1);
  return {
    ...served,
    market: `${served.url}/market/v2`,
    report(count) {
      world.shorts = Array.from({ length: count }, (_, at) => ({
        ...{ code: String(1_300 + (at % 4_000)), seller: `Example Capital ${Math.floor(at / 4_000)}` },
        ...{ ratio: 0.6, shares: 1_000 + at, calculatedOn: day, disclosedOn: day },
      }));
    },
  };
}

export interface Subscriber {
  readonly socket: WebSocket;
  /** Frames of each type so far. */
  count(type: string): number;
  send(frame: object): void;
  close(): void;
}

export async function subscribe(feed: string): Promise<Subscriber> {
  const socket = new WebSocket(feed, "yagura.v1");
  const counts = new Map<string, number>();
  socket.on("message", (data: Buffer) => {
    // The type stands first in each frame.
    const [, type = ""] = /^\{"type":"([a-z]+)"/.exec(data.subarray(0, 40).toString()) ?? [];
    counts.set(type, (counts.get(type) ?? 0) + 1);
  });
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("open", resolve));
  return {
    socket,
    count: (type) => counts.get(type) ?? 0,
    send: (frame) => socket.send(JSON.stringify(frame)),
    close: () => socket.terminate(),
  };
}
