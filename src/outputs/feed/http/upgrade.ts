/** Makes an upgrade request a connection of the hub, or refuses it. */
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Connection } from "../connections/connection.ts";
import { noOwner } from "../connections/consumers.ts";
import type { Hub } from "../connections/hub.ts";
import type { SocketServer } from "../connections/socket.ts";
import { querySubscription } from "../frames/client-frames.ts";
import { strictHeaders } from "./answer.ts";
import type { ClientAddress } from "./client-address.ts";
import { addressBlock } from "./guesses.ts";
import { type HostRules, hasOneHost, hostAllowed, originAllowed, requestUrl } from "./request.ts";
import type { SessionConnections } from "./sessions.ts";
import { type Caller, offeredProtocols, refusals, subprotocol, type TokenGuard } from "./token-guard.ts";

export type UpgradeSide = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface UpgradeSideOptions {
  readonly rules: UpgradeRules;
  readonly hub: Hub;
  readonly counts: ConnectionCounts;
  readonly addressOf: ClientAddress;
  readonly connections: SessionConnections;
  readonly sockets: SocketServer;
  /** A fault of ours; the socket was dropped. */
  failed(what: string, error: unknown): void;
}

export function createUpgradeSide(options: UpgradeSideOptions): UpgradeSide {
  const { rules, hub, counts, addressOf, connections, sockets, failed } = options;
  return (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const accept = ({ query, caller }: { query: URLSearchParams; caller: Caller }): void =>
      sockets.accept(request, socket, head, (made) => {
        const giveBack = counts.take(addressOf(request));
        // Told over the WebSocket, because browsers do not show a page why a handshake failed.
        if (giveBack === undefined) return hub.turnAway(made);
        let opened: Connection | undefined;
        const leave = connections.enter(request, caller.until, () => opened?.close("signed-out"));
        opened = hub.open(
          made,
          querySubscription(query),
          () => {
            leave();
            giveBack();
          },
          { owner: ownerOf(caller, addressOf(request)), mayAct: caller.right === "act" },
        );
        return opened;
      });
    decideUpgrade(request, rules)
      .then((decision) => (decision.ok ? accept(decision) : refuse(socket, decision)))
      .catch((error: unknown) => {
        failed("upgrade", error);
        socket.destroy();
      });
  };
}

/** Who has the consumers of a connection. With a session one reads alone: other servers of the host see its cookie. */
function ownerOf({ token, until }: Caller, address: string): string {
  if (until !== undefined) return noOwner;
  return token === undefined ? `address:${addressBlock(address)}` : ownerOfToken(token);
}

/** @param token its name, as a caller has it */
export function ownerOfToken(token: string): string {
  return `token:${token}`;
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

interface UpgradeRules extends HostRules {
  readonly guard: TokenGuard;
}

interface Refusal {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 404 | 429;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type UpgradeDecision = { ok: true; query: URLSearchParams; caller: Caller } | Refusal;

/** Decides whether a request may become a connection; every refusal comes before the upgrade, with an HTTP status. */
async function decideUpgrade(request: IncomingMessage, rules: UpgradeRules): Promise<UpgradeDecision> {
  const { headers } = request;
  if (!hasOneHost(request)) return refusal(400, "Name one Host.");
  const url = requestUrl(request);
  if (url?.pathname !== "/feed") return refusal(404, "The feed is at /feed.");
  if (!hostAllowed(headers, rules)) return refusal(403, "This Host is not the monitor's.");
  const caller = await rules.guard.admit(request, "read");
  if (!caller.ok) return { ok: false, ...refusals[caller.refused] };
  if (!originAllowed(headers, rules)) return refusal(403, "Pages of this Origin may not connect.");
  const offered = offeredProtocols(headers);
  if (offered.length > 0 && !offered.includes(subprotocol)) {
    return refusal(400, `Offer the subprotocol ${subprotocol}, or none.`);
  }
  return oddHandshake(request) ?? { ok: true, query: url.searchParams, caller };
}

/** Refuses handshakes that RFC 6455 does not allow and the library lets through. */
function oddHandshake({ headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (httpVersion !== "1.1") return refusal(400, "A WebSocket begins with HTTP/1.1.");
  // Whatever follows the head would be read as frames.
  const hasBody = Number(headers["content-length"] ?? 0) !== 0 || headers["transfer-encoding"] !== undefined;
  if (hasBody) return refusal(400, "A handshake has no body.");
  // Version 8 names its Origin elsewhere.
  if (headers["sec-websocket-version"] === "13") return undefined;
  return { ...refusal(400, "The version of WebSocket is 13."), headers: { "sec-websocket-version": "13" } };
}

function refusal(status: Refusal["status"], message: string): Refusal {
  return { ok: false, status, message };
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
