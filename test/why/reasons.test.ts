/** Every reason that can hold an alert back, in an answer about a log that was made with it. */
import { describe, expect, test } from "vitest";
import type { Withheld } from "../../src/model/commit.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { SuppressionFacts } from "../../src/model/page/why.ts";
import { type SuppressionReason, suppressionReasons } from "../../src/model/rule.ts";
import { decide } from "../../src/pipeline/quarantine-end.ts";
import { batch, sourceWrite } from "../store/batches.ts";
import { createScene, report, ruleOf, type Scene } from "./scene.ts";

const sources = '{ short-sale-reports: { schedule: "0 0 18 * * *" } }';
const name = "short-sale-reports";
const since = "2026-01-05T08:30:00.000Z";

interface Case {
  readonly rules: string;
  live(scene: Scene): void;
  readonly subject?: string;
  /** Some of what the answer has to say. */
  readonly expected: Partial<SuppressionFacts>;
  /** In the sentence about the last event; absent where the rule was never asked. */
  readonly because?: RegExp;
}

const corrected = ruleOf("").replace("increased", "corrected");
const rewritten: EventDraft = report(0.7, "7203", { type: "short.report.corrected", rewrites: "7203" });

/** Holds back what the source's poll would have told, with the news of it. */
function hold(scene: Scene): void {
  const drafts = [rewritten, report(0.8, "9984")];
  const facts = { stage: "held" as const, since, items: 1, message: "1 of 1" };
  const held = { ...facts, drafts, put: [], drop: [], cursor: undefined };
  scene.change("2026-01-05T17:30", () => ({
    drafts: [
      {
        ...{ type: "source.quarantined", source: `/sources/${name}`, subject: name },
        data: { now: { source: name, since, items: 1 } },
      },
    ],
    batch: { source: sourceWrite({ name, hold: held }) },
  }));
}

function decided(scene: Scene, decision: "release" | "discard"): void {
  scene.change("2026-01-06T09:00", (store) => decide(name, decision, store) ?? { drafts: [], batch: {} });
}

const cases: Readonly<Record<SuppressionReason, Case>> = {
  cooldown: {
    rules: ruleOf("cooldown: 1h"),
    live(scene) {
      scene.at("2026-01-05T09:30", report(1));
      scene.at("2026-01-05T10:00", report(1.1));
    },
    expected: { at: "2026-01-05T01:00:00.000Z", until: "2026-01-05T01:30:00.000Z", cause: 3 },
    because: /^cooldown until 2026-01-05 10:30:00 JST: /,
  },
  unresolved: {
    rules: ruleOf("until: now.ratio < 0.5"),
    live(scene) {
      scene.at("2026-01-05T09:30", report(1));
      scene.at("2026-01-05T10:00", report(1.1));
    },
    expected: { at: "2026-01-05T01:00:00.000Z", cause: 3 },
    because: /still open/,
  },
  flapping: {
    rules: ruleOf("flapping: { times: 2, within: 1h }"),
    live(scene) {
      for (const minute of ["00", "10", "20"]) scene.at(`2026-01-05T09:${minute}`, report(1));
    },
    expected: { at: "2026-01-05T00:20:00.000Z", cause: 5 },
    because: /so often/,
  },
  inactive: {
    rules: ruleOf('active: { between: ["09:00", "09:45"] }'),
    live(scene) {
      scene.at("2026-01-05T09:30", report(1));
      scene.at("2026-01-05T10:00", report(1.1));
    },
    expected: { at: "2026-01-05T01:00:00.000Z", cause: 3 },
    because: /active hours/,
  },
  quarantine: {
    rules: corrected,
    live(scene) {
      hold(scene);
      decided(scene, "discard");
    },
    expected: {
      ...{ at: since, until: "2026-01-06T00:00:00.000Z" },
      message: "a short.report.corrected was held back with a rewrite, and discarded",
    },
  },
  baseline: {
    rules: ruleOf(""),
    live(scene) {
      const { now } = report(1).data;
      scene.change("2026-01-05T17:30", () => ({
        drafts: [
          {
            ...{ type: "source.baselined", source: `/sources/${name}`, subject: name },
            data: { now: { source: name, items: 250 } },
          },
        ],
        batch: { source: sourceWrite({ name, put: [{ scope: "", key: "7203,E,", body: now }] }) },
      }));
    },
    expected: { at: since, message: expect.stringContaining("250 items") },
  },
  cost: {
    rules: `lists: { words: ${JSON.stringify(Array.from({ length: 2_000 }, (_, at) => `word${at}`))} }
rules:
  - { name: test, on: forum.comment.posted, title: x, when: "lists.words.exists(w, now.body.contains(w))" }`,
    live(scene) {
      const now = { code: "7203", part: 1, body: "株".repeat(20_000), yes: 0, no: 0 };
      scene.at("2026-01-05T09:00", {
        ...{
          type: "forum.comment.posted",
          source: "/sources/forum-comments",
          subject: "7203",
          data: { now },
        },
      });
    },
    expected: { at: "2026-01-05T00:00:00.000Z", cause: 1 },
    because: /too long/,
  },
};

test("every reason of the closed list has its case here", () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(suppressionReasons).sort());
});

for (const [reason, { rules, live, expected, because }] of Object.entries(cases)) {
  test(`${reason}: told with its moment, in the answer about a rule and a subject`, async () => {
    const scene = createScene(rules, sources);
    live(scene);
    const { latest, heldBack } = await scene.silent("7203");
    expect([...(latest?.verdict.heldBack ?? []), ...heldBack]).toMatchObject([{ reason, ...expected }]);
    if (because === undefined) expect(latest).toBeUndefined();
    else {
      expect(latest?.verdict.outcome).toBe("held-back");
      expect(latest?.verdict.because).toMatch(because);
    }
  });
}

test("what came as news is not called a baseline, whatever the rule is about", async () => {
  const scene = createScene(ruleOf("").replace("increased", "closed"), sources);
  const { now } = report(1).data;
  const put = [{ scope: "", key: "7203,E,", body: now }];
  scene.at("2026-01-05T17:30", {
    ...{ type: "source.baselined", source: `/sources/${name}`, subject: name },
    data: { now: { source: name, items: 250 } },
  });
  scene.change("2026-01-06T17:30", () => ({
    drafts: [report(1, "7203", { type: "short.report.opened", data: { now } })],
    batch: { source: sourceWrite({ name, put }) },
  }));
  expect((await scene.silent("7203")).heldBack).toEqual([]);
  expect((await scene.silent("7203", "2026-01-05")).heldBack).toEqual([]);
});

describe("a change in quarantine", () => {
  test("that waits for a person says how to decide", async () => {
    const scene = createScene(corrected, sources);
    scene.withStore("2026-01-05T09:00", (store) => store.commit(batch({ source: sourceWrite({ name }) })));
    hold(scene);
    const { heldBack, known } = await scene.silent("7203");
    expect(heldBack).toMatchObject([
      { reason: "quarantine", at: since, message: expect.stringContaining(`yagura sources release ${name}`) },
    ]);
    expect(known).toContainEqual({
      kind: "source",
      message: expect.stringContaining("is quarantined: 1 item is held back"),
      at: since,
    });
    // Events of another subject that it holds, and of other types, are no answer.
    expect((await scene.silent("9984")).heldBack).toEqual([]);
  });

  test("that was released is on the log, and says since when it had been held", async () => {
    const scene = createScene(corrected, sources);
    hold(scene);
    decided(scene, "release");
    const { latest, heldBack } = await scene.silent("7203");
    expect(latest).toMatchObject({ poll: { source: name, heldSince: since }, verdict: { outcome: "fired" } });
    expect(heldBack).toEqual([]);
  });

  test("that was news beside the rewrite is told at a discard, and not called discarded", async () => {
    const scene = createScene(ruleOf(""), sources);
    hold(scene);
    decided(scene, "discard");
    const { latest, heldBack } = await scene.silent("9984");
    expect(latest?.verdict.outcome).toBe("fired");
    expect(heldBack).toEqual([]);
  });

  test("that its service took back says so", async () => {
    const scene = createScene(corrected, sources);
    hold(scene);
    const withheld: Withheld = {
      source: name,
      type: "short.report.corrected",
      subject: "7203",
      since: Date.parse(since),
      how: "taken-back",
    };
    scene.change("2026-01-06T09:00", () => ({
      drafts: [],
      batch: {
        source: sourceWrite({ name, hold: { end: "taken-back", items: [], isLast: true } }),
        withheld: [withheld],
      },
    }));
    expect((await scene.silent("7203")).heldBack).toMatchObject([
      { reason: "quarantine", message: expect.stringContaining("taken back by its service") },
    ]);
    expect((await scene.silent("7203", "2026-01-05T09:00")).heldBack).toEqual([]);
  });
});
