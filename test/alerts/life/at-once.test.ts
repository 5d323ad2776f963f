import { expect, test } from "vitest";
import { liveAlerts } from "./lived-alerts.ts";

test("without settings each alert is told at once, in the thread of its episode", () => {
  const life = liveAlerts("", "2026-01-05T09:00");
  life.fire(["short-large", { title: "A" }]);
  life.until("2026-01-05T10:00");
  life.fire(["short-large", { title: "B" }]);
  const [first, second] = life.take();
  expect(first).toMatchObject({ at: "Mon 09:00", kind: "alert", titles: ["A: first"] });
  expect(first?.notification.thread).toBeUndefined();
  expect(second).toMatchObject({ at: "Mon 10:00", kind: "alert", titles: ["B: changed"] });
  expect(second?.notification.thread).toEqual({
    first: first?.notification.name,
    latest: first?.notification.name,
    subject: `About ${first?.notification.name}`,
  });
  expect(second?.notification.told[0]).toMatchObject({ times: 2, before: { seq: 1 } });
});

test("each receiver's thread has the subject of its own first message", () => {
  const settings = "receivers: { email:night: { language: ja } }";
  const life = liveAlerts(settings, "2026-01-05T09:00");
  const recipients = ["email:desk", "email:night", "email:duty"];
  life.fire(["short-large", { recipients }]);
  life.until("2026-01-05T10:00");
  life.fire(["short-large", { recipients }]);
  const threads = life.take().map(({ receiver, notification }) => [receiver, notification.thread?.subject]);
  expect(threads.slice(3)).toEqual([
    ["email:desk", expect.not.stringContaining("ja")],
    ["email:night", expect.stringContaining("ja")],
    ["email:duty", expect.not.stringContaining("ja")],
  ]);
});

test("an episode is over when nothing new came for a day; the next alert begins another one", () => {
  const life = liveAlerts("", "2026-01-05T09:00");
  life.fire(["short-large"]);
  life.until("2026-01-06T08:59");
  life.fire(["short-large"]);
  life.until("2026-01-07T09:00");
  life.fire(["short-large"]);
  expect(
    life.take().map(({ titles: [title], notification }) => [title, notification.thread === undefined]),
  ).toEqual([
    ["short-large: first", true],
    ["short-large: changed", false],
    ["short-large: first", true],
  ]);
  const ends = life.entries.filter(({ event }) => event.type === "alert.resolved");
  expect(ends.map(({ event }) => [event.time, event.data.now.why])).toEqual([
    ["2026-01-06T23:59:00.000Z", "time"],
  ]);
});

test("an alert that its rule's `until` ends has no other end", () => {
  const life = liveAlerts("", "2026-01-05T09:00", { high: { until: true } });
  life.fire(["high"]);
  life.until("2026-03-05T09:00");
  expect(life.entries.map(({ event }) => event.type)).toEqual(["alert.fired"]);
});

test("alerts about one event are one message, which the gravest leads", () => {
  const life = liveAlerts("", "2026-01-05T09:00");
  life.fire(["a", { cause: 7 }], ["b", { cause: 7, severity: "critical" }], ["c", { cause: 8 }]);
  expect(life.took()).toEqual([
    "Mon 09:00 email:desk b: first, a: same-cause",
    "Mon 09:00 email:desk c: first",
  ]);
});

test("who is named twice is told once, and whoever is not named is not told", () => {
  const life = liveAlerts("", "2026-01-05T09:00");
  life.fire(["a", { recipients: ["email:desk", "email:desk", "email:night"] }], ["b", { recipients: [] }]);
  expect(life.took()).toEqual(["Mon 09:00 email:desk a: first", "Mon 09:00 email:night a: first"]);
});
