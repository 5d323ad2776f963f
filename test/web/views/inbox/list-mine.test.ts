/** Which alerts are the reader's own, how the rest is counted, and which stand together. */
import { expect, test } from "vitest";
import type { MineAnswer } from "../../../../src/model/page/watchlists.ts";
import { countedByRule, isMine, listRows, mineOf, parted } from "../../../../src/web/views/inbox/list.ts";
import { episode } from "./episode.ts";

const answer: MineAnswer = {
  watchlists: { held: ["7203"], others: ["130A"] },
  ...{ news: ["source.failed", "rules.rejected", "mail.failed"], routed: ["e-9"] },
};
const mine = mineOf(answer);

test("a stock of any list is mine as long as it is on one", () => {
  expect(isMine(episode(1, { subject: "7203" }), mine)).toBe(true);
  expect(isMine(episode(1, { subject: "130A" }), mine)).toBe(true);
  expect(isMine(episode(1, { subject: "6758" }), mine)).toBe(false);
  const edited = mineOf({ ...answer, watchlists: { held: ["6758"] } });
  expect(isMine(episode(1, { subject: "7203" }), edited)).toBe(false);
  expect(isMine(episode(1, { subject: "6758" }), edited)).toBe(true);
});

test("what the monitor says of itself is mine, and so is what anybody is notified of, by a rule or by a route", () => {
  expect(isMine(episode(1, { subject: "margin-alerts" }, { type: "source.failed" }), mine)).toBe(true);
  expect(isMine(episode(1, { subject: "rules" }, { type: "rules.rejected" }), mine)).toBe(true);
  expect(isMine(episode(1, {}, { recipients: ["email:desk"] }), mine)).toBe(true);
  expect(isMine(episode(9, {}), mine)).toBe(true);
  expect(isMine(episode(1, {}, { type: "forum.ranking.active" }), mine)).toBe(false);
});

test("of a person the stocks of their lists are mine, and what their receivers are notified of", () => {
  const own = mineOf({ ...answer, own: { watchlists: ["held"], receivers: ["email:aoi"] }, routed: [] });
  const told = (recipients: string[]) => isMine(episode(1, {}, { recipients }), own);
  expect([told(["email:aoi"]), told(["email:desk"]), told(["email:desk", "email:aoi"])]).toEqual([
    ...[true, false, true],
  ]);
  expect(isMine(episode(1, { subject: "7203" }), own)).toBe(true);
  expect(isMine(episode(1, { subject: "130A" }), own)).toBe(false);
  expect(isMine(episode(1, { subject: "130A" }), mineOf({ ...answer, own: {} }))).toBe(true);
});

test("an alert whose entry is no longer kept is shown rather than hidden", () => {
  const { event: _, ...bare } = episode(1);
  expect(isMine(bare, mine)).toBe(true);
});

test("the rest is counted by rule, the most frequent first; both parts keep their order and lose nothing", () => {
  const all = [
    episode(1, { rule: "short-large" }),
    episode(2, { rule: "forum-active" }),
    episode(3, { rule: "forum-active", subject: "7203" }),
    episode(4, { rule: "forum-active" }),
    episode(5, { rule: "forum-busy" }),
  ];
  const parts = parted(all, mine);
  expect(parts.mine.map(({ seq }) => seq)).toEqual([3]);
  expect(parts.rest.map(({ seq }) => seq)).toEqual([1, 2, 4, 5]);
  expect(countedByRule(parts.rest)).toEqual([
    ["forum-active", 2],
    ["forum-busy", 1],
    ["short-large", 1],
  ]);
});

test("a stock with several alerts is one row where its gravest would stand, and opens to them", () => {
  const all = [
    episode(4, { subject: "7203", severity: "critical" }),
    episode(8, { subject: "6758", severity: "warning" }),
    episode(6, { subject: "7203" }),
    episode(5, { subject: "margin-alerts" }),
    episode(3, { subject: "margin-alerts" }),
  ];
  const shown = (...open: string[]) =>
    listRows(all, new Set(open)).map((row) =>
      row.kind === "stock"
        ? `${row.code}: ${row.episodes.length}, newest ${row.newest.seq}`
        : `${row.isMember ? "- " : ""}${row.episode.seq}`,
    );
  expect(shown()).toEqual(["7203: 2, newest 6", "8", "5", "3"]);
  expect(shown("7203", "6758")).toEqual(["7203: 2, newest 6", "- 4", "- 6", "8", "5", "3"]);
});

test("a row of an alert that did not change is the same one again", () => {
  const all = [episode(1), episode(2, { subject: "6758" })];
  expect(listRows(all, new Set())[1]).toBe(listRows(all, new Set())[1]);
});
