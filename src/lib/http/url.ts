/** Addresses on the network. */
import { isIP } from "node:net";

export type QueryValue = string | number | readonly string[] | undefined;

/**
 * Base, path and query as one address. A list becomes one value, its members percent-encoded and joined by plain
 * commas; undefined values are left out.
 */
export function buildUrl(
  base: string,
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const parts = typeof value === "object" ? value : [String(value)];
    pairs.push(`${encodeURIComponent(name)}=${parts.map(encodeURIComponent).join(",")}`);
  }
  return `${base.replace(/\/+$/, "")}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

/** `host:port` as it stands in a URL; a server that listens everywhere is reached on loopback. */
export function authority({ host, port }: { readonly host: string; readonly port: number }): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** Names of the internet that belong to nobody, and are written in examples (RFC 2606). */
const reserved = /^(?:.*\.)?(test|example|invalid|localhost|example\.(?:com|net|org))\.?$/i;

/** The reserved name that a host or the domain of an address ends in; undefined where it ends in none. */
export function reservedName(domain: string): string | undefined {
  return reserved.exec(domain)?.[1]?.toLowerCase();
}

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

/** An IPv4 address that is written as one of IPv6, as an IPv4 address. */
export function unmapped(address: string): string {
  const mapped = /^::ffff:(?:(\d+(?:\.\d+){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address);
  if (mapped === null) return address;
  const [, dotted, high = "", low = ""] = mapped;
  if (dotted !== undefined) return dotted;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}

/** An IPv6 address stands for its network of 64 bits, all of which one machine has. */
export function addressBlock(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
