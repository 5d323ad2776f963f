/** Repeats of what waited before it was told: each is due so long after the message that told it. */
import { describe, expect, test } from "vitest";
import { liveAlerts, silenced } from "./lived-alerts.ts";

const open = { a: { until: true }, b: { until: true }, c: { until: true }, down: { until: true } };
const hours = `receivers: { "email:desk": { hours: { between: ["08:00", "18:00"] } } }`;
const acknowledged = (rule: string) => ({
  ...{ type: "alert.acknowledged" as const, source: "/alerts", subject: "7203" },
  data: { now: { alert: "e-1", rule, key: "7203", title: "", by: "desk" } },
});

describe("an alert whose first message waited is said again, so long after that message", () => {
  test("for the receiver's hours", () => {
    const life = liveAlerts(`${hours}\nroutes: [{ repeat: 4h }]`, "2026-01-05T20:00", open);
    life.fire(["a"]);
    life.until("2026-01-06T17:00");
    expect(life.took()).toEqual([
      "Tue 08:00 email:desk a: outside-hours",
      "Tue 12:00 email:desk a: repeated",
      "Tue 16:00 email:desk a: repeated",
    ]);
  });

  test("for a silence and for a window", () => {
    const life = liveAlerts(
      `routes: [{ repeat: 2h }]\nwindows: [{ name: lunch, match: rule=b, between: ["11:30", "12:30"] }]`,
      "2026-01-05T11:40",
      open,
    );
    life.tell(silenced("s", "rule=a", "2026-01-05T11:40", "2026-01-05T13:00", "hold"));
    life.fire(["a"], ["b"]);
    life.until("2026-01-05T15:00");
    expect(life.took()).toEqual([
      "Mon 12:30 email:desk b: silenced",
      "Mon 13:00 email:desk a: silenced",
      "Mon 14:30 email:desk b: repeated",
      "Mon 15:00 email:desk a: repeated",
    ]);
  });

  test("for a cap, and the repeat asks the cap again", () => {
    const life = liveAlerts(
      `receivers: { "email:desk": { cap: { hour: 1 } } }\nroutes: [{ match: rule=b, repeat: 30m }]`,
      "2026-01-05T09:00",
      open,
    );
    life.fire(["a"], ["b"]);
    life.until("2026-01-05T11:30");
    expect(life.took()).toEqual([
      "Mon 09:00 email:desk a: first",
      "Mon 10:00 email:desk b: capped",
      "Mon 11:00 email:desk b: repeated",
    ]);
  });

  test("for an inhibition that ended", () => {
    const life = liveAlerts(
      "routes: [{ match: rule=a, repeat: 1h }]\ninhibit: [{ source: rule=down, target: rule=a, equal: [] }]",
      "2026-01-05T09:00",
      open,
    );
    life.fire(["down"]);
    life.fire(["a"]);
    life.resolve("down");
    life.until("2026-01-05T10:30");
    expect(life.took()).toEqual([
      "Mon 09:00 email:desk down: first",
      "Mon 09:05 email:desk a: inhibited",
      "Mon 10:05 email:desk a: repeated",
    ]);
  });

  test("for the receiver's digest", () => {
    const life = liveAlerts(
      `receivers: { "email:desk": { hours: { between: ["09:00", "18:00"] }, outside: digest, digest: [before-open] } }
routes: [{ repeat: 4h }]`,
      "2026-01-05T20:00",
      open,
    );
    life.fire(["a"]);
    life.until("2026-01-06T14:00");
    expect(life.took()).toEqual([
      "Tue 09:00 email:desk a: outside-hours",
      "Tue 13:00 email:desk a: repeated",
    ]);
  });
});

test("what waited and was told together is said again together, without what is over or known", () => {
  const life = liveAlerts(`${hours}\nroutes: [{ repeat: 2h }]`, "2026-01-05T20:00", open);
  life.fire(["a"], ["b"], ["c"]);
  life.until("2026-01-06T10:30");
  life.tell(acknowledged("a"));
  life.resolve("b");
  life.until("2026-01-06T14:00");
  const told = life.take();
  expect(told.map(({ at, kind, titles }) => `${at} ${kind} ${titles.join(", ")}`)).toEqual([
    "Tue 08:00 group a: outside-hours, b: outside-hours, c: outside-hours",
    "Tue 10:00 group a: repeated, b: repeated, c: repeated",
    "Tue 12:00 alert c: repeated",
    "Tue 14:00 alert c: repeated",
  ]);
  expect(new Set(told.map(({ notification }) => notification.name)).size).toBe(4);
  expect(life.reasons().filter((line) => line.endsWith("acknowledged dropped"))).toHaveLength(2);
});

test("a later message about an alert puts its repeat off, wherever it comes from, and no other's", () => {
  const life = liveAlerts(`${hours}\nroutes: [{ repeat: 4h }]`, "2026-01-05T16:00", open);
  life.fire(["a"]);
  life.until("2026-01-05T19:00");
  life.fire(["a"], ["b"]);
  life.until("2026-01-06T09:00");
  life.fire(["a"]);
  life.until("2026-01-06T14:00");
  expect(life.took()).toEqual([
    "Mon 16:00 email:desk a: first",
    // The repeat of 20:00 would wait for this moment too.
    "Tue 08:00 email:desk a: outside-hours, b: outside-hours",
    "Tue 09:00 email:desk a: changed",
    "Tue 12:00 email:desk b: repeated",
    "Tue 13:00 email:desk a: repeated",
  ]);
});

test("what a group told and a held message tells again is repeated once, after the latest of them", () => {
  const life = liveAlerts(
    `routes: [{ name: r, groupBy: [rule], every: 10m, repeat: 2h }]`,
    "2026-01-05T09:00",
    open,
  );
  life.fire(["a"], ["a", { subject: "6758", key: "6758", title: "a of 6758" }]);
  life.tell(silenced("s", "rule=a subject=7203", "2026-01-05T09:00", "2026-01-05T10:00", "hold"));
  life.until("2026-01-05T09:30");
  life.fire(["a"]);
  life.until("2026-01-05T12:30");
  expect(life.took()).toEqual([
    "Mon 09:00 email:desk a: first, a of 6758: first",
    "Mon 10:00 email:desk a: silenced",
    "Mon 11:00 email:desk a of 6758: repeated",
    "Mon 12:00 email:desk a: repeated",
  ]);
  life.fire(["a"]);
  life.until("2026-01-05T14:31");
  expect(life.took()).toEqual([
    "Mon 12:30 email:desk a: changed",
    "Mon 14:30 email:desk a of 6758: repeated, a: repeated",
  ]);
});

test("an alert that was over when it was told is not said again, nor does a later one of its key take its turn", () => {
  const life = liveAlerts(`${hours}\nroutes: [{ repeat: 4h }]`, "2026-01-05T20:00", open);
  life.fire(["a"]);
  life.resolve("a");
  life.until("2026-01-06T09:00");
  life.fire(["a"]);
  life.resolve("a");
  life.until("2026-01-06T10:00");
  life.fire(["a"]);
  life.until("2026-01-06T14:00");
  expect(life.took()).toEqual([
    "Tue 08:00 email:desk a: outside-hours",
    "Tue 09:00 email:desk a: first",
    "Tue 10:00 email:desk a: first",
    "Tue 14:00 email:desk a: repeated",
  ]);
});

test("of alerts about one event each is said again as its own route says", () => {
  const life = liveAlerts("routes: [{ match: rule=b, repeat: 1h }]", "2026-01-05T09:00", open);
  life.fire(["a", { cause: 7, severity: "critical" }], ["b", { cause: 7 }]);
  life.until("2026-01-05T10:00");
  expect(life.took()).toEqual([
    "Mon 09:00 email:desk a: first, b: same-cause",
    "Mon 10:00 email:desk b: repeated",
  ]);
});

test("a route that took an alert in its hours says it again outside of them, too", () => {
  const life = liveAlerts(`routes: [{ between: ["09:00", "12:00"], repeat: 2h }]`, "2026-01-05T11:00", open);
  life.fire(["a"]);
  life.until("2026-01-05T15:00");
  expect(life.took()).toEqual([
    "Mon 11:00 email:desk a: first",
    "Mon 13:00 email:desk a: repeated",
    "Mon 15:00 email:desk a: repeated",
  ]);
});

describe("a route with a digest", () => {
  const digest = (repeat: string) => `routes: [{ repeat: ${repeat}, digest: [before-open, after-close] }]`;

  test("says again in its first digest once the time has passed, with what is new", () => {
    const life = liveAlerts(digest("1bd"), "2026-01-05T15:00", open);
    life.fire(["a"]);
    life.until("2026-01-06T15:00");
    life.fire(["b"]);
    life.until("2026-01-07T12:00");
    life.resolve("b");
    life.until("2026-01-07T20:00");
    const told = life.take();
    expect(told.map(({ at, kind, titles }) => `${at} ${kind} ${titles.join(", ")}`)).toEqual([
      "Mon 15:45 digest a: digest",
      "Tue 15:45 digest a: repeated, b: digest",
      "Wed 15:45 digest a: repeated",
    ]);
  });

  test("says nothing twice in a digest, and nothing that somebody knows of", () => {
    const life = liveAlerts(digest("1h"), "2026-01-05T15:00", open);
    life.fire(["a"], ["b"]);
    life.until("2026-01-05T18:00");
    life.fire(["a"]);
    life.tell(acknowledged("b"));
    life.until("2026-01-06T20:00");
    expect(life.took()).toEqual([
      "Mon 15:45 email:desk a: digest, b: digest",
      "Tue 08:30 email:desk a: digest",
      "Tue 15:45 email:desk a: repeated",
    ]);
    expect(life.reasons().filter((line) => line.endsWith("acknowledged dropped"))).toHaveLength(2);
  });
});
