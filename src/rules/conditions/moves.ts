/** `moves`: a value moved by so much, against the last one or the one of some time ago. */
import * as z from "zod";
import type { TradingCalendar } from "../../model/dates.ts";
import { type Duration, endOf, parseDuration, startOf } from "../../model/duration.ts";
import { withoutNoise } from "../../model/numbers.ts";
import { memoryLimits } from "../../model/rule.ts";
import { length, needs } from "../context/schema-parts.ts";
import { warnOfPercent } from "../lint/odd-values.ts";
import { computedPositive, withBounds } from "./combined/computed-bounds.ts";
import { type EventCondition, lookAt, type Seen } from "./condition.ts";
import { compileOf, conditionMember, type OfExpression, of, rememberedNumber } from "./member.ts";

const schema = z
  .strictObject({
    of,
    by: computedPositive("smallest move, in the unit of the value", 20),
    percent: computedPositive(
      "smallest move in percent of the value before; with `by` both must be reached",
      5,
    ),
    direction: z
      .enum(["up", "down", "either"])
      .default("either")
      .describe("direction: `up`, `down` or `either`")
      .meta({ examples: ["up"] }),
    since: length(
      "compares with the value of that long ago; by default with the last value",
      "5bd",
    ).optional(),
  })
  .refine(({ by, percent }) => by !== undefined || percent !== undefined, {
    error: "`by` or `percent` is needed",
  })
  .meta({ anyOf: needs(["by", "percent"]) });

export const moves = conditionMember({
  key: "moves",
  about: "a value moved by at least so much, since the last event or within a time",
  examples: [{ of: "now.rank", by: 20, direction: "down", since: "1d" }],
  schema,
  borrowed: {
    functions: /^(moves|moved|change_?of|delta)$/i,
    write: "moves: { of: now.ratio, by: 1 }",
  },
  found: ["moved"],
  // Against the value of some time ago it is so until that value is another one.
  isMomentary: ({ since }) => since === undefined,
  events: () => [],
  compile(written, path, around) {
    const of = compileOf(written.of, "number", path, around);
    const since = written.since === undefined ? undefined : parseDuration(written.since);
    if (of === undefined) return undefined;
    return withBounds(written, ["by", "percent"], { path, around }, (bounds) =>
      createMoves({
        ...{ of, since, direction: written.direction, mostEntries: memoryLimits.entries },
        get by() {
          return bounds.by;
        },
        get percent() {
          return bounds.percent;
        },
      }),
    );
  },
  lint({ percent }, path, rule) {
    if (typeof percent === "number") warnOfPercent(percent, [...path, "percent"], rule);
    return true;
  },
});

export interface Moves {
  readonly of: OfExpression;
  /** Both are asked for where both are given. */
  readonly by?: number | undefined;
  readonly percent?: number | undefined;
  readonly direction: "up" | "down" | "either";
  /** Age of the value that is compared with; absent: the last event's. */
  readonly since?: Duration | undefined;
  readonly mostEntries: number;
}

/** In order of time. */
type Entries = (readonly [at: number, value: number])[];

/**
 * Against the last value each event stands for itself; against one of some time ago the condition holds for as long
 * as the two are so far apart. Where there is no value so old, it does not hold. An event older than the newest
 * plays no part.
 */
export function createMoves(made: Moves): EventCondition {
  return {
    ...(made.since === undefined ? onlyWithEvents : withTime(made, made.since)),
    knowsWhatWas: true,
    turnsAt: undefined,
    read: (variables) => rememberedNumber(made.of, variables),
    take: (memory, seen, given) => takeValue((memory ?? []) as Entries, seen, Number(given), made),
    compared(memory, { at, calendar }) {
      const entries = (memory ?? []) as Entries;
      const base = entries[baseOf(entries, at, made, calendar)];
      return base && { at: base[0], value: base[1] };
    },
    look(memory) {
      const entries = (memory ?? []) as Entries;
      const last = entries.at(-1)?.[1];
      return lookAt(entries, last === undefined ? {} : { last });
    },
  };
}

const onlyWithEvents = { changesAt: undefined, holdsAt: undefined, foundAt: undefined, ceases: undefined };

/** Answers of a move since some time ago, which time changes: the value that is compared with becomes another one. */
function withTime(
  made: Moves,
  since: Duration,
): Pick<EventCondition, "holdsAt" | "foundAt" | "ceases" | "changesAt"> {
  return {
    changesAt(memory, after, calendar) {
      const ends = ((memory ?? []) as Entries).map(([at]) => endOf(at, since, calendar));
      return ends.find((end) => end > after);
    },
    holdsAt: (memory, at, calendar) => holdsAt((memory ?? []) as Entries, at, made, calendar),
    foundAt: (memory, at, calendar) => foundOf(moveAt((memory ?? []) as Entries, at, made, calendar)),
    ceases(memory, { from, to }, calendar) {
      const entries = (memory ?? []) as Entries;
      const last = entries.at(-1)?.[1];
      if (last === undefined) return false;
      const upTo = (moment: number) => baseOf(entries, moment, made, calendar) + 1;
      const bases = entries.slice(from === undefined ? 0 : upTo(from), upTo(to));
      const beginsAt = (base: Entries[number] | undefined) => base && endOf(base[0], since, calendar);
      return bases.some(
        (base, place) => beginsAt(base) !== beginsAt(bases[place + 1]) && !isMove(base[1], last, made),
      );
    },
  };
}

function takeValue(
  entries: Entries,
  { at, calendar }: Seen,
  value: number,
  made: Moves,
): ReturnType<EventCondition["take"]> {
  const newest = entries.at(-1) ?? [at, value];
  if (at < newest[0]) {
    const holds = made.since !== undefined && holdsAt(entries, newest[0], made, calendar);
    const found = made.since === undefined ? {} : foundOf(moveAt(entries, newest[0], made, calendar));
    return { memory: entries, counts: false, holds, lapsed: false, found };
  }
  const base = baseOf(entries, at, made, calendar);
  const from = entries[base]?.[1];
  if (made.since === undefined) entries.length = 0;
  else if (base > 0) entries.splice(0, base);
  entries.push([at, value]);
  const tooMany = entries.length - made.mostEntries;
  if (tooMany > 0) entries.splice(0, tooMany);
  return {
    isFull: tooMany > 0,
    memory: entries,
    counts: true,
    holds: from !== undefined && isMove(from, value, made),
    // The value that it was compared with may be another one by now.
    lapsed: made.since === undefined || from === undefined || !isMove(from, newest[1], made),
    found: foundOf(from === undefined ? undefined : [from, value]),
  };
}

/** Place of the value that one at a moment is compared with; -1: there is none. */
function baseOf(entries: Entries, at: number, { since }: Moves, calendar: TradingCalendar): number {
  return lastUpTo(entries, since === undefined ? at : startOf(at, since, calendar));
}

function moveAt(entries: Entries, at: number, made: Moves, calendar: TradingCalendar) {
  const from = entries[baseOf(entries, at, made, calendar)]?.[1];
  const to = entries.at(-1)?.[1];
  return from === undefined || to === undefined ? undefined : ([from, to] as const);
}

function holdsAt(entries: Entries, at: number, made: Moves, calendar: TradingCalendar): boolean {
  const move = moveAt(entries, at, made, calendar);
  return move !== undefined && isMove(...move, made);
}

/** The last that is not after a moment, -1 where none is. What is older was forgotten, so it is among the first. */
function lastUpTo(entries: Entries, moment: number): number {
  let last = -1;
  while (last + 1 < entries.length && (entries[last + 1]?.[0] ?? 0) <= moment) last += 1;
  return last;
}

function foundOf(move: readonly [from: number, to: number] | undefined): Readonly<Record<string, number>> {
  return move === undefined ? {} : { moved: withoutNoise(move[1] - move[0]) };
}

function isMove(from: number, to: number, { by, percent, direction }: Moves): boolean {
  const moved = withoutNoise(to - from);
  if ((direction === "up" && moved <= 0) || (direction === "down" && moved >= 0)) return false;
  if (by !== undefined && Math.abs(moved) < by) return false;
  // There is no percentage of 0.
  return percent === undefined || (from !== 0 && withoutNoise(Math.abs(moved / from) * 100) >= percent);
}
