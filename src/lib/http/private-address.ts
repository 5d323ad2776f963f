/** Addresses that are not of the public internet, and a lookup of names that never leads to one. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 networks that belong to nobody on the internet: one's own, those of a link, tests, groups (IANA's registry). */
const ownNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"],
  ...["192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
];

/** All of IPv6 but 2000::/3, of which alone the internet is made, and the parts of that with a purpose of their own. */
const ownNetworks6 = [
  ...["::/3", "4000::/2", "8000::/1"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"],
];

/** Networks of IPv6 whose addresses are IPv4 ones, at their end: as networks without IPv4 write them, and as systems do. */
const carriers = ["64:ff9b::", "::ffff:"];

// A list takes an IPv4 address for a mapped one, so that each family needs its own.
const blocked4 = listOf(ownNetworks.map((network) => ["ipv4", network] as const));
const blocked6 = listOf(ownNetworks6.map((network) => ["ipv6", network] as const));
const carried = listOf(carriers.map((start) => ["ipv6", `${start}0.0.0.0/96`] as const));
const blockedCarried = listOf(
  carriers.flatMap((start) =>
    ownNetworks.map((network) => {
      const [address, bits] = network.split("/");
      return ["ipv6", `${start}${address}/${96 + Number(bits)}`] as const;
    }),
  ),
);

function listOf(networks: readonly (readonly ["ipv4" | "ipv6", string])[]): BlockList {
  const list = new BlockList();
  for (const [family, network] of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an IP address, as text, is not of the public internet; a text that is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$|%.*$/g, "");
  const version = isIP(bare);
  if (version === 0) return true;
  if (version === 4) return blocked4.check(bare, "ipv4");
  return (carried.check(bare, "ipv6") ? blockedCarried : blocked6).check(bare, "ipv6");
}

/** A name that leads to no public address. The message is without the addresses. */
export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} leads to an address inside a network`);
    this.name = "PrivateAddress";
  }
}

/** Resolves a name as dns.lookup does. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for connections that gives public addresses alone, unless private ones are allowed. What it gives is what is
 * connected to, so that a name cannot lead elsewhere after it was looked at. Addresses that are written in place of a
 * name never come here.
 */
export function createLookup(allowPrivate: boolean, resolve: Resolve = systemLookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, "", 0);
      const open = found.filter(({ address }) => allowPrivate || !isPrivateAddress(address));
      const [first] = open;
      if (first === undefined) return done(new PrivateAddress(host), "", 0);
      if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
  };
}
