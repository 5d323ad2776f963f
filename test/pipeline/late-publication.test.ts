import { describe, expect, test } from "vitest";
import { createZone } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { Due } from "../../src/pipeline/due.ts";
import { until } from "../support/until.ts";
import { type Answer, scriptedHouse } from "./scripted-house.ts";

const minuteMs = 60_000;
const due: Due = {
  timeMs: 17.5 * 60 * minuteMs,
  zone: createZone("Asia/Tokyo"),
  grace: { ms: 30 * minuteMs },
};
const at = (text: string) => Date.parse(`${text}+09:00`);
type House = ReturnType<typeof scriptedHouse>;

async function poll(house: House, time: string, answer: Answer = { "7203": 1 }): Promise<void> {
  house.clock.ms = at(time);
  house.say(answer);
  const before = house.committed.length;
  house.tick();
  await until("the commit", () => house.committed.length > before);
}

const told = (house: House) => house.events().map(({ type, time }) => `${type} ${time}`);
const late = (house: House) => house.events().filter(({ type }) => type === "source.late");

/** A source whose publication of Thursday, the 8th of January, was seen. */
async function thursday(): Promise<House> {
  const house = scriptedHouse({ due });
  house.shown.published = "2026-01-08";
  await poll(house, "2026-01-08T18:00:00");
  return house;
}

describe("a publication that does not come", () => {
  test("is told by the first poll after its grace that does not find it, once", async () => {
    const house = await thursday();
    for (const time of ["17:30", "17:50", "18:00", "18:10"]) await poll(house, `2026-01-09T${time}:00`);
    expect(told(house)).toEqual([
      "source.baselined 2026-01-08T09:00:00.000Z",
      "source.late 2026-01-09T09:00:00.000Z",
    ]);
    expect(late(house)[0]).toMatchObject({ occurred: "2026-01-09", data: { now: { reason: "overdue" } } });
    expect(house.store.sources()).toMatchObject([{ late: { day: "2026-01-09" } }]);
  });

  test("is not told again after a restart, and not after it came", async () => {
    const house = await thursday();
    await poll(house, "2026-01-09T18:00:00");
    house.stop();
    const again = scriptedHouse({ due, path: house.path });
    again.shown.published = "2026-01-08";
    await poll(again, "2026-01-09T18:10:00");
    again.shown.published = "2026-01-09";
    await poll(again, "2026-01-09T18:20:00");
    expect(again.store.publication("margin-alerts")).toEqual({ published: "2026-01-09" });
    again.stop();
    const third = scriptedHouse({ due, path: house.path });
    await poll(third, "2026-01-11T18:00:00");
    expect(late(third)).toHaveLength(1);
    expect(third.events().map(({ type }) => type)).not.toContain("source.recovered");
  });

  test("is late too where the source fails, beside the failure", async () => {
    const house = await thursday();
    await poll(house, "2026-01-09T18:00:00", new Failure("timeout", "no answer within 30 s"));
    expect(house.events().map(({ type }) => type)).toEqual([
      "source.baselined",
      "source.failed",
      "source.late",
    ]);
    expect(late(house)[0]?.data.now.message).toContain("it cannot be read: no answer within 30 s");
  });

  test("is told also while a failing source makes a pause, and asks nothing then", async () => {
    const house = await thursday();
    const wait = new Failure("rate-limited", "too many requests", { retryAfterMs: 3_600_000 });
    await poll(house, "2026-01-09T17:45:00", wait);
    let asked = 0;
    house.say(async () => {
      asked += 1;
      return {};
    });
    for (const time of ["17:59", "18:00", "18:10"]) {
      house.clock.ms = at(`2026-01-09T${time}:00`);
      house.tick();
    }
    expect(asked).toBe(0);
    expect(late(house).map(({ time }) => time)).toEqual(["2026-01-09T09:00:00.000Z"]);
    expect(house.store.outage("margin-alerts")?.reason).toBe("rate-limited");
  });
});

test("a source whose publication came is silent", async () => {
  const house = await thursday();
  house.shown.published = "2026-01-09";
  for (const time of ["2026-01-09T17:40:00", "2026-01-09T18:00:00", "2026-01-12T17:00:00"])
    await poll(house, time);
  expect(late(house)).toEqual([]);
});
