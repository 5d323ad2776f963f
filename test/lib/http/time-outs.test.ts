import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createHttp } from "../../../src/lib/http/http.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { errorOf, serve, serveRaw } from "./loopback.ts";

describe("time-outs", () => {
  test("a server that never answers is cut after the headers' time", async () => {
    const http = createHttp({ retries: 0, limits: { headersTimeoutMs: 100 } });
    const { url } = await serve(() => {});
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "timeout" });
  });

  test("headers that drip are cut", async () => {
    const http = createHttp({ retries: 0, limits: { headersTimeoutMs: 100 } });
    const { url } = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-drop: 1\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "timeout" });
  });

  test("a body that drips is cut although it never pauses for long", async () => {
    const http = createHttp({ retries: 0, limits: { bodyTimeoutMs: 150 } });
    let closed = false;
    const { url } = await serve((_, response) => {
      const drip = setInterval(() => response.write("x"), 10);
      response.on("close", () => {
        clearInterval(drip);
        closed = true;
      });
    });
    expect(await errorOf(http.get(url))).toMatchObject({ reason: "timeout" });
    await expect.poll(() => closed).toBe(true);
  });

  test("a body waits for who takes its pieces: no more is read, and its time stands still", async () => {
    const clock = createHandClock();
    const http = createHttp({ retries: 0, clock, limits: { bodyTimeoutMs: 30_000 } });
    const { url } = await serve((_, response) => response.end(Buffer.alloc(20_000_000)));
    let came = 0;
    let makeRoom = () => {};
    const pieces = () => (part: Buffer) => {
      came += part.length;
      return came > 1_000_000 ? new Promise<void>((resolve) => (makeRoom = resolve)) : undefined;
    };
    let isOver = false;
    const answer = http.get(url, { pieces }).finally(() => {
      isOver = true;
    });
    await until("a million bytes", () => came > 1_000_000);
    const before = came;
    clock.move(1_000_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(came).toBe(before);
    while (!isOver) {
      makeRoom();
      await new Promise(setImmediate);
    }
    expect(await answer).toMatchObject({ status: 200 });
    expect(came).toBe(20_000_000);
  });

  test("a large body has its time anew for every 8 MB that came", async () => {
    const piece = Buffer.alloc(8_000_000);
    const clock = createHandClock();
    const http = createHttp({ retries: 0, clock, limits: { bodyTimeoutMs: 30_000 } });
    const responses: ServerResponse[] = [];
    const { url } = await serve((_, response) => void responses.push(response));
    let came = 0;
    const pieces = () => (part: Buffer) => {
      came += part.length;
      return undefined;
    };
    const answer = http.get(url, { pieces });
    await until("the request", () => responses.length === 1);
    for (const count of [1, 2, 3]) {
      responses[0]?.write(piece);
      await until("8 MB more", () => came === count * piece.length);
      clock.move(20_000);
    }
    responses[0]?.end();
    expect(await answer).toMatchObject({ status: 200 });
    const slow = errorOf(http.get(url, { pieces }));
    await until("the second request", () => responses.length === 2);
    responses[1]?.write(piece.subarray(1));
    await until("nearly 8 MB", () => came === 4 * piece.length - 1);
    clock.move(30_000);
    expect(await slow).toMatchObject({ reason: "timeout" });
  });

  test("a port where nobody listens is unreachable", async () => {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const http = createHttp({ retries: 0 });
    expect(await errorOf(http.get(`http://127.0.0.1:${port}`))).toMatchObject({ reason: "unreachable" });
  });
});

describe("the abort signal", () => {
  const limits = { headersTimeoutMs: 60_000, bodyTimeoutMs: 60_000 };

  test("stops a request that waits for headers, and asks no second time", async () => {
    const stop = new AbortController();
    const { url, asked } = await serve(() => stop.abort(new Error("the program stops")));
    const error = await errorOf(createHttp({ limits }).get(url, { signal: stop.signal }));
    expect(error).toMatchObject({ name: "Failure", cause: new Error("the program stops") });
    expect(asked).toHaveLength(1);
  });

  test("stops a body in the middle", async () => {
    const stop = new AbortController();
    const { url } = await serve((_, response) => {
      response.setHeader("content-encoding", "gzip");
      response.write(gzipSync("[1,2,3]").subarray(0, 12));
      setImmediate(() => stop.abort(new Error("the program stops")));
    });
    expect(await errorOf(createHttp({ limits }).get(url, { signal: stop.signal }))).toMatchObject({
      name: "Failure",
      message: "the request was stopped",
    });
  });

  test("stops the wait between two attempts", async () => {
    const stop = new AbortController();
    const { url, asked } = await serve((_, response) => {
      response.writeHead(503, { "retry-after": "9" }).end();
      setTimeout(() => stop.abort(), 20);
    });
    await errorOf(createHttp({ limits }).get(url, { signal: stop.signal }));
    expect(asked).toHaveLength(1);
  });

  test("aborted before, nothing is asked", async () => {
    const { url, asked } = await serve((_, response) => response.end());
    await errorOf(createHttp().get(url, { signal: AbortSignal.abort() }));
    expect(asked).toHaveLength(0);
  });

  test("one signal serves many requests and keeps no listener of theirs", async () => {
    const stop = new AbortController();
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    const { url } = await serve((_, response) => response.end("{}"));
    const http = createHttp();
    await Promise.all(Array.from({ length: 40 }, () => http.get(url, { signal: stop.signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", warn);
    expect(warnings).toEqual([]);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
});
