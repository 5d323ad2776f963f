/** Codes that a service does not know: said once, and no outage of the source that asks for them. */
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { unknownCodesOf } from "../../src/pipeline/drift.ts";
import { createForumComments } from "../../src/sources/forum-comments/index.ts";
import type { PartFailure, Source } from "../../src/sources/source.ts";
import { createForumClient } from "../../src/upstreams/forum/client.ts";
import { openWorld } from "../simulator/open-world.ts";
import { until } from "../support/until.ts";
import { scriptedHouse } from "./scripted-house.ts";

/** A source of which the test says which parts fail. */
function sourceFailing(failures: () => readonly PartFailure[]): Source<number> {
  return {
    name: "forum-comments",
    poll: async () => ({ answer: 1, failures: failures() }),
    diff: (answer) => ({ drafts: [], put: [], drop: [], cursor: { answer } }),
  };
}

const unknown = (code: string): PartFailure => ({
  scope: code,
  failure: new Failure("unknown-code", `no such stock ${code}`),
});

async function scene(source: Source) {
  const house = scriptedHouse({ source });
  let polls = 0;
  return {
    house,
    async poll() {
      polls += 1;
      house.tick();
      await until("the poll", () => house.committed.length === polls);
      return house.committed.at(-1)?.change;
    },
    told: () => house.events().map(({ type, data }) => `${type} ${data.now.reason}: ${data.now.message}`),
    noted: () => unknownCodesOf(source.name, house.store.meta.get).map(({ code }) => code),
  };
}

describe("codes that a service does not know", () => {
  test("do not make the source fail, and are told once each for as long as they last", async () => {
    let failures = [unknown("99999")];
    const { house, poll, told, noted } = await scene(sourceFailing(() => failures));
    expect((await poll())?.failure).toBeUndefined();
    await poll();
    expect(told()).toEqual([
      "source.drifted unknown-codes: the service does not know 99999 (no such stock 99999); the others go on",
    ]);
    expect(house.store.outage("forum-comments")).toBeNull();
    failures = [unknown("99999"), unknown("99998")];
    await poll();
    expect(told()).toHaveLength(2);
    expect(noted()).toEqual(["99999", "99998"]);
    failures = [];
    await poll();
    expect(noted()).toEqual([]);
    failures = [unknown("99999")];
    await poll();
    expect(told()).toHaveLength(3);
  });

  test("are kept as they were while nothing can be known of them", async () => {
    let failures: PartFailure[] = [unknown("99999")];
    const { house, poll, told, noted } = await scene(sourceFailing(() => failures));
    await poll();
    failures = [{ scope: "99999", failure: new Failure("timeout", "too slow") }];
    await poll();
    expect(house.store.outage("forum-comments")?.reason).toBe("timeout");
    failures = [unknown("99999")];
    await poll();
    expect(noted()).toEqual(["99999"]);
    expect(told().filter((line) => line.includes("unknown-codes"))).toHaveLength(1);
  });
});

describe.each(["documented", "observed"] as const)("the %s services", (dialect) => {
  test("tell an unknown stock of the forum apart, while the others are baselined", async () => {
    const { simulator } = await openWorld({ dialect });
    const http = createHttp({ retries: 0 });
    const client = createForumClient({ url: `${simulator.url}/forum`, http, clock: systemClock });
    const options = { codes: ["99999", "7203"], pageSize: 20 };
    const { poll, told, noted, house } = await scene(
      createForumComments(options, client, () => "2026-01-05"),
    );
    await poll();
    expect(noted()).toEqual(["99999"]);
    expect(told().some((line) => line.includes("does not know 99999"))).toBe(true);
    expect(house.store.outage("forum-comments")).toBeNull();
    expect(house.store.state("forum-comments").items("7203").size).toBeGreaterThan(0);
  });
});
