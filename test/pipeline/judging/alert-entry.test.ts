/** An alert on the log says which watchlists had its stock when it was given, and has data for programs. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { beginLife, logOf, position } from "../../backtest/lived-log.ts";
import { rulesOf } from "../../rules/support.ts";

test("an alert names the watchlists that have its stock, and none where none has it", () => {
  const lists = { mine: [{ code: "7203" }], core: [{ code: "6758" }, { code: "7203" }] };
  const text = "rules: [{ name: any-short, on: short.report.opened, title: t }]";
  const life = beginLife(rulesOf(text, undefined, undefined, lists));
  life.poll(
    "2026-01-05T00:00:00Z",
    ["7203", "6758", "9984"].map((code) => position(code, 1)),
  );
  life.store.close();
  const alerts = logOf(life.path).filter(({ event }) => event.type === "alert.fired");
  const named = alerts.map(({ event }) => [event.subject, (event.data.now as unknown as Alert).watchlists]);
  expect(named).toEqual([
    ["7203", ["mine", "core"]],
    ["6758", ["core"]],
    ["9984", undefined],
  ]);
});

describe("the data of an alert that is over", () => {
  const ends = (lines: string, ...polls: readonly (readonly [at: string, ...drafts: EventDraft[]])[]) => {
    const life = beginLife(rulesOf(`rules: [{ name: high, on: short.report.opened, title: t, ${lines} }]`));
    for (const [at, ...drafts] of polls) life.poll(at, drafts);
    life.store.close();
    return logOf(life.path).flatMap(({ event }) =>
      event.type.startsWith("alert.") ? [(event.data.now as unknown as Alert).data] : [],
    );
  };
  const until = "when: now.ratio >= 1, until: now.ratio < 1";

  test("are about the event that ended it", () => {
    const polls = [
      ["2026-01-05T00:00:00Z", position("7203", 1.5)],
      ["2026-01-05T01:00:00Z", position("7203", 0.4)],
    ] as const;
    expect(ends(`${until}, data: { ratio: now.ratio }`, ...polls)).toEqual([{ ratio: 1.5 }, { ratio: 0.4 }]);
    expect(ends(until, ...polls)).toMatchObject([{ ratio: 1.5 }, { ratio: 0.4 }]);
  });

  test("are those of the latest alert where time ended it", () => {
    const polls = [
      ["2026-01-05T00:00:00Z", position("7203", 1.5)],
      ["2026-01-05T00:30:00Z", position("7203", 1.7)],
      ["2026-01-07T00:00:00Z"],
    ] as const;
    expect(ends("resolveAfter: 1h, data: { ratio: now.ratio }", ...polls)).toEqual([
      ...[{ ratio: 1.5 }, { ratio: 1.7 }, { ratio: 1.7 }],
    ]);
  });

  test("are absent for what never came", () => {
    const never = "absent: { for: 1h, expected: '[\"7203\"]' }";
    const loaded: EventDraft = {
      ...{ type: "rules.loaded", source: "/rules", subject: "rules" },
      data: { now: { files: [], rules: ["high"] } },
    };
    const polls = [["2026-01-05T00:00:00Z", loaded], ["2026-01-05T02:00:00Z"]] as const;
    expect(ends(never, ...polls)).toEqual([undefined]);
    expect(ends(`${never}, data: { code: now.code }`, ...polls)).toEqual([{ code: "7203" }]);
    const came = ["2026-01-05T03:00:00Z", position("7203", 0.4)] as const;
    expect(ends(`${never}, until: now.ratio < 1`, ...polls, came)).toEqual([
      ...[undefined, expect.objectContaining({ ratio: 0.4 })],
    ]);
  });
});
