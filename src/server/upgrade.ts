/** Lets an upgrade request through to what stands at its path, or refuses it. */
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Caller, Upgrade } from "../lib/http/port.ts";
import { strictHeaders } from "./answer.ts";
import {
  type ClientAddress,
  type HostRules,
  hasOneHost,
  hostAllowed,
  originAllowed,
  requestUrl,
} from "./request.ts";
import type { SessionConnections } from "./session-cookie.ts";
import { offeredProtocols, refusals, type TokenGuard } from "./token-guard.ts";

export type UpgradeSide = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface UpgradeSideOptions extends HostRules {
  readonly guard: TokenGuard;
  readonly upgrades: readonly Upgrade[];
  readonly addressOf: ClientAddress;
  readonly connections: SessionConnections;
  /** A fault of ours; the socket was dropped. */
  failed(what: string, error: unknown): void;
}

export function createUpgradeSide(options: UpgradeSideOptions): UpgradeSide {
  const { addressOf, connections, failed } = options;
  return (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    decideUpgrade(request, options)
      .then((decision) => {
        if (!decision.ok) return refuse(socket, decision);
        const { upgrade, query, caller } = decision;
        upgrade.accept(request, socket, head, {
          ...caller,
          query,
          address: addressOf(request),
          whenSignedOut: (end) => connections.enter(request, caller.until, end),
        });
      })
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

interface Refusal {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 404 | 429;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type UpgradeDecision =
  | { readonly ok: true; upgrade: Upgrade; query: URLSearchParams; caller: Caller }
  | Refusal;

/** Decides whether a request may become a connection; every refusal comes before the upgrade, with an HTTP status. */
async function decideUpgrade(request: IncomingMessage, rules: UpgradeSideOptions): Promise<UpgradeDecision> {
  const { headers } = request;
  if (!hasOneHost(request)) return refusal(400, "Name one Host.");
  const url = requestUrl(request);
  const upgrade = rules.upgrades.find(({ path }) => path === url?.pathname);
  if (url === undefined || upgrade === undefined) {
    const known = rules.upgrades.map(({ about, path }) => `${about} is at ${path}.`);
    return refusal(404, known.join(" "));
  }
  if (!hostAllowed(headers, rules)) return refusal(403, "This Host is not the monitor's.");
  const caller = await rules.guard.admit(request, "read");
  if (!caller.ok) return { ok: false, ...refusals[caller.refused] };
  if (!originAllowed(headers, rules)) return refusal(403, "Pages of this Origin may not connect.");
  const offered = offeredProtocols(headers);
  if (offered.length > 0 && !offered.includes(upgrade.subprotocol))
    return refusal(400, `Offer the subprotocol ${upgrade.subprotocol}, or none.`);
  return oddHandshake(request) ?? { ok: true, upgrade, query: url.searchParams, caller };
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
