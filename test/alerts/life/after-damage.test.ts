/** The state of alerts is damaged: what waited for it is told at once, what waits for something whole goes on waiting. */
import { expect, test } from "vitest";
import type { KeptAlerts } from "../../../src/alerts/life/memory.ts";
import type { AlertStateKind } from "../../../src/model/alerts.ts";
import type { Damage } from "../../../src/model/store-faults.ts";
import { damagedChange } from "../../../src/pipeline/news.ts";
import { liveAlerts } from "./lived-alerts.ts";

type Life = ReturnType<typeof liveAlerts>;

/** Loses all of a kind for one receiver or rule, as damage does, without a word. */
function lose({ memory }: Life, kind: AlertStateKind, part: string): void {
  const keys = memory.states(kind).filter(({ key }) => key.includes(part));
  expect(keys).toHaveLength(1);
  const states = keys.map(({ key }) => ({ kind, key, body: undefined }));
  (memory as KeptAlerts).keep({ states, notices: [], ends: [] });
}

function tellDamage(life: Life, damage: Damage): void {
  for (const draft of damagedChange([damage]).drafts) life.tell(draft);
}

const grouped = `routes: [{ match: "rule=a,b", groupBy: [rule], wait: 1h }]`;

test("what waits in a lost group is told at once; the other group keeps its time", () => {
  const life = liveAlerts(grouped, "2026-01-05T09:00");
  life.fire(["a"], ["b", { cause: 1 }]);
  lose(life, "group", "\u001fa");
  life.until("2026-01-05T09:30");
  tellDamage(life, { part: "alerts" });
  expect(life.took()).toEqual(["Mon 09:30 email:desk a: grouped"]);
  life.until("2026-01-05T10:00");
  expect(life.took()).toEqual(["Mon 10:00 email:desk b: grouped"]);
  life.until("2026-01-05T12:00");
  expect(life.took()).toEqual([]);
});

test("damage of another part lets everything wait", () => {
  const life = liveAlerts(grouped, "2026-01-05T09:00");
  life.fire(["a"]);
  lose(life, "group", "\u001fa");
  tellDamage(life, { part: "notices" });
  tellDamage(life, { part: "silences" });
  expect(life.took()).toEqual([]);
});

const inhibiting = `inhibit: [{ source: rule=down, target: rule=a, equal: [source] }]`;

test("what an alert quieted that is lost is told if it is open; what an open one quiets goes on waiting", () => {
  const life = liveAlerts(inhibiting, "2026-01-05T09:00");
  life.fire(["down", { source: "/sources/x" }], ["down", { key: "y", source: "/sources/y" }]);
  life.fire(["a", { source: "/sources/x" }], ["a", { key: "6758", subject: "6758", source: "/sources/y" }]);
  life.take();
  lose(life, "episode", "down\u001fy");
  tellDamage(life, { part: "alerts" });
  expect(
    life.take().map(({ notification }) => notification.told.map(({ entry }) => entry.event.subject)),
  ).toEqual([["6758"]]);
  life.until("2026-01-05T18:00");
  expect(life.took()).toEqual([]);
});
