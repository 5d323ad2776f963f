/**
 * The address that a request comes from: that of its connection, and behind proxies that the settings name the one that
 * these forwarded. What a client wrote itself into the headers never counts.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** The address that a request comes from, as text; an IPv4 address as such, also where the port listens for both kinds. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Reads an address or a network, such as 127.0.0.1 or 10.1.0.0/16; undefined: it is neither, or every address there is. */
export function readNetwork(
  text: string,
): { address: string; bits: number; family: "ipv4" | "ipv6" } | undefined {
  const [, address = "", written] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const bits = Number(written ?? most);
  if (version === 0 || bits < 1 || bits > most) return undefined;
  return { address, bits, family: version === 4 ? "ipv4" : "ipv6" };
}

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

/** An IPv4 address that is written as one of IPv6, as an IPv4 address. */
function unmapped(address: string): string {
  const mapped = /^::ffff:(?:(\d+(?:\.\d+){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address);
  if (mapped === null) return address;
  const [, dotted, high = "", low = ""] = mapped;
  if (dotted !== undefined) return dotted;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}
