import { describe, expect, test } from "vitest";
import { createLimiter } from "../../../src/lib/http/limiter.ts";
import type { WindowLimit } from "../../../src/lib/http/window.ts";
import { backgroundLane } from "../../../src/lib/turns.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { runsOf } from "../../support/runs.ts";

interface Poll {
  readonly lane: string;
  /** When it asks, and how long the way to the service takes. */
  readonly at: number;
  readonly wayMs: number;
}

/** A fetch without end: so many requests at a time, each with the next of these ways to the service. */
interface Fetch {
  readonly atOnce: number;
  readonly waysMs: readonly number[];
}

const longestWayMs = 8;

const polls = fc.array(
  fc.record<Poll>({
    lane: fc.constantFrom("a", "b"),
    at: fc.integer({ min: 1, max: 300 }),
    wayMs: fc.nat(longestWayMs),
  }),
  { maxLength: 80, size: "max" },
);
const fetches = fc.record<Fetch>({
  atOnce: fc.integer({ min: 1, max: 6 }),
  waysMs: fc.array(fc.nat(longestWayMs), { minLength: 1, maxLength: 5 }),
});
type Plan = Required<WindowLimit>;
const plans = fc
  .record({ requests: fc.integer({ min: 2, max: 12 }), windowMs: fc.integer({ min: 20, max: 80 }) })
  .chain((plan) =>
    fc.integer({ min: 1, max: plan.requests - 1 }).map((burst): Plan => ({ ...plan, burst, reserve: burst })),
  );

interface Story {
  readonly schedule: readonly Poll[];
  readonly fetch?: Fetch;
  /** Whether the limiter is told when the next poll asks. */
  readonly isForetold?: boolean;
}

/** Plays a schedule of polls, beside a fetch or without one, millisecond by millisecond. */
async function play(limit: WindowLimit, { schedule, fetch, isForetold = false }: Story) {
  const clock = createHandClock();
  const nextAt = () =>
    Math.min(...schedule.map(({ at }) => (at >= clock.now() ? at : Number.POSITIVE_INFINITY)));
  const calmMs = () => (isForetold ? nextAt() - clock.now() : 0);
  const limiter = createLimiter({ ...limit, clock, calmMs });
  const starts = new Map<Poll, number>();
  const arrivals: number[] = [];
  // Events of one millisecond happen one after another, each seen through before the next.
  const todo: (() => void)[] = [];
  const later = (ms: number, call: () => void) => void clock.after(ms, () => todo.push(call));
  let fetched = 0;
  const ask = async (lane: string, wayMs: number, started: () => void, arrived = () => {}) => {
    const leave = await limiter.enter(lane, undefined);
    started();
    arrivals.push(clock.now() + wayMs);
    later(wayMs, () => {
      leave();
      arrived();
    });
  };
  const fetchOn = (waysMs: readonly number[]): void =>
    void ask(
      backgroundLane,
      waysMs[fetched % waysMs.length] ?? 0,
      () => {
        fetched += 1;
      },
      () => fetchOn(waysMs),
    );
  const settle = async () => {
    for (let turn = 0; turn < 6; turn++) await Promise.resolve();
  };
  for (const poll of schedule)
    later(poll.at, () => void ask(poll.lane, poll.wayMs, () => starts.set(poll, clock.now())));
  if (fetch) for (let worker = 0; worker < fetch.atOnce; worker++) fetchOn(fetch.waysMs);
  await settle();
  const end =
    300 + ((schedule.length + limit.requests) * 2 * (limit.windowMs + longestWayMs)) / limit.requests;
  while (clock.now() <= end) {
    clock.move(1);
    await settle();
    for (let call = todo.shift(); call; call = todo.shift()) {
      call();
      await settle();
    }
  }
  return {
    starts: schedule.map((poll) => starts.get(poll) ?? Number.NaN),
    fetched,
    arrivals: arrivals.sort((a, b) => a - b),
  };
}

/** The polls of a schedule that together never ask for more than the reserve within a window and the way there. */
function within({ reserve, windowMs }: Plan, schedule: readonly Poll[]): Poll[] {
  const kept: Poll[] = [];
  for (const poll of schedule.toSorted((a, b) => a.at - b.at)) {
    const before = kept.at(-reserve);
    if (before === undefined || poll.at - before.at > windowMs + longestWayMs) kept.push(poll);
  }
  return kept;
}

const inOrder = (starts: readonly number[]) => starts.toSorted((a, b) => a - b);

const numRuns = runsOf({ quick: 100, long: 150 });

describe("a fetch in the background", () => {
  test("never makes more arrive in a window than the plan has", async () => {
    await fc.assert(
      fc.asyncProperty(plans, polls, fetches, fc.boolean(), async (limit, schedule, fetch, isForetold) => {
        const { arrivals } = await play(limit, { schedule, fetch, isForetold });
        arrivals.forEach((at, index) => {
          const later = arrivals[index + limit.requests];
          if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(limit.windowMs);
        });
      }),
      { numRuns },
    );
  });

  test("delays no poll at all as long as the polls of a window fit into the reserve", async () => {
    await fc.assert(
      fc.asyncProperty(plans, polls, fetches, fc.boolean(), async (limit, asked, fetch, isForetold) => {
        const schedule = within(limit, asked);
        const alone = await play(limit, { schedule });
        const beside = await play(limit, { schedule, fetch, isForetold });
        expect(beside.starts).toEqual(alone.starts);
        expect(alone.starts).toEqual(schedule.map(({ at }) => at));
        expect(beside.fetched).toBeGreaterThan(0);
      }),
      { numRuns },
    );
  });

  test("delays polls that ask for more by three of its own requests at most, however long they go on", async () => {
    await fc.assert(
      fc.asyncProperty(plans, polls, fetches, async (limit, schedule, fetch) => {
        const alone = inOrder((await play(limit, { schedule })).starts);
        const beside = inOrder((await play(limit, { schedule, fetch })).starts);
        const spacingMs = limit.windowMs / (limit.requests - limit.reserve);
        alone.forEach((at, index) => {
          expect(beside[index]).toBeLessThanOrEqual(at + 3 * (spacingMs + longestWayMs));
        });
      }),
      { numRuns },
    );
  });
});

/** Asks without end in the background of an even plan, and gives the times at which requests start. */
async function fetchAlone(limit: WindowLimit, endMs: number, calmMs?: () => number): Promise<number[]> {
  const clock = createHandClock();
  const limiter = createLimiter({ ...limit, clock, ...(calmMs && { calmMs }) });
  const starts: number[] = [];
  const worker = async () => {
    for (;;) {
      const leave = await limiter.enter(backgroundLane, undefined);
      starts.push(clock.now());
      leave();
    }
  };
  void worker();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (await settled(); clock.now() < endMs; await settled()) clock.moveTo(clock.nextAt ?? endMs);
  return starts;
}

describe("a fetch that is alone", () => {
  const minutes = 10;
  for (const requests of [5, 60, 120, 500]) {
    const plan = { requests, windowMs: 60_000 };
    const burst = Math.ceil(requests / 4);
    const all = requests * minutes;

    test(`uses a plan of ${requests} a minute to one in a hundred`, async () => {
      const starts = await fetchAlone(plan, minutes * 60_000);
      expect(Math.abs(starts.filter((at) => at <= minutes * 60_000).length - all)).toBeLessThanOrEqual(
        all / 100,
      );
    });

    test(`leaves the reserve of ${requests} a minute alone while polls may come, and takes it while none will`, async () => {
      const limit = { ...plan, burst, reserve: burst };
      const some = await fetchAlone(limit, minutes * 60_000);
      expect(some.length).toBeLessThanOrEqual((requests - burst) * minutes + 1);
      expect(some.length).toBeGreaterThan(0.98 * (requests - burst) * minutes);
      const whole = await fetchAlone(limit, minutes * 60_000, () => Number.POSITIVE_INFINITY);
      expect(whole.length).toBeGreaterThanOrEqual(0.99 * all);
    });
  }
});
