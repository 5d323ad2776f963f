import { expect, test } from "vitest";
import { createLimiter } from "../../../src/lib/http/limiter.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";

interface Asked {
  readonly lane: string;
  /** When it asks, how long the way to the service takes, and the answer's way back. */
  readonly at: number;
  readonly thereMs: number;
  readonly backMs: number;
  /** Gives up so long after it asked. */
  readonly givesUpMs: number | undefined;
}

const asked = fc.record<Asked>({
  lane: fc.constantFrom("a", "b", "c"),
  at: fc.nat(120),
  thereMs: fc.nat(8),
  backMs: fc.nat(8),
  givesUpMs: fc.option(fc.nat(60), { nil: undefined, freq: 4 }),
});

const plan = fc.record({
  requests: fc.integer({ min: 1, max: 5 }),
  windowMs: fc.integer({ min: 1, max: 40 }),
});

/** Plays a whole story on a clock of single milliseconds, and checks at each of them what was promised. */
async function play(limit: { requests: number; windowMs: number }, story: readonly Asked[]) {
  const clock = createHandClock();
  const limiter = createLimiter({ ...limit, clock });
  const waiting: Asked[] = [];
  const arrivals: number[] = [];
  const busyUntil = new Map<Asked, number>();
  const passedOver = new Map<string, number>();
  const turns: Asked[] = [];
  const stopped: Asked[] = [];

  const checkTurn = (one: Asked) => {
    expect(waiting.find(({ lane }) => lane === one.lane)).toBe(one);
    waiting.splice(waiting.indexOf(one), 1);
    for (const lane of new Set(waiting.map((other) => other.lane))) {
      if (lane === one.lane) continue;
      const times = (passedOver.get(`${lane} by ${one.lane}`) ?? 0) + 1;
      passedOver.set(`${lane} by ${one.lane}`, times);
      expect(times).toBeLessThanOrEqual(1);
    }
    forget(one.lane);
  };
  const forget = (lane: string) => {
    for (const pair of passedOver.keys()) if (pair.startsWith(`${lane} by`)) passedOver.delete(pair);
  };
  // Events of one millisecond happen one after another, each seen through before the next.
  const todo: (() => void)[] = [];
  const later = (ms: number, call: () => void) => clock.after(ms, () => todo.push(call));
  const ask = (one: Asked) => {
    const stop = new AbortController();
    if (one.givesUpMs !== undefined) later(one.givesUpMs, () => giveUp(one, stop));
    waiting.push(one);
    const entered = limiter.enter(one.lane, stop.signal);
    entered.then(
      (leave) => start(one, leave),
      () => stopped.push(one),
    );
  };
  const giveUp = (one: Asked, stop: AbortController) => {
    const place = waiting.indexOf(one);
    if (place >= 0) waiting.splice(place, 1);
    if (!waiting.some(({ lane }) => lane === one.lane)) forget(one.lane);
    stop.abort();
  };
  const start = (one: Asked, leave: () => void) => {
    turns.push(one);
    arrivals.push(clock.now() + one.thereMs);
    busyUntil.set(one, Number.POSITIVE_INFINITY);
    later(one.thereMs + one.backMs, () => {
      busyUntil.set(one, clock.now() + limit.windowMs);
      leave();
    });
  };
  const settle = async () => {
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    for (const one of turns.splice(0)) checkTurn(one);
  };

  for (const one of story) later(one.at, () => ask(one));
  const end = 140 + story.length * (limit.windowMs + 20);
  while (clock.now() <= end) {
    clock.move(1);
    await settle();
    for (let call = todo.shift(); call; call = todo.shift()) {
      call();
      await settle();
    }
    const busy = [...busyUntil.values()].filter((until) => until > clock.now()).length;
    expect(busy).toBeLessThanOrEqual(limit.requests);
    if (waiting.length > 0) expect(busy).toBe(limit.requests);
  }
  return { arrivals: arrivals.sort((a, b) => a - b), stopped, waiting };
}

test("in no window more arrive than the plan has, lanes take turns, and nobody waits while there is room", async () => {
  const stories = fc.array(asked, { minLength: 1, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(plan, stories, async (limit, story) => {
      const { arrivals, stopped, waiting } = await play(limit, story);
      arrivals.forEach((at, index) => {
        const later = arrivals[index + limit.requests];
        if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(limit.windowMs);
      });
      // Everyone who did not give up had a turn, and nobody both.
      expect(waiting).toEqual([]);
      expect(arrivals.length + stopped.length).toBe(story.length);
      expect(stopped.every(({ givesUpMs }) => givesUpMs !== undefined)).toBe(true);
    }),
    { numRuns: 150 },
  );
});
