/** Whether the watched services know a stock, asked of simulated ones in both dialects and of ones that fail. */
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { createCodeCheck } from "../../src/page/known-code.ts";
import { createForumClient } from "../../src/upstreams/forum/client.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { openWorld } from "../simulator/open-world.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { until } from "../support/until.ts";

const config = { sources: { "forum-comments": {}, "margin-alerts": {} }, recordSources: [] } as never;
const names = async () => new Map([["7203", {}]]);
const down = () => Promise.reject(new Failure("unreachable", "no route"));

describe.each(["documented", "observed"] as const)("the %s services", (dialect) => {
  test("know the stocks that they have, and no other", async () => {
    const { simulator } = await openWorld({ dialect });
    const http = createHttp({ retries: 0 });
    const forum = createForumClient({ url: simulator.forumUrl, http, clock: systemClock });
    const market = createMarketClient({ url: simulator.marketUrl, apiKey: "any", http });
    const check = createCodeCheck({ config, clients: { forum, market }, clock: systemClock });
    expect(await check("7203")).toEqual({ kind: "known" });
    expect(await check("99999")).toEqual({ kind: "unknown", services: ["forum", "market"] });
  });
});

describe("a code", () => {
  const checkWith = (forum: () => Promise<boolean>, market: typeof names | typeof down) =>
    createCodeCheck({
      ...{ config, clock: systemClock },
      clients: { forum: { knows: forum }, market: { names: market as typeof names } as never },
    })("7203");

  test("is known where one service knows it, whatever becomes of the others", async () => {
    expect(await checkWith(down, names)).toEqual({ kind: "known" });
    expect(await checkWith(async () => true, down)).toEqual({ kind: "known" });
  });

  test("is left to a person where a service that may know it cannot be asked", async () => {
    expect(await checkWith(async () => false, down)).toEqual({ kind: "untold", message: "market: no route" });
  });

  test("is asked for in a bounded time", async () => {
    const clock = createHandClock();
    const forum = {
      knows: (_: object, signal?: AbortSignal) =>
        new Promise<boolean>((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new Failure("unreachable", "stopped")));
        }),
    };
    const check = createCodeCheck({ config, clock, clients: { forum, market: { names } as never } });
    const asked = check("99999");
    await until("the wait", () => clock.waiting > 0);
    clock.move(8_000);
    expect(await asked).toEqual({ kind: "untold", message: "forum: no answer within 8 s" });
    expect(clock.waiting).toBe(0);
  });

  test("is left to a person where no service with stocks is watched", async () => {
    const none = { sources: { "statistics-updates": {} }, recordSources: [] } as never;
    const clients = { forum: { knows: down }, market: { names: down } } as never;
    expect(await createCodeCheck({ config: none, clients, clock: systemClock })("7203")).toMatchObject({
      kind: "untold",
    });
  });
});
