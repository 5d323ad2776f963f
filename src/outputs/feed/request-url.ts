import type { IncomingMessage } from "node:http";

/** Path and query of a request; undefined where they cannot be read. The host part means nothing. */
export function requestUrl(request: IncomingMessage): URL | undefined {
  const { url } = request;
  // "//x" would name a host, and an absolute address is for proxies.
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return undefined;
  const whole = `http://localhost${url}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}
