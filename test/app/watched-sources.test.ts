import { expect, test } from "vitest";
import { watchedSources } from "../../src/app/ground.ts";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import type { ServiceClients } from "../../src/config/clients.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { Failure } from "../../src/lib/failure.ts";
import { currentLane } from "../../src/lib/turns.ts";
import { errorOf } from "../lib/http/loopback.ts";
import { createHandClock } from "../support/hand-clock.ts";

const surroundings = {
  clock: createHandClock(),
  calendar: () => createTradingCalendar(new Map()),
  publication: () => ({}),
  watchlists: () => ({ mine: [{ code: "7203" }] }),
};

test("every source asks its service in a lane of its own", async () => {
  const loaded = loadConfig("config/monitor.yaml", {});
  if (!loaded.ok) throw new Error("the default config has mistakes");
  const lanes = new Set<string>();
  const ask = async () => {
    await Promise.resolve();
    lanes.add(currentLane());
    throw new Failure("unreachable", "nobody there");
  };
  async function* pages() {
    yield await ask();
  }
  const anyCall = new Proxy({}, { get: (_, name) => (name === "pages" ? pages : ask) });
  const clients = { market: anyCall, forum: anyCall, statistics: anyCall } as ServiceClients;
  const sources = watchedSources(loaded.config, clients, undefined, surroundings);
  const state = { cursor: undefined, item: () => undefined, items: () => new Map(), page: () => [] };
  const { signal } = new AbortController();
  await Promise.all(sources.map(({ source }) => errorOf(source.poll({ state, signal }))));
  expect([...lanes].sort()).toEqual(sources.map(({ source }) => source.name).sort());
  expect(lanes.size).toBe(7);
});
