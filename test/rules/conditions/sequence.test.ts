/** Sequences against a search through all events that could be their steps. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/model/trading-calendar.ts";
import { createSequence } from "../../../src/rules/conditions/sequence.ts";

/** An event that can be some of the steps, or none of them but what must not come between. */
interface Step {
  readonly minute: number;
  readonly steps: readonly number[];
}

const within = 10;
const steps = [0, 1, 2];

function play(events: readonly Step[], ordered: boolean) {
  const isStep = (step: number) => (seen: { variables: object }) =>
    (seen.variables as Step).steps.includes(step);
  const condition = createSequence({
    steps: steps.map(isStep),
    without: isStep(-1),
    within: { ms: within },
    ordered,
    mostEntries: 1_000,
  });
  let memory: unknown;
  return events.map((variables) => {
    const seen = { at: variables.minute, type: "short.report.opened", variables, calendar: weekdaysOnly };
    const taken = condition.take(memory, seen as never);
    memory = taken.memory === undefined ? undefined : JSON.parse(JSON.stringify(taken.memory));
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
    return isClean && (events[last]?.minute ?? 0) - (events[first]?.minute ?? 0) < within;
  });
}

/** What completes, event by event, by looking at everything that no sequence before has used. */
function expected(events: readonly Step[], ordered: boolean): boolean[] {
  let open: Step[] = [];
  return events.map((event) => {
    const place = open.findLastIndex(({ minute }) => minute <= event.minute) + 1;
    open = open.toSpliced(place, 0, event);
    const newest = open.at(-1)?.minute ?? 0;
    const usable = open.filter(({ minute }) => minute > newest - within);
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
    }),
    { numRuns: 500 },
  );
});
