import { describe, expect, test } from "vitest";
import { liveAlerts } from "./lived-alerts.ts";

describe("a group", () => {
  const settings = "routes: [{ name: r, groupBy: [rule], wait: 5m, every: 1h, resolved: true }]";

  test("waits for more, and is told again no sooner than its time allows", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00");
    life.fire(["a", { subject: "1301", title: "1301" }]);
    life.until("2026-01-05T09:03");
    life.fire(["a", { subject: "1302", title: "1302" }], ["b", { title: "other" }]);
    life.until("2026-01-05T09:10");
    expect(life.took()).toEqual([
      "Mon 09:05 email:desk 1301: grouped, 1302: grouped",
      "Mon 09:08 email:desk other: grouped",
    ]);
    life.fire(["a", { subject: "1303", title: "1303" }]);
    life.until("2026-01-05T11:00");
    expect(life.took()).toEqual(["Mon 10:05 email:desk 1303: grouped"]);
  });

  test("goes on in one thread, and one of its alerts alone in the thread of its episode", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00");
    life.fire(["a", { subject: "1301" }], ["a", { subject: "1302" }]);
    life.until("2026-01-05T09:30");
    life.fire(["a", { subject: "1301" }], ["a", { subject: "1303" }]);
    life.until("2026-01-05T10:30");
    const [first, second] = life.take();
    expect(first).toMatchObject({ kind: "group", notification: { all: 2, about: "rule a" } });
    // What the group is, in short, and the number of its last alert.
    expect(first?.notification.name).toMatch(/^[0-9a-f]{12}-2$/);
    expect(second?.notification.name).toBe(first?.notification.name.replace(/2$/, "4"));
    expect(second).toMatchObject({ at: "Mon 10:05", kind: "group" });
    expect(second?.notification.thread?.first).toBe(first?.notification.name);
    expect(second?.notification.told.map(({ before }) => before?.seq)).toEqual([1, undefined]);
    life.resolve("a", { subject: "1301", title: "1301" });
    life.until("2026-01-05T12:00");
    const [end] = life.take();
    expect(end).toMatchObject({ at: "Mon 11:05", kind: "alert", titles: ["1301: resolved"] });
    expect(end?.notification.thread?.first).toBe(first?.notification.name);
  });
});

describe("alerts of rules that gather", () => {
  const gathers = { results: { ms: 900_000 }, dividend: { ms: 900_000 } };
  const begun = (settings = "") => liveAlerts(settings, "2026-01-05T15:30", {}, gathers);
  const own = (title: string, more = {}) => ({ key: title, title, ...more });

  test("about one subject are told at once, and what comes within the time as one message at its end", () => {
    const life = begun();
    life.fire(["results", own("r")], ["plain", own("p")]);
    life.until("2026-01-05T15:40");
    life.fire(["dividend", own("d")], ["results", own("other", { subject: "6758" })]);
    life.until("2026-01-05T15:42");
    life.fire(["results", own("s")]);
    life.until("2026-01-05T15:50");
    life.fire(["dividend", own("late")]);
    life.until("2026-01-05T17:00");
    life.fire(["dividend", own("later")]);
    life.until("2026-01-05T17:01");
    expect(life.took()).toEqual([
      "Mon 15:30 email:desk r: first",
      "Mon 15:30 email:desk p: first",
      "Mon 15:40 email:desk other: first",
      "Mon 15:45 email:desk d: grouped, s: grouped",
      "Mon 16:00 email:desk late: grouped",
      "Mon 17:00 email:desk later: first",
    ]);
    life.until("2026-01-06T17:01");
    expect(life.memory.states("group")).toEqual([]);
  });

  test("about one event are told as one alert that names the others", () => {
    const life = begun();
    life.fire(["results", own("r", { cause: 7 })], ["dividend", own("d", { cause: 7, severity: "info" })]);
    life.until("2026-01-05T16:00");
    expect(life.take()).toMatchObject([{ kind: "alert", titles: ["r: first", "d: first"] }]);
  });

  test("that are graver than the message before do not wait, and take those that do with them", () => {
    const life = begun();
    life.fire(["results", own("r", { severity: "info" })]);
    life.until("2026-01-05T15:33");
    life.fire(["dividend", own("d", { severity: "info" })]);
    life.until("2026-01-05T15:35");
    life.fire(["results", own("w", { severity: "warning" })]);
    life.until("2026-01-05T15:37");
    life.fire(["results", own("again", { severity: "warning" })]);
    life.until("2026-01-05T16:00");
    expect(life.took()).toEqual([
      "Mon 15:30 email:desk r: first",
      "Mon 15:35 email:desk w: first, d: grouped",
      "Mon 15:50 email:desk again: grouped",
    ]);
  });

  test("of one commit are one message at once", () => {
    const life = begun();
    life.fire(["results", own("r")], ["dividend", own("d")], ["results", own("o", { subject: "6758" })]);
    expect(life.took()).toEqual(["Mon 15:30 email:desk r: first, d: first", "Mon 15:30 email:desk o: first"]);
  });

  test("do not wait where they are critical, or a route has a way of its own", () => {
    const critical = begun();
    critical.fire(["results", own("r", { severity: "critical" })]);
    expect(critical.took()).toEqual(["Mon 15:30 email:desk r: first"]);
    const grouped = begun("routes: [{ groupBy: [rule], wait: 1m }]");
    grouped.fire(["results", own("r")]);
    grouped.until("2026-01-05T16:00");
    expect(grouped.took()).toEqual(["Mon 15:31 email:desk r: grouped"]);
  });
});

describe("a repeat", () => {
  const settings = "routes: [{ repeat: 2h }]";
  const acknowledge = (rule: string) => ({
    ...{ type: "alert.acknowledged" as const, source: "/alerts", subject: "7203" },
    data: { now: { alert: "e-1", rule, key: "7203", title: "", by: "desk" } },
  });

  test("says again what is still open, until it is over", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00", { a: { until: true } });
    life.fire(["a"]);
    life.until("2026-01-05T13:30");
    life.resolve("a");
    life.until("2026-01-06T13:30");
    const told = life.take();
    expect(told.map(({ at, titles }) => `${at} ${titles}`)).toEqual([
      "Mon 09:00 a: first",
      "Mon 11:00 a: repeated",
      "Mon 13:00 a: repeated",
    ]);
    expect(new Set(told.map(({ notification }) => notification.name)).size).toBe(3);
    expect(new Set(told.slice(1).map(({ notification }) => notification.thread?.first)).size).toBe(1);
  });

  test("does not come once somebody knows of it, and the reason is noted; a change is told all the same", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00", { a: { until: true } });
    life.fire(["a"]);
    life.tell(acknowledge("a"));
    life.until("2026-01-05T11:30");
    life.fire(["a"]);
    expect(life.took()).toEqual(["Mon 09:00 email:desk a: first", "Mon 11:30 email:desk a: changed"]);
    expect(life.reasons()).toContain("email:desk acknowledged dropped");
  });
});
