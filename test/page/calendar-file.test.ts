/** The way to the calendar: by a token of its own in the address, and by nothing else. */
import { expect, test } from "vitest";
import type { OpenRoute } from "../../src/lib/http/port.ts";
import { calendarFile } from "../../src/page/dates/calendar-file.ts";
import type { DaysParts } from "../../src/page/dates/days-ahead.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";
import { batch, sourceWrite } from "../store/batches.ts";
import { pastHouse } from "./past-house.ts";

const now = "2026-11-20T18:00:00+09:00";
const token = "calendar-0123456789-0123456789";

/** A port with the file, and who was wrong there. */
async function served(feed: string, tokens: readonly string[] = [], more = "") {
  const house = pastHouse({ now, settings: `feed: ${feed}\n${more}` });
  let route: OpenRoute | undefined;
  await house.ask((parts) => {
    route = calendarFile(parts as DaysParts);
    return { right: "read", method: "GET", path: "", answer: () => ({ status: 200, body: {} }) };
  }, {});
  const wrong: string[] = [];
  const open = route === undefined ? [] : [route];
  const { httpUrl } = await startFeed({ tokens, open, wrongToken: (address) => wrong.push(address) });
  const ask = async (query: string) => {
    const answer = await fetch(`${httpUrl}/calendar.ics${query}`);
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  return { ask, wrong, house };
}

test("its token opens it, and no other does", async () => {
  const { ask, wrong } = await served(`{ tokens: [reader-token-0123456789], calendarTokens: ["${token}"] }`, [
    "reader-token-0123456789",
  ]);
  const found = await ask(`?token=${token}`);
  expect(found).toMatchObject({ status: 200, type: "text/calendar; charset=utf-8" });
  expect(found.text).toMatch(/^BEGIN:VCALENDAR\r\n.*今後の予定.*END:VCALENDAR\r\n$/s);
  expect((await ask(`?token=${token}&lang=en`)).text).toContain("dates ahead");
  for (const query of ["", "?token=", "?token=reader-token-0123456789", `?token=${token}x`])
    expect((await ask(query)).status, query).toBe(404);
  expect(wrong).toHaveLength(4);
});

test("without a token in the settings there is none, also where everybody may read", async () => {
  const { ask, wrong } = await served("{}");
  for (const query of ["", "?token=", "?token=undefined"]) expect((await ask(query)).status).toBe(404);
  expect(wrong).toEqual([]);
});

test("the token of a person has the days of their lists, and opens nothing else", async () => {
  const own = (name: string) => `${name}-${token}`;
  const { ask, house } = await served(
    `{ calendarTokens: ["${token}"] }`,
    [],
    `sources:
  results: { from: market/equities/earnings-calendar, schedule: "0 0 19 * * *" }
watchlists: { held: ["7203"], others: ["9901"] }
people:
  aoi: { tokens: [aoi-reader-0123456789], calendarTokens: [${own("aoi")}], watchlists: [held] }
  mio: { tokens: [mio-reader-0123456789], calendarTokens: [${own("mio")}] }
`,
  );
  const put = ["7203", "9901"].map((code) => {
    const record = { code, date: "2026-11-25", fiscalYear: "3月31日", fiscalQuarter: "通期" };
    return { scope: "all", key: `${code}/3月31日/通期`, body: { record } };
  });
  const cursor = { scopes: { all: {} } };
  house.store.commit(batch({ source: sourceWrite({ name: "results", cursor, put }) }));
  const codes = async (query: string) => (await ask(query)).text.match(/^SUMMARY:\d{4}/gm) ?? [];
  expect(await codes(`?token=${own("aoi")}`)).toEqual(["SUMMARY:7203"]);
  for (const all of [token, own("mio")])
    expect(await codes(`?token=${all}`)).toEqual(["SUMMARY:7203", "SUMMARY:9901"]);
  expect((await ask("?token=aoi-reader-0123456789")).status).toBe(404);
});

test("guesses wait, also where the port has no other token", async () => {
  const { ask, wrong } = await served(`{ calendarTokens: ["${token}"] }`);
  const begun = performance.now();
  for (let guess = 0; guess < 7; guess += 1) await ask(`?token=guess-${guess}`);
  expect(wrong).toHaveLength(7);
  expect(performance.now() - begun).toBeGreaterThan(500);
});
