/** What the page alone asks of the store: always bounded, always by an index. */
import type { EventDraft, StoredEntry } from "../model/event.ts";
import type { DeliveryAttempt } from "../model/mail.ts";
import type { SuppressionReason } from "../model/rule.ts";
import type { Database } from "./database.ts";
import { guardedReads } from "./sqlite-error.ts";
import { createDeliveryAttempts } from "./tables/deliveries.ts";
import { isWholeRow, type LogRow, logColumns, storedEntry } from "./tables/log.ts";
import { sumOf } from "./tables/sealed-tables.ts";
import type { Tables } from "./tables/tables.ts";

/** `postponed` waits, too, after an attempt in vain. */
type DeliveryState = "waiting" | "postponed" | "sent" | "failed";

interface Place {
  readonly output: string;
  /** Left out: any. */
  readonly address?: string | undefined;
}

interface PageQuestion {
  readonly places: readonly Place[];
  readonly states: readonly DeliveryState[];
  /** Only those with a smaller id. */
  readonly before: number;
  readonly limit: number;
}

/** A delivery; times are ms since 1970. */
export interface ListedDelivery {
  readonly id: number;
  readonly output: string;
  readonly address: string;
  readonly subject: string;
  /** The first alert that it tells. */
  readonly alertSeq: number;
  /** Name of the notification that it is a message of; null: of none. */
  readonly message: string | null;
  readonly state: "waiting" | "sent" | "failed";
  readonly queuedAt: number;
  /** Time of the next attempt; of one that ended, that of its last one. */
  readonly nextAt: number;
  readonly endedAt: number | null;
  readonly reason: "refused" | "expired" | "gone" | null;
  readonly tries: readonly DeliveryAttempt[];
}

interface DeliveryPages {
  /** The latest first. Damaged rows are left out. */
  page(question: PageQuestion): ListedDelivery[];
  one(id: number): ListedDelivery | undefined;
  /** Counts up to `most`. */
  count(place: Place, state: DeliveryState, most: number): number;
  /** Numbers of alerts that a notification told together, at most `limit`; none where it told one alone. */
  toldTogether(message: string, limit: number): number[];
}

const conditions: Readonly<Record<DeliveryState, string>> = {
  waiting: "state = 'waiting'",
  postponed: "state = 'waiting' AND attempts > 0",
  sent: "state = 'sent'",
  failed: "state = 'failed'",
};

/** Every statement names its index: a wrong one would read all rows that wait, with their texts. */
const indexes: Readonly<Record<DeliveryState, readonly [any: string, one: string]>> = {
  waiting: ["outbox_by_output", "outbox_by_address"],
  postponed: ["outbox_postponed", "outbox_postponed"],
  sent: ["outbox_by_output", "outbox_by_address"],
  failed: ["outbox_by_output", "outbox_by_address"],
};

function createDeliveryPages(db: Database): DeliveryPages {
  const columns = `id, output, address, subject, alert_seq AS alertSeq, message, state, queued_at AS queuedAt,
    next_at AS nextAt, ended_at AS endedAt, reason`;
  const whole = `sum IS ${sumOf("outbox")}`;
  const rows = db.prepare<[string], Omit<ListedDelivery, "tries">>(
    `SELECT ${columns} FROM outbox WHERE id IN (SELECT value FROM json_each(?)) AND ${whole} ORDER BY id DESC`,
  );
  const attempts = createDeliveryAttempts(db);
  const read = (ids: readonly number[]): ListedDelivery[] =>
    rows.all(JSON.stringify(ids)).map((row) => ({ ...row, tries: attempts.of(row.id) }));
  const { idsOf, count } = createFinding(db);
  const together = db
    .prepare<[string, number], number>(
      `SELECT alert_seq FROM notices WHERE round IN
         (SELECT id FROM notice_rounds INDEXED BY notice_rounds_by_message WHERE message = ?)
       ORDER BY round, gravity, alert_seq LIMIT ?`,
    )
    .pluck();
  return {
    page({ places, states, before, limit }) {
      const found = places.flatMap((place) =>
        states.flatMap((state) => idsOf(place, state, { before, limit })),
      );
      return read([...new Set(found)].sort((a, b) => b - a).slice(0, limit));
    },
    one: (id) => read([id])[0],
    count,
    toldTogether: (message, limit) => together.all(message, limit),
  };
}

function createFinding(db: Database) {
  const found = (state: DeliveryState, isOne: boolean) => {
    const [any, one] = indexes[state];
    const from = `FROM outbox INDEXED BY ${isOne ? one : any} WHERE output = @output
      ${isOne ? "AND address = @address" : ""} AND ${conditions[state]}`;
    return {
      ids: db
        .prepare<[object], number>(`SELECT id ${from} AND id < @before ORDER BY id DESC LIMIT @limit`)
        .pluck(),
      count: db.prepare<[object], number>(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT @limit)`).pluck(),
    };
  };
  const states = Object.keys(conditions) as DeliveryState[];
  const statements = new Map(
    states.map((state) => [state, { any: found(state, false), one: found(state, true) }] as const),
  );
  const statementOf = ({ address }: Place, state: DeliveryState) =>
    statements.get(state)?.[address === undefined ? "any" : "one"];
  return {
    idsOf: (place: Place, state: DeliveryState, span: Pick<PageQuestion, "before" | "limit">) =>
      statementOf(place, state)?.ids.all({ ...place, ...span }) ?? [],
    count: (place: Place, state: DeliveryState, most: number) =>
      statementOf(place, state)?.count.get({ ...place, limit: most }) ?? 0,
  };
}

export interface PageReads {
  readonly deliveries: DeliveryPages;
  readonly held: HeldSamples;
  readonly rules: RuleRecord;
}

/** Each read throws a StoreError where the database cannot be read. */
export function createPageReads(path: string, db: Database, tables: Tables): PageReads {
  return {
    deliveries: guardedReads(path, createDeliveryPages(db)),
    held: guardedReads(path, createHeldSamples(db)),
    rules: guardedReads(path, createRuleRecord(db, tables)),
  };
}

// Samples of what a quarantine holds, for the person who decides about it.

interface HeldSample {
  readonly position: number;
  readonly draft: EventDraft;
}

interface HeldSamples {
  /** Events that tell a rewrite, after a position, in the order in which they would be told. Damaged ones are left out. */
  rewrites(source: string, after: number, limit: number): HeldSample[];
}

/** Rows that are looked through for a page: most of what is held are rewrites. */
const mostLookedAt = 2_000;

function createHeldSamples(db: Database): HeldSamples {
  const rewrites = db.prepare<[string, number, number, number], { position: number; body: string }>(
    `SELECT position, body FROM
       (SELECT source, position, body, rewrites, sum FROM held_drafts WHERE source = ? AND position > ?
        ORDER BY position LIMIT ?)
     WHERE rewrites IS NOT NULL AND sum IS ${sumOf("held_drafts")} ORDER BY position LIMIT ?`,
  );
  return {
    rewrites: (source, after, limit) =>
      rewrites
        .all(source, after, mostLookedAt, limit)
        .map(({ position, body }) => ({ position, draft: JSON.parse(body) as EventDraft })),
  };
}

// The record of a rule: how often it fired, its last alerts, and what it remembers.

/** A state as it is kept; times are ms since 1970. */
interface KeptMemory {
  readonly key: string;
  readonly meaning: string;
  readonly body: unknown;
  /** When time alone makes something of it; null: never. */
  readonly due: number | null;
}

interface Fired {
  readonly today: number;
  readonly week: number;
  readonly month: number;
}

interface RuleRecord {
  /** Counts its alerts since three moments (ISO), among its latest `most`. */
  fired(rule: string, since: Readonly<Record<keyof Fired, string>>, most: number): Fired;
  /** Time of its last alert (ISO). */
  lastAt(rule: string): string | undefined;
  /** Alerts that it asked for and that were held back since a moment, by reason, among the latest `most`. */
  heldBack(rule: string, since: number, most: number): Partial<Record<SuppressionReason, number>>;
  /** Its latest alerts, the latest first. */
  alerts(rule: string, limit: number): StoredEntry[];
  /** Keys of its latest alerts, each once. */
  firedKeys(rule: string, limit: number): string[];
  /** States of the keys that events were about last, the latest first; damaged ones are left out. */
  memories(rule: string, limit: number): KeptMemory[];
}

function createRuleRecord(db: Database, { log }: Pick<Tables, "log">): RuleRecord {
  const alerts = "FROM log INDEXED BY log_alerts_by_rule WHERE type = 'alert.fired' AND source = ?";
  const fired = db.prepare<[object], Fired>(
    `SELECT count(*) AS month, total(time >= @week) AS week, total(time >= @today) AS today FROM
       (SELECT time FROM log INDEXED BY log_alerts_by_rule
        WHERE type = 'alert.fired' AND source = @source AND time >= @month ORDER BY time DESC LIMIT @most)`,
  );
  const lastAt = db.prepare<[string], string | null>(`SELECT max(time) ${alerts}`).pluck();
  const heldBack = db.prepare<[string, number, number], { reason: SuppressionReason; times: number }>(
    `SELECT reason, count(*) AS times FROM
       (SELECT reason FROM suppressions WHERE rule = ? AND at >= ? ORDER BY at DESC LIMIT ?)
     GROUP BY reason ORDER BY reason`,
  );
  const last = db.prepare<[string, number], LogRow>(
    `SELECT ${logColumns} ${alerts} ORDER BY time DESC, seq DESC LIMIT ?`,
  );
  const memories = db.prepare<[string, number], Omit<KeptMemory, "body"> & { body: string }>(
    `SELECT key, meaning, body, due FROM rule_memories INDEXED BY rule_memories_by_age
     WHERE rule = ? AND sum IS ${sumOf("rule_memories")} ORDER BY id DESC LIMIT ?`,
  );
  const keys = db
    .prepare<[string, number], string>(
      `SELECT DISTINCT key FROM (SELECT json_extract(body, '$.data.now.key') AS key FROM
         (SELECT body ${alerts} ORDER BY time DESC LIMIT ?) WHERE json_valid(body)) WHERE key IS NOT NULL`,
    )
    .pluck();
  const sourceOf = (rule: string) => `/rules/${rule}`;
  return {
    fired: (rule, since, most) =>
      fired.get({ ...since, most, source: sourceOf(rule) }) ?? { today: 0, week: 0, month: 0 },
    lastAt: (rule) => lastAt.get(sourceOf(rule)) ?? undefined,
    heldBack: (rule, since, most) =>
      Object.fromEntries(heldBack.all(rule, since, most).map(({ reason, times }) => [reason, times])),
    alerts: (rule, limit) =>
      last
        .all(sourceOf(rule), limit)
        .filter((row) => isWholeRow(row, log.chainedFrom))
        .map(storedEntry),
    firedKeys: (rule, limit) => keys.all(sourceOf(rule), limit),
    memories: (rule, limit) =>
      memories.all(rule, limit).map(({ body, ...row }) => ({ ...row, body: JSON.parse(body) })),
  };
}
