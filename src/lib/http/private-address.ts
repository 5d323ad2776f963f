/** Addresses that are not of the public internet, and a lookup of names that never leads to one. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 networks that belong to nobody on the internet: one's own, those of a link, tests, groups. */
const ownNetworks = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];

/** Ranges of IPv6, with those that lead to an IPv4 address through a tunnel. */
const ownNetworks6 = [
  ...["::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
  ...["5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
];

const blocked = createBlocked();

function createBlocked(): BlockList {
  const list = new BlockList();
  for (const network of ownNetworks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), "ipv4");
    // The same address as networks without IPv4 write it.
    list.addSubnet(`64:ff9b::${address}`, 96 + Number(bits), "ipv6");
  }
  for (const network of ownNetworks6) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), "ipv6");
  }
  return list;
}

/** Whether an IP address, as text, is not of the public internet; a text that is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$|%.*$/g, "");
  const version = isIP(bare);
  return version === 0 || blocked.check(bare, version === 4 ? "ipv4" : "ipv6");
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
