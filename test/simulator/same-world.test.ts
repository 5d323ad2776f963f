import { afterEach, expect, it } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/index.ts";
import { type OpenedWorld, openWorld, startDate } from "./open-world.ts";

const opened: OpenedWorld[] = [];
afterEach(() => Promise.all(opened.splice(0).map((world) => world.simulator.close())));

/** One text that holds an answer of every endpoint at a moment, ports aside. */
async function everything(options: Partial<SimulatorOptions>, passMs = 0): Promise<string[]> {
  const world = await openWorld(options);
  opened.push(world);
  world.clock.move(passMs);
  const headers = world.commentHeaders(await world.token("7203"));
  const answers = [
    await world.market("equities/master"),
    await world.market("markets/margin-alert?from=2026-02-20&to=2026-03-10"),
    await world.market("markets/short-sale-report?from=2026-02-20&to=2026-03-10"),
    await world.comments("code=7203&size=50", headers),
    await world.ranking("market=all&term=daily&page=1"),
    await world.statistics("getMetadata?db=FM08"),
    await world.statistics("getDataLayer?db=FM01&frequency=D&layer=*&startDate=202602"),
  ];
  return answers.map(({ text }) => text.replaceAll(world.simulator.url, ""));
}

it("is served byte for byte for the same seed, start and moment, however the moment was reached", async () => {
  const first = await everything({ seed: 3, elapsedMs: 200_000 });
  expect(await everything({ seed: 3, elapsedMs: 150_000 }, 50_000)).toEqual(first);
  expect(await everything({ seed: 3, elapsedMs: 20_000, dayMs: 6_000 })).toEqual(first);
});

it("is another for another seed, in every answer", async () => {
  const [one, two] = [await everything({ seed: 1 }), await everything({ seed: 2 })];
  expect(one.filter((text, index) => text === two[index])).toEqual([]);
});

it("rejects with node's code when the port is taken", async () => {
  const first = await openWorld();
  opened.push(first);
  await expect(openWorld({ port: first.simulator.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

it("takes no requests any more once it is closed", async () => {
  const world = await openWorld();
  await world.market("markets/calendar?date=2026-03-02");
  await world.simulator.close();
  await expect(world.market("markets/calendar?date=2026-03-02")).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

it("tells its time, so that it can be left and taken up again", async () => {
  const world = await openWorld({ elapsedMs: 61_000 });
  opened.push(world);
  expect(world.simulator.now().toISOString()).toMatch(/^2026-03-02T21:18/); // 06:18 of the 3rd in Japan
  world.clock.move(500);
  expect([startDate, world.simulator.elapsedMs()]).toEqual(["2026-03-02", 61_500]);
});
