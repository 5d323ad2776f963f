/** Makes a connection of who comes by the upgrade, within the limits. */
import type { Upgrade, Visitor } from "../../../lib/http/port.ts";
import { addressBlock } from "../../../lib/http/url.ts";
import { querySubscription } from "../frames/client-frames.ts";
import { subprotocol } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import type { Connection } from "./connection.ts";
import { noOwner } from "./consumers.ts";
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
