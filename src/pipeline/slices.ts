/**
 * The change of a poll that one turn cannot write: it is stored apart, slice by slice, each in a commit and a turn of its
 * own. With the last slice it is whole, and leaves part by part as any other that is kept apart (quarantine-end.ts), over
 * a restart too. Until then nothing of it counts: the next poll drops what a crash left of it, and finds all of it again.
 */
import { concatMap, from, map, type Observable, of, takeWhile } from "rxjs";
import { nextTurn } from "../lib/turns.ts";
import type { Hold, SourceWrite } from "../model/commit.ts";
import type { Change } from "./change.ts";
import { health } from "./health.ts";
import type { House } from "./house.ts";
import { type Admitted, isWhole } from "./quarantine.ts";

/** Rows that a poll writes in one turn: a row is an event, or an item that is put or dropped. */
const mostRows = 500;

/** Puts the change of a poll together, and gives it at once or in slices. */
export function inSlices(admitted: Admitted, house: House): Observable<Change> {
  const { name } = admitted.poll.watched.source;
  const whole = wholeOf(admitted);
  // Parts of a poll that comes in parts are small, and the next is asked for when one is committed.
  if (whole === undefined || !isWhole(admitted.poll)) return of(health(admitted, house));
  const { cursor: _, hold: __, ...times } = admitted.write;
  const changeAt = (write: Pick<SourceWrite, "put" | "drop" | "hold">) =>
    health({ ...admitted, told: [], write: { ...times, ...write } }, house);
  return from(slicesOf(whole)).pipe(
    concatMap((slice, index) => from(nextTurn()).pipe(map(() => ({ slice, index })))),
    map(({ slice, index }) => {
      // After one that could not be written the poll has no result.
      if (index > 0 && !isStored(house.store.hold(name), index)) return health(fruitless(admitted), house);
      const write = { put: [], drop: [], hold: slice };
      if (slice.stage !== "storing") return changeAt(write);
      return { drafts: [], batch: { source: { name, outage: house.store.outage(name), ...write } } };
    }),
    takeWhile(({ poll }) => poll === undefined, true),
  );
}

/** Whether so many slices are there. */
function isStored(hold: ReturnType<House["store"]["hold"]>, slices: number): boolean {
  return hold?.stage === "storing" && hold.items === slices;
}

function fruitless(admitted: Admitted): Admitted {
  return { ...admitted, told: [], news: [], write: { put: [], drop: [] } };
}

/** All that a poll wants to write, as something that is kept apart; undefined: one turn can write it. */
function wholeOf({ at, told, write: { put, drop, cursor, hold } }: Admitted): Hold | undefined {
  if (hold !== undefined && "end" in hold) return undefined;
  const since = new Date(at).toISOString();
  const whole = hold ?? { stage: "told", since, items: 0, message: "", drafts: told, put, drop, cursor };
  return whole.drafts.length + whole.put.length + whole.drop.length > mostRows ? whole : undefined;
}

/** The stage and the cursor come with the last slice. What is dropped comes first: an item that is put as well is put. */
function* slicesOf({ drafts, put, drop, stage, cursor, ...facts }: Hold): Generator<Hold> {
  const rows = { drafts, put, drop };
  const places = { drafts: 0, put: 0, drop: 0 };
  const next = <Row>(kind: keyof typeof rows, all: readonly Row[], room: number): readonly Row[] => {
    const first = places[kind];
    places[kind] = Math.min(all.length, first + room);
    return all.slice(first, places[kind]);
  };
  let slices = 0;
  for (let isLast = false; !isLast; ) {
    const dropped = next("drop", drop, mostRows);
    const told = next("drafts", drafts, Math.floor((mostRows - dropped.length) / 2));
    const stored = next("put", put, mostRows - dropped.length - told.length);
    isLast = places.drop === drop.length && places.drafts === drafts.length && places.put === put.length;
    slices += 1;
    const end = isLast ? { stage, cursor } : { stage: "storing" as const, items: slices, cursor: undefined };
    yield { ...facts, ...end, drafts: told, put: stored, drop: dropped };
  }
}
