/** The order of the inbox and its search, over alerts as a snapshot gives them. */
import { expect, test } from "vitest";
import type { OpenEpisode } from "../../src/client/feed-client.ts";
import { chosenIn, inOrder, matching } from "../../src/web/views/inbox/choose.ts";

function episode(seq: number, more: Partial<OpenEpisode> = {}, title = ""): OpenEpisode {
  const event = { type: "alert.fired", data: { now: { title } } } as unknown as OpenEpisode["event"];
  return {
    ...{ rule: "large-new-short", key: `${seq}`, severity: "info", subject: "9901", alert: `e-${seq}` },
    ...{ state: "firing", since: "2026-11-20T01:00:00.000Z", times: 1, seq },
    ...(event && { event }),
    ...more,
  };
}

const searched = (all: readonly OpenEpisode[], text: string) =>
  matching(all, chosenIn(new URLSearchParams({ text }))).map(({ seq }) => seq);

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
  expect(inOrder(all).map(({ seq }) => seq)).toEqual([5, 2, 1, 3, 8, 9, 4]);
});

test("a search folds width, case and kana, and hears of what an alert says anew", () => {
  const before = episode(1, {}, "トヨタ SHORT");
  expect(searched([before], "とよた ｓｈｏｒｔ")).toEqual([1]);
  expect(searched([before], "margin")).toEqual([]);
  expect(searched([episode(1, {}, "トヨタ margin")], "margin")).toEqual([1]);
});
