/** Answers of `yagura why` where no event came: of the sources, of the monitor, of the subject. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../src/model/event.ts";
import { createScene, report, ruleOf } from "./scene.ts";

describe("where no event came", () => {
  const sources = `{ short-sale-reports: { schedule: "0 0 18 * * *" }, forum-comments: { schedule: "0 * * * * *", codes: ["7203"] } }`;
  const known = async (scene: ReturnType<typeof createScene>, subject: string) =>
    (await scene.silent(subject)).known.map(({ kind, message }) => `${kind}: ${message}`);

  test("the nearest subject is named, or what came for this one", async () => {
    const scene = createScene(ruleOf(""), sources);
    scene.at("2026-01-05T09:00", report(1), report(1, "9984", { type: "short.report.opened" }));
    expect(await known(scene, "7230")).toEqual([
      "no-events: no event that the rule is about came for 7230",
      "nearest: did you mean `7203`?",
      "source: short-sale-reports was never polled",
    ]);
    expect(await known(scene, "9984")).toContain("other-events: what came for it: short.report.opened (1)");
  });

  test("the state of the source is told: failing, late, not configured", async () => {
    const scene = createScene(ruleOf(""), sources);
    const at = Date.parse("2026-01-05T18:00:00+09:00");
    const outage = { since: "2026-01-05T09:00:00.000Z", reason: "timeout", message: "no answer" };
    const publication = { late: { day: "2026-01-05", since: "2026-01-05T08:30:00.000Z" } };
    scene.change("2026-01-05T18:00", () => ({
      drafts: [],
      batch: {
        source: { name: "short-sale-reports", put: [], drop: [], outage, attemptAt: at, publication },
      },
    }));
    expect((await scene.silent("7203")).known.slice(1)).toEqual([
      { kind: "source", message: "short-sale-reports is failing (timeout): no answer", at: outage.since },
      {
        kind: "source",
        message: "short-sale-reports is late: the publication of 2026-01-05 has not come",
        at: publication.late.since,
      },
    ]);
    const other = createScene(ruleOf(""), '{ margin-alerts: { schedule: "0 0 18 * * *" } }');
    other.at("2026-01-05T18:00");
    other.withStore("2026-01-05T18:00", () => undefined);
    expect(await known(other, "7203")).toContain(
      "not-configured: the settings have no source short-sale-reports: nothing is polled",
    );
  });

  test("as of a moment of the past, the state of the source then is told, as far as the log has it", async () => {
    const scene = createScene(ruleOf(""), sources);
    const name = "short-sale-reports";
    const news = (time: string, type: EventDraft["type"], more: Record<string, unknown>) =>
      scene.at(time, {
        type,
        source: `/sources/${name}`,
        subject: name,
        data: { now: { source: name, ...more } },
      });
    news("2026-01-05T09:00", "source.baselined", { items: 9 });
    const since = "2026-01-06T00:00:00.000Z";
    news("2026-01-06T09:00", "source.failed", { since, reason: "timeout", message: "no answer" });
    news("2026-01-07T09:00", "source.recovered", { since, reason: "timeout" });
    news("2026-01-08T09:00", "source.late", { reason: "overdue", message: "the publication was due", since });
    scene.at("2026-01-09T09:00", report(1, "9984"));
    news("2026-01-10T09:00", "source.quarantined", { since, items: 60 });
    news("2026-01-11T09:00", "source.released", { since, items: 60, reason: "released" });
    news("2026-01-12T09:00", "source.drifted", { reason: "unknown-fields", message: "new fields" });
    const told = async (at: string) =>
      (await scene.silent("7203", at)).known
        .filter(({ kind }) => kind === "source")
        .map(({ message }) => message);
    expect(await told("2026-01-05T08:00")).toEqual([
      expect.stringContaining(`the log has nothing of ${name}`),
    ]);
    expect(await told("2026-01-05T10:00")).toEqual([`${name} was well then, as far as the log says`]);
    expect(await told("2026-01-06T10:00")).toEqual([`${name} was failing then (timeout): no answer`]);
    expect(await told("2026-01-07T10:00")).toEqual([`${name} was well then, as far as the log says`]);
    expect(await told("2026-01-08T10:00")).toEqual([`${name} was late then: the publication was due`]);
    expect(await told("2026-01-09T10:00")).toEqual([
      `${name} was well then, as far as the log says, and last told #5 short.report.increased, 2026-01-09 09:00:00 JST`,
    ]);
    expect(await told("2026-01-10T10:00")).toEqual([`${name} was quarantined then: 60 items were held back`]);
    expect(await told("2026-01-11T10:00")).toEqual([expect.stringContaining("was well then")]);
    // Now is what the database says.
    expect(await told("2026-01-30T10:00")).toEqual([`${name} was never polled`]);
  });

  test("what a source did while no monitor was at work is not known, and is not called well", async () => {
    const scene = createScene(ruleOf(""), sources);
    const name = "short-sale-reports";
    scene.runs("2026-01-05T09:00", "2026-01-05T12:00");
    scene.at("2026-01-05T10:00", report(1, "9984"));
    scene.runs("2026-01-06T09:00", "2026-01-06T18:00");
    const told = async (at: string) => (await scene.silent("7203", at)).known;
    const well = `${name} was well then, as far as the log says, and last told #1 short.report.increased, 2026-01-05 10:00:00 JST`;
    expect(await told("2026-01-05T11:59")).toContainEqual({ kind: "source", message: well });
    const killed = await told("2026-01-05T15:00");
    expect(killed).toContainEqual({
      kind: "not-running",
      message:
        "no monitor was at work then: it was last seen at work 2026-01-05 12:00:00 JST and was started again 2026-01-06 09:00:00 JST",
      at: "2026-01-05T03:00:00.000Z",
    });
    expect(killed).toContainEqual({
      kind: "source",
      message: `${name} was not polled then: what it had is not known; it last told #1 short.report.increased, 2026-01-05 10:00:00 JST`,
    });
    expect((await told("2026-01-06T10:00")).map(({ kind }) => kind)).not.toContain("not-running");
    expect(await told("2026-01-20T10:00")).toContainEqual(
      expect.objectContaining({
        kind: "not-running",
        message: "no monitor was at work then: it was last seen at work 2026-01-06 18:00:00 JST",
      }),
    );
    // Entries on the log were told by a monitor at work, however far its own record came.
    scene.at("2026-01-06T18:30", report(2, "9984"));
    expect((await told("2026-01-06T18:20")).map(({ kind }) => kind)).not.toContain("not-running");
    // Nothing is claimed of a time before runs were kept.
    expect((await told("2026-01-05T08:00")).map(({ kind }) => kind)).not.toContain("not-running");
  });

  test("what failed when the monitor was last at work is told as of then", async () => {
    const scene = createScene(ruleOf(""), sources);
    const name = "short-sale-reports";
    scene.runs("2026-01-05T09:00", "2026-01-05T12:00");
    const since = "2026-01-05T01:00:00.000Z";
    const now = { source: name, since, reason: "timeout", message: "no answer" };
    scene.at("2026-01-05T10:00", {
      ...{ type: "source.failed", source: `/sources/${name}`, subject: name, data: { now } },
    });
    scene.runs("2026-01-06T09:00", "2026-01-06T18:00");
    expect((await scene.silent("7203", "2026-01-05T15:00")).known).toContainEqual({
      kind: "source",
      message: `${name} was failing when the monitor was last at work (timeout): no answer`,
      at: since,
    });
  });

  test("nobody is asked whether they meant what they said", async () => {
    const scene = createScene(ruleOf(""), sources);
    scene.at("2026-01-05T09:00", report(1, "9984"));
    scene.at("2026-01-07T09:00", report(1));
    const told = (await scene.silent("7203", "2026-01-06")).known.map(
      ({ kind, message }) => `${kind}: ${message}`,
    );
    expect(told.join("\n")).not.toContain("did you mean");
    expect(told[0]).toBe(
      "no-events: no event that the rule is about came for 7203 up to then; the first is #4, 2026-01-07 09:00:00 JST",
    );
  });

  test("a stock whose forum nobody watches is told", async () => {
    const rules = "rules:\n  - { name: test, on: forum.comment.posted, title: x }\n";
    const scene = createScene(rules, sources);
    scene.at("2026-01-05T09:00");
    scene.withStore("2026-01-05T09:00", () => undefined);
    expect(await known(scene, "6758")).toContain("not-watched: forum-comments watches only 7203");
    expect((await known(scene, "7203")).some((line) => line.startsWith("not-watched"))).toBe(false);
  });
});
