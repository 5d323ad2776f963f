/** From an upgrade request to a connection of the hub, or to a refusal. */
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ConnectionCounts } from "./connection-counts.ts";
import { strictHeaders } from "./http-answer.ts";
import type { Hub } from "./hub.ts";
import { querySubscription } from "./query-subscription.ts";
import type { SocketServer } from "./socket.ts";
import { decideUpgrade, type UpgradeRules } from "./upgrade.ts";

export type UpgradeSide = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface UpgradeSideOptions {
  readonly rules: UpgradeRules;
  readonly hub: Hub;
  readonly counts: ConnectionCounts;
  readonly sockets: SocketServer;
}

export function createUpgradeSide({ rules, hub, counts, sockets }: UpgradeSideOptions): UpgradeSide {
  return (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const decision = decideUpgrade(request, rules);
    if (!decision.ok) return refuse(socket, decision.status, decision.message);
    sockets.accept(request, socket, head, (made) => {
      const giveBack = counts.take(addressOf(request.socket));
      // Told over the WebSocket, because browsers do not show a page why a handshake failed.
      if (giveBack === undefined) return hub.turnAway(made);
      return hub.open(made, querySubscription(decision.query), giveBack);
    });
  };
}

function addressOf(socket: Socket): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

function refuse(socket: Duplex, status: number, message: string): void {
  const headers = {
    ...strictHeaders,
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(message.length + 1),
    connection: "close",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${message}\n`);
}
