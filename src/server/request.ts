/** Reads a request: what it asks for, whether it names a Host and an Origin that it may, and where it comes from. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { isLoopback, readNetwork, unmapped } from "../lib/http/url.ts";

export interface HostRules {
  /** The address that the port listens on. */
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

/** Where a port is reached: by the address that people have, and by the one that was asked for. */
export function addressesOf({ host }: IncomingHttpHeaders, publicUrl = ""): URL[] {
  const known = parseUrl(publicUrl);
  const asked = hostOf("http:", host);
  if (known === undefined || asked === undefined) return [known ?? asked ?? []].flat();
  return known.host === asked.host ? [known] : [known, asked];
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

// The address that a request comes from: that of its connection, and behind proxies that the settings name the one that
// these forwarded. What a client wrote itself into the headers never counts.

/** The address that a request comes from, as text; an IPv4 address as such, also where the port listens for both kinds. */
export type ClientAddress = (request: IncomingMessage) => string;

/** @param proxies addresses and networks of the proxies whose word counts; what is neither is left out */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const network = readNetwork(proxy);
    if (network) trusted.addSubnet(network.address, network.bits, network.family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  /** The rightmost hop that is no proxy. Each proxy adds the one before it, so behind an odd hop nothing is certain. */
  const clientOf = (near: string, hops: readonly string[]): string => {
    let last = near;
    for (const hop of hops.toReversed()) {
      const address = addressIn(hop);
      if (address === undefined) return last;
      if (!isTrusted(address)) return address;
      last = address;
    }
    return last;
  };
  return ({ socket, headers }) => {
    const near = unmapped(socket.remoteAddress ?? "");
    if (isIP(near) === 0 || !isTrusted(near)) return near;
    const { forwarded, "x-forwarded-for": list } = headers;
    const told = [
      ...(forwarded === undefined ? [] : [forwardedHops(forwarded)]),
      ...(list === undefined ? [] : [String(list).split(",")]),
    ];
    const clients = new Set(told.map((hops) => clientOf(near, hops)));
    const [client = near] = clients;
    // A proxy writes one of the two and passes on the other as the client wrote it.
    return clients.size === 1 ? client : near;
  };
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const pair = new RegExp(`\\s*(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")\\s*(;|,|$)`, "y");

/** The values of `for` in a Forwarded header (RFC 7239), one a hop; a header that cannot be read is one odd hop. */
function forwardedHops(header: string): string[] {
  const odd = [""];
  const hops: string[] = [];
  let hop: string | undefined;
  for (let at = 0; at < header.length; ) {
    pair.lastIndex = at;
    const [whole = "", name = "", plain, quoted = "", end] = pair.exec(header) ?? [];
    const value = plain ?? quoted.replace(/\\(.)/g, "$1");
    at += whole.length;
    if (whole === "" || (at === header.length) !== (end === "")) return odd;
    if (name.toLowerCase() === "for") {
      if (hop !== undefined) return odd;
      hop = value;
    }
    if (end === ";") continue;
    hops.push(hop ?? "");
    hop = undefined;
  }
  return hops.length === 0 ? odd : hops;
}

/** The address of a hop, which may stand in brackets and have a port; undefined: it is no address. */
function addressIn(hop: string): string | undefined {
  const [, six, four] = /^\s*(?:\[([\da-f.:]+)\](?::\d{1,5})?|(\d[\d.]+)(?::\d{1,5})?)\s*$/i.exec(hop) ?? [];
  const address = six ?? four ?? hop.trim();
  if (isIP(address) === 4) return six === undefined ? address : undefined;
  // One form for one address.
  const url = `http://[${address}]`;
  return isIP(address) === 6 && URL.canParse(url) ? unmapped(new URL(url).hostname.slice(1, -1)) : undefined;
}
