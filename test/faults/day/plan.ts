/** All that goes wrong on a day, decided by a seed: services, mail server, disk, clock, the process and the readers. */
import type { Fault, ServiceName } from "../../../src/simulator/http/service.ts";
import { Random } from "../../support/random.ts";

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
/** A Tuesday, and the weekdays before it. */
export const days = { today: "2027-04-06", before: "2027-04-05", twoBefore: "2027-04-02" };
/** 06:00 in Japan; the first polls find the baselines. */
export const startsAt = Date.parse(`${days.today}T06:00:00+09:00`);
/** What goes wrong does so between these, ms from the start. */
const [troubleFrom, troubleTo] = [hourMs, 15 * hourMs];
/** From then on all is well, so that what is left over is told. */
export const calmFrom = 16 * hourMs;
export const endsAt = 18 * hourMs;

/** Times are ms from the start, of time that passes. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const faultKinds = [
  "429",
  "500",
  "503",
  "timeout",
  "cut",
  "slow",
  "garbage",
  "empty",
  "redirect",
  "drift",
  "left-out",
] as const;
export const services = ["market", "forum", "statistics"] as const;

export type ServiceFault = Span & {
  readonly service: ServiceName;
  /** `down`: nobody listens. */
  readonly kind: Fault["kind"] | "down";
  /** 0 to 1, of each request. */
  readonly probability: number;
};

export type MailFault = Span & {
  /** `lost`: taken, and the answer to that is lost. */
  readonly kind: "refused" | "silent" | "lost";
};

export type DiskFault = Span & { readonly kind: "full" | "read-only" };

/** What is done at a moment. */
export type Deed = { readonly at: number } & (
  | {
      readonly kind: "crash" /** Turns of the event loop after the moment. */;
      readonly turns: number;
      readonly downMs: number;
    }
  | { readonly kind: "restart" }
  | { readonly kind: "set clock"; readonly byMs: number }
  | { readonly kind: "drop reader"; readonly reader: number; readonly awayMs: number }
);

export interface DayPlan {
  readonly seed: number;
  readonly services: readonly ServiceFault[];
  readonly mail: readonly MailFault[];
  readonly disk: readonly DiskFault[];
  readonly deeds: readonly Deed[];
}

export const readers = 3;

export function planDay(seed: number): DayPlan {
  const dice = new Random(seed);
  const at = () => Math.floor(troubleFrom + dice.next() * (troubleTo - troubleFrom));
  const span = (longestMs: number): Span => {
    const from = at();
    return { from, to: Math.min(troubleTo, from + Math.ceil(dice.next() * longestMs)) };
  };
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: dice.below(most + 1) }, make);
  const deeds: Deed[] = [
    ...some(
      2,
      (): Deed => ({
        kind: "crash",
        at: onTick(at(), dice),
        turns: dice.below(40),
        downMs: dice.pick([0, 0, 1, 20, 70]) * minuteMs,
      }),
    ),
    ...some(1, (): Deed => ({ kind: "restart", at: at() })),
    ...some(
      2,
      (): Deed => ({
        kind: "set clock",
        at: at(),
        byMs: dice.pick([-90, -60, -1, 1, 60, 90]) * minuteMs + dice.below(9_000),
      }),
    ),
    ...some(
      6,
      (): Deed => ({
        kind: "drop reader",
        at: at(),
        reader: dice.below(readers),
        awayMs: dice.pick([0, 1, 30]) * minuteMs,
      }),
    ),
  ];
  return {
    seed,
    services: some(9, () => ({
      ...span(3 * hourMs),
      service: dice.pick(services),
      kind: dice.pick([...faultKinds, "down"] as const),
      probability: dice.pick([0.3, 0.7, 1]),
    })),
    mail: some(2, () => ({ ...span(hourMs), kind: dice.pick(["refused", "silent", "lost"] as const) })),
    disk: some(1, () => ({ ...span(hourMs / 2), kind: dice.pick(["full", "read-only"] as const) })),
    deeds: deeds.sort((a, b) => a.at - b.at),
  };
}

/** Most polls begin at full quarters of an hour: half of the moments are there, so that polls are under way. */
function onTick(at: number, dice: Random): number {
  const quarter = hourMs / 4;
  return dice.next() < 0.5 ? at : Math.floor(at / quarter) * quarter;
}

export function isWithin(at: number, { from, to }: Span): boolean {
  return at >= from && at < to;
}
