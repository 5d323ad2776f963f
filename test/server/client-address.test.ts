/** The address that a client comes from: its own word never counts, and odd values give no more than the proxy's address. */
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { readNetwork } from "../../src/lib/http/url.ts";
import { feed } from "../../src/outputs/feed/member.ts";
import { createClientAddress } from "../../src/server/request.ts";

interface Sent {
  readonly from?: string;
  readonly forwarded?: string;
  readonly list?: string;
}

function addressOf(
  { from = "127.0.0.1", forwarded, list }: Sent,
  proxies = ["127.0.0.1", "10.1.0.0/16", "2001:db8:a::/48"],
): string {
  const headers = {
    ...(forwarded !== undefined && { forwarded }),
    ...(list !== undefined && { "x-forwarded-for": list }),
  };
  return createClientAddress(proxies)({ socket: { remoteAddress: from }, headers } as IncomingMessage);
}

describe("The address of a client", () => {
  it("is that of its connection where no proxy is trusted, or another one connects", () => {
    const list = "203.0.113.9";
    expect(addressOf({ list, forwarded: `for=${list}` }, [])).toBe("127.0.0.1");
    expect(addressOf({ from: "198.51.100.4", list })).toBe("198.51.100.4");
    expect(addressOf({ from: "::ffff:198.51.100.4", list })).toBe("198.51.100.4");
    expect(addressOf({ from: "" })).toBe("");
    expect(addressOf({})).toBe("127.0.0.1");
  });

  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["6.6.6.6, 203.0.113.9", "203.0.113.9"],
    ["6.6.6.6, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["10.1.2.3,10.1.2.4", "10.1.2.3"],
    ["2001:DB8:0::9", "2001:db8::9"],
    ["[2001:db8::9]:4711", "2001:db8::9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["203.0.113.9, 2001:db8:a::1", "203.0.113.9"],
  ])("is the rightmost hop of X-Forwarded-For that is no proxy: %s", (list, address) => {
    expect(addressOf({ list })).toBe(address);
    expect(addressOf({ list, from: "::ffff:127.0.0.1" })).toBe(address);
  });

  it.each([
    ["for=203.0.113.9", "203.0.113.9"],
    ["for=6.6.6.6, for=203.0.113.9;proto=https;by=10.1.0.1", "203.0.113.9"],
    ['For="203.0.113.9:4711";Host=desk.example.com , for="10.1.2.3"', "203.0.113.9"],
    ['proto=https;for="[2001:db8::9]:4711"', "2001:db8::9"],
    ['host="a, b;c\\"";for=203.0.113.9', "203.0.113.9"],
  ])("is the rightmost hop of Forwarded that is no proxy: %s", (forwarded, address) => {
    expect(addressOf({ forwarded })).toBe(address);
  });

  it.each<Sent>([
    { list: "" },
    { list: "   " },
    { list: "203.0.113.9," },
    { list: "203.0.113.9, unknown" },
    { list: "203.0.113.9, 203.0.113" },
    { list: "203.0.113.9, 999.1.1.1" },
    { list: "203.0.113.9, 010.1.2.3" },
    { list: "fe80::1%eth0" },
    { list: "[203.0.113.9]" },
    { list: "localhost" },
    { forwarded: "" },
    { forwarded: "for=" },
    { forwarded: "for=203.0.113.9," },
    { forwarded: "203.0.113.9" },
    { forwarded: "for=unknown" },
    { forwarded: "for=_hidden" },
    { forwarded: "proto=https" },
    { forwarded: "for=6.6.6.6;for=203.0.113.9" },
    { forwarded: 'for="6.6.6.6, for=203.0.113.9' },
    { forwarded: 'for="x, for="[2001:db8::9]"' },
    { forwarded: 'for="6.6.6.6" for=203.0.113.9' },
    // One of them the client wrote itself.
    { forwarded: "for=6.6.6.6", list: "203.0.113.9" },
    { forwarded: "", list: "203.0.113.9" },
  ])("is the proxy's where the header is odd: %o", (sent) => {
    expect(addressOf(sent)).toBe("127.0.0.1");
  });

  it("is the nearest proxy that is certain", () => {
    expect(addressOf({ list: "203.0.113.9, who?, 10.1.2.3" })).toBe("10.1.2.3");
  });

  it("takes both headers where they say the same", () => {
    expect(addressOf({ forwarded: "for=203.0.113.9", list: "203.0.113.9" })).toBe("203.0.113.9");
  });
});

describe("A proxy", () => {
  it.each(["127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"])("is an address or a network: %s", (text) => {
    expect(readNetwork(text)).toBeDefined();
  });

  it.each([
    "",
    " ",
    "proxy",
    "10.0.0.0/33",
    "10.0.0.0/",
    "::/129",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/8 ",
    "fe80::1%eth0",
  ])("is nothing else, and not every address: %j", (text) => {
    expect(readNetwork(text)).toBeUndefined();
  });

  it("that the settings name in another way is a mistake", () => {
    const read = (trustProxy: readonly string[]) => feed.schema.safeParse({ trustProxy });
    expect(read(["127.0.0.1", "10.0.0.0/8"])).toMatchObject({ success: true });
    for (const odd of ["", "proxy.example.com", "0.0.0.0/0"]) {
      expect(read(["127.0.0.1", odd])).toMatchObject({
        error: { issues: [{ path: ["trustProxy", 1], message: expect.stringContaining("10.1.0.0/16") }] },
      });
    }
  });
});
