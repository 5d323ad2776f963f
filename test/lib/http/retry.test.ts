import { describe, expect, test } from "vitest";
import { readRetryAfter } from "../../../src/lib/http/exchange.ts";
import { createHttp, pause } from "../../../src/lib/http/http.ts";
import { errorOf, hurriedClock, serve, serveRaw } from "./loopback.ts";

describe("retry", () => {
  test.each([429, 500, 502, 503])("a %d that passes is asked again", async (status) => {
    const { url } = await serve((_, response, count) => {
      response.writeHead(count < 3 ? status : 200).end(`${count}`);
    });
    const response = await createHttp({ clock: hurriedClock() }).get(url);
    expect([response.status, response.body.toString()]).toEqual([200, "3"]);
  });

  test("a status that stays comes back after three attempts", async () => {
    const { url, asked } = await serve((_, response) => response.writeHead(503).end());
    expect((await createHttp({ clock: hurriedClock() }).get(url)).status).toBe(503);
    expect(asked).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 210])("a %d is an answer and not asked again", async (status) => {
    const { url, asked } = await serve((_, response) => response.writeHead(status).end());
    expect((await createHttp({ clock: hurriedClock() }).get(url)).status).toBe(status);
    expect(asked).toHaveLength(1);
  });

  test("a cut body is asked again and the whole one counts", async () => {
    const { url } = await serveRaw((socket, count) => {
      if (count === 1) socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[1,");
      else socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[1,2,3,4]");
    });
    expect((await createHttp({ clock: hurriedClock() }).get(url)).body.toString()).toBe("[1,2,3,4]");
  });

  test("waits double and spread by the random number", async () => {
    const { url } = await serve((_, response) => response.writeHead(500).end());
    const waitsWith = async (random: number) => {
      const clock = hurriedClock();
      await createHttp({ clock, retries: 3, random: () => random }).get(url);
      return clock.waits;
    };
    expect(await waitsWith(0)).toEqual([250, 500, 1000]);
    expect(await waitsWith(0.5)).toEqual([375, 750, 1500]);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 5, 0, 0, 0);

  test.each([
    ["seconds", "7"],
    ["a date", "Mon, 05 Jan 2026 00:00:07 GMT"],
  ])("short, in %s, it is kept before the next attempt", async (_, value) => {
    const clock = hurriedClock(now);
    const { url } = await serve((_, response, count) => {
      response.writeHead(count === 1 ? 429 : 200, { "retry-after": value }).end();
    });
    expect((await createHttp({ clock }).get(url)).status).toBe(200);
    expect(clock.waits).toEqual([7000]);
  });

  test.each([
    ["seconds", "300"],
    ["a date", "Mon, 05 Jan 2026 00:05:00 GMT"],
  ])("long, in %s, it ends the attempts and is told to the caller", async (_, value) => {
    const clock = hurriedClock(now);
    const { url, asked } = await serve((_, response) =>
      response.writeHead(429, { "retry-after": value }).end(),
    );
    const response = await createHttp({ clock }).get(url);
    expect(response).toMatchObject({ status: 429, retryAfterMs: 300_000 });
    expect([asked.length, clock.waits]).toEqual([1, []]);
  });

  test.each(["999999999", "99999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "of %s is a wrong clock: nobody waits for more than a day",
    (value) => {
      expect(readRetryAfter(value, Date.UTC(2026, 0, 5))).toBe(86_400_000);
    },
  );

  test("a date that is over asks for no wait, and words are passed over", () => {
    expect(readRetryAfter("Sun, 04 Jan 2026 00:00:00 GMT", now)).toBe(0);
    expect(readRetryAfter("soon", now)).toBeUndefined();
    expect(readRetryAfter("-5", now)).toBeUndefined();
    expect(readRetryAfter(undefined, now)).toBeUndefined();
  });
});

test("what fails for good is not asked again", async () => {
  const clock = hurriedClock();
  const { url, asked } = await serve((_, response) =>
    response.writeHead(302, { location: "http://localhost/" }).end(),
  );
  expect(await errorOf(createHttp({ clock }).get(url))).toMatchObject({ reason: "redirected" });
  expect(asked).toHaveLength(1);
});

test("a wait that is stopped leaves no timer behind to hold the program", async () => {
  const stop = new AbortController();
  let timers = 0;
  const after = () => {
    timers += 1;
    return () => {
      timers -= 1;
    };
  };
  const waiting = errorOf(pause(9_000, { now: () => 0, elapsed: () => 0, after }, stop.signal));
  expect(timers).toBe(1);
  stop.abort();
  expect(await waiting).toMatchObject({ name: "Failure" });
  expect(timers).toBe(0);
});
