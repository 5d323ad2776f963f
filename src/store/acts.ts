/** The ways in which the writes of the store are done, by their kinds: on this machine as on every other. */
import type { Cached, Committing } from "./commit.ts";
import type { Database } from "./database.ts";
import { createTakeOrigins, type StateOrigin } from "./origins.ts";
import { type Aging, createPrune, type PrunedBatch } from "./prune.ts";
import type { ToldFile } from "./put-back.ts";
import type { Tables } from "./tables/tables.ts";
import type { Journal, WriteKind, Writes } from "./write.ts";

/** What writes answer, by their kinds. */
export interface WriteAnswers extends Record<Exclude<WriteKind, "forget" | "origins" | "prune">, void> {
  /** Whether there was one of that name. */
  forget: boolean;
  /** The states that were set aside. */
  origins: readonly StateOrigin[];
  prune: PrunedBatch;
}

export type Acts = { readonly [Kind in WriteKind]: (write: Writes[Kind]) => WriteAnswers[Kind] };

export function actsOf(
  context: { readonly db: Database; readonly tables: Tables; readonly cached: Cached },
  { record, committing, aging = () => ({}), placed = () => undefined }: ActParts,
): Acts {
  const { db, tables } = context;
  const { consumers } = tables;
  return {
    commit(write) {
      committing.write(write);
      if (write.batch.entries.length > 0) record.keep();
    },
    outcomes({ output, outcomes }) {
      tables.outbox.of(output).record(outcomes);
      record.sent(outcomes.filter(({ outcome }) => outcome === "sent").map(({ id }) => id));
    },
    bytes: ({ output, made }) => tables.outbox.of(output).keepBytes(made),
    places({ places, at }) {
      for (const one of consumers.put(places, at)) placed(one.name, one);
    },
    forget({ name }) {
      const wasThere = consumers.forget(name);
      placed(name, undefined);
      return wasThere;
    },
    device: ({ device }) => tables.devices.keep(device),
    removal: ({ id }) => tables.devices.drop(id),
    meta: ({ key, value }) => tables.meta.set(key, value),
    origins: createTakeOrigins(context),
    prune: createPrune(db, tables, aging),
  };
}

interface ActParts {
  readonly record: ToldRecord;
  readonly committing: Committing;
  /** What is to be known of events that grow too old; absent: they go as they are. */
  readonly aging: (() => Aging) | undefined;
  /** Hears the places of consumers; absent: nobody does. */
  readonly placed: Journal["placed"] | undefined;
}

/** The record beside the database of how far it was told. */
interface ToldRecord {
  keep(): void;
  /** The mail server took these mails, in this order; the record is kept. */
  sent(mails: readonly number[]): void;
}

export function createRecord(
  told: ToldFile,
  { epoch, tables, cached }: { epoch: string; tables: Tables; cached: Cached },
  lastMail: number,
): ToldRecord {
  let mail = lastMail;
  const keep = () => told.keep({ epoch, seq: cached.head, hash: tables.log.hashOf(cached.head) ?? "", mail });
  return {
    keep,
    sent(mails) {
      mail = mails.at(-1) ?? mail;
      keep();
    },
  };
}
