/** From an upgrade request to a connection of the hub, or to a refusal. */
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ConnectionCounts } from "./connection-counts.ts";
import { strictHeaders } from "./http-answer.ts";
import type { Hub } from "./hub.ts";
import { querySubscription } from "./query-subscription.ts";
import { remoteAddress } from "./remote-address.ts";
import type { SocketServer } from "./socket.ts";
import { decideUpgrade, type Refusal, type UpgradeRules } from "./upgrade.ts";

export type UpgradeSide = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface UpgradeSideOptions {
  readonly rules: UpgradeRules;
  readonly hub: Hub;
  readonly counts: ConnectionCounts;
  readonly sockets: SocketServer;
  /** A fault of ours; the socket was dropped. */
  failed(what: string, error: unknown): void;
}

export function createUpgradeSide({ rules, hub, counts, sockets, failed }: UpgradeSideOptions): UpgradeSide {
  return (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const accept = (query: URLSearchParams): void =>
      sockets.accept(request, socket, head, (made) => {
        const giveBack = counts.take(remoteAddress(request.socket));
        // Told over the WebSocket, because browsers do not show a page why a handshake failed.
        if (giveBack === undefined) return hub.turnAway(made);
        return hub.open(made, querySubscription(query), giveBack);
      });
    decideUpgrade(request, rules)
      .then((decision) => (decision.ok ? accept(decision.query) : refuse(socket, decision)))
      .catch((error: unknown) => {
        failed("upgrade", error);
        socket.destroy();
      });
  };
}

function refuse(socket: Duplex, { status, message, headers: more }: Refusal): void {
  const headers = {
    ...strictHeaders,
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(message.length + 1),
    connection: "close",
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${message}\n`);
}
