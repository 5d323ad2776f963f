/** Reads a request: its address, the path that it asks for, and whether it names a Host and an Origin that it may. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isLoopback } from "../../../lib/http/url.ts";

export interface HostRules {
  /** The address that the feed listens on. */
  readonly host: string;
  /** Origins of other sites whose pages may connect, such as https://desk.example.com. */
  readonly origins: readonly string[];
}

/** Whether one Host is named. Of several a proxy may see another one; HTTP/1.0 needs none. */
export function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const { host = [] } = headersDistinct;
  return host.length === 1 || (host.length === 0 && httpVersion === "1.0");
}

/** Whether the Host may be ours. A foreign name that leads here, as in DNS rebinding, is refused on loopback. */
export function hostAllowed(headers: IncomingHttpHeaders, rules: HostRules): boolean {
  if (!isLoopback(rules.host)) return true;
  const name = hostOf("http:", headers.host)?.hostname;
  if (name === undefined) return false;
  if (isLoopback(name) || name === rules.host.toLowerCase()) return true;
  return rules.origins.some((origin) => parseUrl(origin)?.hostname === name);
}

/** The address of the feed as whoever asks reaches it; undefined where they name none that can be one. */
export function askedAddress({ host }: IncomingHttpHeaders): URL | undefined {
  return hostOf("ws:", host);
}

/** Whether the Origin may connect: none (a program), the same host and port, and the configured ones. */
export function originAllowed(headers: IncomingHttpHeaders, rules: HostRules): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (rules.origins.some((allowed) => sameOrigin(allowed, origin))) return true;
  const from = parseUrl(origin);
  if (from === undefined) return false;
  // The scheme may differ from ours: TLS often ends at a proxy.
  const here = hostOf(from.protocol, headers.host);
  return here !== undefined && here.host === from.host;
}

/**
 * Whether a call comes from a program, from the page, or from a page that may connect. A browser names no Origin for some
 * calls, and says itself then that another site makes them; another port of this machine counts as another site.
 */
export function fromHere(headers: IncomingHttpHeaders, rules: HostRules): boolean {
  if (!originAllowed(headers, rules)) return false;
  const site = headers["sec-fetch-site"];
  return headers.origin !== undefined || site === undefined || site === "same-origin" || site === "none";
}

function sameOrigin(allowed: string, origin: string): boolean {
  const parsed = parseUrl(allowed);
  return allowed === origin || (parsed !== undefined && parsed.origin !== "null" && parsed.origin === origin);
}

/** Parsed, so that case and default ports do not matter. */
function hostOf(protocol: string, host: string | undefined): URL | undefined {
  // Only what a Host may hold: no path, no user.
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  return parseUrl(`${protocol}//${host}`);
}

/** Undefined for what is no address of a host. */
export function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.host === "" ? undefined : url;
}

/** Path and query of a request; undefined where they cannot be read. The host part means nothing. */
export function requestUrl(request: IncomingMessage): URL | undefined {
  const { url } = request;
  // "//x" would name a host, and an absolute address is for proxies.
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return undefined;
  const whole = `http://localhost${url}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}
