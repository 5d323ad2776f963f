/** `any`: several maps of conditions, one of which must hold. */
import type { TradingCalendar } from "../../../model/dates.ts";
import {
  type Between,
  type EventCondition,
  type FoundValues,
  type Seen,
  type TakenByCondition,
  valuesOf,
  type WrittenCondition,
} from "../condition.ts";
import { areKnown, cease, foundAt, type Held, holdAt, takeEvent, turned } from "./together.ts";

/** The conditions of one map. All of them must hold. */
export type OneOf = readonly WrittenCondition[];

interface Memory {
  /** For each map the states of its conditions, in their order; null: none. */
  readonly parts: (readonly unknown[])[];
  /** The newest event that was seen, ms since 1970. */
  readonly at: number;
}

/**
 * Holds while all conditions of one map do. An event without the value that one of them measures plays no part in its
 * map, and goes on to the others.
 */
export function anyOf(maps: readonly OneOf[]): EventCondition {
  const partsOf = (memory: unknown, index: number) => (memory as Memory | undefined)?.parts[index] ?? nothing;
  const holdsAt = (memory: unknown, at: number, calendar: TradingCalendar) =>
    maps.some((one, index) => holdAt(one, { parts: partsOf(memory, index) }, at, calendar));
  const lasting = maps.filter((one) => one.every((condition) => condition.holdsAt !== undefined));
  const turns = lasting.some((one) => one.some(({ turnsAt }) => turnsAt !== undefined));
  const changesAt = (memory: unknown, after: number, calendar: TradingCalendar) =>
    earliest(maps, (condition, index, place) =>
      condition.changesAt?.(partsOf(memory, index)[place] ?? undefined, after, calendar),
    );
  const turnsAt = (memory: unknown, after: number, calendar: TradingCalendar) =>
    earliest(maps, (condition, index, place) =>
      lasting.includes(maps[index] ?? [])
        ? condition.turnsAt?.(partsOf(memory, index)[place] ?? undefined, after, calendar)
        : undefined,
    );
  const around = { maps, holdsAt, turnsAt, changesAt };
  return {
    knowsWhatWas: maps.some((one) => one.some(({ knowsWhatWas }) => knowsWhatWas)),
    read: undefined,
    take: (memory, seen) => takeInMaps(maps, memory as Memory | undefined, seen),
    ceases: (memory, between, calendar) =>
      memory !== undefined && hasGap(around, memory as Memory, between, calendar),
    holdsAt: lasting.length === 0 ? undefined : holdsAt,
    isKnown: (memory, at, calendar) =>
      maps.some((one, index) => {
        const known = { parts: partsOf(memory, index) };
        return holdAt(one, known, at, calendar) && areKnown(one, known, at, calendar);
      }),
    turnsAt: turns ? turnsAt : undefined,
    turned: (memory, between, calendar) =>
      memory !== undefined && hasBegun(around, memory as Memory, between, calendar),
    changesAt,
    foundAt(memory, at, calendar) {
      const inMaps = maps.map((one, index) => {
        const known = { parts: partsOf(memory, index) };
        return { holds: holdAt(one, known, at, calendar), found: foundAt(one, known, at, calendar) };
      });
      return merged(inMaps);
    },
    look: (memory, at) => ({ entries: 0, to: (memory as Memory | undefined)?.at ?? at, measured: {} }),
    compared: undefined,
    members: {
      maps,
      memories: (memory) =>
        maps.map((one, index) => one.map((_, place) => partsOf(memory, index)[place] ?? undefined)),
      join: (memories, at) =>
        memoryOf(
          memories.map((own) => own.map((part) => part ?? null)),
          at,
        ),
    },
  };
}

function takeInMaps(maps: readonly OneOf[], before: Memory | undefined, seen: Seen): TakenByCondition {
  const { calendar } = seen;
  const at = Math.max(seen.at, before?.at ?? seen.at);
  const known = maps.map((_, index) => ({ parts: before?.parts[index] ?? nothing, held: false }));
  // Before the states are changed in place.
  const lapsed = !maps.some((one, index) => holdAt(one, known[index] ?? { parts: nothing }, at, calendar));
  const taken = maps.map((one, index) => takeInMap(one, known[index], { seen, at }));
  const counts = taken.some((map) => map.counts);
  const holds = taken.some((map) => map.holds);
  const parts = taken.map((map) => map.parts);
  return {
    memory: memoryOf(parts, at),
    counts,
    isApart: !counts,
    // What is too late for all maps that hold begins nothing, as it does without `any`.
    bars: holds && !taken.some((map) => map.holds && map.mayBegin),
    holds,
    lapsed,
    isFull: taken.some(({ isFull }) => isFull),
    found: merged(taken),
  };
}

/** Asks one map about an event; one that is no event for it leaves it as it is at that moment. */
function takeInMap(
  one: OneOf,
  known: Held | undefined,
  { seen, at }: { readonly seen: Seen; readonly at: number },
): InMap & { readonly parts: readonly unknown[] } {
  const values = valuesOf(one, seen.variables);
  const { parts = nothing } = known ?? {};
  if (values === undefined)
    return {
      ...{ parts, counts: false, isFull: false },
      mayBegin: areKnown(one, { parts }, at, seen.calendar),
      holds: holdAt(one, { parts }, at, seen.calendar),
      found: foundAt(one, { parts }, at, seen.calendar),
    };
  const asked = takeEvent(one, known, seen, values);
  const { parts: taken, countsSomewhere: counts, mayBegin, isFull } = asked;
  if (counts) return { parts: taken, counts, mayBegin, isFull, holds: asked.holds, found: asked.found };
  // What came too late for the map turns nobody's look back.
  const holds = holdAt(one, asked, at, seen.calendar);
  return { parts: taken, counts, mayBegin, isFull, holds, found: foundAt(one, asked, at, seen.calendar) };
}

interface InMap {
  readonly counts: boolean;
  /** Whether the rule may begin with the event by this map. */
  readonly mayBegin: boolean;
  readonly isFull: boolean;
  readonly holds: boolean;
  readonly found: FoundValues;
}

const nothing: readonly unknown[] = [];

/** Undefined where no condition has a state. */
function memoryOf(parts: Memory["parts"], at: number): Memory | undefined {
  const isEmpty = parts.every((own) => own.every((part) => part === null));
  return isEmpty ? undefined : { parts, at };
}

/** Values that maps found: those of a map that holds go over the others, and of two of them those of the first. */
function merged(maps: readonly Pick<InMap, "holds" | "found">[]): FoundValues {
  const inOrder = [
    ...maps.filter(({ holds }) => !holds).reverse(),
    ...maps.filter(({ holds }) => holds).reverse(),
  ];
  return Object.assign({}, ...inOrder.map(({ found }) => found));
}

function earliest(
  maps: readonly OneOf[],
  momentOf: (condition: WrittenCondition, index: number, place: number) => number | undefined,
): number | undefined {
  const moments = maps.flatMap((one, index) =>
    one.flatMap((condition, place) => momentOf(condition, index, place) ?? []),
  );
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Most moments that are looked at: where more maps take over from each other, one is taken to have been too late. */
const mostMoments = 1_000;

/** Maps, and answers about all of them. */
interface Around extends Pick<EventCondition, "changesAt"> {
  readonly maps: readonly OneOf[];
  holdsAt(memory: Memory, at: number, calendar: TradingCalendar): boolean;
  /** The first moment after one at which a condition of a map may begin to hold by time. */
  turnsAt(memory: Memory | undefined, after: number, calendar: TradingCalendar): number | undefined;
}

/** Whether at some moment of a time without an event no map holds. */
function hasGap(
  { maps, holdsAt, changesAt }: Around,
  memory: Memory,
  { from = memory.at, to }: Between,
  calendar: TradingCalendar,
): boolean {
  const since = Math.max(from, memory.at);
  const goesOn = maps.some((one, index) => {
    const known = { parts: memory.parts[index] ?? nothing };
    return (
      holdAt(one, known, since, calendar) &&
      holdAt(one, known, to, calendar) &&
      !cease(one, known, { from: since, to }, calendar)
    );
  });
  if (goesOn) return false;
  let moment = since;
  for (let looks = 0; looks < mostMoments; looks += 1) {
    if (!holdsAt(memory, moment, calendar)) return true;
    const next = changesAt?.(memory, moment, calendar);
    if (next === undefined || next > to) return false;
    moment = next;
  }
  return true;
}

/** Whether a map began by time at a moment before which none held, and one has held since then. */
function hasBegun(
  around: Around,
  memory: Memory,
  { from, to }: { readonly from: number; readonly to: number },
  calendar: TradingCalendar,
): boolean {
  const { maps, holdsAt, turnsAt } = around;
  if (!holdsAt(memory, to, calendar)) return false;
  const begins = (at: number) =>
    maps.some((one, index) => {
      const known = { parts: memory.parts[index] ?? nothing };
      const begins =
        holdAt(one, known, at, calendar) && turned(one, known, { from: at - 1, to: at }, calendar);
      return begins && areKnown(one, known, at, calendar);
    });
  let begun: number | undefined;
  let moment = turnsAt(memory, from, calendar);
  for (let looks = 0; looks < mostMoments && moment !== undefined && moment <= to; looks += 1) {
    if (!holdsAt(memory, moment - 1, calendar) && begins(moment)) begun = moment;
    moment = turnsAt(memory, moment, calendar);
  }
  return begun !== undefined && !hasGap(around, memory, { from: begun, to }, calendar);
}
