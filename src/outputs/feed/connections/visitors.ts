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
  const counts = new ConnectionCounts(most);
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
        const giveBack = counts.take(visitor.address);
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

/** Counts the connections, in all and by address, against their limits. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
}

export class ConnectionCounts {
  readonly #limits: ConnectionLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Takes a place; undefined when none is free. The answer gives it back, once. */
  take(address: string): (() => void) | undefined {
    const from = this.#byAddress.get(address) ?? 0;
    const { maxConnections, maxConnectionsPerAddress } = this.#limits;
    if (this.#total >= maxConnections || from >= maxConnectionsPerAddress) return undefined;
    this.#total += 1;
    this.#byAddress.set(address, from + 1);
    return () => this.#giveBack(address);
  }

  #giveBack(address: string): void {
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    this.#total -= 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
