import { expect, test } from "vitest";
import { createSteadyClock } from "../../src/lib/clock.ts";
import { createHandClock } from "../support/hand-clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test("a steady clock is the machine's as long as nobody sets that back", () => {
  const machine = createHandClock(5 * dayMs);
  const steady = createSteadyClock(machine, 0);
  machine.move(hourMs);
  machine.set(machine.now() + hourMs);
  expect(steady.now()).toBe(5 * dayMs + 2 * hourMs);
});

test("a steady clock goes on, a tenth slower, when the machine's is set back, until that has caught up", () => {
  const machine = createHandClock(5 * dayMs);
  const steady = createSteadyClock(machine, 0);
  steady.now();
  machine.set(5 * dayMs - hourMs);
  expect(steady.now()).toBe(5 * dayMs);
  machine.move(hourMs);
  expect(steady.now()).toBe(5 * dayMs + 0.9 * hourMs);
  machine.move(8.9 * hourMs);
  expect(steady.now() - machine.now()).toBe(0.01 * hourMs);
  machine.move(2 * hourMs);
  expect(steady.now()).toBe(machine.now());
});

test("a steady clock never goes back, however often it is asked", () => {
  const machine = createHandClock(5 * dayMs);
  const steady = createSteadyClock(machine, 0);
  machine.set(4.9 * dayMs);
  let before = steady.now();
  for (let look = 0; look < 10_000; look++) {
    machine.move(1);
    if (look % 1_000 === 0) machine.set(machine.now() - 500);
    const now = steady.now();
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  }
  expect(before).toBeGreaterThan(4.9 * dayMs + 8_000);
});

test("a steady clock goes on from what an earlier process told", () => {
  const machine = createHandClock(5 * dayMs);
  expect(createSteadyClock(machine, 5 * dayMs + 1_000).now()).toBe(5 * dayMs + 1_000);
});

test("a clock that was wrong by more than a day is set right at once", () => {
  const machine = createHandClock(5 * dayMs);
  expect(createSteadyClock(machine, 6 * dayMs + 1).now()).toBe(5 * dayMs);
});
