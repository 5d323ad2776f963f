/**
 * Random rules of every condition, with events in time, late and known by day alone: what they say of events after the
 * seam is the same whether they lived all along or begin with the past before it. Left out are the keys of a rule that
 * go by what was told (`cooldown`, `until`, `flapping`, `before`), since up to the seam nobody was told anything.
 */
import { expect, test } from "vitest";
import { createTradingCalendar } from "../../../src/calendar/trading-calendar.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { Random } from "../../support/random.ts";
import { runsOf, seed as usual } from "../../support/runs.ts";
import type { Case, Rule } from "../by-the-book/case.ts";
import { randomCase } from "../by-the-book/generate/random-case.ts";
import { testOf } from "../by-the-book/write-case.ts";
import { listsOf, rulesOf as rulesOfCase } from "../by-the-book/write-rule.ts";
import { rulesOf } from "../support.ts";
import { livePolls, newStore, type Poll, seed } from "./seeded-life.ts";

const runs = runsOf({ quick: 24, long: 4_000 });

function withoutTold({ cooldown: _, until, flapping, before, ...rule }: Rule): Rule {
  return rule;
}

/** A case whose rule goes by nothing that was told, and reads nothing that stands. */
function caseOf(number: number): Case | undefined {
  const { loaded: _, watcher, ...one } = randomCase(usual, number);
  if (one.sight !== undefined) return undefined;
  return { ...one, rule: withoutTold(one.rule), ...(watcher && { watcher: withoutTold(watcher) }) };
}

type Step = {
  readonly at: string;
  readonly events?: readonly (Omit<EventDraft, "data"> & EventDraft["data"])[];
};

function pollsOf(one: Case): Poll[] {
  const { steps } = testOf(one, []) as { steps: readonly Step[] };
  return steps.map(({ at, events = [] }) => ({
    at: Date.parse(at),
    drafts: events.map(({ now, ...event }) => ({
      ...{ ...event, source: "/sources/margin-alerts", subject: String(now.code) },
      data: { now },
    })),
  }));
}

/** Alerts about events from one on: what is said, of which event, and when. */
function saidOf(entries: readonly LogEntry[], first: number): string[] {
  return entries.flatMap(({ event }) => {
    if (!event.type.startsWith("alert.")) return [];
    const { rule, key, title } = event.data.now as unknown as Alert;
    const [, place] = /\be(\d+)\b/.exec(title) ?? [];
    return Number(place) < first ? [] : [`${event.time} ${event.type} ${rule} ${key}: ${title}`];
  });
}

function compiled(one: Case) {
  const lists = Object.fromEntries(listsOf(one));
  try {
    return rulesOf(JSON.stringify({ lists, rules: rulesOfCase(one) }));
  } catch (error) {
    // A rule that can never fire is refused when it is read.
    if (String(error).includes("the sequence is never complete")) return undefined;
    throw error;
  }
}

test(
  "what rules say of events after a past is the same whether they lived it or begin with it",
  async () => {
    let said = 0;
    for (let number = 0; number < runs; number += 1) {
      const one = caseOf(number);
      const rules = one && compiled(one);
      if (one === undefined || rules === undefined) continue;
      const { closed, open } = one.calendar;
      const days = [
        ...closed.map((day) => [day, false] as const),
        ...open.map((day) => [day, true] as const),
      ];
      const world = { rules, calendar: createTradingCalendar(new Map(days)) };
      const polls = pollsOf(one);
      const random = new Random(number);
      const split = 1 + random.below(polls.length);
      const [past, lived] = [polls.slice(0, split), polls.slice(split)];
      const from = past.at(-1)?.at ?? 0;
      const seam = from + Math.floor(((lived[0]?.at ?? from) - from) * random.pick([0, 0.5, 0.9]));
      const first = past.reduce((sum, { drafts }) => sum + drafts.length, 0);

      const whole = newStore("whole");
      const all = saidOf(livePolls(whole, world, polls, one.end), first);
      whole.close();
      const store = newStore("seeded");
      await seed(store, world, past, seam);
      const own = saidOf(livePolls(store, world, lived, one.end), first);
      store.close();
      said += own.length;
      expect(own.sort(), `case ${number}, split at ${split}`).toEqual(all.sort());
    }
    expect(said).toBeGreaterThan(runs / 4);
  },
  Math.max(120_000, runs * 500),
);
