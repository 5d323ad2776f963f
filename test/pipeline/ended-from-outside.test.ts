/** An alert that a person or time has ended: its rule gives the next one, though its own `until` never came. */
import { expect, test } from "vitest";
import { resolving } from "../../src/alerts/answers/episodes.ts";
import { beginLife, logOf, position } from "../backtest/lived-log.ts";
import { rulesOf } from "../rules/support.ts";

const at = (time: string) => `2026-01-05T${time}:00Z`;

function alertsOf(path: string) {
  return logOf(path).flatMap(({ event: { type, data, subject } }) =>
    type.startsWith("alert.") ? [`${type} ${subject} ${data.now.why ?? ""}`.trim()] : [],
  );
}

test("by hand, of this key alone", () => {
  const life = beginLife(
    rulesOf(
      "rules: [{ name: high, on: short.report.opened, when: now.ratio > 2, until: now.ratio < 1, title: t }]",
    ),
  );
  life.poll(at("00:00"), [position("7203", 3), position("6758", 3)]);
  life.poll(at("01:00"), [position("7203", 4)]);
  const answered = resolving("3", { by: "hana" }, { memory: life.store.alerts, log: life.store.log });
  if (answered.kind !== "told") throw new Error(JSON.stringify(answered));
  life.poll(at("02:00"), [answered.draft]);
  life.poll(at("03:00"), [position("7203", 5), position("6758", 5)]);
  life.store.close();
  expect(alertsOf(life.path)).toEqual([
    "alert.fired 7203",
    "alert.fired 6758",
    "alert.resolved 7203 hand",
    "alert.fired 7203",
  ]);
});

test("by time, where the rule says so beside its `until`", () => {
  const life = beginLife(
    rulesOf(
      "rules: [{ name: high, on: short.report.opened, when: now.ratio > 2, until: now.ratio < 1, resolveAfter: 1h, title: t }]",
    ),
  );
  life.poll(at("00:00"), [position("7203", 3)]);
  life.poll(at("02:00"), [position("7203", 4)]);
  life.store.close();
  expect(alertsOf(life.path)).toEqual(["alert.fired 7203", "alert.resolved 7203 time", "alert.fired 7203"]);
});
