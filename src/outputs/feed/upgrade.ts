/** Whether a request may become a connection; every refusal comes before the upgrade, with an HTTP status. */
import type { IncomingMessage } from "node:http";
import { type HostRules, hasOneHost, hostAllowed, originAllowed } from "./hosts.ts";
import { requestUrl } from "./request-url.ts";
import { refusals, type TokenGuard } from "./token-guard.ts";
import { offeredProtocols, subprotocol } from "./tokens.ts";

export interface UpgradeRules extends HostRules {
  readonly guard: TokenGuard;
}

export interface Refusal {
  readonly ok: false;
  readonly status: 400 | 401 | 403 | 404 | 429;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type UpgradeDecision = { ok: true; query: URLSearchParams } | Refusal;

export async function decideUpgrade(request: IncomingMessage, rules: UpgradeRules): Promise<UpgradeDecision> {
  const { headers } = request;
  if (!hasOneHost(request)) return refusal(400, "Name one Host.");
  const url = requestUrl(request);
  if (url?.pathname !== "/feed") return refusal(404, "The feed is at /feed.");
  if (!hostAllowed(headers, rules)) return refusal(403, "This Host is not the monitor's.");
  const admission = await rules.guard.admit(request);
  if (admission !== "right") return { ok: false, ...refusals[admission] };
  if (!originAllowed(headers, rules)) return refusal(403, "Pages of this Origin may not connect.");
  const offered = offeredProtocols(headers);
  if (offered.length > 0 && !offered.includes(subprotocol)) {
    return refusal(400, `Offer the subprotocol ${subprotocol}, or none.`);
  }
  return oddHandshake(request) ?? { ok: true, query: url.searchParams };
}

/** What RFC 6455 does not allow and the library lets through. */
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
