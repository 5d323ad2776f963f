/** Why a rule said nothing about a subject: parts of its condition, windows, or what is known where nothing came. */
import { describe, expect, test } from "vitest";
import { answerLines } from "../../src/commands/alerts/why.ts";
import { Refused } from "../../src/lib/problem.ts";
import { why } from "../../src/why/ask.ts";
import { batch } from "../store/batches.ts";
import { createScene, report, ruleOf } from "./scene.ts";

describe("the last event that a rule was asked about", () => {
  test("tells the part of the condition that does not hold, with its value, and the events before it", async () => {
    const scene = createScene(ruleOf("when: now.ratio >= 1 && has(now.fund)"));
    scene.at("2026-01-05T09:00", report(1.5));
    scene.at("2026-01-06T09:00", report(0.7), report(2, "6758"));
    const { latest, before } = await scene.silent("7203");
    expect(latest).toMatchObject({
      seq: 2,
      verdict: {
        outcome: "silent",
        when: [
          { text: "now.ratio >= 1", holds: false, values: [{ text: "now.ratio", value: 0.7 }] },
          { text: "has(now.fund)", holds: false },
        ],
      },
    });
    expect(before).toMatchObject([
      { seq: 1, outcome: "silent", because: expect.stringContaining("`has(now.fund)` is false") },
    ]);
    expect((await scene.silent("7203", "2026-01-05")).latest?.seq).toBe(1);
    expect((await scene.silent("7203", "2026-01-05T08:59")).latest).toBeUndefined();
  });

  test("names the first three parts that do not hold, and how many more there are", async () => {
    const parts = ["now.ratio > 1", "now.ratio > 2", "now.ratio > 3", "now.ratio > 4"];
    const because = async (count: number) => {
      const scene = createScene(ruleOf(`when: ${parts.slice(0, count).join(" && ")}`));
      scene.at("2026-01-05T09:00", report(0.5));
      const { latest } = await scene.silent("7203");
      return latest?.verdict.because;
    };
    expect(await because(3)).toMatch(/> 3` is false[^;]*$/);
    expect(await because(4)).toMatch(/> 3` is false[^;]*; and 1 more$/);
  });

  test("names each alert once, though several events came in one poll", async () => {
    const scene = createScene(ruleOf("when: now.ratio >= 1"));
    scene.at("2026-01-05T09:00", report(0.7), report(0.8), report(1.5));
    const { latest } = await scene.silent("7203");
    expect(latest).toMatchObject({ seq: 3, verdict: { outcome: "fired" } });
    expect(latest?.verdict.alerts.map(({ seq }) => seq)).toEqual([4]);
  });

  test("is found by the key of the rule's alerts, too", async () => {
    const scene = createScene(ruleOf("by: [now.code, now.seller]"));
    scene.at("2026-01-05T09:00", report(1));
    scene.at("2026-01-05T09:10", report(2, "6758"));
    const answer = await scene.silent("7203|Example Capital");
    expect(answer.latest).toMatchObject({ seq: 1, verdict: { outcome: "fired", alerts: [{ seq: 2 }] } });
  });

  test("is the only one of its subject, though the alerts have another key", async () => {
    const scene = createScene(ruleOf("by: now.seller"));
    scene.at("2026-01-05T09:00", report(1));
    expect((await scene.silent("7203")).latest).toMatchObject({ seq: 1, verdict: { outcome: "fired" } });
  });

  test("tells what the window held, also where another key's events are between", async () => {
    const scene = createScene(ruleOf("count: { within: 1h, at_least: 3 }"));
    scene.at("2026-01-05T09:00", report(1));
    scene.at("2026-01-05T09:30", report(1), report(1, "6758"));
    scene.at("2026-01-05T10:15", report(1));
    const { latest, before } = await scene.silent("7203");
    expect(latest?.verdict).toMatchObject({
      outcome: "silent",
      because: "`count: { within: 1h, at_least: 3 }` does not hold: count is 2",
      conditions: [
        {
          ...{ text: "count: { within: 1h, at_least: 3 }", holds: false, counts: true, entries: 2 },
          ...{ from: "2026-01-05T00:30:00.000Z", to: "2026-01-05T01:15:00.000Z", measured: { count: 2 } },
        },
      ],
    });
    expect(before.map(({ seq }) => seq)).toEqual([2, 1]);
  });

  test("tells that a condition which goes on holding fires once", async () => {
    const scene = createScene(ruleOf("count: { within: 1h, at_least: 2 }"));
    for (const minute of ["00", "10", "20"]) scene.at(`2026-01-05T09:${minute}`, report(1));
    const { latest, before } = await scene.silent("7203");
    expect(latest?.verdict).toMatchObject({ outcome: "silent", because: /held before already/ });
    expect(before.map(({ outcome }) => outcome)).toEqual(["fired", "silent"]);
  });

  test("tells which steps of a sequence were seen, and all of them where it is complete", async () => {
    const sequence = `sequence:
  steps: [{ on: short.report.increased, when: now.ratio > 1 }, { on: short.report.increased, when: now.ratio > 2 }]
  within: 1d`;
    const scene = createScene(ruleOf(sequence));
    const steps = async () => (await scene.silent("7203")).latest?.verdict.conditions[0]?.steps;
    scene.at("2026-01-05T09:00", report(1.5));
    expect(await steps()).toEqual([true, false]);
    scene.at("2026-01-05T10:00", report(2.5));
    expect(await steps()).toEqual([true, true]);
    expect((await scene.silent("7203")).latest?.verdict.outcome).toBe("fired");
  });

  test("tells what broke a sequence, and no step that has nothing before it", async () => {
    const sequence = `sequence:
  steps: [{ on: short.report.increased, when: now.ratio > 1 }, { on: short.report.increased, when: now.ratio > 2 }]
  without: { on: short.report.increased, when: now.ratio < 0.5 }
  within: 1d`;
    const scene = createScene(ruleOf(sequence));
    scene.at("2026-01-05T09:00", report(1.5));
    scene.at("2026-01-05T09:05", report(0.4));
    scene.at("2026-01-05T09:10", report(2.5));
    const answer = await scene.silent("7203");
    expect(answer.latest?.verdict).toMatchObject({
      outcome: "silent",
      because: expect.stringMatching(/^`sequence: .{1,90}…` does not hold: step 1 is #3, step 2 not seen$/),
      conditions: [{ steps: [true, false], brokenAt: "2026-01-05T00:05:00.000Z" }],
    });
    expect(answerLines(answer).join("\n")).toContain(
      "step 1 is #3, step 2 not seen, begun anew after 2026-01-05 09:05:00 JST",
    );
    scene.at("2026-01-05T09:20", report(2.1));
    expect((await scene.silent("7203")).latest?.verdict.outcome).toBe("fired");
  });

  test("names the events of a sequence's steps, in order and in any", async () => {
    const sequence = (ordered: boolean) => `sequence:
  steps: [{ on: short.report.increased, when: now.ratio > 1 }, { on: short.report.increased, when: now.ratio > 2 }]
  within: 1d
  ordered: ${ordered}`;
    const scene = createScene(ruleOf(sequence(true)));
    scene.at("2026-01-05T09:00", report(1.5), report(1.4, "6758"));
    const begun = (await scene.silent("7203")).latest?.verdict;
    const first = {
      seq: 1,
      type: "short.report.increased",
      subject: "7203",
      time: "2026-01-05T00:00:00.000Z",
    };
    expect(begun?.conditions[0]?.events).toEqual([first, null]);
    expect(begun?.because).toContain("step 1 is #1, step 2 not seen");
    // The later of two that can be the step is the one that goes on to the end.
    scene.at("2026-01-05T10:00", report(1.6));
    scene.at("2026-01-05T11:00", report(2.5));
    const answer = await scene.silent("7203");
    expect(answer.latest?.verdict.conditions[0]).toMatchObject({
      ...{ holds: true, entries: 3, steps: [true, true] },
      events: [{ seq: 3 }, { seq: 4, time: "2026-01-05T02:00:00.000Z" }],
    });
    expect(answerLines(answer)).toContain(
      "               step 1: #3 short.report.increased about 7203, seen 2026-01-05 10:00:00 JST",
    );
    const any = createScene(ruleOf(sequence(false)));
    any.at("2026-01-05T09:00", report(2.5));
    any.at("2026-01-05T10:00", report(1.5));
    expect((await any.silent("7203")).latest?.verdict.conditions[0]?.events).toMatchObject([
      { seq: 2 },
      { seq: 1 },
    ]);
  });

  test("tells the value that a move is measured from, and when it came", async () => {
    const scene = createScene(ruleOf("moves: { of: now.ratio, by: 1 }"));
    scene.at("2026-01-05T09:00", report(1.5));
    expect((await scene.silent("7203")).latest?.verdict.conditions[0]?.before).toBeUndefined();
    scene.at("2026-01-06T09:00", report(1.7));
    const answer = await scene.silent("7203");
    expect(answer.latest?.verdict.conditions[0]?.before).toEqual({
      ...{ value: 1.5, at: "2026-01-05T00:00:00.000Z" },
    });
    expect(answerLines(answer).join("\n")).toContain("the value before is 1.5, 2026-01-05 09:00:00 JST");
    const since = createScene(ruleOf("moves: { of: now.ratio, by: 1, since: 1d }"));
    for (const [day, ratio] of [
      ["05", 1],
      ["06", 1.4],
      ["07", 1.6],
    ] as const)
      since.at(`2026-01-${day}T12:00`, report(ratio));
    expect((await since.silent("7203")).latest?.verdict.conditions[0]?.before).toEqual({
      ...{ value: 1.4, at: "2026-01-06T03:00:00.000Z" },
    });
  });

  test("tells when a value was seen before, and of a new one the value before it", async () => {
    const scene = createScene(ruleOf("unseen: { of: now.seller }\nby: [now.code]"));
    const by = (seller: string) => {
      const draft = report(1);
      return { ...draft, data: { ...draft.data, now: { ...draft.data.now, seller } } };
    };
    scene.at("2026-01-05T09:00", by("Lantern"));
    scene.at("2026-01-06T09:00", by("Harbour"));
    const told = async () => (await scene.silent("7203")).latest?.verdict.conditions[0];
    expect(await told()).toMatchObject({
      ...{ holds: true, before: { value: "Lantern", at: "2026-01-05T00:00:00.000Z" } },
    });
    scene.at("2026-01-07T09:00", by("Lantern"));
    expect(await told()).toMatchObject({
      ...{ holds: false, before: { value: "Lantern", at: "2026-01-05T00:00:00.000Z" } },
    });
  });

  test("tells what waits for its time, and what time told", async () => {
    const scene = createScene(ruleOf("when: now.ratio > 1\nfor: 10m"));
    scene.at("2026-01-05T09:00", report(2));
    scene.at("2026-01-05T09:05", report(3));
    const waiting = await scene.silent("7203");
    expect(waiting.latest?.verdict).toMatchObject({
      ...{ outcome: "waiting", waiting: { since: 1, due: "2026-01-05T00:10:00.000Z" } },
      because: "what it asks for has to hold for 10m from #1 on, until 2026-01-05 09:10:00 JST",
    });
    scene.at("2026-01-05T09:10");
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      ...{ outcome: "fired", because: /told as #3/, alerts: [{ seq: 3 }] },
    });
  });

  test("tells when nothing has come for long enough, and that it was told", async () => {
    const scene = createScene(ruleOf("absent: { for: 26h }"));
    scene.at("2026-01-05T09:00", report(2));
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      ...{ outcome: "waiting", waiting: { since: 1, due: "2026-01-06T02:00:00.000Z" } },
      because: "nothing more has to come until 2026-01-06 11:00:00 JST",
    });
    scene.at("2026-01-06T11:00");
    expect(await scene.why({ alert: "2" })).toMatchObject({
      cause: { seq: 1 },
      verdict: {
        ...{ outcome: "fired", notes: [] },
        because: "nothing more had to come until 2026-01-06 11:00:00 JST; told as #2",
      },
    });
  });

  test("tells what ended a wait before its time, and with which event", async () => {
    const lasting = createScene(ruleOf("when: now.ratio > 1\nfor: 10m"));
    lasting.at("2026-01-05T09:00", report(2));
    lasting.at("2026-01-05T09:05", report(2), report(0.5, "6758"));
    lasting.at("2026-01-05T09:08", report(0.5));
    expect((await lasting.silent("7203")).before).toMatchObject([
      { seq: 2, outcome: "silent", because: expect.stringContaining("; with #4 it did not") },
      { seq: 1, outcome: "silent", because: expect.stringContaining("had to hold for 10m from #1 on") },
    ]);
    // As of then it was open.
    const then = await lasting.silent("7203", "2026-01-05T09:06");
    expect(then.latest?.verdict).toMatchObject({ outcome: "waiting", waiting: { since: 1 } });
    const absence = createScene(ruleOf("absent: { for: 26h }"));
    absence.at("2026-01-05T09:00", report(2));
    absence.at("2026-01-06T09:00", report(2));
    const { latest, before } = await absence.silent("7203");
    expect(latest?.verdict.outcome).toBe("waiting");
    expect(before).toMatchObject([
      {
        outcome: "silent",
        because: "nothing more had to come until 2026-01-06 11:00:00 JST; #2 came",
      },
    ]);
  });

  test("tells that what it asks for ceased to hold by time alone, and the monitor went on", async () => {
    const scene = createScene(ruleOf("count: { within: 5m, at_least: 2 }\nfor: 10m"));
    scene.at("2026-01-05T09:00", report(2));
    scene.at("2026-01-05T09:01", report(2));
    expect((await scene.silent("7203")).latest?.verdict.outcome).toBe("waiting");
    scene.at("2026-01-05T09:20", report(2, "6758"));
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      outcome: "silent",
      because: expect.stringMatching(
        /had to hold for 10m from #2 on, until 2026-01-05 09:11:00 JST; it did not$/,
      ),
    });
  });

  test("tells what held back an alert whose time had come, also of the events that came meanwhile", async () => {
    const scene = createScene(ruleOf("when: now.ratio > 1\nfor: 10m\ncooldown: 3h"));
    scene.at("2026-01-05T09:00", report(2));
    scene.at("2026-01-05T09:10");
    scene.at("2026-01-05T09:20", report(0.5));
    scene.at("2026-01-05T09:30", report(2));
    scene.at("2026-01-05T09:35", report(3));
    scene.at("2026-01-05T09:40");
    const { latest, before } = await scene.silent("7203");
    expect(latest).toMatchObject({ seq: 5, verdict: { outcome: "held-back", because: /^cooldown until/ } });
    expect(before.map(({ outcome }) => outcome)).toEqual(["held-back", "silent", "fired"]);
    expect((await scene.silent("7203", "2026-01-05T09:37")).latest?.verdict.outcome).toBe("waiting");
  });

  test("tells each of the alerts that days without an event brought about, and as of a day before them none", async () => {
    const scene = createScene(ruleOf('absent: { by: "18:00" }\nnotify: [email:desk]'));
    scene.at("2026-01-05T09:00", report(2));
    for (const day of ["06", "07", "08"]) scene.at(`2026-01-${day}T18:00`);
    const { latest } = await scene.silent("7203");
    expect(latest?.verdict).toMatchObject({
      outcome: "fired",
      because: "nothing more had to come until 2026-01-06 18:00:00 JST; told as #2, and 2 times after it",
    });
    expect((await scene.silent("7203", "2026-01-06T12:00")).latest?.verdict).toMatchObject({
      outcome: "waiting",
      because: expect.stringContaining("has to come until 2026-01-06 18:00:00 JST; later told as #2"),
    });
  });

  test("tells the mails of its alert, each with its attempts", async () => {
    const scene = createScene(ruleOf("notify: [email:desk]"));
    scene.at("2026-01-05T09:00", report(2));
    scene.withStore("2026-01-05T09:01", (store) => {
      const at = Date.parse("2026-01-05T09:01:00+09:00");
      const [{ id } = { id: 0 }] = store.outbox.of("email").due(at, 9, []);
      store.commit(batch({ failedMails: [{ id, reason: "refused", error: "550 5.1.1 nobody", at }] }));
    });
    const answer = await scene.silent("7203");
    expect(answer.latest?.verdict.alerts).toMatchObject([
      {
        seq: 2,
        mails: [
          { address: "desk@example.com", state: "failed", tries: [{ outcome: "refused" }] },
          { address: "second@example.com", state: "waiting" },
        ],
      },
    ]);
    const lines = answerLines(answer);
    expect(lines).toContain("mails       desk@example.com: failed, queued 2026-01-05 09:00:00 JST");
    expect(lines).toContain("              2026-01-05 09:01:00 JST refused: 550 5.1.1 nobody");
  });

  test("tells every part of a condition that does not hold, in the one sentence", async () => {
    const scene = createScene(ruleOf("when: now.ratio > 3 || now.shares > 10"));
    scene.at("2026-01-05T09:00", report(2));
    const because = async () => (await scene.silent("7203")).latest?.verdict.because;
    expect(await because()).toBe(
      "its `when` does not hold: `now.ratio > 3` is false, now.ratio is 2; `now.shares > 10` is false, now.shares is 1",
    );
    scene.edit("2026-01-05T10:00", ruleOf("when: '!(now.ratio > 1)'"));
    expect(await because()).toBe("its `when` does not hold: `now.ratio > 1` is true, now.ratio is 2");
  });

  test("tells when there may be few enough of what is too much, and that it was told", async () => {
    const scene = createScene(ruleOf("count: { within: 10m, at_most: 1 }"));
    scene.at("2026-01-05T09:00", report(2), report(3));
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      ...{ outcome: "waiting", waiting: { since: 2, due: "2026-01-05T00:10:00.000Z" } },
      because:
        "`count: { within: 10m, at_most: 1 }` may hold from 2026-01-05 09:10:00 JST on if nothing more comes",
    });
    scene.at("2026-01-05T09:10");
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      ...{ outcome: "fired", because: /might hold from .* on if nothing more came; told as #3/, notes: [] },
    });
  });

  test("tells which alert is not over, and what would end it", async () => {
    const scene = createScene(ruleOf("until: now.ratio < 0.5"));
    scene.at("2026-01-05T09:00", report(2));
    scene.at("2026-01-05T09:05", report(3));
    expect((await scene.silent("7203")).latest?.verdict.open).toEqual({
      since: 1,
      until: [{ text: "now.ratio < 0.5", holds: false, values: [{ text: "now.ratio", value: 3 }] }],
    });
    scene.at("2026-01-05T09:10", report(0.4));
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      ...{ outcome: "fired", because: "it ended the alert: #5", alerts: [{ type: "alert.resolved" }] },
    });
  });

  test("says where the rule was not loaded yet, and where it was another one", async () => {
    const scene = createScene(ruleOf("", "other"));
    scene.edit("2026-01-05T08:00", ruleOf("", "other"));
    scene.at("2026-01-05T09:00", report(2));
    scene.edit("2026-01-05T10:00", ruleOf("when: now.ratio > 5"));
    scene.edit("2026-01-05T11:00", ruleOf(""));
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      outcome: "unknown",
      because: "the rule was not active yet: it was loaded 2026-01-05 10:00:00 JST",
    });
    scene.edit("2026-01-05T12:00", ruleOf("when: now.ratio > 5"));
    scene.at("2026-01-05T13:00", report(3));
    scene.edit("2026-01-05T14:00", ruleOf(""));
    expect((await scene.silent("7203")).latest?.verdict).toMatchObject({
      outcome: "unknown",
      because: "the rule as it is now would have fired; it may have been another one then",
    });
  });

  test("says so where the log does not reach back", async () => {
    const scene = createScene(ruleOf("count: { within: 400d, at_least: 3 }"));
    for (const day of ["05", "06", "07"]) scene.at(`2026-01-${day}T09:00`, report(1));
    scene.withStore("2026-01-08T09:00", (store) => {
      store.prune({ before: Date.parse("2026-01-06T00:00:00+09:00") });
    });
    expect((await scene.silent("7203")).latest?.verdict.notes).toEqual([
      "judged again by the rule as it is now, over what the log keeps, it would not have fired",
      "the log is kept from #2 on: what the rule remembered from before is not known",
    ]);
  });
});

test("a misspelt rule, a question without an end and a time that is none are refused", async () => {
  const scene = createScene(ruleOf(""));
  scene.at("2026-01-05T09:00", report(1));
  const refusal = async (question: Parameters<typeof scene.why>[0]) => {
    const error = await scene.why(question).catch((reason: unknown) => reason);
    return error instanceof Refused ? error.message : String(error);
  };
  expect(await refusal({ rule: "tset", subject: "7203" })).toContain("did you mean `test`?");
  expect(await refusal({ rule: "test" })).toContain("--rule and --subject");
  expect(await refusal({ alert: "1", rule: "test", subject: "7203" })).toContain("--rule and --subject");
  expect(await refusal({ rule: "test", subject: "7203", at: "yesterday" })).toContain("--at takes");
});

test("progress is told while the log is judged again, up to the event that is asked about", async () => {
  const scene = createScene(ruleOf("count: { within: 1h, at_least: 3 }"));
  const told: (readonly [number, number])[] = [];
  for (const minute of ["00", "10", "20"]) scene.at(`2026-01-05T09:${minute}`, report(1));
  const progress = (read: number, all: number) => told.push([read, all]);
  const now = Date.parse("2026-01-05T09:15:00+09:00");
  await why({ rule: "test", subject: "7203" }, { config: scene.config, environment: {}, now, progress });
  expect(told.at(-1)).toEqual([2, 2]);
});

test("people read the same in lines", async () => {
  const scene = createScene(ruleOf("count: { within: 1h, at_least: 3 }\ncooldown: 1h"));
  scene.at("2026-01-05T09:00", report(1, "7203", { source: "/sources/margin-alerts" }));
  const lines = answerLines(await scene.silent("7203")).map((line) => line.replace(", SIMULATED", ""));
  expect(lines).toEqual([
    "rule         test, test.yaml:2",
    "about        7203, up to 2026-12-31 00:00:00 JST",
    "last event   #1 short.report.increased about 7203",
    "             seen 2026-01-05 09:00:00 JST",
    "poll         margin-alerts, committed 2026-01-05 09:00:00 JST with short.report.increased 1",
    "change       ratio: 0.9 -> 1",
    "outcome      silent: `count: { within: 1h, at_least: 3 }` does not hold: count is 1",
    "over events  count: { within: 1h, at_least: 3 }: does not hold",
    "               1 entry from 2026-01-05 09:00:00 JST to 2026-01-05 09:00:00 JST, count is 1",
    "known        the settings have no source short-sale-reports: nothing is polled",
  ]);
});
