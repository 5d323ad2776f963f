/** Steps of a life of the store, each decided by its number alone, and what the database holds after them. */
import { createHash } from "node:crypto";
import Sqlite from "better-sqlite3";
import type { AlertWrites } from "../../src/model/alerts.ts";
import { openStore, type Store, type StoreOptions } from "../../src/store/store.ts";
import { alertWrites, episode, notice, silence, told } from "../store/alert-writes.ts";
import { batch, entry, mail, noon, sourceWrite } from "../store/batches.ts";

const secondMs = 1_000;
/** So many steps are kept; older entries are pruned. */
const kept = 60;

export interface Life {
  /** Does step `step`, one transaction at most; steps are numbered from 1. */
  take(step: number): void;
  close(): void;
}

export function openLife(path: string, options: Partial<StoreOptions> = {}): Life {
  let at = noon;
  const open = () => openStore(path, { ...options, now: () => at, epoch: () => "e" });
  let store = open();
  return {
    take(step) {
      at = noon + step * secondMs;
      if (step % 90 === 45) {
        store.close();
        store = open();
      } else (others[step % 10] ?? commit)(store, step, at);
    },
    close: () => store.close(),
  };
}

type Take = (store: Store, step: number, at: number) => void;

/** Puts the number of the step everywhere. */
const commit: Take = (store, step, at) => {
  const head = store.log.head();
  const count = 1 + (step % 4);
  const last = head + count;
  store.commit(
    batch({
      source: sourceWrite({
        cursor: { last },
        put: [
          { scope: "", key: "last", body: { last } },
          { scope: "", key: `item-${last}`, body: { last, text: "長い".repeat(50 * (step % 3)) } },
        ],
        drop: [{ scope: "", key: `item-${head}` }],
        attemptAt: at,
        successAt: at,
      }),
      entries: Array.from({ length: count }, (_, index) => entry(head + 1 + index, {}, at)),
      cooldowns: [{ rule: "r", key: `k${step % 5}`, firedAt: at }],
      memories: [{ rule: "r", meaning: "m", key: `k${step % 7}`, body: { last }, due: at + 60_000 }],
      mails: [
        mail(last, "a@x.jp", { message: `m-${last}`, extras: { important: true } }),
        mail(last, "b@x.jp"),
      ],
      alerts: alertsOf(step, last, at),
      meta: { last: String(last) },
    }),
  );
};

/** Episodes open, change and end, a silence comes and goes, and what waits is told at every fourth step. */
function alertsOf(step: number, last: number, at: number): AlertWrites {
  const open = episode({ seq: last, times: step });
  const reason = step % 3 === 0 ? "silenced" : "grouped";
  return alertWrites({
    states: [
      { kind: "episode", key: `k${step % 6}`, body: step % 5 === 0 ? undefined : open, due: at + 60_000 },
      { kind: "silence", key: "s-1", body: step % 4 === 0 ? undefined : silence({ from: at }) },
    ],
    notices: [
      notice(last, { at, reason }),
      notice(last, { at, state: "told", message: `m-${last}`, toldAt: at }),
    ],
    ends: step % 4 === 0 ? [told({ at, message: `m-${last}` })] : [],
  });
}

const firstDue = (store: Store, at: number) => store.outbox.of("email").due(at, 1, [])[0]?.id ?? 0;

const others: Readonly<Record<number, Take>> = {
  3: (store, _, at) =>
    store.outbox
      .of("email")
      .keepBytes([{ id: firstDue(store, at), bytes: Buffer.from("whole mail\r\n".repeat(40)) }]),
  4: (store, _, at) =>
    store.outbox.of("email").record([{ id: firstDue(store, at), at, outcome: "sent", answer: "250 taken" }]),
  5: (store, _, at) =>
    store.outbox
      .of("email")
      .record([
        { id: firstDue(store, at), at, outcome: "postponed", answer: "451 later", retryAt: at + 60_000 },
      ]),
  6: (store, step) =>
    store.consumers.keep(
      [0, 1, 2].map((more) => ({
        ...{ name: `bot-${(step + more) % 7}`, epoch: "e", seq: store.log.head() },
        ...(more === 1 && { lostFrom: step }),
      })),
    ),
  8: (store, _, at) => {
    const before = at - kept * secondMs;
    store.prune({ before, cooldownsBefore: before, batch: 40 });
  },
};

const tables = [
  ...["sources", "items", "log", "cooldowns", "rule_memories", "outbox", "delivery_attempts"],
  ...["alert_states", "notices", "notice_rounds", "consumers"],
];

/** A hash of all that the steps wrote. */
export function contentOf(path: string): string {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    const check = db.pragma("integrity_check", { simple: true });
    if (check !== "ok") return `damaged: ${check}`;
    const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).raw().all());
    const last = db.prepare("SELECT value FROM meta WHERE key = 'last'").pluck().get();
    return createHash("sha1")
      .update(JSON.stringify([last, rows]))
      .digest("hex");
  } finally {
    db.close();
  }
}

/** What is there after each step up to `steps`, undisturbed; the first is what a new database holds. */
export function undisturbed(path: string, steps: number): string[] {
  const life = openLife(path);
  const contents = [contentOf(path)];
  for (let step = 1; step <= steps; step += 1) {
    life.take(step);
    contents.push(contentOf(path));
  }
  life.close();
  return contents;
}

/**
 * What became of a life that said last that it took step `said`: the next one may have been taken or not, all that
 * was said before is there.
 */
export function outcomeOf(
  content: string,
  said: number,
  contents: readonly string[],
): "kept" | "lost" | "wrong" {
  if (content === contents[said] || content === contents[said + 1]) return "kept";
  return contents.slice(0, said).includes(content) ? "lost" : "wrong";
}
