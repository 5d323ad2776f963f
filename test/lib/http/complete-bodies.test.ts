import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { errorOf, hurriedClock, serve, serveRaw } from "./loopback.ts";

const http = createHttp({ retries: 0 });
const rows = JSON.stringify(
  Array.from({ length: 2_000 }, (_, row) => ({ row, name: `Fictional ${row * 7919}` })),
);

describe("decompression", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("a body sent as %s arrives whole", async (encoding, compress) => {
    const { url, asked } = await serve((_, response) => {
      response.setHeader("content-encoding", encoding);
      response.end(compress(rows));
    });
    const { body } = await http.get(url);
    expect(body.toString()).toBe(rows);
    expect(asked[0]?.headers["accept-encoding"]).toContain(encoding);
  });

  test("a gzip bomb is cut by what comes out of it, while it is still being sent", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const small = createHttp({ retries: 0, limits: { maxBytes: 1_000_000 } });
    const { url } = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip");
      // Never ended: only a reader that counts as it goes comes back.
      response.write(bomb.subarray(0, bomb.length - 10));
    });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await errorOf(small.get(url))).toMatchObject({ reason: "too-large" });
  });

  test("a body of exactly the limit passes and one byte more does not", async () => {
    const small = createHttp({ retries: 0, limits: { maxBytes: 1000 } });
    const { url } = await serve((request, response) =>
      response.end("x".repeat(Number(request.url?.slice(1)))),
    );
    expect((await small.get(`${url}/1000`)).body.length).toBe(1000);
    expect(await errorOf(small.get(`${url}/1001`))).toMatchObject({ reason: "too-large" });
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("half of a %s body is incomplete, although HTTP has all its bytes", async (encoding, compress) => {
    const { url } = await serve((_, response) => {
      const whole = compress(rows);
      response.setHeader("content-encoding", encoding);
      response.end(whole.subarray(0, whole.length / 2));
    });
    expect(await errorOf(http.get(url))).toMatchObject({ name: "Failure", reason: "incomplete" });
  });

  const torn = {
    "a wrong check sum": (whole: Buffer) => whole.writeUInt32LE(1, whole.length - 8),
    "a wrong length": (whole: Buffer) => whole.writeUInt32LE(1, whole.length - 4),
  };
  test.each([
    ["a wrong check sum", "damaged on its way", "incorrect data check"],
    ["a wrong length", "damaged on its way", "incorrect length check"],
    ["a cut", "cut on its way", "unexpected end of file"],
  ] as const)("a gzip with %s is tried again, and told in plain words", async (what, words, library) => {
    const bad = () => {
      const whole = gzipSync(rows);
      if (what === "a cut") return whole.subarray(0, whole.length - 9);
      torn[what](whole);
      return whole;
    };
    const { url, asked } = await serve((request, response, count) => {
      response.setHeader("content-encoding", "gzip");
      response.end(request.url === "/twice" && count === 3 ? gzipSync(rows) : bad());
    });
    const trying = createHttp({ retries: 2, clock: hurriedClock() });
    expect((await trying.get(`${url}/twice`)).body.toString()).toBe(rows);
    expect(asked).toHaveLength(3);
    const error = await errorOf(trying.get(url));
    expect(asked).toHaveLength(6);
    expect(error).toMatchObject({ reason: "incomplete" });
    expect(String(error)).toMatch(new RegExp(`${words}.* \\(${library}\\)$`));
  });

  test.each(["gzip", "deflate", "br"])("what is called %s and is not is malformed", async (encoding) => {
    const { url } = await serve((_, response) => {
      response.setHeader("content-encoding", encoding);
      response.end(Buffer.alloc(100, 0xff));
    });
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "malformed" });
  });

  test("an encoding that nobody asked for is malformed", async () => {
    const { url } = await serve((_, response) => {
      response.setHeader("content-encoding", "zstd");
      response.end("?");
    });
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "malformed" });
  });
});

describe("bodies that end early", () => {
  const head = "HTTP/1.1 200 OK\r\n";
  test.each([
    ["fewer bytes than content-length", `${head}content-length: 100\r\n\r\n[1,2,3]`, "incomplete"],
    [
      "a chunked body without its last chunk",
      `${head}transfer-encoding: chunked\r\n\r\n5\r\n[1,2]\r\n`,
      "incomplete",
    ],
    ["a chunk that breaks off", `${head}transfer-encoding: chunked\r\n\r\n50\r\n[1,2`, "incomplete"],
    ["a chunk without a size", `${head}transfer-encoding: chunked\r\n\r\nzz\r\n[1]`, "malformed"],
    ["headers that break off", `${head}content-le`, "unreachable"],
    ["nothing at all", "", "unreachable"],
    ["another protocol", "SSH-2.0-Fictional\r\n\r\n", "malformed"],
  ])("%s", async (_, bytes, reason) => {
    const { url } = await serveRaw((socket) => socket.end(bytes));
    expect(await errorOf(http.get(url))).toMatchObject({ name: "Failure", reason });
  });

  test("a connection reset in the middle is incomplete", async () => {
    const { url } = await serveRaw((socket) => {
      socket.write(`${head}content-length: 100\r\n\r\n[1,2,3]`, () =>
        setImmediate(() => socket.resetAndDestroy()),
      );
    });
    expect(await errorOf(http.get(url))).toMatchObject({
      reason: expect.stringMatching(/incomplete|unreachable/),
    });
  });
});
