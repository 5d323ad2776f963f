/**
 * Counts the steps of evaluations, so that no event makes an expression take long. A step is about 100 ns. Only what can
 * grow with the event is counted while it runs; the rest is known beforehand.
 */

/** Steps that one evaluation may take: some 20 ms. */
export const mostSteps = 200_000;

/** The longest text that an expression sees or makes. */
export const longestText = 20_000;

/** What evaluations may still take; infinite where nothing is counted. */
export interface Meter {
  /** Steps that are left of the evaluation that is under way. */
  left: number;
  /** Steps that are left of work that several evaluations share. */
  shared: number;
  /** Texts that the evaluation that is under way has folded. */
  folded: Set<string> | undefined;
  /** Number of evaluations that took too long. */
  overruns: number;
}

export function createMeter(): Meter {
  return { left: Number.POSITIVE_INFINITY, shared: Number.POSITIVE_INFINITY, folded: undefined, overruns: 0 };
}

/** Takes steps from the evaluation that is under way. Throws when there are none left. */
export function spend(meter: Meter, steps: number): void {
  meter.left -= steps;
  if (meter.left < 0) throw new RangeError("this takes too long");
}

/** What a value that there is none of costs, where evaluation goes on without it. */
export const errorSteps = 150;

// Folding is the dear part of a search, and what was folded once is remembered.
const foldingSteps = 3;
const searchedPerStep = 200;

/** Takes what it costs to fold a text, less if this evaluation did so before, and to search it this many times. */
export function spendSearch(meter: Meter, text: string, searches = 1): void {
  if (meter.left === Number.POSITIVE_INFINITY) return;
  meter.folded ??= new Set();
  const length = Math.min(text.length, longestText);
  const isNew = length > 0 && !meter.folded.has(text);
  if (isNew) meter.folded.add(text);
  spend(
    meter,
    2 + (isNew ? foldingSteps * length : 0) + searches * (1 + Math.floor(length / searchedPerStep)),
  );
}

const comparedPerStep = 500;

/** Takes what it may cost to find a text in another: the worst of them are compared at every place. */
export function spendFind(meter: Meter, text: string, part: string): void {
  spend(meter, Math.ceil((text.length * part.length) / comparedPerStep));
}

/** Takes what it costs to look through a value once. */
export function spendLook(meter: Meter, value: unknown): void {
  if (meter.left === Number.POSITIVE_INFINITY) return;
  if (typeof value === "string") spend(meter, 1 + (value.length >> 7));
  else if (Array.isArray(value)) {
    spend(meter, 1 + value.length);
    for (const entry of value)
      if (typeof entry === "object" || typeof entry === "string") spendLook(meter, entry);
  } else if (value instanceof Map) spend(meter, 1);
  else if (typeof value === "object" && value !== null) spendLook(meter, Object.values(value));
}

/** Lets all evaluations of some work take together what one may take; inside another such work, besides that. */
export function sharingSteps<T>(meter: Meter, work: () => T): T {
  const around = meter.shared;
  meter.shared = mostSteps;
  try {
    return work();
  } finally {
    meter.shared = around;
  }
}

/**
 * Runs an evaluation that has used some of its steps already. Undefined for one that throws, and for one that took more
 * steps than it may, which is counted. Never throws.
 */
export function metered<Argument>(
  meter: Meter,
  used: number,
  evaluate: (argument: Argument) => unknown,
  argument: Argument,
): unknown {
  const { left: around, folded } = meter;
  const most = Math.min(mostSteps, meter.shared);
  meter.left = most - used;
  meter.folded = undefined;
  const depth = Error.stackTraceLimit;
  // The library's functions throw for a value that they cannot take. Here that is an ordinary answer, so it must not
  // cost a stack trace.
  Error.stackTraceLimit = 0;
  let value: unknown;
  try {
    value = evaluate(argument);
  } catch {
    value = undefined;
  }
  Error.stackTraceLimit = depth;
  // Asked here and not by catching: what was left out for want of steps may have been found by another way.
  const isOver = meter.left < 0;
  meter.shared -= most - Math.max(0, meter.left);
  meter.left = around;
  meter.folded = folded;
  if (!isOver) return value;
  meter.overruns += 1;
  return undefined;
}

export interface Overruns {
  /** Number of times that each rule was stopped since it would have taken too long; only rules that were. */
  readonly counts: Map<string, number>;
  /** Rules that were stopped since the set was last emptied. */
  readonly stopped: Set<string>;
}

/** Does some work of a rule, and counts in its name what was stopped meanwhile. */
export function countOverruns<T>(meter: Meter, rule: string, overruns: Overruns, work: () => T): T {
  const before = meter.overruns;
  const done = work();
  const over = meter.overruns - before;
  if (over > 0) {
    overruns.counts.set(rule, (overruns.counts.get(rule) ?? 0) + over);
    overruns.stopped.add(rule);
  }
  return done;
}
