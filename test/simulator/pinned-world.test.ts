/**
 * Every number of the simulated world, pinned: what is served at fixed moments, as a digest for each call. A change of
 * the world is made on purpose, and `npm run docs` then writes the new digests.
 */
import { createHash } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/index.ts";
import { type Answer, type OpenedWorld, openWorld } from "./open-world.ts";

const opened: OpenedWorld[] = [];
afterEach(() => Promise.all(opened.splice(0).map((world) => world.simulator.close())));

const byCode = [
  ...["equities/bars/daily", "equities/master", "fins/summary", "fins/details", "fins/dividend"],
  ...["markets/margin-interest", "markets/margin-alert", "markets/short-sale-report", "markets/breakdown"],
].flatMap((call) => ["7203", "6758", "8306"].map((code) => `${call}?code=${code}`));

const someDay = "2026-02-13";

const byDate = [
  ...[
    "equities/bars/daily",
    "equities/master",
    "equities/earnings-calendar",
    "fins/summary",
    "fins/dividend",
  ],
  ...["markets/margin-alert", "markets/margin-interest", "markets/breakdown", "indices/bars/daily"],
  ...["derivatives/bars/daily/futures", "derivatives/bars/daily/options"],
  "derivatives/bars/daily/options/225",
].map((call) => `${call}?date=${someDay}`);

const marketCalls = [
  ...byCode,
  ...byDate,
  ...["equities/bars/daily/am", "equities/investor-types", "markets/sectors/mkt17", "markets/sectors/mkt33"],
  ...["indices/bars/daily/mkt", "indices/bars/daily/topix", "indices/bars/daily?code=0028"],
  ...["markets/calendar?from=2025-12-01&to=2026-06-30", `markets/short-ratio?date=${someDay}`],
  ...[`markets/short-sale-report?date=${someDay}`, `markets/short-sale-report?disc_date=${someDay}`],
];

const statisticsCalls = [
  ...["FM08", "FM01", "CO"].map((db) => `getMetadata?db=${db}&lang=en`),
  "getDataLayer?db=FM01&frequency=D&layer=*&startDate=202602",
  "getDataCode?db=FM08&code=FXERD01&lang=en&startDate=202601",
  "getDataCode?db=FM08&code=FXERD01&format=csv&startDate=202601",
];

/** The part that two runs have in common: neither the port nor the token of a page. */
const digest = ({ status, bytes, text }: Answer, url: string) => {
  const lasting = text.replaceAll(url, "").replace(/eyJ[\w.-]+/g, "");
  const sha = createHash("sha256").update(lasting).digest("hex").slice(0, 16);
  return `${status} ${String(bytes.length).padStart(8)} ${sha}`;
};

async function opening(options: Partial<SimulatorOptions>) {
  const world = await openWorld({ elapsedMs: 58_000, seed: 7, ...options });
  opened.push(world);
  const lines: string[] = [];
  return {
    world,
    note: (call: string, answer: Answer) => lines.push(`${digest(answer, world.simulator.url)}  ${call}\n`),
    digests: () => lines.join(""),
  };
}

it.each(["documented", "observed"] as const)(
  "the %s services serve what they always served",
  async (dialect) => {
    const { world, note, digests } = await opening({ dialect });
    for (const call of marketCalls) note(call, await world.market(call));
    for (const code of ["7203", "6758"]) {
      note(`forum ${code}`, await world.page(code));
      const headers = { ...world.commentHeaders(await world.token(code), code), cookie: "a=b" };
      note(`comments ${code}`, await world.comments(`code=${code}&size=50`, headers));
    }
    for (const term of ["daily", "weekly", "monthly"])
      note(`ranking ${term}`, await world.ranking(`market=all&term=${term}&page=1`));
    for (const call of statisticsCalls) note(call, await world.statistics(call));
    await expect(digests()).toMatchFileSnapshot(`pinned-world/${dialect}.txt`);
  },
);

it("a market at its real size, after the additions of August 2026, serves what it always served", async () => {
  const { world, note, digests } = await opening({
    dialect: "observed",
    market: "full",
    startDate: "2026-10-16",
  });
  for (const call of [
    ...["equities/master", "equities/bars/daily", "markets/margin-interest", "markets/margin-alert"],
    ...["fins/summary", "fins/details", "fins/dividend", "indices/bars/daily"],
  ])
    note(call, await world.market(`${call}?date=2026-10-09`));
  note("short-sale-report", await world.market("markets/short-sale-report?disc_date=2026-10-09"));
  await expect(digests()).toMatchFileSnapshot("pinned-world/full.txt");
});
