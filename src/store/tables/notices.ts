/**
 * Tables notices and notice_rounds: each decision about an alert and a receiver, written once, and the rounds. Notices
 * that wait in one group for one reason are of one round, and its row says what becomes of all of them: ten thousand
 * end with one write.
 */
import { keyOf, type Notice, type NoticeReason, type NoticesEnd } from "../../model/alerts.ts";
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { corruptAs } from "../sqlite-error.ts";
import { rowSum, sumOf } from "./sealed-tables.ts";

export interface NoticesTable {
  put(notices: readonly Notice[]): void;
  end(end: NoticesEnd): void;
  /** The waiting ones of a group, the gravest first, then the oldest: at most `most` of them, and the number of all. */
  waiting(receiver: string, group: string, most: number): { readonly all: number; readonly first: Notice[] };
  /** The groups in which notices wait, by receiver and key. */
  waitingGroups(): { readonly receiver: string; readonly group: string }[];
  /** The decisions about an alert, in the order in which they were made. */
  ofAlert(alertSeq: number): Notice[];
  /** The decisions about the alerts of an episode, by the number of its first alert. */
  ofEpisode(episodeSeq: number): Notice[];
  /** Counts the decisions since a moment, by reason. */
  reasons(since: number): Readonly<Partial<Record<NoticeReason, number>>>;
  /** Counts those that wait, by reason. */
  waitingReasons(): Readonly<Partial<Record<NoticeReason, number>>>;
  /** Deletes at most `limit` notices about alerts before the entry `seq`. */
  dropBefore(seq: number, limit: number): number;
  /** Deletes at most `limit` rounds that began before a moment and have no notices any more. */
  dropRoundsBefore(at: number, limit: number): number;
}

/** @param damaged called with what is found damaged; such notices are given to nobody */
export function createNotices(db: Database, damaged: (damage: Damage) => void): NoticesTable {
  const rounds = createRounds(db, damaged);
  return {
    put: createPut(db, rounds),
    end(end) {
      for (const id of rounds.open(end.receiver, end.group, end.reason)) rounds.end(id, end);
    },
    ...reading(db, rounds, damaged),
    ...counting(db, damaged),
    ...aging(db),
  };
}

interface Rounds {
  /** Ids of the rounds of a group that wait, in their order; all, or those of one reason. */
  open(receiver: string, group: string, reason?: NoticeReason): number[];
  begin(notice: Notice): number;
  end(id: number, end: NoticesEnd): void;
}

function createRounds(db: Database, damaged: (damage: Damage) => void): Rounds {
  const open = db.prepare<[string, string, string | null], { id: number; whole: number }>(
    `SELECT id, sum IS ${sumOf("notice_rounds")} AS whole FROM notice_rounds INDEXED BY notice_rounds_waiting
     WHERE state = 'waiting' AND receiver = ? AND group_key = ? AND reason = coalesce(?, reason) ORDER BY id`,
  );
  const begin = db.prepare<[string, string, string, number]>(
    `INSERT INTO notice_rounds (receiver, group_key, reason, state, begun_at) VALUES (?, ?, ?, 'waiting', ?)`,
  );
  const end = db.prepare<[string, string | null, number, number]>(
    "UPDATE notice_rounds SET state = ?, message = ?, ended_at = ? WHERE id = ?",
  );
  return {
    open(receiver, group, reason) {
      const rows = open.all(receiver, group, reason ?? null);
      // A damaged one is never told, nor made whole by a change. SQLite believes the index that it waits: where the row
      // says otherwise, its checksum is not that of what is read.
      if (rows.some(({ whole }) => whole !== 1)) damaged({ part: "notices" });
      return rows.filter(({ whole }) => whole === 1).map(({ id }) => id);
    },
    begin: ({ receiver, group, reason, at }) =>
      Number(begin.run(receiver, group, reason, at).lastInsertRowid),
    end: (id, { state, message, at }) => void end.run(state, message ?? null, at, id),
  };
}

type Text = string | null;
type Moment = number | null;
type Values = [
  ...[alertSeq: number, episodeSeq: number, receiver: string, route: string, reason: string, state: string],
  ...[at: number, until: Moment, by: Text, group: string, gravity: number, message: Text, toldAt: Moment],
  round: number | null,
];

function createPut(db: Database, rounds: Rounds): NoticesTable["put"] {
  const put = db.prepare<[...Values, sum: number]>(
    `INSERT INTO notices (alert_seq, episode_seq, receiver, route, reason, state, at, until_at, by_what, group_key,
       gravity, message, told_at, round, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (notices) => {
    const open = new Map<string, number>();
    const roundOf = (notice: Notice): number => {
      const { receiver, group, reason } = notice;
      const name = keyOf(reason, receiver, group);
      const id = open.get(name) ?? rounds.open(receiver, group, reason)[0] ?? rounds.begin(notice);
      open.set(name, id);
      return id;
    };
    for (const notice of notices) {
      const { alertSeq, episodeSeq, receiver, route, reason, state, at, group, gravity } = notice;
      const { until = null, by = null, message = null, toldAt = null } = notice;
      const round = state === "waiting" ? roundOf(notice) : null;
      const row: Values = [
        ...([alertSeq, episodeSeq, receiver, route, reason, state] as const),
        ...([at, until, by, group, gravity, message, toldAt, round] as const),
      ];
      put.run(...row, rowSum("notices", ...row));
    }
  };
}

type Row = { readonly [Name in keyof Notice]-?: Exclude<Notice[Name], undefined> | null } & {
  /** 1: the notice, and the round that it is of, are whole. */
  readonly whole: number;
};

/** What became of a waiting notice stands in its round. */
const columns = `notices.sum IS ${sumOf("notices", "notices.")} AND (notices.round IS NULL OR rounds.id IS NOT NULL) AS whole,
    alert_seq AS alertSeq, episode_seq AS episodeSeq, notices.receiver, route, notices.reason,
    coalesce(rounds.state, notices.state) AS state, at, until_at AS "until", by_what AS "by",
    notices.group_key AS "group", gravity, coalesce(rounds.message, notices.message) AS message,
    coalesce(iif(rounds.state = 'told', rounds.ended_at, NULL), told_at) AS toldAt
  FROM notices LEFT JOIN notice_rounds AS rounds
    ON rounds.id = notices.round AND rounds.sum IS ${sumOf("notice_rounds", "rounds.")}`;

function reading(
  db: Database,
  rounds: Rounds,
  damaged: (damage: Damage) => void,
): Pick<NoticesTable, "waiting" | "waitingGroups" | "ofAlert" | "ofEpisode"> {
  const count = db.prepare<[number], number>("SELECT count(*) FROM notices WHERE round = ?").pluck();
  // One round at a time: the index has its order, so that no more is read than is asked for.
  const first = db.prepare<[number, number], Row & { readonly id: number }>(
    `SELECT notices.id, ${columns} WHERE notices.round = ? ORDER BY gravity, alert_seq, notices.id LIMIT ?`,
  );
  // An index only finds the rows: what it has of them may be other than what they are.
  const by = (column: string) =>
    db.prepare<[number], Row>(
      `SELECT ${columns} WHERE notices.id IN (SELECT id FROM notices WHERE ${column} = ?) ORDER BY notices.id`,
    );
  const [ofAlert, ofEpisode] = [by("alert_seq"), by("episode_seq")];
  const groups = db.prepare<[], { receiver: string; group: string }>(
    `SELECT DISTINCT receiver, group_key AS "group" FROM notice_rounds
     WHERE state = 'waiting' AND sum IS ${sumOf("notice_rounds")} ORDER BY receiver, group_key`,
  );
  const reading = <T>(read: () => T, none: T): T => corruptAs(damaged, { part: "notices" }, read) ?? none;
  const whole = (read: () => Row[], isAsked: (row: Row) => boolean = () => true): Notice[] => {
    const rows = reading(read, []);
    const given = rows.filter((row) => row.whole === 1 && isAsked(row));
    if (given.length < rows.length) damaged({ part: "notices" });
    return given.map(noticeOf);
  };
  return {
    waiting(receiver, group, most) {
      const open = reading(() => rounds.open(receiver, group), []);
      const all = open.map((id) => reading(() => count.get(id) ?? 0, 0)).reduce((sum, one) => sum + one, 0);
      const ofRounds = open.flatMap((id) => reading(() => first.all(id, most), []));
      const inOrder = ofRounds.sort(
        (a, b) => (a.gravity ?? 0) - (b.gravity ?? 0) || (a.alertSeq ?? 0) - (b.alertSeq ?? 0) || a.id - b.id,
      );
      return { all, first: whole(() => inOrder.slice(0, most).map(({ id: _, ...row }) => row)) };
    },
    waitingGroups: () => reading(() => groups.all(), []),
    ofAlert: (seq) =>
      whole(
        () => ofAlert.all(seq),
        ({ alertSeq }) => alertSeq === seq,
      ),
    ofEpisode: (seq) =>
      whole(
        () => ofEpisode.all(seq),
        ({ episodeSeq }) => episodeSeq === seq,
      ),
  };
}

function counting(
  db: Database,
  damaged: (damage: Damage) => void,
): Pick<NoticesTable, "reasons" | "waitingReasons"> {
  const reasons = db.prepare<[number], { reason: NoticeReason; notices: number }>(
    "SELECT reason, count(*) AS notices FROM notices WHERE at >= ? GROUP BY reason ORDER BY reason",
  );
  // The index has those that wait, and few of all rounds do.
  const waitingReasons = db.prepare<[], { reason: NoticeReason; notices: number }>(
    `SELECT rounds.reason, count(*) AS notices
     FROM notice_rounds AS rounds INDEXED BY notice_rounds_waiting JOIN notices ON notices.round = rounds.id
     WHERE rounds.state = 'waiting' GROUP BY rounds.reason`,
  );
  type Counts = readonly { readonly reason: NoticeReason; readonly notices: number }[];
  const byReason = (read: () => Counts) =>
    Object.fromEntries(
      (corruptAs(damaged, { part: "notices" }, read) ?? []).map(({ reason, notices }) => [reason, notices]),
    );
  return {
    reasons: (since) => byReason(() => reasons.all(since)),
    waitingReasons: () => byReason(() => waitingReasons.all()),
  };
}

function noticeOf({ whole: _, ...row }: Row): Notice {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Notice;
}

function aging(db: Database): Pick<NoticesTable, "dropBefore" | "dropRoundsBefore"> {
  const drop = db.prepare<[number, number]>(
    `DELETE FROM notices WHERE id IN
       (SELECT id FROM notices WHERE alert_seq < ? ORDER BY alert_seq LIMIT ?)`,
  );
  const dropRounds = db.prepare<[number, number]>(
    `DELETE FROM notice_rounds WHERE id IN
       (SELECT id FROM notice_rounds WHERE begun_at < ?
          AND NOT EXISTS (SELECT 1 FROM notices WHERE round = notice_rounds.id)
        ORDER BY begun_at LIMIT ?)`,
  );
  return {
    dropBefore: (seq, limit) => drop.run(seq, limit).changes,
    dropRoundsBefore: (at, limit) => dropRounds.run(at, limit).changes,
  };
}
