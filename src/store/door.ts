/**
 * The one door of the store: every write that changes what a monitor knows goes through it. Where several machines keep
 * copies of the database, a write is added to their shared log first and done here after that, or not at all.
 */
import type { Devices } from "../model/devices.ts";
import type { ConsumerPlaces } from "../model/event.ts";
import type { Acts, WriteAnswers } from "./acts.ts";
import type { Cached } from "./commit.ts";
import type { Database } from "./database.ts";
import { originsOf, type StoredOrigins } from "./origins.ts";
import type { Pruned, PrunedBatch, PruneLimits } from "./prune.ts";
import { guardedReads } from "./sqlite-error.ts";
import type { MetaTable } from "./tables/meta.ts";
import type { OutboxTable } from "./tables/outbox.ts";
import type { Tables } from "./tables/tables.ts";
import type { Journal, StoreWrite, WriteKind, Writes } from "./write.ts";
import type { Writing } from "./writing.ts";

export interface WriteDoor {
  /** Throws what the journal throws, and what SQLite does. */
  write<Kind extends WriteKind>(kind: Kind, write: Writes[Kind]): WriteAnswers[Kind];
  /** Does what the shared log has at a place. */
  follow(write: StoreWrite, place: number): void;
}

interface DoorParts {
  readonly db: Database;
  readonly meta: MetaTable;
  readonly acts: Acts;
  readonly journal: Journal | undefined;
}

/** Key of the fact up to which place of the shared log the database has all of it. */
export const placeKey = "cluster.place";

export function createDoor({ db, meta, acts, journal }: DoorParts): WriteDoor {
  // What is in memory may be changed before this fails: who has it open begins anew then.
  const placed = db.transaction((act: () => unknown, place: number) => {
    const answer = act();
    meta.set(placeKey, String(place));
    return answer;
  });
  return {
    write(kind, write) {
      if (journal === undefined) return acts[kind](write);
      const place = journal.append({ ...write, kind } as StoreWrite);
      try {
        return placed.immediate(() => acts[kind](write), place) as WriteAnswers[typeof kind];
      } catch (error) {
        journal.undone(error);
        throw error;
      }
    },
    follow(write, place) {
      const act = acts[write.kind] as (one: StoreWrite) => unknown;
      placed.immediate(() => act(write), place);
    },
  };
}

/** What writes through the door, beside commits. */
export interface Doors {
  readonly outbox: Pick<OutboxTable, "of" | "remains">;
  /** Places of the feed's consumers. */
  readonly consumers: ConsumerPlaces;
  /** Browsers that signed up for messages. */
  readonly devices: Devices;
  readonly meta: Pick<MetaTable, "get" | "set">;
  /** Where the states of sources come from, those that are set aside included. */
  readonly origins: StoredOrigins;
  /** One batch of what is older than the limits; call again while it says `more`. */
  prune(limits: PruneLimits): Pruned;
}

export function doorsOf(
  { path, tables, cached }: { readonly path: string; readonly tables: Tables; readonly cached: Cached },
  door: WriteDoor,
  { through, now }: Pick<Writing, "through"> & { now(): number },
): Doors {
  const { outbox, consumers, devices, meta } = tables;
  let folding: PrunedBatch["folding"];
  return {
    outbox: {
      of(output) {
        const { due, dueTo, nextDue } = outbox.of(output);
        return {
          ...guardedReads(path, { due, dueTo, nextDue }),
          keepBytes: through((made) => door.write("bytes", { output, made })),
          record: through((outcomes) => door.write("outcomes", { output, outcomes })),
        };
      },
      remains: outbox.remains,
    },
    consumers: {
      ...consumers,
      forget: through((name) => door.write("forget", { name })),
      keep: through((places) => door.write("places", { places, at: now() })),
    },
    devices: {
      ...guardedReads(path, { of: devices.of, find: devices.find }),
      keep: through((device) => door.write("device", { device })),
      drop: through((id) => door.write("removal", { id })),
    },
    meta: {
      get: meta.get,
      set: through((key, value) => meta.get(key) !== value && door.write("meta", { key, value })),
    },
    origins: originsOf(
      cached,
      through((origins) => door.write("origins", origins)),
    ),
    prune: through((limits) => {
      const done = door.write("prune", { ...limits, folding });
      // What was taken back is folded anew.
      folding = done.folding;
      return done.pruned;
    }),
  };
}
