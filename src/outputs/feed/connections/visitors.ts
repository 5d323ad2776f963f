/** Who comes to the feed by the port: readers by the upgrade or for an answer, within the limits, and operators who ask about consumers. */
import * as z from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type {
  Caller,
  Guest,
  JsonRoute,
  Port,
  StreamRoute,
  Upgrade,
  Visitor,
} from "../../../lib/http/port.ts";
import { addressBlock } from "../../../lib/http/url.ts";
import type { LogReader } from "../../../model/event.ts";
import { consumerPaths, toldConsumer } from "../../../model/page/sources.ts";
import { StoreError } from "../../../model/store-faults.ts";
import { queryAnswer, querySubscription } from "../frames/client-frames.ts";
import { closings, subprotocol } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Connection } from "./connection.ts";
import { type Consumers, noOwner } from "./consumers.ts";
import type { FeedReader, Hub } from "./hub.ts";
import { LogAnswer, refuseAnswer } from "./log-answer.ts";
import { createSocketServer } from "./socket.ts";

/** Takes the visitors of /feed and /log into a hub. */
export function createVisitors(
  hub: Hub,
  most: ConnectionLimits & { readonly clock: Clock },
): Pick<Guest, "upgrade" | "streams"> {
  const takePlace = connectionCounts(most);
  return { upgrade: feedUpgrade(hub, takePlace), streams: [logRoute(hub, takePlace, most.clock)] };
}

function logRoute(hub: Hub, takePlace: TakePlace, clock: Clock): StreamRoute {
  return {
    path: "/log",
    answer(response, visitor) {
      const giveBack = takePlace(visitor.address);
      if (giveBack === undefined)
        return refuseAnswer(response, {
          status: 429,
          error: "too-many",
          retryAfterMs: closings["too-many"].retryAfterMs,
        });
      const asked = queryAnswer(visitor.query);
      const answer = new LogAnswer(response, asked, clock);
      let opened: Connection | undefined;
      const leave = visitor.whenSignedOut(() => opened?.close("signed-out"));
      const gone = () => {
        leave();
        giveBack();
      };
      opened = hub.open(answer, asked.read, gone, readerOf(visitor));
      answer.open(opened);
    },
  };
}

function feedUpgrade(hub: Hub, takePlace: TakePlace): Upgrade {
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
          readerOf(visitor),
        );
        return opened;
      }),
    drop: () => hub.terminate(),
  };
}

function readerOf(visitor: Visitor): FeedReader {
  return { owner: ownerOf(visitor), mayAct: visitor.right === "act" };
}

/** Who has the consumers of a connection. With a session one reads alone: other servers of the host see its cookie. */
function ownerOf({ until, address, ...caller }: Visitor): string {
  if (until !== undefined) return noOwner;
  return holderOf(caller) ?? `address:${addressBlock(address)}`;
}

/** The owner that a token stands for: its person, or by itself; undefined: there is none. */
function holderOf({ token, person }: Pick<Caller, "token" | "person">): string | undefined {
  if (person !== undefined) return `person:${person}`;
  return token === undefined ? undefined : `token:${token}`;
}

/**
 * Who has the consumers of each owner that the settings know. What a token left before it was a person's is that
 * person's, and never anybody's.
 */
export function holdersOf(tokens: Port["tokens"]): ReadonlyMap<string | undefined, string> {
  const holders = new Map<string | undefined, string>();
  for (const one of tokens) {
    const holder = holderOf(one) ?? noOwner;
    for (const owner of [holder, holderOf({ token: one.token })]) holders.set(owner, holder);
  }
  return holders;
}

export interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
}

/** Takes a place for a connection from an address, and gives what gives it back; undefined: none is free. */
type TakePlace = (address: string) => (() => void) | undefined;

/** Counts connections, in all and by address. */
function connectionCounts({ maxConnections, maxConnectionsPerAddress }: ConnectionLimits): TakePlace {
  const byAddress = new Map<string, number>();
  let total = 0;
  const add = (address: string, count: number) => {
    const left = (byAddress.get(address) ?? 0) + count;
    total += count;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  };
  return (address) => {
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

async function forgotten(name: string, consumers: Consumers): Promise<{ status: number; body: object }> {
  try {
    if (await consumers.forget(name)) return { status: 200, body: { name } };
    return {
      status: 404,
      body: { error: "there is no such consumer: `yagura consumers list` shows those that are" },
    };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { status: 503, body: { error: error.message } };
  }
}
