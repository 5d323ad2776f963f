/** Addresses on the network. */

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
