/** Deliveries as the page lists them: pages of the outbox by state, output and address, and counts. By indexes alone. */
import type { DeliveryAttempt } from "../../model/mail.ts";
import type { Database } from "../database.ts";
import { createDeliveryAttempts } from "../tables/deliveries.ts";
import { sumOf } from "../tables/sealed-tables.ts";

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
  readonly reason: "refused" | "expired" | null;
  readonly tries: readonly DeliveryAttempt[];
}

export interface DeliveryPages {
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

export function createDeliveryPages(db: Database): DeliveryPages {
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

interface Span {
  readonly before: number;
  readonly limit: number;
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
    idsOf: (place: Place, state: DeliveryState, span: Span) =>
      statementOf(place, state)?.ids.all({ ...place, ...span }) ?? [],
    count: (place: Place, state: DeliveryState, most: number) =>
      statementOf(place, state)?.count.get({ ...place, limit: most }) ?? 0,
  };
}
