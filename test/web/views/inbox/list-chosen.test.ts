/** The order of the inbox and its search, over alerts as a snapshot gives them. */
import { expect, test } from "vitest";
import type { OpenEpisode } from "../../../../src/client/feed-client.ts";
import { chosenIn, gravestFirst, matching } from "../../../../src/web/views/inbox/list.ts";
import { episode } from "./episode.ts";

const searched = (all: readonly OpenEpisode[], text: string) =>
  matching(all, chosenIn(new URLSearchParams({ text })), new Map()).map(({ seq }) => seq);

test("the gravest come first, then those that fire, then the newest; a severity of a newer monitor comes as the least", () => {
  const all = [
    episode(9, { severity: "dire" as "info" }),
    episode(1, { severity: "critical", state: "acknowledged" }),
    episode(2, { severity: "critical" }),
    episode(8, { severity: "warning", state: "silenced" }),
    episode(5, { severity: "critical" }),
    episode(3, { severity: "warning" }),
    episode(4),
  ];
  expect(gravestFirst(all).map(({ seq }) => seq)).toEqual([5, 2, 1, 3, 8, 9, 4]);
});

test("a search folds width, case and kana, and hears of what an alert says anew", () => {
  const before = episode(1, {}, { title: "トヨタ SHORT" });
  expect(searched([before], "とよた ｓｈｏｒｔ")).toEqual([1]);
  expect(searched([before], "margin")).toEqual([]);
  expect(searched([episode(1, {}, { title: "トヨタ margin" })], "margin")).toEqual([1]);
});

test("the filter by a watchlist goes by the stocks that are on it now", () => {
  const all = [episode(1, { subject: "7203" }), episode(2, { subject: "6758" })];
  const chosen = chosenIn(new URLSearchParams({ watchlist: "held" }));
  const found = (...codes: string[]) =>
    matching(all, chosen, new Map([["held", new Set(codes)]])).map(({ seq }) => seq);
  expect([found("7203"), found("6758"), found()]).toEqual([[1], [2], []]);
  expect(matching(all, chosen, new Map())).toEqual([]);
});
