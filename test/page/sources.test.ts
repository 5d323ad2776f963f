/** Sources on the page: how they stand, what is left of the plan, and what a quarantine holds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchedSources } from "../../src/app/ground.ts";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { createClients, createGates } from "../../src/config/clients.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { SourceAnswer, SourcesAnswer } from "../../src/model/page/sources.ts";
import { createStatus } from "../../src/why/status.ts";
import { batch, entry, sourceWrite } from "../store/batches.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { pageHouse, pageNow } from "./page-house.ts";

const settings = `
upstreams: { market: { url: "http://127.0.0.1:9/v2", apiKey: key, tier: light } }
sources:
  margin-alerts: { schedule: "0 */10 16-20 * * *", on: trading-days, due: "16:30", grace: 30m }
  short-sale-reports: { schedule: "0 */10 17-21 * * *" }
  forum-ranking: { schedule: "0 */5 * * * *" }
`;

function house() {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, settings);
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const { config } = loaded;
  const clock = createHandClock(pageNow);
  const calendar = () => createTradingCalendar(new Map());
  const gates = createGates(config, undefined, clock);
  const clients = createClients(config, undefined, gates, clock);
  const publication = () => ({});
  const sources = watchedSources(config, clients, undefined, { clock, calendar, publication });
  const names = sources.map(({ source }) => source.name);
  const page = pageHouse({ config, gates, clock, calendar, sources, status: createStatus(names, []) });
  return { ...page, gates, clock, sources };
}

const answerOf = async (page: ReturnType<typeof house>) =>
  (await page.get("/api/sources")).body as SourcesAnswer;
const one = async (page: ReturnType<typeof house>, more = "") =>
  (await page.get(`/api/source?name=margin-alerts${more}`)).body as SourceAnswer;

test("each source says when it is polled next and what is due, by its schedule and the calendar", async () => {
  const { sources } = await answerOf(house());
  const at = (time: string) => Date.parse(`2026-11-20T${time}+09:00`);
  expect(sources.find(({ name }) => name === "margin-alerts")).toMatchObject({
    ...{ state: "waiting", service: "market", isSimulated: false, nextAt: at("16:00") },
    schedule: { cron: "0 */10 16-20 * * *", timezone: "Asia/Tokyo", onTradingDays: true },
    due: {
      last: { day: "2026-11-19", isSeen: false },
      next: { day: "2026-11-20", dueAt: at("16:30"), lateAt: at("17:00") },
    },
  });
  expect(sources.find(({ name }) => name === "short-sale-reports")).toMatchObject({ nextAt: at("17:00") });
  expect(sources.find(({ name }) => name === "forum-ranking")).toMatchObject({ isSimulated: true });
});

test("what is left of the plan falls with each request, and comes back a minute later", async () => {
  const page = house();
  const left = async () =>
    (await answerOf(page)).limits.filter(({ calls }) => calls === "").map((one) => one.left);
  expect(await left()).toEqual([60]);
  const done = await page.gates.market?.enter("/markets/margin-alert", undefined);
  expect(await left()).toEqual([59]);
  done?.({ status: 200, retryAfterMs: undefined });
  expect(await left()).toEqual([59]);
  page.clock.move(61_000);
  expect(await left()).toEqual([60]);
  const refused = await page.gates.market?.enter("/markets/margin-alert", undefined);
  refused?.({ status: 429, retryAfterMs: 30_000 });
  const { limits } = await answerOf(page);
  expect(limits.find(({ calls }) => calls === "")).toMatchObject({ plan: "light", pausedMs: 30_000 });
  expect(limits.map(({ calls }) => calls)).toEqual([
    "",
    "/equities/bars/minute",
    "/fins/summary",
    "/fins/details",
    "/td/list /td/files /td/bulk",
  ]);
});

test("an outage has its reason and what the service said; a paused source says when it is asked again", async () => {
  const page = house();
  const outage = { since: "2026-11-20T00:50:00.000Z", reason: "timeout", message: "<b>no answer</b>" };
  const now = { source: "margin-alerts", ...outage };
  const failed = entry(1, {
    type: "source.failed",
    source: "/sources/margin-alerts",
    subject: "margin-alerts",
    data: { now },
  });
  page.store.commit(batch({ entries: [failed], source: sourceWrite({ outage }) }));
  const watched = page.sources.find(({ source }) => source.name === "margin-alerts");
  const tick = { at: pageNow, elapsed: page.clock.elapsed(), intervalMs: 60_000 };
  for (const _ of Array.from({ length: 5 })) watched?.pauses.failed(tick);
  const { source, news } = await one(page);
  expect(source).toMatchObject({ outage, pausedMs: 585_000 });
  expect(news).toMatchObject([
    { seq: 1, type: "source.failed", reason: "timeout", message: "<b>no answer</b>" },
  ]);
});

const corrected = (index: number): EventDraft => {
  const [code, name] = [String(9900 + index), `<b>Example ${index}</b>`];
  const item = { code, name, publishedOn: "2026-11-19", appliedOn: "2026-11-18" };
  return {
    ...{ type: "margin.alert.corrected", source: "/sources/margin-alerts", subject: code, rewrites: code },
    data: {
      now: { ...item, longOutstanding: 1_200 + index },
      was: { ...item, longOutstanding: 3_400 },
      changed: ["longOutstanding"],
    },
  };
};

test("a quarantine shows what was rewritten from what to what, in both languages, page by page", async () => {
  const page = house();
  const drafts = Array.from({ length: 30 }, (_, index) => corrected(index));
  const added: EventDraft = { ...corrected(99), type: "margin.alert.added" };
  delete (added as { rewrites?: string }).rewrites;
  const since = "2026-11-20T00:50:00.000Z";
  const hold = {
    since,
    items: 30,
    message: "30 of 40",
    stage: "held",
    drafts: [added, ...drafts],
    put: [],
    drop: [],
    cursor: 1,
  } as const;
  page.store.commit(batch({ source: sourceWrite({ hold }) }));
  const { source, held } = await one(page);
  expect(source.hold).toEqual({ since, items: 30, message: "30 of 40" });
  expect(held).toMatchObject({ events: 31, rewrites: 30 });
  expect(held?.samples).toHaveLength(20);
  const [first] = held?.samples ?? [];
  expect(first).toMatchObject({ subject: "9900", name: "<b>Example 0</b>" });
  expect(first?.rows.en).toEqual([
    { label: expect.any(String), was: "3,400", now: expect.stringContaining("1,200") },
  ]);
  expect(first?.rows.ja[0]?.was).toMatch(/^3,400/);
  const rest = await one(page, `&after=${held?.next}`);
  expect(rest.held?.samples.map(({ subject }) => subject)).toEqual(
    drafts.slice(20).map(({ subject }) => subject),
  );
  expect(rest.held?.next).toBeUndefined();
});

test("a source that is not watched is not there", async () => {
  expect(await house().get("/api/source?name=other")).toMatchObject({ status: 404 });
  expect(await house().get("/api/source")).toMatchObject({ status: 400 });
});
