import { describe, expect, it } from "vitest";
import { failuresOf, mistakesIn } from "./support.ts";

const rules = `
rules:
  - { name: any-result, on: market.fins-summary.*, title: "{{ event.type }} {{ now.netSales }}" }
  - { name: any-source, on: source.*, title: "{{ event.type }} {{ now.reason }}" }
`;

const result = (code: string, day: string, more = "") =>
  `{ code: "${code}", disclosedDate: "${day}", documentType: FY${more} }`;

describe("a poll of a source that watches records", () => {
  it("asks for the stocks of a watchlist", async () => {
    const bar = (code: string, day: string) => `{ code: "${code}", date: "${day}", close: 100 }`;
    const tests = `
tests:
  - name: bars
    steps:
      - at: "2026-11-18T18:00:00+09:00"
        poll: { bars: [${bar("6758", "2026-11-18")}, ${bar("7203", "2026-11-18")}] }
        expect: { exactly: true, events: [{ type: source.baselined, subject: bars, now: { items: 1 } }] }
      - after: 1d
        poll: { bars: [${bar("6758", "2026-11-19")}, ${bar("7203", "2026-11-19")}] }
        expect: { exactly: true, events: [{ type: market.equities-bars-daily.added, subject: "6758" }] }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("shows days as they were where an answer does not name them, and tells what is new, corrected and gone", async () => {
    const tests = `
tests:
  - name: results
    steps:
      - at: "2026-11-18T17:00:00+09:00"
        poll:
          results: [${result("7203", "2026-11-17", ", netSales: 5")}, ${result("6758", "2026-11-18")}, ${result("9984", "2026-11-18")}]
        expect: { exactly: true, events: [{ type: source.baselined, subject: results, now: { items: 3 } }] }
      - after: 10m
        poll: { results: [${result("6758", "2026-11-18")}] }
        expect:
          exactly: true
          events: [{ type: market.fins-summary.removed, subject: "9984" }]
      - after: 1d
        poll: { results: [${result("130A", "2026-11-19", ", netSales: 7.5")}] }
        expect:
          exactly: true
          events: [{ type: market.fins-summary.added, now: { code: 130A, netSales: 7.5 } }]
          alerts: [{ rule: any-result, title: market.fins-summary.added 7.5 }]
      - after: 10m
        poll: { results: [${result("7203", "2026-11-17", ", netSales: 6")}] }
        expect:
          exactly: true
          events: [{ type: market.fins-summary.corrected, now: { netSales: 6 }, was: { netSales: 5 } }]
      - after: 10m
        fails: { results: timeout }
        expect: { events: [{ type: source.failed, subject: results }] }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("has all records in one answer where the set has no days, and asks for each code by itself", async () => {
    const bar = (code: string, close: number) => `{ date: "2026-11-18", code: "${code}", close: ${close} }`;
    const tests = `
tests:
  - name: whole sets and codes
    steps:
      - at: "2026-11-18T17:00:00+09:00"
        poll:
          issues: [{ code: "7203", companyName: A }, { code: "6758", companyName: B }]
          indices: [${bar("0000", 1)}, ${bar("0040", 2)}, ${bar("9999", 3)}]
          catalogue: [{ db: FM01, code: A, name: a }, { db: FM02, code: B, name: b }]
        expect:
          events:
            - { type: source.baselined, subject: issues, now: { items: 2 } }
            - { type: source.baselined, subject: indices, now: { items: 2 } }
            - { type: source.baselined, subject: catalogue, now: { items: 1 } }
      - after: 1d
        poll:
          issues: [{ code: "7203", companyName: C }]
          indices: [${bar("0000", 1)}, ${bar("0040", 4)}]
        expect:
          exactly: true
          events:
            - { type: market.equities-master.changed, subject: "7203", changed: [companyName] }
            - { type: market.equities-master.removed, subject: "6758" }
            - { type: market.indices-bars-daily.corrected, now: { close: 4 }, was: { close: 2 } }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("has mistakes in its records told at their place, and takes no source that the settings do not have", async () => {
    const tests = `tests:
  - name: x
    steps:
      - at: "2026-11-18T17:00:00+09:00"
        poll: { results: [{ code: "7203", disclosedDate: "2026-11-31", documntType: FY }], result: [] }
`;
    expect(await mistakesIn(tests, rules)).toEqual([
      "some-test.yaml:5:58: there is no such day; one looks like 2026-11-23",
      "some-test.yaml:5:72: unknown key `documntType` (did you mean `documentType`?)",
      "some-test.yaml:5:92: unknown key `result` (did you mean `results`?)",
    ]);
  });
});

describe("a poll of a database that the settings watch whole", () => {
  it("names all its series: one that it leaves out is gone, and a new one is news", async () => {
    const series = (code: string, value: number) =>
      `{ db: FM01, code: ${code}, name: "${code}", points: { "2026-11-18": ${value} } }`;
    const names = Array.from({ length: 120 }, (_, index) => `MANY${index}`);
    const many = names.map((code) => series(code, 1)).join(", ");
    const tests = `
tests:
  - name: database
    rules: [any-source]
    steps:
      - at: "2026-11-19T09:00:00+09:00"
        poll: { statistics-updates: [${many}] }
        expect: { exactly: true, events: [{ type: source.baselined, now: { items: 120 } }] }
      - after: 10m
        poll: { statistics-updates: [${many}, ${series("NEW", 2)}] }
        expect: { exactly: true, events: [{ type: statistics.series.added, subject: FM01/NEW }] }
      - after: 10m
        poll: { statistics-updates: [${many.replace(/, [^,]*, [^,]*, [^,]*, [^,]*$/, "")}, ${series("NEW", 3)}] }
        expect:
          events: [{ type: statistics.series.removed, subject: FM01/MANY119 }, { type: statistics.series.revised }]
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });
});
