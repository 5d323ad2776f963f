/**
 * Counts the steps of the evaluation that is under way, so that no event makes an expression take long. A step is
 * about 100 ns. Only what can grow with the event is counted while it runs; the rest is known beforehand.
 */

/** Steps that one evaluation may take: some 20 ms. */
export const mostSteps = 200_000;

/** The longest text that an expression sees or makes. */
export const longestText = 20_000;

let left = Number.POSITIVE_INFINITY;
let folded: Set<string> | undefined;

/** Takes steps from the evaluation that is under way. Throws when there are none left. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new RangeError("this takes too long");
}

/** Whether the evaluation that is under way has no steps left. */
export function isSpent(): boolean {
  return left < 0;
}

// The library puts the place into its message, so an error in a long expression takes twice as long as in a short one.
const errorSteps = 150;

/** Takes what it costs to make and catch an error. */
export function noteError(): void {
  left -= errorSteps;
}

// Folding is the dear part of a search, and what was folded once is remembered.
const foldingSteps = 3;
const searchedPerStep = 200;

/** Takes what it costs to fold a text, less if this evaluation did so before, and to search it this many times. */
export function spendSearch(text: string, searches = 1): void {
  if (left === Number.POSITIVE_INFINITY) return;
  folded ??= new Set();
  const length = Math.min(text.length, longestText);
  const isNew = length > 0 && !folded.has(text);
  if (isNew) folded.add(text);
  spend(2 + (isNew ? foldingSteps * length : 0) + searches * (1 + Math.floor(length / searchedPerStep)));
}

const comparedPerStep = 500;

/** Takes what it may cost to find a text in another: the worst of them are compared at every place. */
export function spendFind(text: string, part: string): void {
  spend(Math.ceil((text.length * part.length) / comparedPerStep));
}

/** Takes what it costs to count the characters of a text. */
export function spendCount(value: unknown): void {
  if (typeof value === "string") spend(value.length >> 3);
}

/** Takes what it costs to look through a value once. */
export function spendLook(value: unknown): void {
  if (typeof value === "string") spend(1 + (value.length >> 7));
  else if (Array.isArray(value)) {
    spend(1 + value.length);
    for (const entry of value) if (typeof entry === "object" || typeof entry === "string") spendLook(entry);
  } else if (value instanceof Map) spend(1);
  else if (typeof value === "object" && value !== null) spendLook(Object.values(value));
}

export interface Metered {
  readonly value: unknown;
  /** It took more steps than it may; its value means nothing. */
  readonly isOver: boolean;
}

let shared = Number.POSITIVE_INFINITY;

/** Lets all evaluations of some work take together what one may take; inside another such work, besides that. */
export function sharingSteps<T>(work: () => T): T {
  const around = shared;
  shared = mostSteps;
  try {
    return work();
  } finally {
    shared = around;
  }
}

/** Runs an evaluation that has used some of its steps already. Undefined for one that throws. Never throws. */
export function metered(used: number, evaluate: () => unknown): Metered {
  const most = Math.min(mostSteps, shared);
  left = most - used;
  const depth = Error.stackTraceLimit;
  // The library throws for an absent field. Here that is an ordinary answer, so it must not cost a stack trace.
  Error.stackTraceLimit = 0;
  let value: unknown;
  try {
    value = evaluate();
  } catch {
    value = undefined;
  }
  Error.stackTraceLimit = depth;
  // Asked here and not by catching: `a || b` takes an error of `a` for an answer where `b` holds.
  const isOver = left < 0;
  shared -= most - Math.max(0, left);
  left = Number.POSITIVE_INFINITY;
  folded = undefined;
  return { value: isOver ? undefined : value, isOver };
}
