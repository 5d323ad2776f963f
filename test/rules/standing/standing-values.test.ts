import { describe, expect, it } from "vitest";
import { rulesOf } from "../support.ts";
import { standingHouse } from "./standing-support.ts";

const shorts = "short-sale-reports";
const definitions = `standing:
  totalShort: { of: short-sale-reports, sum: now.ratio, by: [now.code] }
  sellers: { of: short-sale-reports, distinct: now.seller, by: now.code }
  mean: { of: short-sale-reports, average: now.ratio }
  least: { of: short-sale-reports, minimum: now.ratio }
  most: { of: short-sale-reports, maximum: now.ratio, when: now.seller != "Quiet" }
  positions: { of: short-sale-reports, count: true, by: [] }
  place: { of: short-sale-reports, sum: now.ratio, rank: highest }
  last: { of: short-sale-reports, sum: now.ratio, rank: lowest }
  bySeller: { of: short-sale-reports, count: true, by: [now.code, now.seller] }
`;

const names = ["totalShort", "sellers", "mean", "least", "most", "positions", "place", "last", "bySeller"];

/** A house with these positions and a rule that shows all values. */
function houseWith(...positions: readonly (readonly [code: string, seller: string, ratio: number])[]) {
  const house = standingHouse(
    rulesOf(`${definitions}rules:
  - name: shown
    on: short.report.*
    title: "${names.map((name) => `{{ standing.${name} }}`).join(" ")}"
`),
  );
  for (const [code, seller, ratio] of positions)
    house.put(shorts, `${code} ${seller}`, { code, seller, ratio });
  return {
    ...house,
    values: (code: string, seller = "Alpha") =>
      house.match({ type: "short.report.increased", now: { code, seller, ratio: 1 } })[0]?.title,
  };
}

describe("a standing value", () => {
  it("may ask what the watchlists note, and is measured anew when they note something else", () => {
    const text = (sum: string) => `standing:
  held: { of: short-sale-reports, sum: "${sum}", by: [] }
rules: [{ name: shown, on: short.report.*, title: "{{ standing.held }}" }]
`;
    const noting = (shares: number, sum = "now.ratio * mine(now.code).shares") =>
      rulesOf(text(sum), undefined, undefined, { core: [{ code: "7203", shares }] });
    const titleOf = (rules: ReturnType<typeof noting>) => {
      const house = standingHouse(rules);
      for (const code of ["7203", "6758"]) house.put(shorts, code, { code, seller: "Alpha", ratio: 2 });
      return house.match({ type: "short.report.increased", now: { code: "7203" } })[0]?.title;
    };
    expect([titleOf(noting(100)), titleOf(noting(300))]).toEqual(["200", "600"]);
    const id = (...given: Parameters<typeof noting>) => noting(...given).standing?.id;
    expect(id(100)).not.toBe(id(300));
    expect(id(100)).toBe(id(100));
    expect(id(100, "now.ratio")).toBe(id(300, "now.ratio"));
  });

  it("measures the items that stand, group by group", () => {
    const house = houseWith(
      ["7203", "Alpha", 0.7],
      ["7203", "Beta", 1.1],
      ["7203", "Quiet", 3],
      ["6758", "Alpha", 2],
    );
    expect(house.values("7203")).toBe("4.8 3 1.6 0.7 1.1 4 1 2 1");
    expect(house.values("6758")).toBe("2 1 2 2 2 4 2 1 1");
  });

  it("is 0 where it counts or adds up nothing, and absent where nothing has an average, an end or a place", () => {
    expect(houseWith(["7203", "Alpha", 0.7]).values("9984")).toBe("0 0 – – – 1 – – 0");
  });

  it("follows what changes and what is gone, without a drift", () => {
    const house = houseWith(["7203", "Alpha", 0.1], ["7203", "Beta", 0.2]);
    house.put(shorts, "7203 Beta", { code: "7203", seller: "Beta", ratio: 0.7 });
    expect(house.values("7203")).toBe("0.8 2 0.4 0.1 0.7 2 1 1 1");
    house.put(shorts, "7203 Beta", undefined);
    expect(house.values("7203")).toBe("0.1 1 0.1 0.1 0.1 1 1 1 1");
  });

  it("gives groups of one value the same place", () => {
    const house = houseWith(["1111", "A", 3], ["2222", "A", 2], ["3333", "A", 2], ["4444", "A", 1]);
    const places = ["1111", "2222", "3333", "4444"].map((code) => house.values(code)?.split(" ").slice(6, 8));
    expect(places).toEqual([
      ["1", "4"],
      ["2", "2"],
      ["2", "2"],
      ["4", "1"],
    ]);
  });

  it("is absent before its source was ever seen", () => {
    const rules = rulesOf(`${definitions}rules:
  - { name: none, on: "short.report.*", when: standing.totalShort < 1, title: fired }`);
    const standing = rules.standing?.create();
    const house = standingHouse(rules);
    const event = { type: "short.report.opened", now: { code: "7203" } } as const;
    expect(house.match(event)).toHaveLength(1);
    expect(standing?.know(shorts, false)).toBe(false);
    expect(rules.match({ seq: 1, event: event as never })).toEqual([]);
  });
});

describe("conditions over a standing value", () => {
  it("cross a level and come back as over any other value", () => {
    const house = standingHouse(
      rulesOf(`${definitions}rules:
  - name: heavy
    on: short.report.*
    by: now.code
    crosses: { of: standing.totalShort, above: 5, reset: 4.5 }
    title: "{{ standing.totalShort }} and {{ found.value }}"
`),
    );
    const say = (seller: string, ratio: number) => {
      house.put(shorts, `7203 ${seller}`, ratio < 0.5 ? undefined : { code: "7203", seller, ratio });
      return house
        .match({ type: "short.report.increased", now: { code: "7203", seller, ratio } })
        .map(({ title }) => title);
    };
    expect(say("Alpha", 3)).toEqual([]);
    expect(say("Beta", 2.4)).toEqual(["5.4 and 5.4"]);
    expect(say("Beta", 1.7)).toEqual([]);
    expect(say("Beta", 2.1)).toEqual([]);
    expect(say("Alpha", 0.2)).toEqual([]);
    expect(say("Alpha", 3.1)).toEqual(["5.2 and 5.2"]);
  });

  it("find their group by `key` where the fields of an event have other names", () => {
    const house = standingHouse(
      rulesOf(`standing:
  totalShort: { of: short-sale-reports, sum: now.ratio, by: now.code, key: event.subject }
rules:
  - { name: late, on: source.late, when: standing.totalShort > 1, title: "{{ standing.totalShort }}" }
`),
    );
    house.put(shorts, "a", { code: "7203", ratio: 1.5 });
    const late = (subject: string) => house.match({ type: "source.late", subject, now: { source: subject } });
    expect(late("7203").map(({ title }) => title)).toEqual(["1.5"]);
    expect(late("6758")).toEqual([]);
  });
});

describe("the newest item of another source", () => {
  const rules = `rules:
  - name: beside
    on: forum.comment.posted
    when: latest.shortSaleReports[now.code].ratio >= 1 && latest.shortSaleReports["6758"].seller != "Beta"
    title: "{{ latest.shortSaleReports[now.code].ratio }} {{ latest.marginAlerts[now.code].shortRatio }}"
`;
  const posted = (code: string) => ({ type: "forum.comment.posted", now: { code } }) as const;

  it("is that of the latest day, then of the latest publication", () => {
    const house = standingHouse(rulesOf(rules));
    house.put(shorts, "z", { code: "7203", ratio: 3 }, { occurred: "2026-01-05", published: "2026-01-07" });
    house.put(shorts, "a", { code: "7203", ratio: 2 }, { occurred: "2026-01-06", published: "2026-01-08" });
    house.put(shorts, "b", { code: "7203", ratio: 1 }, { occurred: "2026-01-06", published: "2026-01-07" });
    house.put(shorts, "6758", { code: "6758", seller: "Alpha" });
    expect(house.match(posted("7203")).map(({ title }) => title)).toEqual(["2 –"]);
    house.put(shorts, "a", undefined);
    expect(house.match(posted("7203")).map(({ title }) => title)).toEqual(["1 –"]);
  });

  it("is absent where nothing stands", () => {
    const house = standingHouse(rulesOf(rules));
    house.put(shorts, "a", { code: "7203", ratio: 2 });
    expect(house.match(posted("7203"))).toEqual([]);
    expect(house.match(posted("6758"))).toEqual([]);
  });

  it("says whether there is one, and is named as a whole", () => {
    const house = standingHouse(
      rulesOf(`rules:
  - { name: there, on: forum.comment.posted, when: now.code in latest.shortSaleReports, title: there }
  - name: bound
    on: forum.comment.posted
    when: cel.bind(short, latest.shortSaleReports[now.code], short.ratio > 1 && short.seller == "Alpha")
    title: bound`),
    );
    house.put(shorts, "a", { code: "7203", ratio: 2, seller: "Alpha" });
    house.put(shorts, "b", { code: "6758", seller: "Alpha" });
    expect(house.match(posted("7203")).map(({ title }) => title)).toEqual(["there", "bound"]);
    expect(house.match(posted("6758")).map(({ title }) => title)).toEqual(["there"]);
    expect(house.match(posted("9984"))).toEqual([]);
  });
});
