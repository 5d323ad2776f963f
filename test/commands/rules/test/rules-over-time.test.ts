import { describe, expect, it } from "vitest";
import { failuresOf, mistakesIn, play } from "./support.ts";

const report = (ratio: number, more = "") =>
  `{ type: short.report.increased, now: { code: "7203", name: Example Motor, seller: Example Capital, ratio: ${ratio} }${more} }`;

describe("an event of a test that repeats", () => {
  const rules = `
rules:
  - { name: thirty, on: forum.comment.posted, by: now.code, count: { within: 1h, at_least: 30 }, title: "{{ found.count }}" }
  - { name: quiet, on: forum.comment.posted, by: now.code, absent: { for: 50s }, title: quiet }
`;
  const step = (times: number, every: string) =>
    `events: [{ type: forum.comment.posted, now: { code: "7203", part: 1 }, repeat: { times: ${times}, every: ${every} } }]`;

  it("comes so often while time passes, with what is due meanwhile, and the next step is after it", async () => {
    const tests = `
tests:
  - name: thirty within half an hour
    steps:
      - { at: "2026-11-20T10:00:00+09:00", ${step(30, "1m")}, expect: { alerts: [{ rule: quiet }, { rule: thirty, title: "30" }] } }
      - { at: "2026-11-20T10:29:00+09:00" }
      - { after: 1m, expect: { exactly: true, alerts: [{ rule: quiet }] } }
  - name: twenty-nine
    rules: [thirty]
    steps: [{ at: "2026-11-20T10:00:00+09:00", ${step(29, "1m")}, expect: { alerts: [] } }]
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("has a next step that is not before its end, and comes at most a thousand times", async () => {
    const before = `tests: [{ name: x, steps: [{ at: "2026-11-20T10:00:00+09:00", ${step(30, "1m")} }, { at: "2026-11-20T10:28:00+09:00" }] }]`;
    expect(await mistakesIn(before, rules)).toEqual([
      expect.stringContaining("this is before the step before"),
    ]);
    const many = `tests: [{ name: x, steps: [{ at: "2026-11-20T10:00:00+09:00", ${step(1_001, "1s")} }] }]`;
    expect(await mistakesIn(many, rules)).toEqual([expect.stringContaining("at most 1000 events")]);
  });
});

describe("a test of rules over time", () => {
  it("lets windows, cooldowns and what is due follow its clock", async () => {
    const rules = `
rules:
  - { name: three-in-an-hour, on: short.report.increased, by: now.code, clock: time, count: { within: 1h, at_least: 3 }, title: "{{ found.count }}" }
  - { name: once-a-day, on: short.report.increased, by: now.code, cooldown: 1d, notify: ["email:desk"], title: "{{ now.ratio }} %" }
  - { name: silence, on: short.report.increased, by: now.code, clock: time, absent: { for: 26h }, title: silent }
`;
    const tests = `
tests:
  - name: over time
    steps:
      - at: "2026-11-20T10:00:00+09:00"
        events: [${report(0.6)}]
        expect:
          exactly: true
          alerts: [{ rule: once-a-day, key: "7203", recipients: ["email:desk"] }]
          mails:
            - { to: trader@example.com, from: "Yagura <yagura@example.com>", subject: { contains: 0.6 % }, text: { contains: once-a-day } }
            - { to: second@example.com }
      - after: 20m
        events: [${report(0.7)}, ${report(0.8)}]
        expect:
          exactly: true
          alerts: [{ rule: three-in-an-hour, title: "3" }]
          held_back: [{ rule: once-a-day, reason: cooldown }, { rule: once-a-day }]
          mails: []
      - after: 25h
        expect: { alerts: [] }
      - after: 59m
        expect: { alerts: [] }
      - after: 1m
        expect: { exactly: true, events: [], alerts: [{ rule: silence, key: "7203" }] }
      - after: 1m
        events: [${report(0.9)}]
        expect: { exactly: true, alerts: [{ rule: once-a-day }] }
`;
    // A text that YAML reads as 0.6 % needs no quotes.
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("counts trading days on its own calendar", async () => {
    const rules = `
rules:
  - { name: quiet, on: short.report.increased, clock: time, cooldown: 1bd, title: x }
`;
    const tests = (calendar: string, expected: string) => `
tests:
  - name: trading days
    calendar: ${calendar}
    steps:
      - { at: "2026-11-20T10:00:00+09:00", events: [${report(0.6)}] }
      - { at: "2026-11-23T10:00:00+09:00", events: [${report(0.7)}], expect: { exactly: true, alerts: [${expected}] } }
`;
    expect(await failuresOf(rules, tests("{}", "{ rule: quiet }"))).toEqual([]);
    expect(await failuresOf(rules, tests('{ closed: ["2026-11-23"] }', ""))).toEqual([]);
    const sunday = tests('{ closed: ["2026-11-23"], open: ["2026-11-22"] }', "{ rule: quiet }");
    expect(await failuresOf(rules, sunday)).toEqual([]);
  });

  it("tells what is over, and moves by trading days with `after`", async () => {
    const rules = `
rules:
  - { name: large, on: short.report.*, when: now.ratio >= 1, until: now.ratio < 0.5, by: now.code, title: "{{ now.ratio }}" }
`;
    const tests = `
tests:
  - name: life
    calendar: { closed: ["2026-11-23"] }
    steps:
      - { at: "2026-11-20T10:00:00+09:00", events: [${report(1.2)}], expect: { alerts: [{ rule: large, subject: "7203" }], resolved: [] } }
      - { after: 1bd, events: [${report(1.4)}], expect: { alerts: [], held_back: [{ reason: unresolved }], events: [{ type: short.report.increased }] } }
      - { at: "2026-11-24T10:00:00+09:00", events: [${report(0.4)}], expect: { alerts: [], resolved: [{ rule: large, why: until, title: "1.2" }] } }
`;
    expect(await failuresOf(rules, tests)).toEqual([]);
  });

  it("gets the frames of the real feed, as its subscriber asks for them", async () => {
    const rules = `
rules:
  - { name: any, on: short.report.*, severity: warning, title: "{{ now.ratio }}" }
`;
    const tests = (subscribe: string, expected: string) => `
tests:
  - name: feed
    subscribe: ${subscribe}
    steps:
      - { at: "2026-11-20T10:00:00+09:00", events: [${report(1.2)}], expect: { exactly: true, frames: [${expected}] } }
      - { after: 1m, expect: { frames: [] } }
`;
    const event = `{ type: event, id: test, seq: 1, event: { specversion: "1.0", type: short.report.increased, data: { now: { ratio: 1.2 } } } }`;
    const alert = `{ type: event, seq: 2, event: { type: alert.fired, data: { now: { rule: any, severity: warning } } } }`;
    expect(await failuresOf(rules, tests("{}", `${event}, ${alert}`))).toEqual([]);
    expect(await failuresOf(rules, tests("{ types: [alert.*] }", alert))).toEqual([]);
    expect(await failuresOf(rules, tests(`{ where: "event.subject == '6758'" }`, ""))).toEqual([]);
  });

  it("begins each test anew, with the rules that it names", async () => {
    const rules = `
rules:
  - { name: first, on: short.report.*, unseen: { of: now.seller }, title: x }
  - { name: every, on: short.report.*, title: x }
`;
    const test = `
  - name: again
    rules: [first]
    steps: [{ at: "2026-11-20T10:00:00+09:00", events: [${report(1.2)}], expect: { exactly: true, alerts: [{ rule: first }] } }]`;
    const { results } = await play(rules, `tests:${test}${test}`);
    expect(results.map(({ ok, name }) => [name, ok])).toEqual([
      ["again", true],
      ["again", true],
    ]);
  });
});
