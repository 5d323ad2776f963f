/** Sequences against a search through all events that could be their steps. */

import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { type Duration, parseDuration } from "../../../src/model/duration.ts";
import { createSequence } from "../../../src/rules/conditions/sequence/sequence.ts";
import { cpuMs } from "../../support/cpu-time.ts";
import { fc } from "../../support/fast-check.ts";

/** An event that can be some of the steps, or none of them but what must not come between. */
interface Step {
  readonly minute: number;
  readonly steps: readonly number[];
}

const within = 10;
const steps = [0, 1, 2];

/** @param kept what is remembered is the same list from event to event, and not read anew from the store */
function play(events: readonly Step[], ordered: boolean, { kept = false, mostEntries = 1_000 } = {}) {
  const isStep = (step: number) => (seen: { variables: object }) =>
    (seen.variables as Step).steps.includes(step);
  const condition = createSequence({
    steps: steps.map(isStep),
    without: isStep(-1),
    within: { ms: within },
    ordered,
    mostEntries,
  });
  let memory: unknown;
  return events.map((variables) => {
    const seen = { at: variables.minute, type: "short.report.opened", variables, calendar: weekdaysOnly };
    const taken = condition.take(memory, seen as never);
    memory = kept || taken.memory === undefined ? taken.memory : JSON.parse(JSON.stringify(taken.memory));
    return taken.holds;
  });
}

/** Places of events, one a step, that make the sequence; all of them. */
function findings(events: readonly Step[], ordered: boolean): number[][] {
  const all = (step: number, used: number[]): number[][] =>
    step === steps.length
      ? [used]
      : events.flatMap((event, index) => {
          const isAfter = !ordered || index > (used.at(-1) ?? -1);
          const fits = event.steps.includes(step) && !used.includes(index) && isAfter;
          return fits ? all(step + 1, [...used, index]) : [];
        });
  return all(0, []).filter((places) => {
    const [first, last] = [Math.min(...places), Math.max(...places)];
    const isClean = events.slice(first, last + 1).every((event) => !event.steps.includes(-1));
    return isClean && (events[last]?.minute ?? 0) - (events[first]?.minute ?? 0) <= within;
  });
}

/** Completions, event by event, found by looking at everything that no sequence before has used. */
function expected(events: readonly Step[], ordered: boolean): boolean[] {
  let open: Step[] = [];
  return events.map((event) => {
    const place = open.findLastIndex(({ minute }) => minute <= event.minute) + 1;
    open = open.toSpliced(place, 0, event);
    const newest = open.at(-1)?.minute ?? 0;
    const usable = open.filter(({ minute }) => minute >= newest - within);
    const ends = findings(usable, ordered).map((places) => Math.max(...places));
    if (ends.length === 0) return false;
    open = usable.slice(Math.min(...ends) + 1);
    return true;
  });
}

const event: fc.Arbitrary<Step> = fc.record({
  minute: fc.integer({ min: 0, max: 25 }),
  steps: fc.oneof(
    { weight: 6, arbitrary: fc.subarray(steps, { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constant([-1]) },
  ),
});

test.each([
  ["in order", true],
  ["in any order", false],
] as const)("%s, a sequence is found when its last event has come", (_, ordered) => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 14 }), (events) => {
      expect(play(events, ordered)).toEqual(expected(events, ordered));
      expect(play(events, ordered, { kept: true })).toEqual(expected(events, ordered));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["in order", true],
  ["in any order", false],
] as const)(
  "%s, a list that is kept says what one that is read anew does, also where it is full",
  (_, ordered) => {
    const most = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), most, (events, mostEntries) => {
        const read = play(events, ordered, { mostEntries });
        expect(play(events, ordered, { kept: true, mostEntries })).toEqual(read);
      }),
      { numRuns: 2_000 },
    );
  },
);

test.each([
  ["in order", true],
  ["in any order", false],
] as const)("%s, thousands of events that wait for the last step cost an event nothing", (_, ordered) => {
  const events = Array.from({ length: 10_000 }, () => ({ minute: 1, steps: [0] }));
  // Looking at all of them at each event takes ten seconds and more.
  const most = 3_000;
  expect(cpuMs(() => play(events, ordered, { kept: true, mostEntries: 10_000 }), most)).toBeLessThan(most);
});

const at = (text: string) => Date.parse(`${text}:00+09:00`);

/** Two steps, the first at one moment and the last at another. */
function inTwo(within: Duration, first: number, last: number) {
  const condition = createSequence({
    steps: [() => true, () => true],
    within,
    ordered: true,
    mostEntries: 9,
  });
  const seen = (moment: number) =>
    ({ at: moment, type: "short.report.opened", variables: {}, calendar: weekdaysOnly }) as never;
  const { memory } = condition.take(undefined, seen(first));
  return condition.take(memory, seen(last));
}

test.each([
  ["5bd", "2026-01-05T00:00", "2026-01-12T00:00", "2026-01-12T00:01"],
  ["1bd", "2026-01-09T12:00", "2026-01-12T12:00", "2026-01-12T12:01"],
  ["1bd", "2026-01-10T12:00", "2026-01-13T00:00", "2026-01-13T00:01"],
  ["1bd", "2026-01-08T10:00", "2026-01-09T10:00", "2026-01-10T09:00"],
  ["1h", "2026-01-05T09:00", "2026-01-05T10:00", "2026-01-05T10:01"],
])("the end of %s from %s is in: %s, and %s is out", (written, first, last, later) => {
  const within = parseDuration(written) as Duration;
  expect(inTwo(within, at(first), at(last)).holds).toBe(true);
  expect(inTwo(within, at(first), at(later)).holds).toBe(false);
});

test("an event that is too late for the time of a sequence plays no part", () => {
  expect(inTwo({ ms: 10 }, 100, 89)).toMatchObject({ counts: false, holds: false });
  expect(inTwo({ ms: 10 }, 100, 90)).toMatchObject({ counts: true, holds: true });
});
