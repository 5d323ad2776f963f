/** Who guesses tokens waits longer and longer, and holds up nobody else. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import type { JsonRoute } from "../../src/lib/http/port.ts";
import { Guesses, guessLimits } from "../../src/server/guesses.ts";
import type { Options } from "../outputs/feed/support/feed-options.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { refusedStatus, subscriber } from "../outputs/feed/support/subscriber.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { until } from "../support/until.ts";

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const right = bearer("first-token");

/** A feed whose waits pass only when the clock is moved. */
async function guarded(options: Options = {}) {
  const clock = createHandClock();
  const wrong: string[] = [];
  const { url, httpUrl, feed } = await startFeed({
    clock,
    tokens: ["first-token", "second-token"],
    wrongToken: (address) => wrong.push(address),
    ...options,
  });
  const idle = clock.waiting;
  const guess = (place: object = {}) => refusedStatus(url, { ...bearer("guess"), ...place });
  const mistype = async (times: number) => {
    for (let time = 0; time < times; time += 1) expect(await guess()).toBe(401);
  };
  const held = (count: number) => until(`${count} to wait`, () => clock.waiting === idle + count);
  return { clock, wrong, url, httpUrl, feed, guess, mistype, held };
}

describe("An address that shows wrong tokens", () => {
  test("is answered at once while it may have mistyped, and then waits twice as long each time", async () => {
    const { clock, guess, mistype, held, wrong } = await guarded();
    await mistype(5);
    for (const waitMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      const answered = guess();
      await held(1);
      clock.move(waitMs - 1);
      await held(1);
      clock.move(1);
      expect(await answered).toBe(401);
    }
    expect(wrong).toHaveLength(5 + 7);
    expect(new Set(wrong)).toEqual(new Set(["127.0.0.1"]));
  });

  test("comes in with a right one when its wait is over, not at once and not later", async () => {
    const { clock, url, mistype, held } = await guarded();
    await mistype(5);
    const client = subscriber(url, right);
    await held(1);
    expect(client.frames).toEqual([]);
    clock.move(250);
    await client.frame("welcome");
  });

  test("is told 429 where too many of it wait, without a look at their tokens", async () => {
    const { feed, url, httpUrl, guess, mistype, held, wrong } = await guarded({ routes: [controlRoute] });
    await mistype(5);
    const waiting = Array.from({ length: 4 }, () => guess());
    await held(4);
    expect(await guess()).toBe(429);
    expect(await refusedStatus(url, right)).toBe(429);
    const { statusCode, headers } = await answerOf(`${httpUrl}${controlRoute.path}`, "first-token");
    expect([statusCode, headers["retry-after"]]).toEqual([429, "8"]);
    expect(wrong).toHaveLength(5);
    await feed.stop(1_000);
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 429));
  });

  // Other systems give a machine one address of its own.
  test.runIf(process.platform === "linux")("holds up no other address", async () => {
    const { url, mistype, guess } = await guarded();
    await mistype(5);
    const elsewhere = { localAddress: "127.0.0.2" };
    expect(await guess(elsewhere)).toBe(401);
    await subscriber(url, { ...right, ...elsewhere }).frame("welcome");
  });

  test("holds up no session that is known, and nobody who shows nothing", async () => {
    const { url, httpUrl, mistype } = await guarded();
    const cookie = await signedIn(httpUrl);
    await mistype(5);
    await subscriber(url, { headers: { cookie } }).frame("welcome");
    expect(await refusedStatus(url)).toBe(401);
  });

  test("waits with a token that it has shown before as with any: it would stand out among guesses", async () => {
    const { clock, url, httpUrl, mistype, held, wrong } = await guarded({ routes: [controlRoute] });
    const call = async () => (await answerOf(`${httpUrl}${controlRoute.path}`, "first-token")).statusCode;
    expect(await call()).toBe(200);
    const cookie = await signedIn(httpUrl);
    await mistype(5);
    const known = call();
    await held(1);
    // A token goes before the session beside it.
    const beside = refusedStatus(url, { headers: { cookie, authorization: "Bearer guess" } });
    await held(2);
    expect(wrong).toHaveLength(5);
    clock.move(250);
    expect(await known).toBe(200);
    expect(await beside).toBe(401);
  });

  test("waits with a session that was made up, which is counted", async () => {
    const { clock, url, httpUrl, mistype, held, wrong } = await guarded();
    const cookie = await signedIn(httpUrl);
    await mistype(5);
    const madeUp = refusedStatus(url, { headers: { cookie: `${cookie.slice(0, -3)}AAA` } });
    await held(1);
    clock.move(250);
    expect(await madeUp).toBe(401);
    expect(wrong).toHaveLength(6);
  });

  test.each(["readyz", "metrics"])(
    "is a stranger to /%s until its wait is over, at once and counted",
    async (path) => {
      const asked = (asks: string) => ({ ready: true, asks });
      const { clock, httpUrl, wrong } = await guarded({ ready: asked, metrics: (asks) => asks });
      const told = async (token: string) => {
        const answer = await fetch(`${httpUrl}/${path}`, bearer(token));
        return /friend|stranger/.exec(await answer.text())?.[0];
      };
      expect(await told("first-token")).toBe("friend");
      for (let guess = 0; guess < 20; guess += 1) expect(await told(`guess-${guess}`)).toBe("stranger");
      expect(wrong).toHaveLength(5);
      expect(await told("first-token")).toBe("stranger");
      clock.move(250);
      expect(await told("first-token")).toBe("friend");
      expect(await told("guess")).toBe("stranger");
      expect(wrong).toHaveLength(6);
    },
  );

  test("shows one token a request, however many it sends", async () => {
    const { url, wrong } = await guarded();
    const many = ["yagura.v1", "bearer.guess", "bearer.first-token"].join(", ");
    expect(await refusedStatus(url, { headers: { "sec-websocket-protocol": many } })).toBe(401);
    const both = { authorization: "Bearer guess", "sec-websocket-protocol": "yagura.v1, bearer.first-token" };
    expect(await refusedStatus(url, { headers: both })).toBe(401);
    expect(wrong).toHaveLength(2);
  });

  test("behind a proxy that is trusted holds up nobody else there", async () => {
    const { url, guess, wrong } = await guarded({ trustProxy: ["127.0.0.1"] });
    const from = (address: string) => ({ "x-forwarded-for": address });
    for (let time = 0; time < 5; time += 1)
      expect(await guess({ headers: { authorization: "Bearer guess", ...from("203.0.113.9") } })).toBe(401);
    expect(new Set(wrong)).toEqual(new Set(["203.0.113.9"]));
    await subscriber(url, { headers: { ...right.headers, ...from("203.0.113.10") } }).frame("welcome");
  });

  test("waits before calls that act on the monitor as well", async () => {
    const { clock, httpUrl, mistype, held } = await guarded({ routes: [controlRoute] });
    await mistype(5);
    const waiting = answerOf(`${httpUrl}${controlRoute.path}`, "guess");
    await held(1);
    clock.move(250);
    expect((await waiting).statusCode).toBe(401);
  });

  test("is forgiven when it was quiet for a quarter of an hour", async () => {
    const { clock, mistype } = await guarded();
    await mistype(5);
    clock.move(900_000 + 1);
    await mistype(5);
  });
});

async function signedIn(httpUrl: string): Promise<string> {
  const answer = await fetch(`${httpUrl}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: "first-token" }),
  });
  return String(answer.headers.get("set-cookie")).split(";")[0] ?? "";
}

const controlRoute: JsonRoute = {
  right: "act",
  method: "GET",
  path: "/control/x",
  answer: () => ({ status: 200, body: {} }),
};

async function answerOf(url: string, token: string): Promise<IncomingMessage> {
  const asked = httpRequest(url, { ...bearer(token), agent: false }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}

describe("The memory of guesses", () => {
  test("is bounded: the address that was quiet longest is forgotten", () => {
    const clock = createHandClock();
    const guesses = new Guesses({ ...guessLimits, freeGuesses: 1, guessAddresses: 100 }, clock.elapsed);
    for (let host = 0; host < 100; host += 1) guesses.wrong(`10.0.0.${host}`);
    guesses.wrong("10.0.0.0");
    guesses.wrong("10.0.1.0");
    expect(guesses.waitMs("10.0.0.1")).toBe(0);
    expect(guesses.waitMs("10.0.0.0")).toBe(2 * 250);
  });

  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
    ["2001:db8::1", "2001:db8:0:0:5::", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["fe80::1%eth0", "fe80::2%eth0", true],
    ["::1", "2001:db8::1", false],
    ["10.0.0.1", "10.0.0.2", false],
  ])("takes %s and %s for one network: %s", (one, other, same) => {
    const clock = createHandClock();
    const guesses = new Guesses({ ...guessLimits, freeGuesses: 1 }, clock.elapsed);
    guesses.wrong(one);
    expect(guesses.waitMs(other) > 0).toBe(same);
  });
});
