/**
 * Notices at a start that the database is not the one that was told of last: an older copy was put back, its
 * write-ahead log lost its end, or it comes from elsewhere. It then gets a new epoch, so that no number of its log
 * and no Message-ID names two events, and readers are told of the gap.
 */
import type { PutBack } from "../model/log.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";
import type { Told } from "./told.ts";

const epochKey = "epoch";
const putBackKey = "put-back";

/** Written with the news of it: it is told once. */
export const putBackTold: Readonly<Record<string, string>> = { [putBackKey]: "" };

interface Start {
  readonly db: Database;
  readonly tables: Tables;
  /** Record beside the database of what was told. */
  readonly told: Told | undefined;
  createEpoch(): string;
}

/** The epoch of the database, decided and written down. */
export function epochAtStart({ db, tables, told, createEpoch }: Start): string {
  const { meta } = tables;
  const known = meta.get(epochKey);
  const putBack = known === undefined ? undefined : comparedWith(told, known, tables);
  if (known !== undefined && putBack === undefined) return known;
  const epoch = createEpoch();
  const write = db.transaction(() => {
    meta.set(epochKey, epoch);
    if (putBack) meta.set(putBackKey, JSON.stringify(putBack));
  });
  write.immediate();
  return epoch;
}

/** Finds what this start, or one before, noticed and did not tell yet. */
export function untoldPutBack({ meta }: Pick<Tables, "meta">): PutBack | undefined {
  const json = meta.get(putBackKey) ?? "";
  return json === "" ? undefined : JSON.parse(json);
}

function comparedWith(told: Told | undefined, epoch: string, { log, outbox }: Tables): PutBack | undefined {
  if (told === undefined) return undefined;
  const head = log.head();
  const facts = { head, told: told.seq };
  if (told.epoch !== epoch) return { reason: "another", ...facts };
  if (told.seq > head) return { reason: "older", ...facts };
  // Without a hash it is damaged or of before the chain, which says nothing about where it comes from.
  const hash = log.hashOf(told.seq) ?? "";
  if (hash !== "" && told.hash !== "" && hash !== told.hash) return { reason: "another", ...facts };
  // The outcome of a mail is written before the record beside the database: one that waits again was not sent yet
  // when the copy was made.
  return outbox.waits(told.mail) ? { reason: "older", ...facts } : undefined;
}
