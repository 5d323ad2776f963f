/** What the page asks about alerts: one with its life, what events changed, and those that are over. */
import { expect, test } from "vitest";
import { type AnswerGiven, acknowledging, rating, resolving } from "../../src/alerts/answers/episodes.ts";
import type { Worth } from "../../src/model/worth.ts";
import { alertCall } from "../../src/page/alert.ts";
import { changesCall } from "../../src/page/changes.ts";
import { endedCall } from "../../src/page/ended.ts";
import type { PageParts } from "../../src/page/page-call.ts";
import { createScene, report, ruleOf } from "../why/scene.ts";

const rule = ruleOf(`when: now.ratio >= 1
by: now.code
severity: warning`);

type Scene = ReturnType<typeof createScene>;

/** Answers a call of the page on what the scene has stored. */
async function asked(
  scene: Scene,
  call: typeof alertCall,
  query: Record<string, string>,
): Promise<{ status: number; body: never }> {
  const at = "2026-01-09T09:00";
  return scene.withStore(at, async (store) => {
    const parts = { config: { recordSources: [] }, store, now: () => Date.parse(`${at}:00+09:00`) };
    const quietedNow = () => () => undefined;
    const route = call({ ...parts, quietedNow } as unknown as PageParts);
    const question = { query: new URLSearchParams(query), body: undefined };
    return (await route.answer(question)) as { status: number; body: never };
  });
}

const alertAt = (scene: Scene, id: string) => asked(scene, alertCall, { id, language: "en" });

/** An answer to the alert of this number. */
function answer(
  scene: Scene,
  time: string,
  give: (...asked: Parameters<typeof acknowledging>) => AnswerGiven<object>,
  alert: string,
): void {
  scene.change(time, (store) => {
    const answered = give(alert, { by: "Aoi" }, { memory: store.alerts, log: store.log });
    if (answered.kind !== "told") throw new Error(answered.kind);
    return { drafts: [answered.draft], batch: {} };
  });
}

test("an alert comes with its steps, how it stands, and what its latest cause changed", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", report(1.1));
  scene.at("2026-01-05T18:30", report(1.2));
  answer(scene, "2026-01-05T19:00", acknowledging, "4");
  expect(await alertAt(scene, "2")).toMatchObject({
    status: 200,
    body: {
      ...{ alert: "e-2", rule: "test", key: "7203", subject: "7203", severity: "warning" },
      ...{ state: "acknowledged", since: "2026-01-05T08:30:00.000Z", times: 2, hasEarlier: false },
      acknowledged: { by: "Aoi" },
      steps: [
        { seq: 2, event: { type: "alert.fired" } },
        { seq: 4, event: { type: "alert.fired" } },
        { seq: 5, event: { type: "alert.acknowledged" } },
      ],
      rows: {
        changes: [{ label: "Short position", was: "1.1", now: "1.2 % of shares outstanding" }],
      },
    },
  });
});

test("an alert that is over has its own steps, and not those of the one after it", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", report(1.1));
  answer(scene, "2026-01-05T18:00", resolving, "2");
  scene.at("2026-01-06T17:30", report(1.3), report(1.5, "6758"));
  const { body } = await alertAt(scene, "e-2");
  expect(body).toMatchObject({ state: "over", times: 1, steps: [{ seq: 2 }, { seq: 3 }] });
  const next = await alertAt(scene, "6");
  expect(next.body).toMatchObject({ state: "firing", times: 1, steps: [{ seq: 6 }] });
});

test("an alert says what it was worth to somebody, also where that was said after its end and another began", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", report(1.1));
  answer(scene, "2026-01-05T18:00", resolving, "2");
  scene.at("2026-01-06T17:30", report(1.3));
  const rate = (time: string, worth: Worth) =>
    answer(scene, time, (alert, by, kept) => rating(alert, worth, by, kept), "2");
  rate("2026-01-06T18:00", "useful");
  const about = async (alert: string) => (await alertAt(scene, alert)).body as object;
  expect(await about("2")).toMatchObject({
    ...{ state: "over", rated: { alert: "e-2", worth: "useful", by: "Aoi" } },
    steps: [{ seq: 2 }, { seq: 3 }, { seq: 6, event: { type: "alert.rated" } }],
  });
  expect(await about("5")).toMatchObject({ state: "firing", rated: undefined, steps: [{ seq: 5 }] });
  rate("2026-01-06T19:00", "taken-back");
  expect(await about("2")).toMatchObject({ rated: undefined });
});

test("what the log does not keep is answered 404, and a question that cannot be meant 400", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", report(0.5));
  expect((await alertAt(scene, "99")).status).toBe(404);
  expect((await asked(scene, alertCall, { id: "1", language: "fr" })).status).toBe(400);
  expect((await asked(scene, changesCall, { events: "1;2", language: "en" })).status).toBe(400);
  expect((await asked(scene, endedCall, { from: "2026-02-31" })).status).toBe(400);
});

test("changes of several events come in the language that is asked for", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", report(0.5), report(0.6, "6758"));
  const { body } = await asked(scene, changesCall, { events: "1,2,77", language: "ja" });
  expect(body).toMatchObject({
    events: { 1: { changes: [{ label: "空売り残高割合", was: "0.4", now: "0.5%" }] }, 2: {} },
  });
  expect(Object.keys((body as { events: object }).events)).toEqual(["1", "2"]);
});

test("alerts that are over are found by text in any width, stock, rule, severity and day", async () => {
  const scene = createScene(rule);
  scene.at("2026-01-05T17:30", report(1.1), report(1.2, "6758"));
  answer(scene, "2026-01-05T18:00", resolving, "3");
  answer(scene, "2026-01-06T09:00", resolving, "4");
  const found = async (query: Record<string, string>) => {
    const { body } = await asked(scene, endedCall, query);
    return (body as { alerts: { seq: number; title: string }[] }).alerts.map(({ seq }) => seq);
  };
  expect(await found({})).toEqual([6, 5]);
  expect(await found({ text: "７２０３ 1.1" })).toEqual([5]);
  expect(await found({ subject: "6758" })).toEqual([6]);
  expect(await found({ subject: "9984" })).toEqual([]);
  expect(await found({ rule: "test", severity: "warning" })).toEqual([6, 5]);
  expect(await found({ severity: "critical" })).toEqual([]);
  expect(await found({ source: "short-sale-reports" })).toEqual([6, 5]);
  expect(await found({ to: "2026-01-05" })).toEqual([5]);
  expect(await found({ from: "2026-01-06" })).toEqual([6]);
  expect(await found({ before: "6" })).toEqual([5]);
});

test("alerts that are over come in pages that leave none out", async () => {
  const scene = createScene(rule);
  const codes = Array.from({ length: 70 }, (_, index) => String(1_000 + index));
  scene.at("2026-01-05T17:30", ...codes.map((code) => report(1.1, code)));
  scene.change("2026-01-05T18:00", (store) => {
    const kept = { memory: store.alerts, log: store.log };
    const drafts = codes.map((_, index) => {
      const answered = resolving(String(codes.length + 1 + index), { by: "Aoi" }, kept);
      if (answered.kind !== "told") throw new Error(answered.kind);
      return answered.draft;
    });
    return { drafts, batch: {} };
  });
  const first = (await asked(scene, endedCall, {})).body as { alerts: { seq: number }[]; next: number };
  const second = (await asked(scene, endedCall, { before: String(first.next) })).body as typeof first;
  expect([first.alerts.length, second.alerts.length, second.next]).toEqual([50, 20, undefined]);
  const seqs = [...first.alerts, ...second.alerts].map(({ seq }) => seq);
  expect(new Set(seqs).size).toBe(70);
});
