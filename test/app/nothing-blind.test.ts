/** Rules after a first sight: what was there is known to them, though no event told it. */
import { describe, expect, it, onTestFinished } from "vitest";
import { eventTypesOf } from "../../src/files/event-types.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { type Life, lifeSettings, liveWith } from "../files/standing-life.ts";
import { rulesOf } from "../rules/support.ts";

const shorts = "short-sale-reports";

const report = (seller: string, ratio: number, day: string, code = "7203") => ({
  ...{ code, seller, ratio, name: "Example Motor" },
  ...{ calculatedOn: day, disclosedOn: day },
});

/** The titles of the alerts among entries. */
function saidIn(entries: readonly LogEntry[]): string[] {
  return entries
    .filter(({ event }) => event.type === "alert.fired")
    .map(({ event }) => (event.data.now as unknown as Alert).title);
}

async function lifeOf(text: string, standing = ""): Promise<Life> {
  const file = `${standing}rules:\n  - name: test\n${text.replaceAll(/^/gm, "    ")}`;
  const life = await liveWith(rulesOf(file, undefined, eventTypesOf(lifeSettings as never)));
  onTestFinished(life.close);
  return life;
}

/** Polls that show one list of reports each, a day apart; the first is the first sight. */
async function pollsOf(life: Life, source: string, ...answers: (readonly unknown[])[]): Promise<string[][]> {
  const said: string[][] = [];
  for (const items of answers) {
    life.show(source, items);
    said.push(saidIn(await life.poll(source)));
    life.nextDay();
  }
  return said;
}

describe("after a first sight", () => {
  it("a seller that was there is not one who was never seen", async () => {
    const life = await lifeOf(`on: short.report.*
by: now.code
unseen: { of: now.seller }
title: "{{ now.seller }} {{ found.seen }}"`);
    const said = await pollsOf(
      life,
      shorts,
      [report("Alpha", 1, "2026-01-05"), report("Beta", 1, "2026-01-05", "6758")],
      [report("Alpha", 1.2, "2026-01-06")],
      [report("Beta", 1.1, "2026-01-07")],
    );
    expect(said).toEqual([[], [], ["Beta 2"]]);
  });

  it("a crossing knows on which side it was, and tells the next one", async () => {
    const life = await lifeOf(`on: short.report.*
by: [now.code, now.seller]
crosses: { of: now.ratio, above: 2 }
title: "{{ now.seller }} {{ now.ratio }}"`);
    const said = await pollsOf(
      life,
      shorts,
      [report("Alpha", 2.5, "2026-01-05"), report("Beta", 1.5, "2026-01-05")],
      [report("Alpha", 2.6, "2026-01-06"), report("Beta", 2.1, "2026-01-06")],
      [report("Alpha", 1.9, "2026-01-07")],
      [report("Alpha", 2.2, "2026-01-08")],
    );
    expect(said).toEqual([[], ["Beta 2.1"], [], ["Alpha 2.2"]]);
  });

  it("a crossing of a standing sum knows on which side the sum was", async () => {
    const standing = "standing:\n  total: { of: short-sale-reports, sum: now.ratio, by: now.code }\n";
    const life = await lifeOf(
      `on: short.report.*
by: now.code
crosses: { of: standing.total, above: 3 }
title: "{{ now.code }} {{ standing.total }}"`,
      standing,
    );
    const day = "2026-01-05";
    const said = await pollsOf(
      life,
      shorts,
      [report("Alpha", 3.5, day), report("Alpha", 1, day, "6758"), report("Beta", 1.5, day, "6758")],
      [report("Gamma", 1, "2026-01-06"), report("Gamma", 1, "2026-01-06", "6758")],
    );
    expect(said).toEqual([[], ["6758 3.5"]]);
  });

  it("items of the past are taken in the order of the rule's clock, as far as `when` holds for them", async () => {
    const life = await lifeOf(`on: [market.equities-bars-daily.added]
by: now.code
when: now.close > 10
clock: occurred
moves: { of: now.close, by: 1 }
title: "{{ now.close }} by {{ found.moved }}"`);
    const bar = (date: string, close: number) => ({ code: "7203", date, close });
    const said = await pollsOf(
      life,
      "prices",
      [bar("2026-01-05", 20), bar("2026-01-02", 9), bar("2026-01-01", 30)],
      [bar("2026-01-06", 31)],
    );
    expect(said).toEqual([[], ["31 by 11"]]);
  });

  it("a rule that is added later knows what stands by then", async () => {
    const life = await lifeOf('on: statistics.series.*\ntitle: "{{ now.code }}"');
    const [alpha, beta] = [report("Alpha", 2.5, "2026-01-05"), report("Beta", 1, "2026-01-05")];
    await pollsOf(life, shorts, [alpha, beta], [report("Beta", 1.9, "2026-01-06")]);
    await life.edit(
      rulesOf(`rules:
  - name: added
    on: short.report.*
    by: [now.code, now.seller]
    title: "{{ now.seller }} {{ now.ratio }}"
    crosses: { of: now.ratio, above: 2 }
  - name: moved
    on: short.report.*
    by: now.seller
    title: "{{ now.seller }} by {{ found.moved }}"
    moves: { of: now.ratio, by: 0.2 }`),
    );
    const day = "2026-01-07";
    const said = await pollsOf(life, shorts, [report("Alpha", 2.7, day), report("Beta", 2.1, day)]);
    expect(said).toEqual([["Alpha by 0.2", "Beta 2.1", "Beta by 0.2"]]);
  });

  it("what is begun by the past gives no alert, by time neither", async () => {
    const life = await lifeOf(`on: short.report.*
by: [now.code, now.seller]
crosses: { of: now.ratio, above: 2 }
for: 1d
title: "{{ now.seller }} {{ now.ratio }}"`);
    const said = await pollsOf(
      life,
      shorts,
      [report("Alpha", 2.5, "2026-01-05")],
      [report("Alpha", 2.6, "2026-01-06")],
      [],
      [],
      [report("Alpha", 2.7, "2026-01-09")],
    );
    expect(said.flat()).toEqual([]);
  });

  const series = (points: Readonly<Record<string, number>>, code = "FXERD01") => ({
    ...{ db: "FM08", code, name: "Example rate", frequency: "DAILY", points },
  });
  const days = (values: readonly number[]) =>
    Object.fromEntries(values.map((value, index) => [`2025-12-${10 + index}`, value]));

  /** The alerts of a rule about a series whose past is known from its first sight, at the polls after it. */
  async function saidOfSeries(
    lines: string,
    first: readonly number[],
    ...next: Readonly<Record<string, number>>[]
  ) {
    const life = await lifeOf(`on: statistics.series.*\nby: [now.db, now.code]\n${lines}`);
    const answers = [days(first), ...next].map((points) => [series(points)]);
    return (await pollsOf(life, "statistics-updates", ...answers)).flat();
  }
  const high =
    'extreme: { of: now.value, high: true, within: 60d, after: 3 }\ntitle: "{{ now.value }} {{ found.extreme }}"';
  const first = [100, 101, 105, 103, 102];

  it("a series brings its past periods to a new high, a deviation and a move", async () => {
    const next = { ...days(first), "2025-12-31": 108 };
    expect(await saidOfSeries(high, first, next)).toEqual(["108 105"]);
    expect(
      await saidOfSeries(high, [...first, 109], { ...days([...first, 109]), "2025-12-31": 108 }),
    ).toEqual([]);
    const since = 'clock: occurred\nmoves: { of: now.value, by: 5, since: 20d }\ntitle: "{{ found.moved }}"';
    expect(await saidOfSeries(since, first, next)).toEqual(["7"]);
    const calm = [1, 2, 1, 2];
    const deviates =
      'deviates: { of: now.value, by: 2, within: 60d, after: 4 }\ntitle: "{{ found.deviates }}"';
    expect(await saidOfSeries(deviates, calm, { ...days(calm), "2025-12-31": 3 })).toEqual(["3"]);
  });

  it("past periods are those of before the poll, also where it revises them", async () => {
    const revised = { ...days([100, 109, 102]), "2025-12-11": 101, "2025-12-31": 108 };
    expect(await saidOfSeries(high, [100, 109, 102], revised)).toEqual([]);
    expect(await saidOfSeries(high, [100, 107, 102], revised)).toEqual(["108 107"]);
  });
});
