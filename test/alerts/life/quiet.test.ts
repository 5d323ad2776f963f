import { describe, expect, test } from "vitest";
import { liveAlerts, silenced } from "./lived-alerts.ts";

describe("a silence", () => {
  test("drops what it quiets, and nothing else", () => {
    const life = liveAlerts("", "2026-01-05T09:00");
    life.tell(silenced("s", "rule=a subject=7203", "2026-01-05T09:00", "2026-01-05T12:00"));
    life.fire(["a"], ["a", { subject: "6758", key: "6758" }], ["b", { cause: 1 }]);
    life.until("2026-01-05T12:00");
    life.fire(["a"]);
    expect(life.took()).toEqual([
      "Mon 09:00 email:desk a: first",
      "Mon 09:00 email:desk b: first",
      "Mon 12:00 email:desk a: first",
    ]);
    expect(life.reasons()[0]).toBe("email:desk silenced dropped");
    expect(life.entries.filter(({ event }) => event.type === "silence.ended")).toHaveLength(1);
  });

  test("holds what it quiets until it ends, by time or by hand", () => {
    const life = liveAlerts("", "2026-01-05T09:00");
    life.tell(silenced("s", "rule=a", "2026-01-05T09:00", "2026-01-05T12:00", "hold"));
    life.fire(["a", { subject: "1301" }], ["a", { subject: "1302" }]);
    life.until("2026-01-05T13:00");
    expect(life.took()).toEqual(["Mon 12:00 email:desk a: silenced, a: silenced"]);
    life.tell(silenced("t", "rule=a", "2026-01-05T13:00", "2026-01-05T18:00", "hold"));
    life.fire(["a", { subject: "1303" }]);
    life.until("2026-01-05T14:00");
    const now = { id: "t", match: "rule=a", why: "hand" };
    life.tell({ type: "silence.ended", source: "/alerts", subject: "t", data: { now } });
    expect(life.took()).toEqual(["Mon 14:00 email:desk a: silenced"]);
  });

  test("does not hold back the end of what was told before it", () => {
    const life = liveAlerts("routes: [{ resolved: true }]", "2026-01-05T09:00", { a: { until: true } });
    life.fire(["a"]);
    life.tell(silenced("s", "rule=a", "2026-01-05T09:30", "2026-01-05T12:00"));
    life.until("2026-01-05T10:00");
    life.resolve("a");
    life.fire(["a"]);
    life.resolve("a");
    expect(life.took()).toEqual(["Mon 09:00 email:desk a: first", "Mon 10:00 email:desk a: resolved"]);
  });
});

describe("hours of a receiver", () => {
  const settings = `receivers: { "email:desk": { hours: { between: ["08:00", "18:00"], on: trading-days } } }`;

  test("hold what comes outside of them until they begin, over a weekend", () => {
    const life = liveAlerts(settings, "2026-01-09T17:59");
    life.fire(["a", { title: "in time" }]);
    life.until("2026-01-09T19:00");
    life.fire(["a", { title: "late" }], ["b", { recipients: ["email:night"] }]);
    life.until("2026-01-10T12:00");
    life.fire(["c", { title: "on Saturday" }]);
    life.until("2026-01-12T08:00");
    expect(life.took()).toEqual([
      "Fri 17:59 email:desk in time: first",
      "Fri 19:00 email:night b: first",
      "Mon 08:00 email:desk late: outside-hours, on Saturday: outside-hours",
    ]);
  });

  test("an alert that was held and is over by then is told with its end", () => {
    const life = liveAlerts(`${settings}\nroutes: [{ resolved: true }]`, "2026-01-05T20:00", {
      a: { until: true },
    });
    life.fire(["a"]);
    life.until("2026-01-05T22:00");
    life.resolve("a");
    life.until("2026-01-06T09:00");
    expect(life.took()).toEqual(["Tue 08:00 email:desk a: outside-hours, a: resolved"]);
  });
});

test("a digest tells everything of its route at its times", () => {
  const life = liveAlerts(
    "routes: [{ match: severity=info, digest: [before-open, after-close] }]",
    "2026-01-05T09:00",
  );
  life.fire(["a", { severity: "info" }], ["b", { severity: "info" }], ["c", {}]);
  life.until("2026-01-05T16:00");
  life.fire(["d", { severity: "info" }]);
  life.until("2026-01-06T09:00");
  const told = life.take();
  expect(told.map(({ at, kind, titles }) => `${at} ${kind} ${titles.join(", ")}`)).toEqual([
    "Mon 09:00 alert c: first",
    "Mon 15:45 digest a: digest, b: digest",
    "Tue 08:30 digest d: digest",
  ]);
  expect(told[1]?.notification.digest).toBe("after the close");
});

test.each([
  ["hold", ["Tue 08:30 digest info: digest"]],
  ["drop", []],
])(
  "a route's digest takes what comes outside of the hours, unless that is never told: %s",
  (outside, expected) => {
    const life = liveAlerts(
      `receivers: { "email:desk": { hours: { between: ["08:00", "18:00"] }, outside: ${outside} } }
routes: [{ match: severity=info, digest: [before-open] }]`,
      "2026-01-05T20:00",
    );
    life.fire(["info", { severity: "info" }]);
    life.until("2026-01-06T12:00");
    expect(life.take().map(({ at, kind, titles }) => `${at} ${kind} ${titles.join(", ")}`)).toEqual(expected);
  },
);

describe("a cap", () => {
  const settings = `receivers: { "email:desk": { cap: { hour: 2 } } }`;

  test("holds messages until it allows one that has them all, with their number", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00");
    for (const minute of ["00", "10", "20", "30"]) {
      life.until(`2026-01-05T09:${minute}`);
      life.fire([`at-${minute}`]);
    }
    life.until("2026-01-05T12:00");
    const told = life.take();
    expect(told.map(({ at, titles }) => `${at} ${titles.join(", ")}`)).toEqual([
      "Mon 09:00 at-00: first",
      "Mon 09:10 at-10: first",
      "Mon 10:00 at-20: capped, at-30: capped",
    ]);
    expect(told[2]?.notification.held).toEqual({ count: 2, since: Date.parse("2026-01-05T09:20:00+09:00") });
  });

  test("does not count what waits for the hours of its receiver", () => {
    const hours = `hours: { between: ["08:00", "18:00"] }`;
    const life = liveAlerts(
      `receivers: { "email:desk": { cap: { hour: 2 }, ${hours} } }\nroutes: [{ groupBy: [rule], wait: 5m }]`,
      "2026-01-05T17:58",
    );
    life.fire(["a"]);
    life.until("2026-01-06T09:00");
    const told = life.take();
    expect(told.map(({ at, notification }) => [at, notification.held])).toEqual([["Tue 08:00", undefined]]);
  });

  test("does not hold what is critical", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00");
    for (const rule of ["a", "b", "c"]) life.fire([rule, { severity: "critical" }]);
    expect(life.took()).toHaveLength(3);
  });
});

describe("an inhibition", () => {
  const settings = `inhibit: [{ source: rule=source-down, target: "rule=*-missing", equal: [source] }]`;
  const endings = { "source-down": { until: true }, "price-missing": { until: true } };
  const forum = { source: "/sources/forum-comments" };

  test("quiets alerts with equal values while the other one is open", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00", endings);
    life.fire(["source-down", { subject: "forum-comments", ...forum }]);
    life.fire(
      ["price-missing", forum],
      ["price-missing", { subject: "6758", source: "/sources/bars" }],
      ["other", forum],
    );
    life.resolve("price-missing", forum);
    life.resolve("source-down", { subject: "forum-comments", ...forum });
    life.until("2026-01-05T10:00");
    life.fire(["price-missing", forum]);
    expect(life.took()).toEqual([
      "Mon 09:00 email:desk source-down: first",
      "Mon 09:00 email:desk price-missing: first",
      "Mon 09:00 email:desk other: first",
      "Mon 10:00 email:desk price-missing: first",
    ]);
    expect(life.reasons()).toContain("email:desk inhibited waiting");
  });

  test("tells what is still open a while after the other one is over", () => {
    const life = liveAlerts(settings, "2026-01-05T09:00", endings);
    life.fire(["source-down", { subject: "forum-comments", ...forum }]);
    life.fire(["price-missing", forum]);
    life.until("2026-01-05T09:30");
    life.resolve("source-down", { subject: "forum-comments", ...forum });
    life.until("2026-01-05T10:00");
    expect(life.took()).toEqual([
      "Mon 09:00 email:desk source-down: first",
      "Mon 09:35 email:desk price-missing: inhibited",
    ]);
  });
});

test("a rule that fires far more often than ever is braked for the day, and says so once", () => {
  const life = liveAlerts("brake: { times: 3, atLeast: 4 }", "2026-01-05T09:00");
  for (let place = 0; place < 8; place += 1) life.fire(["a", { subject: String(1301 + place) }]);
  const told = life.take();
  expect(told.map(({ kind }) => kind)).toEqual(["alert", "alert", "alert", "alert", "brake"]);
  expect(told[4]?.notification.about).toBe("a");
  expect(told[4]?.notification.all).toBe(5);
  life.until("2026-01-06T09:00");
  for (let place = 0; place < 25; place += 1) life.fire(["a", { subject: String(1301 + place) }]);
  expect(
    life
      .take()
      .map(({ kind }) => kind)
      .filter((kind) => kind === "alert"),
  ).toHaveLength(24);
});

test("what other stocks brake of a rule leaves what is about watched stocks alone", () => {
  const life = liveAlerts("brake: { times: 3, atLeast: 4 }", "2026-01-05T09:00");
  const others = (count: number) => {
    for (let place = 0; place < count; place += 1)
      life.fire(["a", { subject: String(1301 + place), recipients: [] }]);
  };
  const own = (subject: string) => life.fire(["a", { subject, watchlists: ["mine"] }]);
  others(1_000);
  for (const subject of ["7203", "6758", "8306", "9984"]) own(subject);
  others(10);
  expect(life.take().map(({ kind }) => kind)).toEqual(["alert", "alert", "alert", "alert"]);
  // They have a limit of their own.
  for (const subject of ["4689", "6501"]) own(subject);
  const [braked, ...more] = life.take();
  expect([braked?.kind, braked?.notification.all, more]).toEqual(["brake", 5, []]);
});

describe("alerts that wait for longer than the log keeps them", () => {
  const down = { subject: "forum-comments", source: "/sources/forum-comments" };
  const inhibit = `inhibit: [{ source: rule=source-down, target: "rule=*-missing", equal: [source] }]`;
  const endings = { "source-down": { until: true }, "price-missing": { until: true } };

  test("are noted as never told, and nothing waits for them any more", () => {
    const life = liveAlerts(inhibit, "2026-01-05T09:00", endings);
    life.fire(["source-down", down]);
    life.fire(["price-missing", { source: down.source }]);
    life.entries[1] = undefined as never;
    life.resolve("source-down", down);
    life.until("2026-01-05T10:00");
    expect(life.took()).toEqual(["Mon 09:00 email:desk source-down: first"]);
    expect(life.memory.waitingGroups()).toEqual([]);
    expect(life.memory.states("group")).toEqual([]);
  });
});
