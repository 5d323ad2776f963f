/** A source whose stored state turns out to be damaged begins anew and says so, and nothing of it is told as news. */
import { expect, test } from "vitest";
import { changeText } from "../support/damage.ts";
import { until } from "../support/until.ts";
import { type Answer, scriptedHouse } from "./scripted-house.ts";

type House = ReturnType<typeof scriptedHouse>;

async function poll(house: House, answer: Answer): Promise<void> {
  house.say(answer);
  const polls = () => house.committed.filter(({ change }) => change.poll !== undefined).length;
  const before = polls();
  house.tick();
  await until("the poll's commit", () => polls() > before || house.bugs.length > 0);
}

const types = (house: House) => house.events().map(({ type }) => type);

test("a changed item is no news: the source is baselined anew with the reason, and goes on", async () => {
  const first = scriptedHouse();
  await poll(first, { "7203": 1, "6758": 1234567 });
  first.stop();
  changeText(first.path, "1234567");
  const house = scriptedHouse({ path: first.path });
  await poll(house, { "7203": 1, "6758": 1234567 });
  expect(house.bugs).toEqual([]);
  expect(types(house)).toEqual(["source.baselined", "store.damaged", "source.baselined"]);
  const [, damaged, anew] = house.events().map(({ data }) => data.now);
  expect(damaged).toMatchObject({ what: "items", source: "margin-alerts" });
  expect(anew).toMatchObject({
    reason: "damaged",
    items: 2,
    message: expect.stringContaining("it starts again"),
  });
  await poll(house, { "7203": 2, "6758": 1234567 });
  expect(types(house).slice(3)).toEqual(["margin.alert.changed", "alert.fired"]);
  await poll(house, { "7203": 2, "6758": 1234567 });
  expect(types(house)).toHaveLength(5);
});

test("the polls of a start wait until what is stored was looked at", async () => {
  const first = scriptedHouse();
  await poll(first, { "7203": 1, "6758": 2 });
  first.stop();
  const house = scriptedHouse({ path: first.path });
  house.store.startCheck.begin();
  let asked = 0;
  house.say(async () => {
    asked += 1;
    return { "7203": 1, "6758": 2 };
  });
  house.tick();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(0);
  while (house.store.startCheck.step(1));
  house.store.startCheck.end();
  await until("the poll", () => asked === 1);
});
