/** No service that the monitor plays tells of a day that has not come: not while its world catches up, not afterwards. */
import { expect, onTestFinished, test } from "vitest";
import { openRememberedWorld } from "../../src/history/simulated-world.ts";
import { documentedDialect } from "../../src/simulator/market/documented/dialect.ts";
import { get } from "../simulator/open-world.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dateMs = 24 * hourMs;

/** A Friday morning; Monday the 23rd is a holiday. */
const opened = Date.parse("2026-11-20T11:00:00+09:00");

const day = (ms: number) => new Date(ms + 9 * hourMs).toISOString().slice(0, 10);

/** Fields that tell of the future by their nature: where the exchange is open, who will announce, when it is paid. */
const announced: Readonly<Record<string, string>> = {
  "/markets/calendar": "Date",
  "/equities/earnings-calendar": "Date",
  "/fins/dividend": "PaymentDate",
  "/derivatives/bars/daily/futures": "LTD",
  "/derivatives/bars/daily/options": "LTD",
  "/derivatives/bars/daily/options/225": "LTD",
};

async function openWorld(clock: HandClock, kept = new Map<string, string>()) {
  const meta = {
    get: (key: string) => kept.get(key),
    set: (key: string, text: string) => void kept.set(key, text),
  };
  const world = await openRememberedWorld(meta, clock);
  onTestFinished(world.close);
  return world;
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Days of the world's past that are asked for: dividends are told some weeks after their record date. */
const daysBack = (path: string) => (path.startsWith("/fins") ? 90 : path.startsWith("/derivatives") ? 1 : 6);

/** What each call of the market answers about the world's last days and a year to come. */
async function askMarket({ marketUrl, now }: World, clock: HandClock) {
  const answers: [string, string][] = [];
  for (const [path, { parameters, codes }] of Object.entries(documentedDialect.endpoints)) {
    const code = codes === "index" ? "&code=0000" : path.startsWith("/equities/bars") ? "&code=7203" : "";
    const from = day(Number(now()) - daysBack(path) * dateMs);
    const query = "from" in parameters ? `from=${from}&to=${day(clock.now() + 365 * dateMs)}${code}` : "";
    for (let page: string | undefined = ""; page !== undefined; ) {
      const key = page && `&pagination_key=${encodeURIComponent(page)}`;
      const { status, json } = await get(`${marketUrl}${path}?${query}${key}`, { "x-api-key": "any" });
      expect(`${path} ${status}`).toBe(`${path} 200`);
      const { data, pagination_key } = json();
      const rows: Record<string, unknown>[] = data;
      answers.push([path, JSON.stringify(rows.map((row) => ({ ...row, [announced[path] ?? ""]: null })))]);
      page = pagination_key;
    }
  }
  return answers;
}

async function askOthers({ forumUrl, statisticsUrl }: World) {
  const data = "FORMAT=JSON&STARTDATE=202501";
  const paths = [
    ...["7203", "6758"].map((code) => `${forumUrl}/quote/${code}.T/forum`),
    ...["daily", "weekly", "monthly"].map((term) => `${forumUrl}/stocks/ranking/bbs?term=${term}`),
    ...["FM08", "FM01", "PR01"].map((db) => `${statisticsUrl}/api/v1/getMetadata?DB=${db}&FORMAT=JSON`),
    `${statisticsUrl}/api/v1/getDataCode?DB=FM08&CODE=FXERD01&${data}`,
    `${statisticsUrl}/api/v1/getDataLayer?DB=FM01&LAYER=1&FREQUENCY=D&${data}`,
  ];
  return Promise.all(paths.map(async (url) => [url, (await get(url)).text] as const));
}

/** YYYY-MM-DD and YYYY/M/D, and a time in Japan after it. */
const written = /\b(20\d\d)([-/])(\d\d?)\2(\d\d?)(?:[T ](\d\d?):(\d\d))?/g;
/** YYYYMMDD of the statistics; elsewhere it may be an amount. */
const label = /\b(20\d\d)()(\d\d)(\d\d)\b/g;

function datesIn(where: string, text: string): { text: string; ms: number }[] {
  const found = [...text.matchAll(written), ...(where.includes("/api/v1/") ? text.matchAll(label) : [])];
  return found.map(([date, year, , month, dayOfMonth, hour = 0, minute = 0]) => {
    const ms = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth), Number(hour), Number(minute));
    return { text: date, ms: ms - 9 * hourMs };
  });
}

/** @param dated gets the calls in whose answers there are dates */
async function expectNothingAhead(world: World, clock: HandClock, dated: Set<string>): Promise<void> {
  expect(Number(world.now())).toBeLessThanOrEqual(clock.now());
  for (const [where, text] of [...(await askMarket(world, clock)), ...(await askOthers(world))]) {
    const dates = datesIn(where, text);
    const ahead = dates.filter(({ ms }) => ms > clock.now());
    const at = new Date(clock.now()).toISOString();
    expect(ahead.map((date) => `${at}: ${where}: ${date.text}`)).toEqual([]);
    if (dates.length > 0) dated.add(where);
  }
}

test("no service tells of a day that has not come", { timeout: 120_000 }, async () => {
  const clock = createHandClock(opened);
  const world = await openWorld(clock);
  const dated = new Set<string>();
  await expectNothingAhead(world, clock, dated);
  for (const minutes of [30, 60, 25, 4, 1.5, 0.5, 20, 240]) {
    clock.move(minutes * minuteMs);
    await expectNothingAhead(world, clock, dated);
  }
  // Into the night, over the weekend and the holiday, and on a day of trade, with the publications of the morning.
  for (const until of [
    "21T02:00",
    "22T12:00",
    "24T05:00",
    "24T06:40",
    "24T07:50",
    "24T12:30",
    "25T17:00",
    "28T09:00",
  ]) {
    clock.moveTo(Date.parse(`2026-11-${until}:00+09:00`));
    await expectNothingAhead(world, clock, dated);
  }
  const paths = Object.keys(documentedDialect.endpoints);
  expect(paths.filter((path) => !dated.has(path))).toEqual([
    "/equities/earnings-calendar",
    "/markets/calendar",
    "/markets/sectors/mkt17",
    "/markets/sectors/mkt33",
  ]);
  expect(dated.size).toBe(paths.length - 4 + 10);
});
