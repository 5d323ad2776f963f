/** Who comes to the feed by the port: readers by the upgrade, within the limits, and operators who ask about consumers. */
import * as z from "zod";
import type { JsonRoute, Upgrade, Visitor } from "../../../lib/http/port.ts";
import { addressBlock } from "../../../lib/http/url.ts";
import type { LogReader } from "../../../model/event.ts";
import { consumerPaths, toldConsumer } from "../../../model/page/sources.ts";
import { StoreError } from "../../../model/store-faults.ts";
import { querySubscription } from "../frames/client-frames.ts";
import { subprotocol } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Connection } from "./connection.ts";
import { type Consumers, noOwner } from "./consumers.ts";
import type { Hub } from "./hub.ts";
import { createSocketServer } from "./socket.ts";

/** Takes the visitors of /feed into a hub. */
export function feedUpgrade(hub: Hub, most: ConnectionLimits): Upgrade {
  const takePlace = connectionCounts(most);
  const sockets = createSocketServer({
    subprotocol,
    maxPayloadBytes: limits.frameBytes,
    maxPieces: limits.messagePieces,
  });
  return {
    path: "/feed",
    about: "The feed",
    subprotocol,
    accept: (request, socket, head, visitor) =>
      sockets.accept(request, socket, head, (made) => {
        const giveBack = takePlace(visitor.address);
        // Told over the WebSocket, because browsers do not show a page why a handshake failed.
        if (giveBack === undefined) return hub.turnAway(made);
        let opened: Connection | undefined;
        const leave = visitor.whenSignedOut(() => opened?.close("signed-out"));
        opened = hub.open(
          made,
          querySubscription(visitor.query),
          () => {
            leave();
            giveBack();
          },
          { owner: ownerOf(visitor), mayAct: visitor.right === "act" },
        );
        return opened;
      }),
    drop: () => hub.terminate(),
  };
}

/** Who has the consumers of a connection. With a session one reads alone: other servers of the host see its cookie. */
function ownerOf({ token, until, address }: Visitor): string {
  if (until !== undefined) return noOwner;
  return token === undefined ? `address:${addressBlock(address)}` : ownerOfToken(token);
}

/** @param token its name, as a caller has it */
export function ownerOfToken(token: string): string {
  return `token:${token}`;
}

export interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
}

/** Counts connections, in all and by address. The answer takes a place, and gives what gives it back; undefined: none is free. */
function connectionCounts({ maxConnections, maxConnectionsPerAddress }: ConnectionLimits) {
  const byAddress = new Map<string, number>();
  let total = 0;
  const add = (address: string, count: number) => {
    const left = (byAddress.get(address) ?? 0) + count;
    total += count;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  };
  return (address: string): (() => void) | undefined => {
    if (total >= maxConnections || (byAddress.get(address) ?? 0) >= maxConnectionsPerAddress)
      return undefined;
    add(address, 1);
    return () => add(address, -1);
  };
}

// Calls of operators about the consumers: which there are, and to forget one.

const forgetBody = z.strictObject({ name: z.string().min(1).max(64) });

/** 200: done; 400: it cannot be meant; 404: there is none of that name; 503: unwritten. */
export function consumerRoutes(consumers: Consumers, log: LogReader): JsonRoute[] {
  return [
    {
      right: "act",
      method: "GET",
      path: consumerPaths.list,
      answer() {
        const told = consumers
          .list()
          .map(({ isConnected, ...place }) => ({ ...toldConsumer(place, log), isConnected }));
        return { status: 200, body: { consumers: told } };
      },
    },
    {
      right: "act",
      method: "POST",
      path: consumerPaths.forget,
      answer({ body }) {
        const asked = forgetBody.safeParse(body);
        if (!asked.success) return { status: 400, body: { error: "name a consumer: `name`" } };
        return forgotten(asked.data.name, consumers);
      },
    },
  ];
}

function forgotten(name: string, consumers: Consumers): { status: number; body: object } {
  try {
    if (consumers.forget(name)) return { status: 200, body: { name } };
    return {
      status: 404,
      body: { error: "there is no such consumer: `yagura consumers list` shows those that are" },
    };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { status: 503, body: { error: error.message } };
  }
}
