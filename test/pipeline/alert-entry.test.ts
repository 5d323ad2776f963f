/** An alert on the log says which watchlists had its stock when it was given. */
import { expect, test } from "vitest";
import type { Alert } from "../../src/model/news-items.ts";
import { beginLife, logOf, position } from "../commands/backtest/lived-log.ts";
import { rulesOf } from "../rules/support.ts";

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
