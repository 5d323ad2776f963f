import { describe, expect, it } from "vitest";
import { failuresOf, play } from "./support.ts";

const rules = `
standing:
  total: { of: short-sale-reports, sum: now.ratio, by: now.code }
  outstanding: { of: margin-alerts, sum: now.longOutstanding, by: [], key: [] }
  listed: { of: margin-alerts, count: true, by: [], key: [] }
rules:
  - { name: shorts, on: short.report.*, by: [now.code, now.seller], title: "{{ standing.total }} {{ latest.results[now.code].netSales }}" }
  - { name: margins, on: [margin.alert.*, source.released], title: "{{ standing.listed }} {{ standing.outstanding }}" }
`;

const report = (seller: string, ratio: number, day: string) =>
  `{ code: "7203", seller: ${seller}, ratio: ${ratio}, calculatedOn: "${day}", disclosedOn: "${day}" }`;
const titled = (...titles: string[]) => `[${titles.map((title) => `{ title: "${title}" }`).join(", ")}]`;

describe("a test of rules over what stands", () => {
  it("begins with the first sight, and each event of a poll sees those before it", async () => {
    const tests = `
tests:
  - name: shorts
    steps:
      - at: "2026-11-18T17:40:00+09:00"
        poll: { short-sale-reports: [${report("Alpha", 0.6, "2026-11-18")}] }
        expect: { exactly: true, events: [{ type: source.baselined }], alerts: [] }
      - at: "2026-11-19T17:40:00+09:00"
        poll: { short-sale-reports: [${report("Alpha", 0.8, "2026-11-19")}, ${report("Beta", 1.1, "2026-11-19")}] }
        expect: { alerts: ${titled("0.8 –", "1.9 –")} }
      - at: "2026-11-20T17:00:00+09:00"
        poll: { results: [{ code: "7203", disclosureNumber: "1", disclosedDate: "2026-11-20", netSales: 500 }] }
      - at: "2026-11-20T17:40:00+09:00"
        poll: { short-sale-reports: [${report("Alpha", 0.2, "2026-11-20")}] }
        expect: { alerts: ${titled("1.1 500")} }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("shows an example what it gives, also by time", async () => {
    const withExamples = `
standing:
  total: { of: short-sale-reports, sum: now.ratio, by: now.code }
rules:
  - name: at-once
    on: short.report.*
    when: standing.total > 5 && latest.results[now.code].netSales > 1
    title: x
    examples:
      - fires: { type: short.report.opened, now: { code: "7203" }, standing: { total: 6 }, latest: { results: { "7203": { netSales: 2 } } } }
      - silent: { type: short.report.opened, now: { code: "7203" }, standing: { total: 5 }, latest: { results: { "7203": { netSales: 2 } } } }
  - name: later
    on: short.report.*
    when: standing.total > 5
    for: 1h
    title: x
    examples:
      - fires: { type: short.report.opened, now: { code: "7203" }, standing: { total: 6 } }
        at: "2026-01-06T18:00:00+09:00"
`;
    const idle = 'tests: [{ name: idle, steps: [{ at: "2026-11-18T17:40:00+09:00" }] }]';
    const { results } = await play(withExamples, idle);
    expect(results.filter(({ kind }) => kind === "example").map(({ name, ok }) => [name, ok])).toEqual([
      ["at-once fires for its example", true],
      ["at-once stays silent for its example", true],
      ["later fires for its example", true],
    ]);
  });

  it("takes in what a quarantine released or discarded", async () => {
    const rows = (outstanding: number) =>
      ["1301", "1332", "1333"]
        .map((code) => `{ code: "${code}", publishedOn: "2026-11-19", longOutstanding: ${outstanding} }`)
        .join(", ");
    const tests = (decision: string, alerts: string) => `
tests:
  - name: quarantine
    steps:
      - { at: "2026-11-19T17:00:00+09:00", poll: { margin-alerts: [${rows(100)}] } }
      - { after: 10m, poll: { margin-alerts: [${rows(200)}] } }
      - { after: 10m, ${decision}: margin-alerts, expect: { alerts: ${alerts} } }
      - at: "2026-11-20T17:00:00+09:00"
        poll: { margin-alerts: [{ code: "1301", publishedOn: "2026-11-20", longOutstanding: 50 }] }
        expect: { alerts: ${titled("3 450", "2 250", "1 50")} }
`;
    expect(await failuresOf(rules, tests("release", titled("3 300", "3 400", "3 500", "3 600")))).toEqual([]);
    expect(await failuresOf(rules, tests("discard", titled("3 300")))).toEqual([]);
  });

  it("has the first sight as what was, and nothing before events that it gives directly", async () => {
    const unseen = `
rules:
  - { name: new, on: short.report.*, by: now.code, unseen: { of: now.seller }, title: "{{ now.seller }}" }
`;
    const tests = (first: string) => `
tests:
  - name: unseen
    steps:
      - ${first}
      - at: "2026-11-19T17:40:00+09:00"
        poll: { short-sale-reports: [${report("Alpha", 0.8, "2026-11-19")}, ${report("Beta", 1.1, "2026-11-19")}] }
        expect: { alerts: ${titled("Beta")} }
`;
    const poll = `{ at: "2026-11-18T17:40:00+09:00", poll: { short-sale-reports: [${report("Alpha", 0.6, "2026-11-18")}] } }`;
    expect(await failuresOf(unseen, tests(poll))).toEqual([]);
    const events = `
tests:
  - name: events
    steps:
      - at: "2026-11-18T17:40:00+09:00"
        events: [{ type: short.report.opened, now: { code: "7203", seller: Alpha, ratio: 0.6 } }]
        expect: { alerts: ${titled("Alpha")} }
      - at: "2026-11-18T17:50:00+09:00"
        events: [{ type: short.report.opened, now: { code: "6758", seller: Alpha, ratio: 0.6 } }]
        expect: { alerts: ${titled("Alpha")} }
`;
    expect(await failuresOf(unseen, events)).toEqual([]);
  });
});
