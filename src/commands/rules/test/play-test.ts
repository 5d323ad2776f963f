/** Plays one test, step by step, and holds what each step brought about against what was expected. */
import type { Expected, WrittenStep, WrittenTest } from "../../../files/test-file-schema.ts";
import type { Path, Place, YamlFile } from "../../../lib/yaml/parse-yaml.ts";
import { endOf, parseDuration } from "../../../model/duration.ts";
import type { EventDraft, LogEntry } from "../../../model/event.ts";
import { exampleEvent } from "../../../rules/check/examples.ts";
import { repeatedEvents } from "../../../rules/schema/example-schema.ts";
import { type Brought, openScene, type Scene, type SceneParts } from "./scene.ts";

/** An expectation that was not met. */
export interface Miss extends Mismatch, Place {
  /** Number of the step, from 1, and its time (ms since 1970). */
  readonly step: number;
  readonly at: number;
  readonly list: ListName;
  readonly wanted: object | undefined;
  /** All that came of this list. */
  readonly brought: readonly object[];
}

/** A step that could not be made. */
interface Stuck extends Place {
  readonly step: number;
  readonly at: number;
  readonly message: string;
}

export interface PlayedTest {
  readonly misses: readonly Miss[];
  readonly stuck: Stuck | undefined;
}

/** A step that goes wrong ends the test: what comes after it would say little. */
export async function playTest(
  test: WrittenTest,
  path: Path,
  yaml: YamlFile,
  parts: SceneParts,
): Promise<PlayedTest> {
  const scene = openScene(test, parts);
  try {
    for (const [index, step] of test.steps.entries()) {
      const place = [...path, "steps", index];
      const where = { step: index + 1, ...yaml.at(place) };
      const message = await makeStep(step, scene);
      const brought = scene.take();
      const at = scene.now();
      if (message !== undefined) return { misses: [], stuck: { ...where, at, message } };
      const misses = step.expect === undefined ? [] : missesOf(step.expect, brought);
      if (misses.length > 0) {
        const located = misses.map((miss) => ({ ...miss, ...placeOf(miss, [...place, "expect"], yaml) }));
        return { misses: located.map((miss) => ({ ...miss, step: index + 1, at })), stuck: undefined };
      }
    }
    return { misses: [], stuck: undefined };
  } finally {
    scene.close();
  }
}

/** Makes a step: time passes, then events and polls come. Answers why that could not be, where it could not. */
async function makeStep(step: WrittenStep, scene: Scene): Promise<string | undefined> {
  const at = momentOf(step, scene);
  if (at < scene.now()) return "this is before the step before";
  scene.passUntil(at);
  tellEvents(step.events ?? [], scene);
  for (const name of scene.sources) {
    const failing = step.fails?.[name];
    const items: readonly unknown[] | undefined = step.poll?.[name];
    if (items !== undefined) scene.show(name, items);
    if (failing !== undefined || items !== undefined) await scene.poll(name, failing);
  }
  for (const decision of ["release", "discard"] as const) {
    const name = step[decision];
    if (name !== undefined && !scene.decide(decision, name)) return `nothing is held back of ${name}`;
  }
  return undefined;
}

/** Tells events at once; between those that repeat time passes. */
function tellEvents(events: NonNullable<WrittenStep["events"]>, scene: Scene): void {
  let together: EventDraft[] = [];
  const tell = (): void => {
    if (together.length > 0) scene.tell(together);
    together = [];
  };
  for (const event of events) {
    const time = new Date(scene.now()).toISOString();
    for (const [index, one] of repeatedEvents({ ...event, time }).entries()) {
      if (index > 0) {
        tell();
        scene.passUntil(Date.parse(one.time ?? time));
      }
      together.push(draftOf(one));
    }
  }
  tell();
}

function momentOf({ at, after }: WrittenStep, scene: Scene): number {
  if (at !== undefined) return Date.parse(at);
  const length = after === undefined ? undefined : parseDuration(after);
  return length === undefined ? scene.now() : endOf(scene.now(), length, scene.calendar);
}

function draftOf(given: NonNullable<WrittenStep["events"]>[number]): EventDraft {
  const { type, source, subject, published, occurred, simulated, data } = exampleEvent(given);
  const clocks = {
    ...(published === undefined ? {} : { published }),
    ...(occurred === undefined ? {} : { occurred }),
    ...(simulated && { simulated }),
  };
  return { type, source, subject, ...clocks, data };
}

type Unplaced = Omit<Miss, "step" | "at" | keyof Place>;

function missesOf(expected: Expected, brought: Brought): Unplaced[] {
  const lists = broughtLists(brought);
  return listNames.flatMap((list) => {
    const wanted = expected[list];
    if (wanted === undefined) return [];
    const exactly = expected.exactly || wanted.length === 0;
    return compareLists(wanted, lists[list], exactly).map((mismatch) => ({
      ...mismatch,
      list,
      wanted: mismatch.expected === undefined ? undefined : wanted[mismatch.expected],
      brought: lists[list],
    }));
  });
}

function placeOf({ list, expected }: Unplaced, path: Path, yaml: YamlFile): Place {
  return expected === undefined ? yaml.atKey([...path, list]) : yaml.at([...path, list, expected]);
}

/** The lists that a test can expect something of. */
export const listNames = ["events", "alerts", "resolved", "mails", "held_back", "notices", "frames"] as const;
type ListName = (typeof listNames)[number];
type BroughtLists = Readonly<Record<ListName, readonly object[]>>;

/** Results of a step, in the words that tests use. */
function broughtLists({ entries, mails, suppressions, notices, frames }: Brought): BroughtLists {
  const of = (type: string) => entries.filter(({ event }) => event.type === type).map(alertOf);
  return {
    events: entries.filter(({ event }) => !event.type.startsWith("alert.")).map(eventOf),
    alerts: of("alert.fired"),
    // That nothing new came for a day or so is no answer of a rule.
    resolved: of("alert.resolved").filter(({ why }) => why !== "time"),
    mails: mails.map(({ address, from, subject, text }) => ({ to: address, from, subject, text })),
    held_back: suppressions.map(({ rule, key, reason }) => ({ rule, key, reason })),
    notices,
    frames,
  };
}

function eventOf({ event: { type, subject, source, published, occurred, data } }: LogEntry): object {
  const { now, was, changed } = data;
  return { type, subject, source, published, occurred, now, was, changed };
}

function alertOf({ event: { subject, data } }: LogEntry): Record<string, unknown> {
  return { ...data.now, subject };
}

// Whether what came has all that was expected of it; a subset of the fields is enough.

/** A field that is not as expected. */
interface Difference {
  /** Path, such as `now.ratio`; "" for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly came: unknown;
}

/** A difference between a list and its expectation. */
interface Mismatch {
  /** Expected entry that did not come; undefined: something came that was not expected. */
  readonly expected: number | undefined;
  /** Entry that came instead and is most like the expected one; undefined: none. */
  readonly came: number | undefined;
  /** Differences of those two; none if it came, but not in this order. */
  readonly differences: readonly Difference[];
}

/**
 * The expected ones must come in their order, others may come between them.
 * @param exactly no others may
 */
export function compareLists(
  expected: readonly unknown[],
  came: readonly unknown[],
  exactly: boolean,
): Mismatch[] {
  const found = inOrder(expected, came);
  const taken = new Set(found);
  const left = new Set([...came.keys()].filter((index) => !taken.has(index)));
  const mismatches = expected.flatMap((one, index): Mismatch[] => {
    if (found[index] !== undefined) return [];
    const nearest = nearestOf(one, came, left);
    if (nearest === undefined) return [{ expected: index, came: undefined, differences: [] }];
    left.delete(nearest.came);
    return [{ expected: index, ...nearest }];
  });
  if (!exactly) return mismatches;
  const others = [...left].map((index) => ({ expected: undefined, came: index, differences: [] }));
  return [...mismatches, ...others];
}

/** Finds the differences of a value from its expectation. */
function differences(expected: unknown, came: unknown, path = ""): Difference[] {
  const differs = [{ path, expected, came }];
  if (isPart(expected)) return typeof came === "string" && came.includes(expected.contains) ? [] : differs;
  if (Array.isArray(expected)) {
    if (!Array.isArray(came)) return differs;
    return compareLists(expected, came, false).length === 0 ? [] : differs;
  }
  // Nothing is null: a field that is not known is absent.
  if (expected === null) return came === undefined || came === null ? [] : differs;
  if (typeof expected !== "object") return Object.is(expected, came) ? [] : differs;
  if (typeof came !== "object" || came === null || Array.isArray(came)) return differs;
  const fields = came as Readonly<Record<string, unknown>>;
  return Object.entries(expected).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return differences(value, fields[name], path === "" ? name : `${path}.${name}`);
  });
}

/** `{ contains: text }`, which stands for a text that has this part. */
export function isPart(expected: unknown): expected is { contains: string } {
  if (typeof expected !== "object" || expected === null) return false;
  const [[key, value] = [], ...others] = Object.entries(expected);
  return key === "contains" && typeof value === "string" && others.length === 0;
}

/** Matches each expected entry with one that came. Taking the first that fits leaves most for those after it. */
function inOrder(expected: readonly unknown[], came: readonly unknown[]): (number | undefined)[] {
  let next = 0;
  return expected.map((one) => {
    const index = came.findIndex((other, at) => at >= next && differences(one, other).length === 0);
    if (index < 0) return undefined;
    next = index + 1;
    return index;
  });
}

function nearestOf(expected: unknown, came: readonly unknown[], left: ReadonlySet<number>) {
  const candidates = [...left].map((index) => ({
    came: index,
    differences: differences(expected, came[index]),
  }));
  const [nearest] = candidates.sort((a, b) => a.differences.length - b.differences.length);
  return nearest;
}
