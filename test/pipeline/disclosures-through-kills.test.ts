/**
 * Ten simulated days of disclosures through the real pipeline and database, with stops at any place, lost cursors, cut
 * pages, rows that are missing and rows that come twice: each is one event.
 */
import { expect, test } from "vitest";
import { createHttp } from "../../src/lib/http/http.ts";
import { jstDay } from "../../src/model/dates.ts";
import { createDisclosureSource } from "../../src/sources/disclosures/index.ts";
import type { Source } from "../../src/sources/source.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { openWorld } from "../simulator/open-world.ts";
import { Random } from "../support/random.ts";
import { runsOf } from "../support/runs.ts";
import { disclosureNumbers, openSpoiltDisclosures } from "../support/services/spoilt-disclosures.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

const dayMs = 60_000;
const days = 10;
const polls = 5;

test.each(Array.from({ length: runsOf({ quick: 2, long: 20 }) }, (_, seed) => seed))(
  "each disclosure of ten days is told once, seed %i",
  async (seed) => {
    const random = new Random(seed);
    const forms = seed % 2 === 0 ? [] : (["cursor-by-time"] as const);
    const { simulator, clock } = await openWorld({ dayMs, dialect: "observed", forms });
    const service = await openSpoiltDisclosures(simulator.marketUrl, random);
    const client = createMarketClient({ url: service.url, apiKey: "k", http: createHttp({ retries: 0 }) });
    const today = () => jstDay(simulator.now().getTime());
    const source = createDisclosureSource(client, today) as Source;
    let house = scriptedHouse({ source });
    const stop = () => {
      const { path } = house;
      house.stop();
      house = scriptedHouse({ source, path });
    };
    const poll = async () => {
      // After a failure the source pauses; a person's poll ends that.
      house.watched.pauses.lift();
      const before = house.committed.length;
      house.tick();
      // Stopped before its answer, before the commit, or not at all.
      if (service.isSpoilt && random.chance(0.15)) return stop();
      await until("the commit", () => house.committed.length > before);
      if (service.isSpoilt && random.chance(0.1)) stop();
    };

    service.isSpoilt = false;
    await poll();
    const first = today();
    const known = await disclosureNumbers(simulator.marketUrl, [first]);
    service.isSpoilt = true;
    const seen = new Set([first]);
    for (let look = 0; look < days * polls; look += 1) {
      clock.move(dayMs / polls);
      seen.add(today());
      await poll();
    }
    service.isSpoilt = false;
    clock.move(dayMs);
    await poll();
    seen.add(today());

    const told = house.store.log
      .read(0, 100_000)
      .map(({ json }) => JSON.parse(json))
      .filter(({ type }) => type === "disclosure.published")
      .map(({ data }) => String(data.now.number));
    const all = (await disclosureNumbers(simulator.marketUrl, [...seen])).filter(
      (one) => !known.includes(one),
    );
    expect(all.length).toBeGreaterThan(30);
    expect(told.toSorted()).toEqual(all.toSorted());
  },
);
