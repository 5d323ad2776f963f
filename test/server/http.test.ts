import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import type { JsonRoute } from "../../src/lib/http/port.ts";
import { createServedFeed, feedOptions } from "../outputs/feed/support/feed-options.ts";
import { rawClient } from "../outputs/feed/support/raw-client.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { MemoryLog } from "../support/memory-log.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" | "POST" = "GET",
) {
  const answer = await request(url, { headers, method });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

describe("HTTP on the same port", () => {
  it.each([
    ["/", "text/html; charset=utf-8", "made up"],
    ["/page.js", "text/javascript; charset=utf-8", "export"],
    ["/page.css", "text/css; charset=utf-8", "margin"],
    ["/healthz", "application/json; charset=utf-8", '{"alive":true}'],
    ["/readyz", "application/json; charset=utf-8", '{"ready":true}'],
    ["/metrics", "text/plain; version=0.0.4; charset=utf-8", "yagura_up 1"],
    ["/asyncapi.json", "application/json; charset=utf-8", '"asyncapi":"3.0.0"'],
    ["/openapi.json", "application/json; charset=utf-8", '"openapi":"3.1.0"'],
    ["/schema/rules.json", "application/json; charset=utf-8", '{"type":"object"}'],
    ["/schema/config.json", "application/json; charset=utf-8", '"title":"settings"'],
  ])("serves %s without a token", async (path, contentType, part) => {
    const { httpUrl } = await startFeed({ tokens: ["secret-token"] });
    const answer = await get(httpUrl + path);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, contentType]);
    expect(answer.text).toContain(part);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
  });

  it("names in /asyncapi.json the address that was asked for, and before it the one that people have", async () => {
    const servers = async (url: string, headers: Record<string, string> = {}) => {
      const { status, text } = await get(`${url}/asyncapi.json`, headers);
      if (status !== 200) return status;
      const { servers, channels } = JSON.parse(text);
      expect(channels.feed.servers).toEqual(
        Object.keys(servers).map((name) => ({ $ref: `#/servers/${name}` })),
      );
      return Object.entries(servers as Record<string, Record<string, string>>).map(
        ([name, { protocol, host, pathname = "" }]) => `${name} ${protocol}://${host}${pathname}`,
      );
    };
    const plain = await startFeed();
    const here = plain.httpUrl.replace("http", "ws");
    expect(await servers(plain.httpUrl)).toEqual([`monitor ${here}`]);
    expect(await servers(plain.httpUrl, { host: "localhost:99" })).toEqual(["monitor ws://localhost:99"]);
    expect(await servers(plain.httpUrl, { host: "evil.example" })).toBe(403);
    const { httpUrl } = await startFeed({ publicUrl: "https://yagura.example.com/watch" });
    const known = "monitor wss://yagura.example.com/watch";
    expect(await servers(httpUrl)).toEqual([known, `asked ${httpUrl.replace("http", "ws")}`]);
    expect(await servers(httpUrl, { host: "yagura.example.com" })).toEqual([known]);
    const open = await startFeed({ host: "0.0.0.0", tokens: ["a-token"] });
    expect(await servers(open.httpUrl, { host: "me@evil.example/x" })).toEqual([]);
  });

  it("packs the page's files for whoever takes gzip, and for nobody else", async () => {
    const { httpUrl } = await startFeed();
    const plain = await get(`${httpUrl}/page.js`);
    expect(plain.headers).toMatchObject({ vary: "accept-encoding" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const asking = (taken: string) =>
      request(`${httpUrl}/page.js`, { headers: { "accept-encoding": taken } });
    for (const taken of ["gzip, deflate, br", "br, GZIP;q=0.5"]) {
      const { headers, body } = await asking(taken);
      expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
      expect(gunzipSync(await body.bytes()).toString()).toBe(plain.text);
    }
    for (const taken of ["gzip;q=0", "x-gzip", "br"]) {
      const { headers, body } = await asking(taken);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(await body.text()).toBe(plain.text);
    }
  });

  it("answers HEAD with the headers alone", async () => {
    const { httpUrl } = await startFeed();
    const answer = await get(`${httpUrl}/healthz`, {}, "HEAD");
    expect([answer.status, answer.headers["content-length"], answer.text]).toEqual([200, "14", ""]);
  });

  it("says what is not ready with 503", async () => {
    const { httpUrl } = await startFeed({ ready: () => ({ ready: false, waitingFor: ["rules"] }) });
    const answer = await get(`${httpUrl}/readyz`);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([503, { ready: false, waitingFor: ["rules"] }]);
  });

  it.each(["/nothing", "/..%2fpackage.json", "//evil.example/", "/page.js.map", "/__proto__"])(
    "answers %s with 404",
    async (path) => {
      const { httpUrl } = await startFeed();
      expect((await get(httpUrl + path)).status).toBe(404);
    },
  );

  it("answers /feed without an upgrade with 426, and another method with 405", async () => {
    const { httpUrl } = await startFeed();
    expect((await get(`${httpUrl}/feed`)).status).toBe(426);
    const posted = await get(`${httpUrl}/metrics`, {}, "POST");
    expect([posted.status, posted.headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it("refuses a foreign Host on loopback", async () => {
    const { httpUrl } = await startFeed();
    for (const host of ["rebound.example", "127.0.0.1.evil.example", "user@127.0.0.1"]) {
      expect((await get(`${httpUrl}/metrics`, { host })).status, host).toBe(403);
    }
    expect((await get(`${httpUrl}/metrics`, { host: "localhost" })).status).toBe(200);
  });

  it("answers a request with two Hosts with 400, whichever comes first", async () => {
    const { feed } = await startFeed();
    for (const version of ["1.0", "1.1"])
      for (const second of ["127.0.0.1", "evil.example"]) {
        const head = `GET /metrics HTTP/${version}\r\nHost: 127.0.0.1\r\nHost: ${second}\r\n\r\n`;
        const client = await rawClient(feed.port, "/metrics", head);
        await until("the answer", () => client.head() !== "");
        expect(client.head()).toMatch(/^HTTP\/1.1 400 /);
      }
  });

  it("answers a request of HTTP/1.0 without a Host, where it listens to others than this machine", async () => {
    const { feed } = await startFeed({ host: "0.0.0.0", tokens: ["a-token"] });
    const client = await rawClient(feed.port, "/healthz", "GET /healthz HTTP/1.0\r\n\r\n");
    await until("the answer", () => client.head() !== "");
    expect(client.head()).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(["readyz", "metrics"])(
    "tells everything at /%s only where a right token is shown, or none is needed",
    async (path) => {
      const told = {
        ready: (asks: string) => ({ ready: true, asks }),
        metrics: (asks: string) => JSON.stringify({ asks }),
      };
      const guarded = await startFeed({ tokens: ["secret-token"], ...told });
      const asked = async (url: string, token?: string) => {
        const headers: Record<string, string> =
          token === undefined ? {} : { authorization: `Bearer ${token}` };
        return JSON.parse((await get(`${url}/${path}`, headers)).text).asks;
      };
      expect(await asked(guarded.httpUrl)).toBe("stranger");
      expect(await asked(guarded.httpUrl, "secret-tokem")).toBe("stranger");
      expect(await asked(guarded.httpUrl, "secret-token")).toBe("friend");
      const open = await startFeed(told);
      expect(await asked(open.httpUrl)).toBe("friend");
    },
  );

  it("answers 500 without details when what it asks throws, and reports it", async () => {
    const { httpUrl, failures } = await startFeed({
      metrics: () => {
        throw new Error("the inner secret");
      },
    });
    const answer = await get(`${httpUrl}/metrics`);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret");
    expect(failures).toEqual(["/metrics: Error: the inner secret"]);
  });
});

describe("Calls that act on the monitor", () => {
  const double: JsonRoute = {
    right: "act",
    method: "POST",
    path: "/control/double",
    answer: ({ body }) => ({ status: 200, body: { twice: Number(body) * 2 } }),
  };

  async function post(url: string, body: string, headers: Record<string, string> = {}) {
    const answer = await request(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  it("take and answer JSON", async () => {
    const { httpUrl } = await startFeed({ routes: [double] });
    expect(await post(`${httpUrl}/control/double`, "21")).toEqual({ status: 200, text: '{"twice":42}' });
  });

  it("need the token of an operator where there are such, and clients need none of these", async () => {
    const { httpUrl } = await startFeed({
      routes: [double],
      tokens: ["client-token", "both-token"],
      operators: ["operator-token", "both-token"],
    });
    const url = `${httpUrl}/control/double`;
    const as = async (token: string) => (await post(url, "21", { authorization: `Bearer ${token}` })).status;
    expect((await post(url, "21")).status).toBe(401);
    expect(await as("wrong-token")).toBe(401);
    expect(await as("client-token")).toBe(403);
    expect(await as("operator-token")).toBe(200);
    expect(await as("both-token")).toBe(200);
    const friend = await get(`${httpUrl}/healthz`, { authorization: "Bearer client-token" });
    expect(friend.status).toBe(200);
  });

  it("need the token of an operator also where everyone may read", async () => {
    const ready = (asks: string) => ({ ready: true, asks });
    const { httpUrl } = await startFeed({ routes: [double], operators: ["operator-token"], ready });
    const url = `${httpUrl}/control/double`;
    expect((await post(url, "21")).status).toBe(401);
    expect((await post(url, "21", { authorization: "Bearer operator-token" })).status).toBe(200);
    expect(JSON.parse((await get(`${httpUrl}/readyz`)).text).asks).toBe("friend");
  });

  it("need the token where tokens are configured", async () => {
    const { httpUrl } = await startFeed({ routes: [double], tokens: ["secret-token"] });
    const url = `${httpUrl}/control/double`;
    expect((await post(url, "21")).status).toBe(401);
    expect((await post(url, "21", { authorization: "Bearer secret-token" })).status).toBe(200);
  });

  it.each([
    ["a foreign Origin", 403, "1", { origin: "https://evil.example" }],
    ["a form's content type", 415, "1", { "content-type": "text/plain" }],
    ["what is no JSON", 400, "{", {}],
    ["more than 64 KiB", 413, `"${"x".repeat(65_536)}"`, {}],
  ])("refuse %s with %i", async (_, status, body, headers) => {
    const { httpUrl } = await startFeed({ routes: [double] });
    expect((await post(`${httpUrl}/control/double`, body, headers as Record<string, string>)).status).toBe(
      status,
    );
  });

  it("refuse another method with 405", async () => {
    const { httpUrl } = await startFeed({ routes: [double] });
    expect((await get(`${httpUrl}/control/double`)).status).toBe(405);
  });
});

describe("start", () => {
  it("rejects with EADDRINUSE when the port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const feed = createServedFeed(feedOptions(new MemoryLog(), { port }));
    await expect(feed.start()).rejects.toMatchObject({ code: "EADDRINUSE" });
    server.close();
  });

  it("rejects with ENOENT when the page is not there", async () => {
    const feed = createServedFeed(feedOptions(new MemoryLog(), { webFolder: tmpFolder() }));
    await expect(feed.start()).rejects.toMatchObject({ code: "ENOENT" });
  });
});
