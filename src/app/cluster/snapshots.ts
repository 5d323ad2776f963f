/** Snapshots of the writer's database, from which other machines begin; the log of the cluster is kept from the older of the last two on. */
import { dropDatabase } from "../../store/copies.ts";
import { placeKey } from "../../store/door.ts";
import { openStoreReader } from "../../store/reader.ts";
import type { Store } from "../../store/store.ts";
import { backUp } from "../database/back-up.ts";
import type { Machine } from "./machine.ts";

const lookMs = 10_000;
/** A snapshot is made for so many messages, or after so long where there are any. */
const mostMessages = 20_000;
const mostMs = 3_600_000;
/** Where one could not be made. */
const againMs = 60_000;

/**
 * Makes one at once where there is none; the answer ends it, and waits for one under way.
 * @param seen called with when the newest was made, ms since 1970
 */
export function keepSnapshots(
  machine: Machine,
  store: Pick<Store, "path" | "place">,
  seen: (at: number) => void,
): () => Promise<void> {
  const { shared, clock, log } = machine;
  let isStopped = false;
  let cancel = (): void => undefined;
  let last: { readonly place: number; readonly at: number } | undefined;
  const isDue = () => {
    if (last === undefined) return true;
    const messages = store.place() - last.place;
    return messages >= mostMessages || (messages > 0 && clock.now() - last.at >= mostMs);
  };
  const look = async (): Promise<void> => {
    let wait = lookMs;
    try {
      const newest = await shared.snapshots.newest();
      if (newest) {
        last = { place: newest.sequence, at: newest.at };
        seen(newest.at);
      }
      if (isDue() && !isStopped) {
        const place = await putSnapshot(store.path, machine, newest?.sequence);
        log.info({ place }, "a snapshot for the other machines is made");
      }
    } catch (error) {
      log.warn({ error: String(error) }, "a snapshot for the other machines could not be made");
      wait = againMs;
    }
    if (!isStopped) cancel = clock.after(wait, () => void begin());
  };
  let underWay = Promise.resolve();
  const begin = () => {
    underWay = look();
  };
  begin();
  return async () => {
    isStopped = true;
    cancel();
    await underWay;
  };
}

/**
 * Puts a copy of the database there, and answers its place.
 * @param before place of the one before, from which on the log stays; undefined: there is none
 */
export async function putSnapshot(
  path: string,
  { shared }: Pick<Machine, "shared">,
  before: number | undefined,
): Promise<number> {
  const copy = `${path}.snapshot`;
  try {
    const made = await backUp(path, copy, { force: true });
    if (!made.ok) throw new Error("the database is damaged");
    const place = placeOf(copy);
    await shared.snapshots.put(place, copy);
    if (before !== undefined && before < place) {
      await shared.snapshots.drop(before);
      await shared.log.purge(before);
    }
    return place;
  } finally {
    dropDatabase(copy);
  }
}

function placeOf(copy: string): number {
  const reader = openStoreReader(copy);
  try {
    return Number(reader.meta(placeKey) ?? 0);
  } finally {
    reader.close();
  }
}
