/** What a request shows of the configured tokens. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export const subprotocol = "yagura.v1";
const bearerProtocol = "bearer.";

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols(headers: IncomingHttpHeaders): string[] {
  const offered = headers["sec-websocket-protocol"];
  return offered === undefined ? [] : offered.split(",").map((name) => name.trim());
}

/** `token` is the place of the right one among those that are configured. */
type Shown = { kind: "right"; token: number } | { kind: "wrong" } | { kind: "missing" };

export type TokenCheck = (headers: IncomingHttpHeaders) => Shown;

export function createTokenCheck(tokens: readonly string[]): TokenCheck {
  const known = tokens.map(digest);
  return (headers) => {
    const sent = sentTokens(headers);
    if (sent.length === 0) return { kind: "missing" };
    const right = sent.map((token) => placeOf(digest(token), known)).find((place) => place >= 0);
    return right === undefined ? { kind: "wrong" } : { kind: "right", token: right };
  };
}

function sentTokens(headers: IncomingHttpHeaders): string[] {
  const authorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const offered = offeredProtocols(headers).filter((name) => name.startsWith(bearerProtocol));
  const tokens = offered.map((name) => name.slice(bearerProtocol.length));
  return authorization === undefined ? tokens : [authorization, ...tokens];
}

/** Takes the same time whichever token it is, and however much of it is right. */
function placeOf(sent: Buffer, known: readonly Buffer[]): number {
  let found = -1;
  for (const [place, one] of known.entries()) if (timingSafeEqual(sent, one)) found = place;
  return found;
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
