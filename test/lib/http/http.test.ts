import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { bodyJson, bodyText, statusFailure } from "../../../src/lib/http/response.ts";
import { buildUrl } from "../../../src/lib/http/url.ts";
import { errorOf, sendJson, serve, serveRaw } from "./loopback.ts";

const http = createHttp({ retries: 0 });

describe("ETag", () => {
  test("a 304 gives the remembered answer, and only the same address is asked so", async () => {
    const { url, asked } = await serve((request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"', "content-type": "text/plain" }).end("first");
    });
    const remembering = createHttp({ retries: 0 });
    await remembering.get(`${url}/a`);
    const again = await remembering.get(`${url}/a`);
    await remembering.get(`${url}/b`);
    expect([again.status, again.body.toString(), again.headers["content-type"]]).toEqual([
      200,
      "first",
      "text/plain",
    ]);
    expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"', undefined]);
  });

  test("memory is bounded: what was not asked for longest is forgotten", async () => {
    const { url, asked } = await serve((request, response) => {
      const etag = `"${request.url}"`;
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end("x".repeat(40));
    });
    const small = createHttp({ retries: 0, memoryBytes: 100 });
    for (const path of ["/a", "/b", "/a", "/c", "/a", "/b", "/c"]) await small.get(url + path);
    const conditional = asked.map(({ headers }) => headers["if-none-match"] ?? "-");
    // /c drove out /b, whose return drove out /c.
    expect(conditional).toEqual(["-", "-", '"/a"', "-", '"/a"', "-", "-"]);
  });

  test("a caller may ask for a page that is never remembered", async () => {
    const { url, asked } = await serve((_, response) => response.writeHead(200, { etag: '"v1"' }).end());
    await http.get(url, { etag: false });
    await http.get(url, { etag: false });
    expect(asked[1]?.headers["if-none-match"]).toBeUndefined();
  });
});

describe("redirects", () => {
  test("within the same origin are followed with their headers", async () => {
    const { url, asked } = await serve((request, response) => {
      if (request.url === "/new") response.end("here");
      else response.writeHead(301, { location: "/new" }).end();
    });
    expect((await http.get(`${url}/old`, { headers: { "x-key": "k" } })).body.toString()).toBe("here");
    expect(asked[1]?.headers["x-key"]).toBe("k");
  });

  test("to another host are refused before that host is asked", async () => {
    const elsewhere = await serve((_, response) => response.end());
    const { url } = await serve((_, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/?token=secret` }).end();
    });
    const error = await errorOf(http.get(url));
    expect(error).toMatchObject({ reason: "redirected", status: 302 });
    expect(String(error)).not.toContain("secret");
    expect(elsewhere.asked).toHaveLength(0);
  });

  test.each(["", "http://", "//"])("to %j, which is no address, are refused", async (location) => {
    const { url } = await serve((_, response) => response.writeHead(302, { location }).end());
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "redirected" });
  });

  test("that go on are refused after the third", async () => {
    const { url, asked } = await serve((_, response, count) =>
      response.writeHead(302, { location: `/${count}` }).end(),
    );
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "redirected" });
    expect(asked).toHaveLength(4);
  });
});

describe("statusFailure", () => {
  test.each([
    [401, "refused"],
    [403, "refused"],
    [429, "rate-limited"],
    [400, "rejected"],
    [404, "rejected"],
    [500, "server-error"],
    [503, "server-error"],
    [204, "malformed"],
  ])("%d is %s", async (status, reason) => {
    const { url } = await serve((_, response) => response.writeHead(status).end());
    expect(statusFailure(await http.get(url))).toMatchObject({ reason, status });
  });

  test("shows the service's message on one line, cut, and without the key", async () => {
    const message = `The key k-123 is\r\nunknown. ${"x".repeat(500)}`;
    const { url } = await serve((_, response) => sendJson(response, { message }, 403));
    const shown = statusFailure(await http.get(`${url}/v2/rows?code=1`), ["k-123"]).message;
    expect(shown).toContain("/v2/rows answered 403: The key *** is unknown. xxx");
    expect(shown).not.toContain("code=1");
    expect(shown.length).toBeLessThan(380);
  });

  test("shows nothing of a body that is not JSON", async () => {
    const { url } = await serve((_, response) => response.writeHead(500).end("<h1>Oops</h1>"));
    expect(statusFailure(await http.get(url)).message).not.toContain("Oops");
  });

  test("carries how long to wait", async () => {
    const { url } = await serve((_, response) => response.writeHead(429, { "retry-after": "90" }).end());
    expect(statusFailure(await http.get(url)).retryAfterMs).toBe(90_000);
  });
});

describe("bodies as text", () => {
  const sent = async (bytes: Buffer, type: string) => {
    const { url } = await serve((_, response) =>
      response.writeHead(200, { "content-type": type }).end(bytes),
    );
    return http.get(url);
  };

  const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);

  test.each(["text/html", "text/html; charset=klingon", "text/html; charset=iso-8859-1"])(
    "are decoded in the charset that is documented (%s)",
    async (type) => {
      expect(bodyText(await sent(Buffer.from("日本"), type), ["utf-8"])).toBe("日本");
      expect(bodyText(await sent(shiftJis, type), ["shift_jis", "utf-8"])).toBe("日本");
    },
  );

  test("are decoded in the one of several that the service names", async () => {
    const named = await sent(Buffer.from("日本"), 'text/csv; charset="UTF-8"');
    expect(bodyText(named, ["shift_jis", "utf-8"])).toBe("日本");
  });

  test.each([
    ["Shift_JIS for UTF-8", shiftJis, "text/html", ["utf-8"]],
    ["UTF-8 for Shift_JIS", Buffer.from("日本の"), "text/csv; charset=Shift_JIS", ["shift_jis", "utf-8"]],
    ["UTF-8 that is cut", Buffer.from("日本").subarray(0, 5), "text/html", ["utf-8"]],
  ] as const)("in other bytes are malformed: %s", async (_, bytes, type, charsets) => {
    const response = await sent(bytes, type);
    expect(() => bodyText(response, charsets)).toThrow(expect.objectContaining({ reason: "malformed" }));
  });

  test("that are not JSON fail without a word of theirs in the message", async () => {
    const response = await sent(Buffer.from("<private>"), "application/json");
    expect(() => bodyJson(response)).toThrow(expect.objectContaining({ reason: "malformed" }));
    expect(() => bodyJson(response)).not.toThrow("private");
  });
});

test("a header that HTTP does not allow is a Failure, not a crash", async () => {
  expect(await errorOf(http.get("http://127.0.0.1:9", { headers: { "x-key": "a\nb" } }))).toMatchObject({
    name: "Failure",
    reason: "rejected",
  });
});

test("addresses carry encoded values, lists with plain commas, and nothing for undefined", () => {
  const url = buildUrl("http://host/root/", "/call", { code: ["A@1%", "B_2"], page: 2, none: undefined });
  expect(url).toBe("http://host/root/call?code=A%401%25,B_2&page=2");
});

describe("what is no HTTP", () => {
  test.each(["099 Odd", "101 Switching Protocols", "0 Odd", "-1 Odd"])(
    "a status of %s is a malformed answer",
    async (status) => {
      const { url } = await serveRaw((socket) =>
        socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 2\r\n\r\n{}`),
      );
      expect(await errorOf(http.get(url))).toMatchObject({ name: "Failure", reason: "malformed" });
    },
  );
});
