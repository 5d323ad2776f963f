/** Extra polls of busy parts: when, of which, and how many requests; and what they leave as it is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { pacedMoments, pacedPolls } from "../../src/pipeline/paced-polls.ts";
import type { Source } from "../../src/sources/source.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

const from = Date.parse("2026-01-05T00:00:00Z");
const minute = { from, to: from + 60_000 };
const pace = (scope: string, perHour: number) => ({ scope, perHour });
const shown = (paces: readonly { scope: string; perHour: number }[], requests: number) =>
  pacedPolls(paces, minute, requests).map(
    (poll) => `${(poll.at - from) / 1_000}: ${poll.paces.map(({ scope }) => scope).join(" ")}`,
  );

describe("the polls of busy parts", () => {
  test("go to where they save the most waiting, evenly in time", () => {
    expect(shown([pace("a", 40)], 1)).toEqual(["30: a"]);
    expect(shown([pace("a", 20), pace("b", 40), pace("quiet", 11)], 2)).toEqual(["30: b a"]);
    expect(shown([pace("a", 400), pace("b", 20)], 4)).toEqual(["15: a", "30: a b", "45: a"]);
  });

  test("are none for quiet parts, where the schedule leaves no quarter of a minute, and over a night", () => {
    expect(shown([pace("a", 11)], 5)).toEqual([]);
    expect(pacedMoments({ from, to: from + 20_000 })).toEqual([]);
    expect(pacedMoments({ from, to: from + 3_600_001 })).toEqual([]);
    expect(shown([pace("a", 40)], 0)).toEqual([]);
  });

  test("take no more requests than they may, ask no part twice at once, and a busier one at least as often", () => {
    const paces = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        paces,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 10, max: 3_600 }),
        (rates, requests, seconds) => {
          const between = { from, to: from + seconds * 1_000 };
          const polls = pacedPolls(
            rates.map((rate, index) => pace(String(index), rate)),
            between,
            requests,
          );
          const asked = polls.flatMap((poll) => poll.paces);
          expect(asked.length).toBeLessThanOrEqual(requests);
          const counts = rates.map((_, index) => asked.filter(({ scope }) => scope === String(index)).length);
          for (const [one, rate] of rates.entries())
            for (const [other, slower] of rates.entries())
              if (rate > slower) expect(counts[one]).toBeGreaterThanOrEqual(counts[other] ?? 0);
          for (const poll of polls) expect(new Set(poll.paces).size).toBe(poll.paces.length);
          const moments = [from, ...polls.map(({ at }) => at), between.to];
          for (const [index, at] of moments.slice(1).entries())
            if (polls.length > 0) expect(at - (moments[index] ?? 0)).toBeGreaterThanOrEqual(14_999);
        },
      ),
      { numRuns: process.env.LONG === undefined ? 50 : 2_000 },
    );
  });
});

/** A source of two parts, which answer or fail as the test says. */
function scene() {
  const failing = new Set<string>();
  const asked: string[] = [];
  let answer = async () => {};
  const source: Source<readonly string[]> = {
    name: "forum-comments",
    async poll({ scopes = ["a", "b"] }) {
      asked.push(scopes.join(" "));
      await answer();
      const failures = scopes.filter((scope) => failing.has(scope));
      if (failures.length === scopes.length) throw new Failure("timeout", "nobody answers");
      return {
        answer: scopes,
        failures: failures.map((scope) => ({ scope, failure: new Failure("timeout", "too slow") })),
      };
    },
    diff: () => ({ drafts: [], put: [], drop: [], cursor: {} }),
  };
  const house = scriptedHouse({ source });
  const poll = async (...scopes: string[]) => {
    const before = house.committed.length;
    house.tick(...scopes);
    await until("the poll", () => house.committed.length > before);
  };
  const hold = (failure?: Failure) => {
    let end = () => {};
    const held = new Promise<void>((resolve, reject) => {
      end = () => (failure === undefined ? resolve() : reject(failure));
    });
    answer = () => held;
    return end;
  };
  return { house, failing, asked, poll, hold, told: () => house.events().map(({ type }) => type) };
}

describe("a poll of some parts", () => {
  test("ends no outage of the others", async () => {
    const { failing, poll, told, house } = scene();
    failing.add("b");
    await poll();
    await poll("a");
    expect(told()).toEqual(["source.failed"]);
    expect(house.store.outage("forum-comments")).not.toBeNull();
    failing.clear();
    await poll();
    expect(told()).toEqual(["source.failed", "source.recovered"]);
  });

  test("that fails delays none of the schedule", async () => {
    const { failing, poll, asked } = scene();
    failing.add("a");
    await poll("a");
    await poll();
    expect(asked).toEqual(["a", "a b"]);
  });

  test("that is slow is followed by that of the schedule which came meanwhile, once, and by no other", async () => {
    const { house, asked, poll, hold } = scene();
    await poll();
    const end = hold();
    for (const scopes of [["a"], [], ["b"], []]) house.tick(...scopes);
    end();
    await until("both polls", () => house.committed.length === 3);
    await poll("b");
    expect(asked).toEqual(["a b", "a", "a b", "b"]);
  });

  test("that its service answers with a request for a pause is followed by none", async () => {
    const { house, asked, poll, hold } = scene();
    await poll();
    const end = hold(new Failure("rate-limited", "later", { retryAfterMs: 60_000 }));
    house.tick("a");
    house.tick();
    end();
    await until("the poll", () => house.committed.length === 2);
    house.tick();
    expect(asked).toEqual(["a b", "a"]);
  });
});
