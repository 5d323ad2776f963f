/** A test's own watchlists: it means the same whatever stocks the settings watch. */
import { expect, it } from "vitest";
import { failuresOf, mistakesIn } from "./support.ts";

const rules = `rules:
  - name: short-of-mine
    on: short.report.opened
    when: now.code in watchlists.mine
    title: "{{ now.code }}"
    notify: 'has(mine(now.code).watchlist) ? ["email:desk"] : []'
`;

const testOf = (lists: string) => `tests:
  - name: of a stock on the list
    watchlists: ${lists}
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        events: [{ type: short.report.opened, now: { code: "7203" } }, { type: short.report.opened, now: { code: "6758" } }]
        expect: { exactly: true, alerts: [{ subject: "7203", recipients: ["email:desk"] }] }
`;

it("stand in for those of the settings", async () => {
  expect(await failuresOf(rules, testOf('{ mine: ["7203"] }'))).toEqual([]);
  expect((await failuresOf(rules, testOf("{}"))).join("\n")).toContain('expected "7203", came "6758"');
});

it("are checked as those of the settings are", async () => {
  expect((await mistakesIn(testOf('{ mine: ["seven"] }'), rules)).join()).toContain("code");
  expect((await mistakesIn(testOf("{ mine: { file: mine.csv } }"), rules)).join()).toContain(
    "some-test.yaml:3",
  );
});
