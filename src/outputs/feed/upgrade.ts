/** Whether a request may become a connection; every refusal comes before the upgrade, with an HTTP status. */
import type { IncomingMessage } from "node:http";
import { type HostRules, hostAllowed, originAllowed } from "./hosts.ts";
import { requestUrl } from "./request-url.ts";
import { offeredProtocols, subprotocol } from "./tokens.ts";

export interface UpgradeRules extends HostRules {
  readonly tokenValid: (headers: IncomingMessage["headers"]) => boolean;
}

export type UpgradeDecision =
  | { ok: true; query: URLSearchParams }
  | { ok: false; status: 400 | 401 | 403 | 404; message: string };

export function decideUpgrade(request: IncomingMessage, rules: UpgradeRules): UpgradeDecision {
  const url = requestUrl(request);
  if (url?.pathname !== "/feed") return { ok: false, status: 404, message: "The feed is at /feed." };
  const { headers } = request;
  if (!hostAllowed(headers, rules)) {
    return { ok: false, status: 403, message: "This Host is not the monitor's." };
  }
  if (!rules.tokenValid(headers)) return { ok: false, status: 401, message: "A token is needed." };
  if (!originAllowed(headers, rules)) {
    return { ok: false, status: 403, message: "Pages of this Origin may not connect." };
  }
  const offered = offeredProtocols(headers);
  if (offered.length > 0 && !offered.includes(subprotocol)) {
    return { ok: false, status: 400, message: `Offer the subprotocol ${subprotocol}, or none.` };
  }
  return { ok: true, query: url.searchParams };
}
