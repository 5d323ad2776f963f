/**
 * Rules with conditions that know what was, over a random life of short positions: first sights, commits that fail,
 * restarts, and an edit that brings the rules later. What they say is what docs/rules-current-items.md promises,
 * written down here from that page alone, and a replay of a life without edits says the same.
 */
import { expect, it } from "vitest";
import { eventTypesOf } from "../../src/files/event-types.ts";
import { isWeekday } from "../../src/model/dates.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { lifeSettings, liveWith } from "../files/standing-life.ts";
import { rulesOf } from "../rules/support.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { alertsOf } from "./replayed-alerts.ts";

const numRuns = runsOf({ quick: 12, long: 400 });
const shorts = "short-sale-reports";

interface Report {
  readonly code: string;
  readonly seller: string;
  readonly ratio: number;
  readonly calculatedOn: string;
  readonly disclosedOn: string;
}

/** What the values of a key, oldest first and the event's the last, say to a condition: whether it begins to hold. */
type Judge = (values: readonly number[]) => boolean;

interface Rule {
  readonly lines: string;
  readonly by: readonly (keyof Report)[];
  readonly when?: (report: Report) => boolean;
  readonly of?: (report: Report) => number;
  readonly judge: Judge;
}

const isOver = (values: readonly number[], above: number, reset: number) =>
  values.reduce((over, value) => value > (over ? reset : above), false);
const streakOf = (values: readonly number[]) => {
  const at = values.findLastIndex((value, index) => index === 0 || value <= Number(values[index - 1]));
  return values.length - 1 - at;
};

const ratioOf = (report: Report) => report.ratio;
const sellerOf = ({ seller }: Report) => seller.charCodeAt(0);
const crossing: Judge = (values) => isOver(values, 1, 0.8) && !isOver(values.slice(0, -1), 1, 0.8);

/** Each with the words of its file and with what they mean. */
const written: Readonly<Record<string, Rule>> = {
  crosses: {
    lines: "crosses: { of: now.ratio, above: 1, reset: 0.8 }",
    by: ["code", "seller"],
    judge: crossing,
  },
  crossesOfLarge: {
    lines: "when: now.ratio > 0.7\n    crosses: { of: now.ratio, above: 1, reset: 0.8 }",
    by: ["code"],
    when: ({ ratio }) => ratio > 0.7,
    judge: crossing,
  },
  unseen: {
    lines: "unseen: { of: now.seller }",
    by: ["code"],
    of: sellerOf,
    judge: (values) => !values.slice(0, -1).includes(Number(values.at(-1))),
  },
  moves: {
    lines: "moves: { of: now.ratio, by: 0.5 }",
    by: ["seller"],
    judge(values) {
      const [before, now] = [values.at(-2), Number(values.at(-1))];
      return before !== undefined && Math.round(Math.abs(now - before) * 10) >= 5;
    },
  },
  streak: {
    lines: "streak: { of: now.ratio, direction: up, times: 2 }",
    by: ["code"],
    judge: (values) => streakOf(values) >= 2 && streakOf(values.slice(0, -1)) < 2,
  },
  extreme: {
    lines: "extreme: { of: now.ratio, high: true, within: 300d, after: 2 }",
    by: ["code"],
    judge: (values) => values.length > 2 && Number(values.at(-1)) > Math.max(...values.slice(0, -1)),
  },
  either: {
    lines:
      "any: [{ crosses: { of: now.ratio, above: 1, reset: 0.8 } }, { streak: { of: now.ratio, direction: up, times: 2 } }]",
    by: ["code"],
    judge(values) {
      const holds = (some: readonly number[]) => isOver(some, 1, 0.8) || streakOf(some) >= 2;
      return holds(values) && !holds(values.slice(0, -1));
    },
  },
};

const total = "crosses: { of: standing.total, above: 1.5 }";
const names = Object.keys(written);

function fileOf(isActive: boolean): string {
  const rule = (name: string, by: readonly string[], lines: string) => `
  - name: ${name}
    enabled: ${isActive}
    on: short.report.*
    by: [${by.map((field) => `now.${field}`).join(", ")}]
    title: "{{ now.seller }} {{ now.ratio }}"
    ${lines}
`;
  const rules = Object.entries(written).map(([name, { by, lines }]) => rule(name, by, lines));
  return `standing:
  total: { of: short-sale-reports, sum: now.ratio, by: now.code }
rules:${rules.join("")}${rule("total", ["code"], total)}`;
}

const rulesWhere = (isActive: boolean) =>
  rulesOf(fileOf(isActive), undefined, eventTypesOf(lifeSettings as never));
const active = rulesWhere(true);
const inactive = rulesWhere(false);

/** What the rules say from when they are active, told every event and every first sight. */
function createOracle() {
  const stands = new Map<string, Report>();
  const histories = new Map<string, number[]>();
  const totals = new Map<string, boolean>();
  const nameOf = ({ code, seller }: Report) => `${code}|${seller}|`;
  const sumOf = (code: string) =>
    [...stands.values()].reduce((sum, one) => sum + (one.code === code ? Math.round(one.ratio * 10) : 0), 0);
  const put = (report: Report) => {
    if (report.ratio < 0.5) stands.delete(nameOf(report));
    else stands.set(nameOf(report), report);
  };
  const order = (one: Report) => [one.disclosedOn, one.calculatedOn, one.disclosedOn, nameOf(one)].join(" ");
  const ask = (name: string, rule: Rule, event: Report): boolean => {
    const { by, when = () => true, of = ratioOf, judge } = rule;
    if (!when(event)) return false;
    const isOfKey = (report: Report) => by.every((field) => report[field] === event[field]);
    const key = [name, ...by.map((field) => event[field])].join("|");
    const past = [...stands.values()].filter((report) => isOfKey(report) && when(report));
    past.sort((one, other) => (order(one) < order(other) ? -1 : 1));
    const values = histories.get(key) ?? past.map(of);
    histories.set(key, values);
    values.push(of(event));
    return judge(values);
  };
  return {
    see: put,
    /** @param isAsked whether the rules are active */
    tell(event: Report, isAsked: boolean): string[] {
      const said = isAsked ? names.filter((name) => ask(name, written[name] as Rule, event)) : [];
      const wasOver = totals.get(event.code) ?? sumOf(event.code) > 15;
      put(event);
      const over = sumOf(event.code) > 15;
      if (isAsked) totals.set(event.code, over);
      if (isAsked && over && !wasOver) said.push("total");
      return said;
    },
  };
}

const shown = fc.record({
  code: fc.constantFrom("7203", "6758"),
  seller: fc.constantFrom("Alpha", "Beta", "Gamma"),
  ratio: fc.integer({ min: 3, max: 16 }).map((tenths) => tenths / 10),
});
const answer = fc.uniqueArray(shown, { maxLength: 4, selector: ({ code, seller }) => `${code}${seller}` });
const poll = fc.record({
  answer,
  fate: fc.constantFrom("written", "written", "fails and is written", "restarts"),
});

const reportOf = (report: Pick<Report, "code" | "seller" | "ratio">, day: string) => ({
  ...{ ...report, name: "Example", calculatedOn: day, disclosedOn: day },
});

function alertsIn(entries: readonly LogEntry[], seq: number): string[] {
  return entries.flatMap(({ event }) => {
    const { rule, cause } = event.data.now as unknown as Alert;
    return event.type === "alert.fired" && cause.seq === seq ? [rule] : [];
  });
}

it("says what the whole sequence says, the first sight as events that nobody told, in life and in a replay", {
  timeout: 600_000,
}, async () => {
  const said = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(poll, { minLength: 3, maxLength: 14 }),
      fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 8 })),
      async (polls, begin) => {
        const life = await liveWith(begin === 0 ? active : inactive);
        const oracle = createOracle();
        try {
          for (const [index, { answer: items, fate }] of polls.entries()) {
            if (index === begin && begin > 0) await life.edit(active);
            const reports = items.map((item) => reportOf(item, life.day()));
            life.show(shorts, reports);
            if (fate === "fails and is written") await life.poll(shorts, "fails");
            const entries = await life.poll(shorts);
            for (const { seq, event } of entries) {
              if (!event.type.startsWith("short.report.")) continue;
              const expected = oracle.tell(event.data.now as unknown as Report, index >= begin);
              for (const name of expected) said.add(name);
              expect(alertsIn(entries, seq).sort(), `poll ${index}, ${seq}`).toEqual(expected.sort());
            }
            // What is as it was is told by no event, and is a newer report all the same.
            for (const report of reports) oracle.see(report);
            if (fate === "restarts") await life.restart();
            // Nothing is published on other days, nor asked for.
            do life.nextDay();
            while (!isWeekday(life.day()));
          }
        } finally {
          life.close();
        }
        if (begin > 0) return;
        const { lived, replayed } = alertsOf(life.path, active);
        expect(replayed).toEqual(lived);
      },
    ),
    { numRuns },
  );
  expect([...said].sort()).toEqual([...names, "total"].sort());
});
