/** `any`: several maps of conditions, one of which must hold. */
import type { TradingCalendar } from "../../../model/trading-calendar.ts";
import { type Between, type Condition, type Found, valuesOf, type WrittenCondition } from "../condition.ts";
import { addFound, cease, holdAt, takeEvent, turned } from "./together.ts";

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
export function anyOf(maps: readonly OneOf[]): Condition {
  const partsOf = (memory: unknown, index: number) => (memory as Memory | undefined)?.parts[index] ?? nothing;
  const holdsAt = (memory: unknown, at: number, calendar: TradingCalendar) =>
    maps.some((one, index) => holdAt(one, { parts: partsOf(memory, index) }, at, calendar));
  const lasting = maps.filter((one) => one.every((condition) => condition.holdsAt !== undefined));
  const turns = lasting.some((one) => one.some(({ turnsAt }) => turnsAt !== undefined));
  const changesAt = (memory: unknown, after: number, calendar: TradingCalendar) =>
    earliest(maps, (condition, index, place) =>
      condition.changesAt?.(partsOf(memory, index)[place] ?? undefined, after, calendar),
    );
  return {
    knowsWhatWas: maps.some((one) => one.some(({ knowsWhatWas }) => knowsWhatWas)),
    read: undefined,
    take(memory, seen) {
      const before = memory as Memory | undefined;
      const at = Math.max(seen.at, before?.at ?? seen.at);
      const lapsed = !holdsAt(memory, at, seen.calendar);
      const taken = maps.map((one, index) => {
        const parts = partsOf(memory, index);
        const values = valuesOf(one, seen.variables);
        const asked = values && takeEvent(one, { parts, held: false }, seen, values);
        const holds = asked?.counts ? asked.held : holdAt(one, asked ?? { parts }, at, seen.calendar);
        return { parts: asked?.parts ?? parts, holds, asked };
      });
      return {
        memory: memoryOf(
          taken.map(({ parts }) => parts),
          at,
        ),
        counts: taken.some(({ asked }) => asked?.countsSomewhere),
        holds: taken.some(({ holds }) => holds),
        lapsed,
        isFull: taken.some(({ asked }) => asked?.isFull),
        // Those of a map that holds go over the others, and of two of them those of the first.
        found: merged([
          ...taken.filter(({ holds }) => !holds).reverse(),
          ...taken.filter(({ holds }) => holds).reverse(),
        ]),
      };
    },
    ceases: (memory, between, calendar) =>
      memory !== undefined && hasGap({ maps, holdsAt, changesAt }, memory as Memory, between, calendar),
    holdsAt: lasting.length === 0 ? undefined : holdsAt,
    turnsAt: turns
      ? (memory, after, calendar) =>
          earliest(maps, (condition, index, place) =>
            lasting.includes(maps[index] ?? [])
              ? condition.turnsAt?.(partsOf(memory, index)[place] ?? undefined, after, calendar)
              : undefined,
          )
      : undefined,
    turned: (memory, between, calendar) =>
      maps.some((one, index) => {
        const known = { parts: partsOf(memory, index) };
        return holdAt(one, known, between.to, calendar) && turned(one, known, between, calendar);
      }),
    changesAt,
    foundAt(memory, at, calendar) {
      const found: Record<string, Found[string]> = {};
      const inOrder = maps.map((one, index) => ({ one, parts: partsOf(memory, index) })).reverse();
      const holding = inOrder.filter(({ one, parts }) => holdAt(one, { parts }, at, calendar));
      for (const { one, parts } of [...inOrder, ...holding])
        for (const [place, condition] of one.entries())
          addFound(found, condition, condition.foundAt?.(parts[place] ?? undefined, at, calendar));
      return found;
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

const nothing: readonly unknown[] = [];

/** Undefined where no condition has a state. */
function memoryOf(parts: Memory["parts"], at: number): Memory | undefined {
  const isEmpty = parts.every((own) => own.every((part) => part === null));
  return isEmpty ? undefined : { parts, at };
}

function merged(taken: readonly { readonly asked: { readonly found: Found } | undefined }[]): Found {
  const found: Record<string, Found[string]> = {};
  for (const { asked } of taken) Object.assign(found, asked?.found);
  return found;
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

/** Whether at some moment of a time without an event no map holds. */
function hasGap(
  {
    maps,
    holdsAt,
    changesAt,
  }: { readonly maps: readonly OneOf[] } & Pick<Condition, "holdsAt" | "changesAt">,
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
    if (!holdsAt?.(memory, moment, calendar)) return true;
    const next = changesAt?.(memory, moment, calendar);
    if (next === undefined || next > to) return false;
    moment = next;
  }
  return true;
}
