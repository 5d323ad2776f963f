/** Days ahead of watched stocks: what the page lists, and what a calendar program reads. */
import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { DatesAnswer } from "../../src/model/page/dates.ts";
import { calendarOf } from "../../src/page/dates/calendar-text.ts";
import { datesCall } from "../../src/page/dates/dates.ts";
import { batch, sourceWrite } from "../store/batches.ts";
import { type PastHouse, pastHouse } from "./past-house.ts";

const now = "2026-11-20T18:00:00+09:00";
const settings = `sources:
  results: { from: market/equities/earnings-calendar, schedule: "0 0 19 * * *" }
watchlists:
  held: [{ code: "7203" }, { code: "130A" }]
`;
const listed = new Map([["7203", { name: "霧笛自動車", nameEnglish: "Foghorn Motor" }]]);

function planned(house: PastHouse, day: string, code = "7203", fiscalQuarter = "第３四半期") {
  const record = { code, date: day, fiscalYear: "3月31日", fiscalQuarter };
  const key = [code, record.fiscalYear, fiscalQuarter].join("/");
  const cursor = { scopes: { all: {} } };
  house.store.commit(
    batch({
      source: sourceWrite({ name: "results", cursor, put: [{ scope: "all", key, body: { record } }] }),
    }),
  );
}

const ask = async (house: PastHouse, days = "30", whose = "", person?: string) =>
  (await house.ask(datesCall, { days, whose }, person)).body as DatesAnswer;

test("the days of watched stocks are listed in their order, past and far ones and those of other stocks are not", async () => {
  const house = pastHouse({ now, settings, listed });
  planned(house, "2026-12-20");
  planned(house, "2026-11-20", "7203", "通期");
  planned(house, "2026-11-19", "7203", "第１四半期");
  planned(house, "2026-12-21", "7203", "第２四半期");
  planned(house, "2026-11-25", "130A");
  planned(house, "2026-11-25", "9901");
  const { from, to, dates, sources } = await ask(house);
  expect([from, to, sources]).toEqual(["2026-11-20", "2026-12-20", ["results"]]);
  expect(dates.map(({ day, subject }) => [day, subject])).toEqual([
    ["2026-11-20", "7203"],
    ["2026-11-25", "130A"],
    ["2026-12-20", "7203"],
  ]);
  expect(dates[0]).toMatchObject({ name: "霧笛自動車", nameEnglish: "Foghorn Motor", isSimulated: false });
  expect((await ask(house, "400")).dates).toHaveLength(4);
});

test("a person with lists of their own is told of these, and of all where all are asked for", async () => {
  const own = `
  jun: [{ code: "9901" }, { code: "130A" }]
people:
  aoi: { tokens: [aoi-token-0123456789], watchlists: [held] }
  jun: { tokens: [jun-token-0123456789], watchlists: [jun] }
  mio: { tokens: [mio-token-0123456789] }
`;
  const house = pastHouse({ now, settings: `${settings.trimEnd()}${own}` });
  for (const code of ["7203", "130A", "9901"]) planned(house, "2026-11-25", code);
  const told = async (person?: string, whose?: string) =>
    (await ask(house, "30", whose, person)).dates.map(({ subject }) => subject);
  expect(await told("aoi")).toEqual(["130A", "7203"]);
  expect(await told("jun")).toEqual(["130A", "9901"]);
  const all = ["130A", "7203", "9901"];
  expect([await told("aoi", "all"), await told("mio"), await told()]).toEqual([all, all, all]);
  expect((await ask(house, "30", "all", "jun")).own).toEqual(["jun"]);
  for (const person of ["mio", undefined])
    expect(await ask(house, "30", "", person)).not.toHaveProperty("own");
});

test("a day that was moved keeps its id, and two things on one day have two", async () => {
  const house = pastHouse({ now, settings });
  planned(house, "2026-11-25");
  planned(house, "2026-11-25", "7203", "通期");
  const [first, second] = (await ask(house)).dates;
  expect(first?.uid).not.toBe(second?.uid);
  planned(house, "2026-12-01");
  const moved = (await ask(house)).dates.find(({ day }) => day === "2026-12-01");
  expect([first?.uid, second?.uid]).toContain(moved?.uid);
  const elsewhere = pastHouse({ now, settings });
  planned(elsewhere, "2026-12-01");
  expect((await ask(elsewhere)).dates[0]?.uid).toBe(moved?.uid);
});

test("without a source of dates the answer says that there is none", async () => {
  expect(await ask(pastHouse({ now, settings: "sources: {}\n" }))).toMatchObject({ dates: [], sources: [] });
});

test("the next publication of each source with a due time is listed, a daily one once", async () => {
  const house = pastHouse({
    now,
    settings: `sources:
  margin-alerts: { schedule: "0 */10 16-20 * * *", due: "16:30" }
  short-sale-reports: { schedule: "0 */10 17-21 * * *", due: "18:30" }
  forum-ranking: { schedule: "0 */5 * * * *" }
  flows: { from: market/equities/investor-types, schedule: "0 0 * * * *", due: { week: 4bd, at: "15:30" } }
  monthly: { from: market/markets/short-ratio, schedule: "0 0 * * * *", due: { month: 10, at: "15:30" }, query: { date: { last: 2 } } }
`,
  });
  const { publications } = await ask(house, "30");
  expect(publications).toEqual(
    [
      // It is 18:00 on a Friday: this one of today is still to come, that of 16:30 is the one of Monday.
      ...[
        ["short-sale-reports", "2026-11-20T18:30"],
        ["margin-alerts", "2026-11-23T16:30"],
      ],
      ...[
        ["flows", "2026-11-26T15:30"],
        ["monthly", "2026-12-10T15:30"],
      ],
    ].map(([source, at = ""]) => ({
      ...{ source, day: at.slice(0, 10), dueAt: Date.parse(`${at}+09:00`), isSimulated: false },
    })),
  );
  expect((await ask(house, "3")).publications.map(({ source }) => source)).toEqual([
    "short-sale-reports",
    "margin-alerts",
  ]);
});

const date = {
  ...{ uid: "0011@yagura", day: "2026-12-31", subject: "7203", source: "results", isSimulated: false },
  title: { en: "Results expected", ja: "決算発表予定" },
};

test("a calendar has a whole day for each, in the reader's language; names of strangers are text", () => {
  const name = "罠\r\nEND:VEVENT\r\nBEGIN:VALARM,;\\\u202e";
  const text = calendarOf([{ ...date, name }], "ja", Date.parse(now));
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [entry, ...more] = calendar.getAllSubcomponents();
  expect(more).toEqual([]);
  expect(entry?.getAllSubcomponents()).toEqual([]);
  expect(entry?.getFirstPropertyValue("uid")).toBe("0011@yagura");
  expect(String(entry?.getFirstPropertyValue("dtstart"))).toBe("2026-12-31");
  expect(String(entry?.getFirstPropertyValue("dtend"))).toBe("2027-01-01");
  expect(entry?.getFirstPropertyValue("summary")).toBe("罠 END:VEVENT BEGIN:VALARM,;\\（7203） 決算発表予定");
  expect(text).not.toContain("\u202e");
});

test("lines are folded at 75 bytes, beside the space that continues one, and end in CRLF, also where a name is long and Japanese", () => {
  const text = calendarOf([{ ...date, name: "長".repeat(90), isSimulated: true }], "ja", Date.parse(now));
  expect(text.endsWith("\r\nEND:VCALENDAR\r\n")).toBe(true);
  for (const line of text.split("\r\n")) {
    expect(Buffer.byteLength(line.replace(/^ /, ""))).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\ufffd]/);
  }
  expect(text.replaceAll("\r\n ", "")).toContain("SUMMARY:SIMULATED 長長");
});

test("an empty calendar is one as well", () => {
  expect(ICAL.parse(calendarOf([], "en", Date.parse(now)))[0]).toBe("vcalendar");
});
