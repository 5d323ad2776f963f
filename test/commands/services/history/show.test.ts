/** `yagura history show`: a stock's past, as people and programs read it. */
import { expect, test } from "vitest";
import { readSubject, shownRecords } from "../../../../src/commands/services/history/show.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { parseCsv } from "../../../../src/lib/csv.ts";
import { cellsIn } from "../../../../src/lib/text/terminal.ts";
import { comments, margin, past, setHistory, shorts } from "./house.ts";

const scene = () => setHistory((history) => history.add(past));
const clock = { ...systemClock, now: () => Date.parse("2026-02-10T03:00:00Z") };
const ask = (subject: string, since?: string, { config } = scene()) =>
  readSubject(subject, since === undefined ? { config } : { config, since }, {}, clock);
const daysOf = async (subject: string, since?: string) =>
  (await ask(subject, since)).records.map(({ day }) => day);

test("a stock's records of all sets stand on one axis of days, oldest first", async () => {
  const { records, meant, simulated } = await ask("9901");
  expect(records.map(({ day, set }) => [day, set])).toEqual([
    ["2026-01-05", margin],
    ["2026-01-05", shorts],
    ["2026-02-02", comments],
  ]);
  expect(meant).toBeUndefined();
  expect(simulated).toEqual(["forum"]);
});

test("a series is asked for by its database and code", async () => {
  expect((await ask("FM08/FXERD01")).records).toEqual(past.slice(4));
});

test.each([
  ["7d", []],
  ["9d", ["2026-02-02"]],
  ["6bd", ["2026-02-02"]],
  ["2026-02-03", []],
  ["2026-01-05", ["2026-01-05", "2026-01-05", "2026-02-02"]],
])("since %s it is %j", async (since, days) => {
  expect(await daysOf("9901", since)).toEqual(days);
});

test("a length of time counts back from the day of a simulated market", async () => {
  const settings = "upstreams: {}";
  const fill = setHistory((history) => history.add(past), settings);
  // Without a database its world begins months before the clock's day.
  const { records, simulated } = await ask("9901", "9d", fill);
  expect(records).toHaveLength(3);
  expect(simulated).toEqual(["market", "forum"]);
});

test("of a subject that it does not know the nearest is named", async () => {
  expect(await ask("9991")).toMatchObject({ records: [], meant: "did you mean `9901`?" });
  expect(await ask("FM08/FXERD1")).toMatchObject({ meant: "did you mean `FM08/FXERD01`?" });
  expect(await ask("9901", "2026-02-09")).toMatchObject({ records: [], meant: undefined });
});

test("a wrong time and no history are refused in words", async () => {
  await expect(ask("9901", "soon")).rejects.toThrow("--since takes 90d, 3bd (trading days)");
  await expect(ask("9901", undefined, setHistory(undefined))).rejects.toThrow(
    "no history there yet; `yagura history fetch` makes one",
  );
});

test("text has a line a record, its fields by name, and nothing of a stranger's is more than text", async () => {
  const { records } = await ask("9901");
  expect(shownRecords(records, "text").split("\n")).toEqual([
    "2026-01-05  market/markets/margin-alert       shortRatio 1.5",
    "2026-01-05  market/markets/short-sale-report  seller Example Capital, ratio 0.61",
    '2026-02-02  forum/comments                    part 7, body Two lines, "架空" [31mred, tags ["a","b"]',
    "",
  ]);
  expect(shownRecords(records, "text", { columns: 64 }).split("\n")).toEqual([
    "2026-01-05 (Mon)",
    "  margin-alert       shortRatio 1.5",
    "  short-sale-report  seller Example Capital, ratio 0.61",
    "",
    "2026-02-02 (Mon)",
    '  comments           part 7, body Two lines, "架空" [31mred,',
    '                     tags ["a","b"]',
    "",
  ]);
  const japanese = shownRecords(records, "text", { columns: 30, language: "ja" }).split("\n");
  expect(japanese[0]).toBe("2026-01-05（月）");
  expect(japanese.every((line) => cellsIn(line) <= 30)).toBe(true);
});

test("a set is named once a day, by the end of its name that tells it apart", () => {
  const record = (set: string, day: string, ratio: number) => ({
    ...{ day, set, subject: "9901", name: "x" },
    row: { ratio },
  });
  const [daily, indices] = ["market/equities/bars/daily", "market/indices/bars/daily"];
  const records = [
    record(daily, "2026-01-05", 1),
    record(daily, "2026-01-05", 2),
    record(indices, "2026-01-06", 3),
  ];
  expect(shownRecords(records, "text", { columns: 80 }).split("\n")).toEqual([
    "2026-01-05 (Mon)",
    "  equities/bars/daily  ratio 1",
    "                       ratio 2",
    "",
    "2026-01-06 (Tue)",
    "  indices/bars/daily   ratio 3",
    "",
  ]);
});

test("NDJSON has the records as they are, CSV a column for each field that one has", async () => {
  const { records } = await ask("9901");
  const lines = shownRecords(records, "ndjson").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(records);
  expect(parseCsv(shownRecords(records, "csv"))).toEqual([
    [
      "day",
      "set",
      "subject",
      "name",
      "code",
      "shortRatio",
      "disclosedOn",
      "seller",
      "ratio",
      "part",
      "body",
      "tags",
    ],
    ["2026-01-05", margin, "9901", "", "9901", "1.5", "", "", "", "", "", ""],
    [
      "2026-01-05",
      shorts,
      "9901",
      "Example Capital",
      "9901",
      "",
      "2026-01-05",
      "Example Capital",
      "0.61",
      "",
      "",
      "",
    ],
    [
      "2026-02-02",
      comments,
      "9901",
      "7",
      "9901",
      "",
      "",
      "",
      "",
      "7",
      'Two lines,\n"架空" \u001b[31mred',
      '["a","b"]',
    ],
  ]);
  expect(shownRecords([], "csv")).toBe("day,set,subject,name\r\n");
  expect(shownRecords([], "text")).toBe("");
});
