/** Open alerts that quiet others: those that opened before the settings said so, and those that are let go. */
import { describe, expect, test } from "vitest";
import type { KeptAlerts } from "../../../src/alerts/life/memory.ts";
import { mostAlertStates } from "../../../src/model/alerts.ts";
import { damagedChange } from "../../../src/pipeline/news.ts";
import { liveAlerts, silenced } from "./lived-alerts.ts";

const endings = { down: { until: true }, a: { until: true }, b: { until: true } };
const inhibit = "inhibit: [{ source: rule=down, target: rule=a, equal: [source] }]";
const [x, y] = [{ source: "/sources/x" }, { key: "y", source: "/sources/y" }];

describe("an inhibition that is new in the settings", () => {
  test("counts what is open already, where it has equal values, until that is over", () => {
    const life = liveAlerts("", "2026-01-05T09:00", endings);
    life.fire(["down", x]);
    life.until("2026-01-05T09:30");
    life.restart(inhibit);
    life.fire(["a", x], ["a", { ...y, title: "a of y" }]);
    life.until("2026-01-05T10:00");
    life.resolve("down", x);
    life.until("2026-01-05T11:00");
    expect(life.took()).toEqual([
      "Mon 09:00 email:desk down: first",
      "Mon 09:30 email:desk a of y: first",
      "Mon 10:05 email:desk a: inhibited",
    ]);
  });

  test("counts it from the first commit on, and not what is over", () => {
    const life = liveAlerts("", "2026-01-05T09:00", endings);
    life.fire(["down", x], ["down", y]);
    life.resolve("down", y);
    life.restart(inhibit);
    life.tell(silenced("s", "rule=b", "2026-01-05T09:00", "2026-01-05T12:00"));
    expect(life.memory.states("inhibitor").map(({ body }) => body.episodes)).toEqual([["down\u001f7203"]]);
    life.resolve("down", x);
    expect(life.memory.states("inhibitor")).toEqual([]);
  });

  test("is new again after it was gone, and a known one is not read again", () => {
    const life = liveAlerts(inhibit, "2026-01-05T09:00", endings);
    life.restart("");
    life.fire(["down", x]);
    expect(life.memory.states("inhibitor")).toEqual([]);
    life.restart(inhibit);
    life.fire(["b"]);
    expect(life.memory.states("inhibitor")).toHaveLength(1);
    const before = life.memory.states("episode");
    life.fire(["b"]);
    expect(life.memory.states("episode").slice(1)).toEqual(before.slice(1));
  });

  test("counts what is open where it takes the place of another one", () => {
    const other = "inhibit: [{ source: rule=b, target: rule=a, equal: [source] }]";
    const life = liveAlerts(other, "2026-01-05T09:00", endings);
    life.fire(["down", x]);
    expect(life.memory.states("inhibitor")).toEqual([]);
    life.restart(inhibit);
    life.fire(["b"]);
    expect(life.memory.states("inhibitor")).toHaveLength(1);
  });

  test("gives the same as if it had been there when the alert opened", () => {
    const [late, early] = ["", inhibit].map((settings) => {
      const life = liveAlerts(settings, "2026-01-05T09:00", endings);
      life.fire(["down", x], ["b"]);
      life.restart(inhibit);
      life.fire(["a", x]);
      const kinds = ["episode", "inhibitor", "group"] as const;
      return kinds.map((kind) => life.memory.states(kind));
    });
    expect(late).toEqual(early);
  });
});

test("damage of what is kept of an inhibition does not end it while its alert is open", () => {
  const life = liveAlerts(inhibit, "2026-01-05T09:00", endings);
  life.fire(["down", x]);
  const lost = life.memory
    .states("inhibitor")
    .map(({ key }) => ({ kind: "inhibitor" as const, key, body: undefined }));
  (life.memory as KeptAlerts).keep({ states: lost, notices: [], ends: [] });
  for (const draft of damagedChange([{ part: "alerts" }]).drafts) life.tell(draft);
  life.fire(["a", x]);
  life.until("2026-01-05T10:00");
  expect(life.took()).toEqual(["Mon 09:00 email:desk down: first"]);
});

test("an open alert that is let go, since there are too many, is over for what waits for it", () => {
  const life = liveAlerts(inhibit, "2026-01-05T09:00", endings);
  life.fire(["down", x]);
  life.fire(["a", x]);
  const [body] = life.memory.states("episode").map((one) => one.body);
  if (body === undefined) throw new Error("nothing is open");
  const others = Array.from({ length: mostAlertStates - 2 }, (_, at) => ({
    ...{ kind: "episode" as const, key: `other${at}` },
    body: { ...body, facts: { ...body.facts, rule: "other", key: String(at) }, inhibits: [] },
  }));
  (life.memory as KeptAlerts).keep({ states: others, notices: [], ends: [] });
  life.fire(["a", { ...y, title: "a of y" }]);
  expect(life.memory.state("episode", "down\u001f7203")).toBeUndefined();
  expect(life.memory.count("episode")).toBe(mostAlertStates);
  life.until("2026-01-05T10:00");
  expect(life.took()).toEqual([
    "Mon 09:00 email:desk down: first",
    "Mon 09:00 email:desk a of y: first",
    "Mon 09:05 email:desk a: inhibited",
  ]);
});
