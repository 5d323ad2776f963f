/** Table sightings: when what polls found appeared on their services. */
import type { Sighting } from "../../model/sighting.ts";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import { sumOf } from "./sealed-tables.ts";

/** A message about something sighted that was sent at once, not in a group or after quiet hours. */
interface MailedSighting extends Pick<Sighting, "source" | "appearedAt"> {
  readonly output: string;
  /** ms since 1970, when the mail server or the chat took it. */
  readonly sentAt: number;
}

export interface SightingsTable {
  put(sighting: Sighting): void;
  /** The sighting with which an event was told; undefined: none, or it is not kept. */
  of(event: { readonly seq: number; readonly source: string; readonly at: number }): Sighting | undefined;
  /** The sightings of a source since a moment, the latest first. */
  newest(source: string, since: number, limit: number): Sighting[];
  /** Messages that were sent since a moment, the latest first. */
  mailed(since: number, limit: number): MailedSighting[];
  /** Deletes at most `limit` of events before the entry `seq`. */
  dropBefore(seq: number, limit: number): number;
}

const columns = `seq, source, since, asked_at AS askedAt, answered_at AS answeredAt, appeared_at AS appearedAt,
  doubt_ms AS doubtMs, committed_at AS committedAt`;

/** A message that is queued later than that after its event waited for something. */
const atOnceMs = 1_000;

export function createSightings(db: Database): SightingsTable {
  // A damaged row says nothing.
  const whole = `sum = ${sumOf("sightings", "sightings.")}`;
  const put = db.prepare<[number, string, number, number, number, number, number, number]>(
    `INSERT INTO sightings (seq, source, since, asked_at, answered_at, appeared_at, doubt_ms, committed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const of = db.prepare<[string, number], Sighting>(
    `SELECT ${columns} FROM sightings WHERE ${whole} AND source = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
  );
  const newest = db.prepare<[string, number, number], Sighting>(
    `SELECT ${columns} FROM sightings WHERE ${whole} AND source = ? AND committed_at >= ? ORDER BY seq DESC LIMIT ?`,
  );
  // The first condition is that of the index over what ended.
  const mailed = db.prepare<[number, number, number], MailedSighting>(
    `SELECT output, sightings.source, appeared_at AS appearedAt, ended_at AS sentAt FROM (
       SELECT output, alert_seq, queued_at, ended_at FROM outbox
       WHERE state <> 'waiting' AND state = 'sent' AND ended_at >= ? ORDER BY ended_at DESC LIMIT ?) AS mail
     JOIN log AS alert ON alert.seq = mail.alert_seq
     JOIN sightings ON sightings.seq = (SELECT max(seq) FROM sightings
       WHERE seq <= CASE WHEN json_valid(alert.body) THEN json_extract(alert.body, '$.data.now.cause.seq') END)
     WHERE sightings.${whole} AND mail.queued_at - committed_at < ?`,
  );
  const drop = db.prepare<[number, number]>(
    "DELETE FROM sightings WHERE seq IN (SELECT seq FROM sightings WHERE seq < ? ORDER BY seq LIMIT ?)",
  );
  return {
    put({ seq, source, since, askedAt, answeredAt, appearedAt, doubtMs, committedAt }) {
      put.run(seq, source, since, askedAt, answeredAt, appearedAt, doubtMs, committedAt);
    },
    of({ seq, source, at }) {
      const sighting = readable(() => of.get(source, seq));
      return sighting?.committedAt === at ? sighting : undefined;
    },
    newest: (source, since, limit) => readable(() => newest.all(source, since, limit)) ?? [],
    mailed: (since, limit) => readable(() => mailed.all(since, limit, atOnceMs)) ?? [],
    dropBefore: (seq, limit) => drop.run(seq, limit).changes,
  };
}
