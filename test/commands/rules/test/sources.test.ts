import { describe, expect, it } from "vitest";
import { failuresOf } from "./support.ts";

const rules = `
rules:
  - { name: any-short, on: short.report.*, by: [now.code, now.seller], title: "{{ event.type }} {{ now.ratio }}" }
  - { name: any-margin, on: margin.alert.*, title: "{{ event.type }} {{ now.name }}" }
  - { name: any-source, on: source.*, title: "{{ event.type }} {{ now.reason }}" }
`;

describe("a poll of a test", () => {
  it("is a baseline the first time, then tells what a report adds, changes and corrects", async () => {
    const report = (ratio: number, calculated: string, disclosed: string) =>
      `{ code: "7203", seller: Example Capital, ratio: ${ratio}, calculatedOn: "${calculated}", disclosedOn: "${disclosed}" }`;
    const tests = `
tests:
  - name: shorts
    steps:
      - at: "2026-11-18T17:40:00+09:00"
        poll: { short-sale-reports: [${report(0.6, "2026-11-16", "2026-11-18")}] }
        expect:
          exactly: true
          events: [{ type: source.baselined, now: { items: 1 } }]
          alerts: [{ rule: any-source }]
      - at: "2026-11-19T17:40:00+09:00"
        poll: { short-sale-reports: [${report(0.8, "2026-11-17", "2026-11-19")}] }
        expect:
          exactly: true
          events:
            - { type: short.report.increased, now: { ratio: 0.8 }, was: { ratio: 0.6 }, changed: [ratio], published: "2026-11-19" }
          alerts: [{ rule: any-short, key: "7203|Example Capital", title: short.report.increased 0.8 }]
      - after: 10m
        poll: { short-sale-reports: [${report(0.9, "2026-11-17", "2026-11-19")}] }
        expect: { exactly: true, events: [{ type: short.report.corrected }] }
      - after: 10m
        poll: { short-sale-reports: [] }
        expect: { events: [] }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("fails for a reason that is told once, and is late when nothing came in time", async () => {
    const tests = `
tests:
  - name: outage
    calendar: { closed: ["2026-11-23"] }
    steps:
      - at: "2026-11-20T18:30:00+09:00"
        fails: { short-sale-reports: timeout }
        expect:
          events: [{ type: source.failed, now: { reason: timeout } }, { type: source.late, occurred: "2026-11-20" }]
      - after: 1m
        fails: { short-sale-reports: server-error }
        expect: { events: [] }
      - after: 1m
        poll: { short-sale-reports: [] }
        expect: { events: [{ type: source.recovered }, { type: source.baselined }] }
      - { at: "2026-11-23T18:30:00+09:00", poll: { short-sale-reports: [] }, expect: { events: [] } }
      - { at: "2026-11-24T18:30:00+09:00", poll: { short-sale-reports: [] }, expect: { events: [{ type: source.late, occurred: "2026-11-24" }] } }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("goes through quarantine, which a step can release or discard", async () => {
    const rows = (outstanding: number) =>
      ["1301", "1332", "1333"]
        .map((code) => `{ code: "${code}", publishedOn: "2026-11-19", longOutstanding: ${outstanding} }`)
        .join(", ");
    const tests = (decision: string, expected: string) => `
tests:
  - name: quarantine
    steps:
      - { at: "2026-11-19T17:00:00+09:00", poll: { margin-alerts: [${rows(100)}] } }
      - after: 10m
        poll: { margin-alerts: [${rows(200)}] }
        expect: { exactly: true, events: [{ type: source.quarantined, now: { items: 3 } }] }
      - { after: 10m, ${decision}: margin-alerts, expect: { exactly: true, events: [${expected}] } }
      - { after: 10m, ${decision}: margin-alerts }
`;
    const corrected = "{ type: margin.alert.corrected }";
    const all = `{ type: source.released }, ${corrected}, ${corrected}, ${corrected}`;
    for (const file of [tests("release", all), tests("discard", "{ type: source.released }")]) {
      expect(await failuresOf(rules, file)).toEqual([
        "step 4, 2026-11-19T17:30:00+09:00",
        "some-test.yaml:10:9: nothing is held back of margin-alerts",
      ]);
    }
  });

  it("names the companies of margin alerts, tells who joins and who leaves", async () => {
    const tests = `
tests:
  - name: margins
    steps:
      - { at: "2026-11-18T17:00:00+09:00", poll: { margin-alerts: [{ code: "1301", publishedOn: "2026-11-18" }] } }
      - at: "2026-11-19T17:00:00+09:00"
        poll: { margin-alerts: [{ code: "1332", name: Example Fishery, publishedOn: "2026-11-19" }] }
        expect:
          exactly: true
          events: [{ type: margin.alert.added, subject: "1332" }, { type: margin.alert.lifted, subject: "1301" }]
          alerts: [{ title: margin.alert.added Example Fishery }, { title: { contains: margin.alert.lifted } }]
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("compares forums: what is posted, voted, edited, and gone at the second poll without it", async () => {
    const tests = `
tests:
  - name: comments
    rules: [any-source]
    steps:
      - at: "2026-11-19T10:00:00+09:00"
        poll: { forum-comments: [{ code: "7203", part: 1, body: hello }, { code: "7203", part: 2, body: there }] }
      - after: 1m
        poll: { forum-comments: [{ code: "7203", part: 3, body: new }, { code: "6758", part: 9 }] }
        expect:
          exactly: true
          events: [{ type: source.baselined, now: { items: 1 } }, { type: forum.comment.posted, now: { part: 3, body: new, yes: 0 } }]
      - after: 1m
        poll:
          forum-comments:
            - { code: "7203", part: 1, body: hello you, yes: 2 }
            - { code: "7203", part: 3, body: new }
        expect:
          exactly: true
          events:
            - { type: forum.comment.edited, now: { part: 1 }, changed: [body] }
            - { type: forum.comment.voted, now: { part: 1, yes: 2 } }
            - { type: forum.comment.removed, now: { part: 2 } }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("compares whole rankings, and series with their points", async () => {
    const tests = `
tests:
  - name: ranking and statistics
    rules: [any-source]
    steps:
      - at: "2026-11-19T10:00:00+09:00"
        poll:
          forum-ranking: [{ term: daily, code: "7203" }, { term: daily, code: "6758" }]
          statistics-updates: [{ db: FM08, code: FXERD01, points: { "2026-11-17": 150.1, "2026-11-18": 150.4 } }]
        expect: { events: [{ type: source.baselined, subject: forum-ranking }, { type: source.baselined, subject: statistics-updates }] }
      - after: 1d
        poll:
          forum-ranking: [{ term: daily, code: "6758" }, { term: daily, code: "7203" }]
          statistics-updates: [{ db: FM08, code: FXERD01, points: { "2026-11-17": 150.2, "2026-11-18": 150.4, "2026-11-19": 152 } }]
        expect:
          exactly: true
          events:
            - { type: forum.ranking.moved, now: { code: "6758", rank: 1, climbed: 1 }, was: { rank: 2 } }
            - { type: forum.ranking.moved, now: { code: "7203", rank: 2, climbed: -1 } }
            - { type: statistics.series.updated, subject: FM08/FXERD01, now: { value: 152, added: [{ period: "2026-11-19" }] } }
            - { type: statistics.series.revised, now: { revisions: [{ period: "2026-11-17", from: 150.1, to: 150.2 }] } }
      - after: 1m
        poll: { forum-ranking: [{ term: daily, code: "6758", rank: 1 }, { term: daily, code: "7203", rank: 3 }] }
        expect: { events: [{ type: source.failed, now: { reason: incomplete } }] }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });
});
