/** Occurred, published, seen: which of its three clocks an event of each type carries. */
import { expect, test } from "vitest";
import { createClockWatch } from "../../src/app/clock-watch.ts";
import { putBackChange } from "../../src/app/store-news.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createActiveRules, createLimitNews } from "../../src/files/active-rules.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { createZone } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Event, EventDraft, EventType } from "../../src/model/event.ts";
import type { OutboxMail } from "../../src/model/mail.ts";
import { givenUpNews } from "../../src/outputs/delivery/given-up.ts";
import { losingEmail } from "../../src/outputs/email/member.ts";
import { losingPush } from "../../src/outputs/push/member.ts";
import { losingWebhook } from "../../src/outputs/webhook/member.ts";
import { sourceNews } from "../../src/pipeline/change.ts";
import { lateness, outageAfter } from "../../src/pipeline/health.ts";
import { damagedChange } from "../../src/pipeline/news.ts";
import { released } from "../../src/pipeline/quarantine-end.ts";
import { createDisclosureSource } from "../../src/sources/disclosures/index.ts";
import { createEarningsDates } from "../../src/sources/earnings-dates/index.ts";
import { createForumComments } from "../../src/sources/forum-comments/index.ts";
import { createForumRanking } from "../../src/sources/forum-ranking/index.ts";
import { createMarginAlerts } from "../../src/sources/margin-alerts/index.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import type { Source } from "../../src/sources/source.ts";
import { createStatisticsUpdates } from "../../src/sources/statistics-updates/index.ts";
import type { RankingPage } from "../../src/upstreams/forum/records.ts";
import { scriptedHouse } from "../pipeline/scripted-house.ts";
import { createMemoryDates, dateRow } from "../sources/earnings-dates/memory-dates.ts";
import { createMemoryForum } from "../sources/forum-comments/memory-forum.ts";
import { createMemoryMarket, nameless } from "../sources/memory-market.ts";
import { createMemoryState } from "../sources/memory-state.ts";
import { pollAndCommit } from "../sources/poll-and-commit.ts";
import { createMemoryStatistics } from "../sources/statistics-updates/memory-statistics.ts";
import { everyDay } from "../support/every-day.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { MemoryLog } from "../support/memory-log.ts";
import { until } from "../support/until.ts";

const clocks = ["occurred", "published"] as const;

/** Types that nothing here tells: those of the digests, of a person, and of a device that is gone. */
const notYet: EventType[] = [
  "digest.due",
  ...(["alert.resolved", "alert.acknowledged", "alert.rated"] as const),
  ...(["silence.added", "silence.ended", "push.ended"] as const),
];

/** Clocks that each type carries besides `time`, which every event has. Why some carry less is said beside them. */
const carried: Record<EventType, readonly (typeof clocks)[number][]> = {
  "forum.comment.posted": ["occurred", "published"],
  "forum.comment.edited": ["occurred", "published"],
  "forum.comment.removed": ["occurred", "published"],
  "forum.comment.voted": ["occurred", "published"],
  // A listing says no time of its own; only activity has one.
  "forum.ranking.entered": [],
  "forum.ranking.left": [],
  "forum.ranking.moved": [],
  "forum.ranking.active": ["occurred"],
  "margin.alert.added": ["occurred", "published"],
  "margin.alert.changed": ["occurred", "published"],
  "margin.alert.corrected": ["occurred", "published"],
  // An item that is gone has no row that says a day: it was published by not being there.
  "margin.alert.lifted": ["published"],
  "short.report.opened": ["occurred", "published"],
  "short.report.increased": ["occurred", "published"],
  "short.report.decreased": ["occurred", "published"],
  "short.report.closed": ["occurred", "published"],
  "short.report.corrected": ["occurred", "published"],
  "disclosure.published": ["occurred", "published"],
  "disclosure.withdrawn": ["occurred", "published"],
  "earnings.date.announced": ["occurred", "published"],
  "earnings.date.moved": ["occurred", "published"],
  // About the day on which nothing was decided any more.
  "earnings.date.undecided": ["occurred", "published"],
  "statistics.series.added": ["occurred", "published"],
  "statistics.series.updated": ["occurred", "published"],
  "statistics.series.revised": ["occurred", "published"],
  // Gone without a word of the service.
  "statistics.series.removed": [],
  // The monitor's own news happen when it sees them, and nobody publishes them; a late publication is of a day.
  "source.baselined": [],
  "source.failed": [],
  "source.recovered": [],
  "source.late": ["occurred"],
  "source.drifted": [],
  "source.quarantined": [],
  "source.released": [],
  "rules.loaded": [],
  "rules.rejected": [],
  "rules.limited": [],
  "clock.jumped": [],
  "store.replaced": [],
  "store.damaged": [],
  // An alert is about what its cause is about.
  "alert.fired": ["occurred", "published"],
  "alert.resolved": ["occurred", "published"],
  // People act when they do.
  "alert.acknowledged": [],
  "alert.rated": [],
  "silence.added": [],
  "silence.ended": [],
  "mail.failed": [],
  "webhook.failed": [],
  "push.failed": [],
  "push.ended": [],
};

const [mon, tue, wed, thu] = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"] as const;

async function forumDrafts(): Promise<EventDraft[]> {
  const forum = createMemoryForum();
  forum.post("7203", 1, 2, 3, 4);
  const comments = createForumComments({ codes: ["7203"], pageSize: 50 }, forum, () => wed);
  const state = createMemoryState();
  await pollAndCommit(comments, state);
  forum.post("7203", 5);
  const posted = forum.forums.get("7203");
  Object.assign(posted?.get(2) ?? {}, { body: "another", yes: 3 });
  posted?.delete(3);
  const told = [...(await pollAndCommit(comments, state)).drafts];

  const listing = (...codes: string[]): RankingPage => ({
    rows: codes.map((code, at) => ({ code, rank: at + 1, activeAt: `2026-11-20T09:0${codes.length}+09:00` })),
    totalSize: codes.length,
    totalPage: 1,
    page: 1,
    hasNext: false,
  });
  let page = listing("1001", "1002", "1003", "1004");
  const client = { ...forum, ranking: async () => structuredClone(page) };
  const ranking = createForumRanking({ terms: ["daily"], activity: true }, client);
  const rankingState = createMemoryState();
  await pollAndCommit(ranking, rankingState);
  page = listing("1001", "1003", "1002", "1005", "1006");
  return [...told, ...(await pollAndCommit(ranking, rankingState)).drafts];
}

async function marketDrafts(): Promise<EventDraft[]> {
  const market = createMemoryMarket();
  const time = { today: tue as string };
  const margins = createMarginAlerts(market, () => time.today, nameless, everyDay);
  const shorts = createShortSaleReports(market, () => time.today, nameless, everyDay);
  const [marginState, shortState] = [createMemoryState(), createMemoryState()];
  const row = (code: string, publishedOn: string, appliedOn: string, shortOutstanding = 1000) => {
    return { code, publishedOn, appliedOn, shortOutstanding };
  };
  const report = (code: string, disclosedOn: string, calculatedOn: string, ratio: number) => {
    return { code, seller: "Example Capital", ratio, disclosedOn, calculatedOn };
  };
  market.margin = [row("7203", tue, mon), row("6758", tue, mon), row("9984", tue, mon)];
  market.shorts = ["7203", "6758", "9984", "4127"].map((code) => report(code, tue, mon, 0.8));
  await pollAndCommit(margins, marginState);
  await pollAndCommit(shorts, shortState);
  time.today = wed;
  market.margin = [row("7203", tue, mon), row("6758", tue, mon, 1100), row("9984", tue, mon)];
  market.margin.push(row("7203", wed, tue, 2000), row("6758", wed, tue, 1100), row("130A", wed, tue));
  market.shorts = [
    ...[report("7203", wed, tue, 0.9), report("6758", wed, tue, 0.7), report("9984", wed, tue, 0.4)],
    ...[report("4127", tue, mon, 0.81), report("130A", wed, tue, 0.6)],
  ];
  const disclosures = createDisclosureSource(market, () => time.today);
  const disclosureState = createMemoryState();
  const disclosed = (number: string, status?: string) => {
    const own = { number, code: "7203", title: "架空", disclosedOn: wed, disclosedTime: "15:00" };
    return { ...own, ...(status === undefined ? {} : { status }) };
  };
  market.disclosed = [disclosed("1")];
  await pollAndCommit(disclosures, disclosureState);
  market.disclosed = [disclosed("1", "delete"), disclosed("2")];
  return [
    ...(await pollAndCommit(margins, marginState)).drafts,
    ...(await pollAndCommit(shorts, shortState)).drafts,
    ...(await pollAndCommit(disclosures, disclosureState)).drafts,
  ];
}

async function statisticsDrafts(): Promise<EventDraft[]> {
  const service = createMemoryStatistics();
  for (const code of ["A", "B", "C"]) service.set("FM01", code, { lastUpdate: tue, values: { [mon]: 1 } });
  const source = createStatisticsUpdates({ watch: [{ db: "FM01" }] }, service, () => wed);
  const state = createMemoryState();
  await pollAndCommit(source, state);
  service.set("FM01", "A", { lastUpdate: wed, values: { [mon]: 2, [tue]: 3 } });
  service.set("FM01", "D", { lastUpdate: wed, values: { [tue]: 3 } });
  service.databases.get("FM01")?.delete("C");
  const { drafts } = await pollAndCommit(source, state);
  const revised = drafts.find(({ type }) => type === "statistics.series.revised");
  // About the period that was revised, not about the latest one.
  expect(revised?.occurred).toBe(mon);
  return [...drafts];
}

function lateDrafts(): EventDraft[] {
  const due = { timeMs: 0, zone: createZone("Asia/Tokyo"), grace: { ms: 0 } };
  return lateness("margin-alerts", {}, { at: Date.parse(thu) }, due, weekdaysOnly).drafts;
}

function healthDrafts(): EventDraft[] {
  const at = Date.parse("2026-11-19T00:00:00.000Z");
  const outage = { since: new Date(at).toISOString(), reason: "timeout", message: "" };
  return [
    ...outageAfter("x", null, { failure: new Failure("timeout", "") }, at).drafts,
    ...outageAfter("x", null, { failure: new Failure("drifted", "") }, at).drafts,
    ...outageAfter("x", outage, {}, at).drafts,
  ];
}

function ownDrafts(): EventDraft[] {
  const rules = {
    hash: "1",
    files: [],
    names: [],
    ...{ rules: [], all: [], disabled: [], leftOut: [], watchlists: {} },
    meanings: new Map(),
    match: () => [],
    pass: () => undefined,
  };
  const active = createActiveRules(rules, undefined, () => []);
  const mail = { alertSeq: 1, address: "a@example.com", subject: "s", attempts: 1 } as OutboxMail;
  const changes = [
    active.take({ ok: true, rules }),
    active.take({ ok: false, files: [], problems: [] }),
    putBackChange({ reason: "older", head: 3, told: 5 }),
    givenUpNews(losingEmail, { mail, reason: "expired", error: "", at: 0 }, new MemoryLog()),
    givenUpNews(losingPush, { mail, reason: "expired", error: "", at: 0 }, new MemoryLog()),
    givenUpNews(losingWebhook, { mail, reason: "expired", error: "", at: 0 }, new MemoryLog()),
  ];
  const hold = { since: "2026-11-19T00:00:00.000Z", items: 60, message: "" };
  const clock = createHandClock();
  const limits = createLimitNews(
    () => undefined,
    clock,
    (change) => changes.push(change),
  );
  limits.reached([{ rule: "r", limit: "keys" }]);
  const stop = createClockWatch(clock, clock).start(createLog("silent"), (change) => changes.push(change));
  clock.set(clock.now() - 3_600_000);
  clock.move(60_000);
  stop();
  clock.moveTo(clock.now());
  return [
    ...changes.flatMap((change) => change?.drafts ?? []),
    ...damagedChange([{ part: "notes" }]).drafts,
    released("x", hold, "released"),
    sourceNews("source.quarantined", "x", { ...hold, reason: "rewritten" }),
  ];
}

/** From the log of a pipeline: its baseline, a source's event, and the alert that this raises. */
async function datesDrafts(): Promise<EventDraft[]> {
  const { rows, client } = createMemoryDates();
  let today: string = mon;
  const source = createEarningsDates(client, () => today, everyDay);
  const state = createMemoryState();
  await pollAndCommit(source, state);
  const told: EventDraft[] = [];
  for (const [day, expected] of [
    [tue, "2027-02-08"],
    [wed, "2027-02-09"],
    [thu, undefined],
  ] as const) {
    today = day;
    rows.push(dateRow(day, expected));
    told.push(...(await pollAndCommit(source, state)).drafts);
  }
  return told;
}

async function loggedEvents(): Promise<Event[]> {
  const market = createMemoryMarket();
  const source = createMarginAlerts(market, () => wed, nameless, everyDay);
  const house = scriptedHouse({ source: source as Source });
  const rows = [
    [{ code: "7203", publishedOn: mon, appliedOn: "2026-11-13" }],
    ["7203", "6758"].map((code) => ({ code, publishedOn: tue, appliedOn: mon })),
  ];
  for (const some of rows) {
    market.margin.push(...some);
    const before = house.committed.length;
    house.tick();
    await until("the commit", () => house.committed.length > before);
  }
  return house.events();
}

test("every event carries the clocks that it can: when it occurred, was published, and was seen", async () => {
  const logged = await loggedEvents();
  const drafts = [
    ...(await forumDrafts()),
    ...(await marketDrafts()),
    ...(await datesDrafts()),
    ...(await statisticsDrafts()),
    ...lateDrafts(),
    ...healthDrafts(),
    ...ownDrafts(),
    ...logged,
  ];
  const told = new Set<EventType>(drafts.map(({ type }) => type));
  expect([...builtInTypes.known.keys()].filter((type) => !told.has(type))).toEqual(notYet);
  for (const { type, occurred, published } of drafts) {
    const days = { occurred, published };
    const has = clocks.filter((clock) => days[clock] !== undefined);
    expect({ type, has }).toEqual({ type, has: carried[type] });
    for (const clock of has) expect(Date.parse(days[clock] ?? "")).not.toBeNaN();
  }
  expect(logged.map(({ type }) => type)).toContain("alert.fired");
  for (const { time } of logged) expect(new Date(time).toISOString()).toBe(time);
});
