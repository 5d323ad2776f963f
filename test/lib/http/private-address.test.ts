import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import {
  createLookup,
  isPrivateAddress,
  PrivateAddress,
  type Resolve,
} from "../../../src/lib/http/private-address.ts";

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
  ...["172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["::", "::1", "[::1]", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"],
  // IPv4 in the forms of IPv6.
  ...["::ffff:127.0.0.1", "::ffff:a00:1", "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1"],
  ...["2002:7f00:1::", "2001::1", "::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8", "64:ff9b:1::1", "100::1"],
  // Networks with a purpose of their own, and what nobody has been given.
  ...["192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1", "3fff::1", "5f00::1", "4000::1"],
  ...["9000::1", "1fff::1", "not an address", ""],
])("%s is inside", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  ...["1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "192.167.1.1", "100.63.255.255", "100.128.0.1"],
  ...["11.0.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
  ...["192.31.197.1", "192.52.194.1", "192.175.49.1", "2620:4f:8001::1", "3ffe::1", "2400:cb00::1"],
  ...["::ffff:808:808", "64:ff9b::808:808"],
])("%s is of the public internet", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

const v4 = (address: string): LookupAddress => ({ address, family: 4 });

function asked(found: LookupAddress[], options: { all?: boolean }) {
  const resolve: Resolve = (_host, _options, done) => done(null, found);
  return new Promise((give) =>
    createLookup(false, resolve)("host.test", options, (error, address, family) =>
      give(error ?? [address, family]),
    ),
  );
}

test("a lookup gives the public addresses of a name, as it is asked", async () => {
  const found = [v4("10.0.0.1"), v4("8.8.8.8"), v4("1.1.1.1")];
  expect(await asked(found, { all: true })).toEqual([[v4("8.8.8.8"), v4("1.1.1.1")], undefined]);
  expect(await asked(found, {})).toEqual(["8.8.8.8", 4]);
});

test("a name without any fails, and says none of its addresses", async () => {
  for (const options of [{}, { all: true }])
    for (const found of [[v4("10.0.0.1"), v4("127.0.0.1")], []]) {
      const error = await asked(found, options);
      expect(error).toBeInstanceOf(PrivateAddress);
      expect(String(error)).toBe("PrivateAddress: host.test leads to an address inside a network");
    }
});

test("a name that cannot be resolved fails as it did", async () => {
  const lost = Object.assign(new Error("getaddrinfo ENOTFOUND host.test"), { code: "ENOTFOUND" });
  const lookup = createLookup(false, (_host, _options, done) => done(lost, []));
  const error = await new Promise((give) => lookup("host.test", {}, give));
  expect(error).toBe(lost);
});
