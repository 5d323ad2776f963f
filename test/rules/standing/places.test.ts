import { describe, expect, it } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { StandingValue } from "../../../src/rules/cel/language.ts";
import { createStandingState, type StandingState } from "../../../src/rules/standing/standing-state.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { rulesOf } from "../support.ts";
import { standingHouse } from "./standing-support.ts";

const numRuns = runsOf({ quick: 80, long: 2_000 });
const shorts = "short-sale-reports";

describe("who is largest", () => {
  it("is who a list says that is sorted anew, whoever comes, changes and goes", () => {
    const definitions = `standing:
  first: { of: short-sale-reports, largest: now.ratio }
  second: { of: short-sale-reports, largest: now.ratio, nth: 2 }
  third: { of: short-sale-reports, largest: now.ratio, nth: 3 }
  least: { of: short-sale-reports, smallest: now.ratio }
  ofAll: { of: short-sale-reports, largest: now.ratio, by: [], when: now.seller != "Quiet" }
`;
    const shown = ["first", "second", "third", "least", "ofAll"];
    const text = shown.map((name) => `{{ standing.${name}.now.seller }} {{ standing.${name}.now.shares }}`);
    const rules = rulesOf(`${definitions}rules:
  - { name: shown, on: short.report.*, title: "${text.join(", ")}" }
`);
    const change = fc.record({
      code: fc.constantFrom("7203", "6758"),
      seller: fc.constantFrom("A", "B", "C", "D", "Quiet"),
      ratio: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 4 }),
      shares: fc.integer({ min: 1, max: 3 }),
      occurred: fc.constantFrom("2026-01-05", "2026-01-06"),
      published: fc.constantFrom("2026-01-07", "2026-01-08", undefined),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const house = standingHouse(rules);
        const items = new Map<string, (typeof changes)[number]>();
        for (const one of changes) {
          const { code, seller, ratio, shares, occurred, published } = one;
          const key = `${code} ${seller}`;
          const dates = { occurred, ...(published && { published }) };
          house.put(shorts, key, ratio === undefined ? undefined : { code, seller, ratio, shares }, dates);
          if (ratio === undefined) items.delete(key);
          else items.set(key, one);
          const [title] = house.match({ type: "short.report.opened", now: { code } }).map((it) => it.title);
          const order = [...items].sort(
            ([a, x], [b, y]) => (y.ratio ?? 0) - (x.ratio ?? 0) || (a < b ? -1 : 1),
          );
          const own = order.map(([, item]) => item).filter((item) => item.code === code);
          const few = [...own].sort((x, y) => (x.ratio ?? 0) - (y.ratio ?? 0));
          const all = order.map(([, item]) => item).filter((item) => item.seller !== "Quiet");
          const told = [own[0], own[1], own[2], few[0], all[0]];
          expect(title).toBe(told.map((item) => `${item?.seller ?? "–"} ${item?.shares ?? "–"}`).join(", "));
        }
      }),
      { numRuns },
    );
  });

  it("keeps of items only the fields that are named, or all where one is named as a whole", () => {
    const seen = (when: string) => {
      const rules = rulesOf(`standing:
  first: { of: short-sale-reports, largest: now.ratio, by: [] }
rules:
  - { name: seen, on: short.report.*, when: '${when}', title: "{{ standing.first.now.fund }}" }
`);
      const standing = rules.standing?.create() as StandingState;
      standing.know(shorts, true);
      const now = { code: "7203", seller: "A", fund: "F", ratio: 1, shares: 5 };
      standing.take({ source: shorts, key: "a", item: { subject: "7203", now } });
      const first = rules.rules[0]?.language.stands?.values.get("first");
      return Object.keys((first && standing.item(first, "[]")) ?? {}).sort();
    };
    expect(seen('standing.first.was.seller != "B"')).toEqual(["fund", "ratio", "seller"]);
    const whole = "cel.bind(it, standing.first.now, it.ratio > 0.5)";
    expect(seen(whole)).toEqual(["code", "fund", "ratio", "seller", "shares"]);
  });

  it("is absent where more groups came than are kept", () => {
    const rules = rulesOf(`standing:
  first: { of: short-sale-reports, largest: now.ratio }
rules:
  - { name: seen, on: short.report.*, when: standing.first.now.ratio > 0, title: fired }
`);
    const first = rules.rules[0]?.language.stands?.values.get("first") as StandingValue;
    const standing = createStandingState(
      new Map([
        [
          shorts,
          {
            ...{ fields: new Set(["ratio"]), latest: false, indexes: [] },
            measures: [{ measure: first.measure, isRanked: false, name: "standing.first" }],
          },
        ],
      ]),
      weekdaysOnly,
      { items: 10, groups: 2 },
    );
    standing.know(shorts, true);
    const put = (code: string) =>
      standing.take({ source: shorts, key: code, item: { subject: code, now: { ratio: 1 } } });
    for (const code of ["1111", "2222"]) put(code);
    expect(standing.item(first, "1111")).toEqual({ ratio: 1 });
    put("3333");
    expect(standing.item(first, "1111")).toBeUndefined();
    expect(standing.full()).toEqual(["standing.first"]);
  });
});
