import { describe, expect, test } from "vitest";
import { createFetchWriter } from "../../../../src/commands/services/fetch/fetch.ts";
import { fetchCallsOf, parseFetch } from "../../../../src/commands/services/fetch/fetch-records.ts";
import { textTable } from "../../../../src/lib/text/terminal.ts";

const parse = (line: string, since?: string) => parseFetch(line.split(" ").filter(Boolean), since);

describe("the calls", () => {
  test("are the 29 of the market, 3 that name files, 3 of the forum and 3 of the statistics, each once", () => {
    const names = fetchCallsOf().map(({ service, call }) => `${service} ${call}`);
    expect(new Set(names).size).toBe(38);
    const count = (service: string) => fetchCallsOf().filter((call) => call.service === service).length;
    expect([count("market"), count("forum"), count("statistics")]).toEqual([32, 3, 3]);
  });

  test("have a plan where an account is needed, and only there", () => {
    for (const { service, plan } of fetchCallsOf()) expect(plan === null).toBe(service !== "market");
  });
});

describe("the words of a call", () => {
  test.each([
    ["market markets/margin-alert --date 2026-01-05", { date: "2026-01-05" }],
    ["market /markets/margin-alert --date=2026-01-05 --code 7203", { date: "2026-01-05", code: "7203" }],
    [
      "statistics getdatacode --db FM08 --code A=B --start-date 202601",
      { db: "FM08", code: "A=B", startDate: "202601" },
    ],
    ["--term weekly forum ranking", { term: "weekly" }],
  ])("%s", (line, options) => {
    expect(parse(line).options).toEqual(options);
  });

  test.each([
    ["", "takes a service and a call"],
    ["market", "takes a service and a call"],
    ["markets equities/master", "did you mean `market`?"],
    ["market markets/margin-alerts", "did you mean `markets/margin-alert`?"],
    ["market nonsense", "there are equities/bars/daily"],
    ["market equities/master --cod 7203", "did you mean `--code`?"],
    ["market markets/sectors/mkt17 --code 7203", "it takes none"],
    ["market equities/master --code", "takes a value"],
    ["market equities/master --code 7203 --code 6758", "twice"],
    ["market indices/bars/daily --date 2026-01-05", "needs --code"],
    ["forum comments 7203", "what is `7203`?"],
  ])("%j is refused", (line, message) => {
    expect(() => parse(line)).toThrow(message);
  });

  test.each([
    ["market markets/short-ratio", { from: "2026-05-01" }],
    [
      "statistics getDataLayer --db A --layer 1 --frequency q",
      { db: "A", layer: "1", frequency: "q", startDate: "202605" },
    ],
  ])("--since begins %s at its day", (line, options) => {
    const frequency = line.includes("frequency q") ? { ...options, startDate: "202602" } : options;
    expect(parse(line, "2026-05-01").options).toEqual(frequency);
  });

  test.each([
    ["market equities/master", "2026-05-01", "knows no days"],
    ["market markets/short-ratio", "May", "takes a day"],
  ])("%s --since %s is refused", (line, since, message) => {
    expect(() => parse(line, since)).toThrow(message);
  });
});

describe("rows", () => {
  const rows = [{ code: "7203", name: "架空, 自動車", list: ["a"] }, { code: "6758" }];
  const columns = ["code", "none", "name", "list"];

  test("as NDJSON are one object a line, page by page", () => {
    const writer = createFetchWriter("ndjson", columns);
    expect(
      writer
        .page(rows)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
    expect(writer.end()).toBe("");
  });

  test("as CSV have every column, headed once, also where there is no row", () => {
    const writer = createFetchWriter("csv", columns);
    const text = writer.page(rows.slice(0, 1)) + writer.page(rows.slice(1)) + writer.end();
    expect(text).toBe('code,none,name,list\r\n7203,,"架空, 自動車","[""a""]"\r\n6758,,,\r\n');
    expect(createFetchWriter("csv", columns).end()).toBe("code,none,name,list\r\n");
  });

  test("as a table are several tables where there are many, each with its heading", () => {
    const writer = createFetchWriter("table", columns);
    const rows = Array.from({ length: 12_001 }, (_, at) => ({ [columns[0] ?? ""]: `row ${at}` }));
    const text = writer.page(rows.slice(0, 7_000)) + writer.page(rows.slice(7_000)) + writer.end();
    const tables = text.split("\n\n");
    expect(tables.map((table) => table.trimEnd().split("\n").length)).toEqual([5_001, 5_001, 2_002]);
    expect(text.match(/row \d+/g)).toHaveLength(rows.length);
    // What was printed is not kept.
    expect(createFetchWriter("table", columns).page(rows)).not.toBe("");
  });

  test("as a table leave out what is empty, and no control character reaches the terminal", () => {
    const writer = createFetchWriter("table", columns);
    expect(writer.page([...rows, { code: "\u001b[31mred\nx" }])).toBe("");
    expect(writer.end()).toBe(
      'code       name          list\n7203       架空, 自動車  ["a"]\n6758\n[31mred x\n',
    );
    expect(
      textTable([
        ["a", "b"],
        ["漢", "c"],
      ]),
    ).toBe("a   b\n漢  c\n");
  });
});
