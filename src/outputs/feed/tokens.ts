/** Whether a request carries one of the configured tokens. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export const subprotocol = "yagura.v1";
const bearerProtocol = "bearer.";

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols(headers: IncomingHttpHeaders): string[] {
  const offered = headers["sec-websocket-protocol"];
  return offered === undefined ? [] : offered.split(",").map((name) => name.trim());
}

/** Without tokens everybody is let in. */
export function createTokenCheck(tokens: readonly string[]): (headers: IncomingHttpHeaders) => boolean {
  if (tokens.length === 0) return () => true;
  const known = tokens.map(digest);
  return (headers) => sentTokens(headers).some((token) => isKnown(digest(token), known));
}

function sentTokens(headers: IncomingHttpHeaders): string[] {
  const authorization = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const offered = offeredProtocols(headers).filter((name) => name.startsWith(bearerProtocol));
  const tokens = offered.map((name) => name.slice(bearerProtocol.length));
  return authorization === undefined ? tokens : [authorization, ...tokens];
}

/** Takes the same time whichever token it is, and however much of it is right. */
function isKnown(sent: Buffer, known: readonly Buffer[]): boolean {
  let found = false;
  for (const one of known) if (timingSafeEqual(sent, one)) found = true;
  return found;
}

function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
