/** A database with something in every table, the same each time, and what it says. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { AlertWrites } from "../../src/model/alerts.ts";
import type { CommitBatch } from "../../src/model/commit.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { alertWrites, episode, notice, silence, told } from "../store/alert-writes.ts";
import { batch, entry, mail, noon, sourceWrite } from "../store/batches.ts";
import { type Said, sayAll } from "./damage-said.ts";

export const sources = ["forum-comments", "margin-alerts", "short-sale-reports"] as const;
export const scopes = ["", "7203"] as const;

const minute = 60_000;

export interface Image {
  readonly path: string;
  /** Which files may be damaged. */
  readonly files: readonly string[];
  /** Its answers after each number of commits; the last one is that of now. */
  readonly said: readonly Said[];
}

function signUp({ devices }: Store): void {
  for (let at = 0; at < 30; at++) {
    const [id, endpoint] = [`device-${at}`, `https://push.example.com/${"x".repeat(90)}${at}`];
    devices.keep({ id, name: `phone-${at % 3}`, endpoint, p256dh: "p", auth: "a", label: "l", at });
  }
}

/** Commits of a monitor: entries with what goes with them. */
function commits(count: number): CommitBatch[] {
  let seq = 0;
  return Array.from({ length: count }, (_, at) => {
    const entries = [1, 2, 3].map(() => {
      seq += 1;
      const note = `what entry ${seq} says `.repeat(1 + (seq % 9));
      return entry(
        seq,
        { subject: `99${seq % 7}1`, data: { now: { code: "9901", note } } },
        noon + at * minute,
      );
    });
    const name = sources[at % sources.length] as string;
    const scope = scopes[at % scopes.length] as string;
    const put = Array.from({ length: 12 }, (_, item) => ({
      scope,
      key: `key-${(at * 7 + item) % 90}`,
      body: { at, name: `item ${item} of ${name} `.repeat(1 + (item % 4)) },
    }));
    const rule = `rule-${at % 4}`;
    return batch({
      source: sourceWrite({ name, cursor: { read: at }, put, attemptAt: noon + at * minute }),
      entries,
      cooldowns: [{ rule, key: `k${at}`, firedAt: noon + at }],
      memories: [{ rule, meaning: "m", key: `k${at}`, body: { seen: [at, at + 1] }, due: noon + at }],
      suppressions: [{ causeSeq: seq, rule, key: `k${at}`, reason: "cooldown", at: noon + at }],
      withheld: [
        { source: name, type: "margin.alert.corrected", subject: "9901", since: noon, how: "discarded" },
      ],
      mails: at % 3 === 0 ? [mail(seq, `reader-${at}@example.com`, { message: `m-${at}` })] : [],
      alerts: alertsAt(at, seq),
      meta: { commits: String(at + 1), [`note-${at % 9}`]: `note ${at}` },
    });
  });
}

/** Episodes and silences, of which some change and end, and notices of which some are told. */
function alertsAt(at: number, seq: number): AlertWrites {
  const body = episode({ seq, times: at });
  return alertWrites({
    states: [
      { kind: "episode", key: `episode-${at % 60}`, body: at % 8 === 0 ? undefined : body, due: noon + at },
      { kind: "silence", key: `silence-${at % 20}`, body: silence({ from: noon + at }) },
      { kind: "thread", key: `thread-${at}`, body: { first: "m", latest: "m", subject: "s", told: seq } },
    ],
    notices: [notice(seq), notice(seq, { group: `group-${at % 4}`, reason: "silenced", gravity: at % 3 })],
    ends: at % 9 === 0 ? [told({ message: `m-${at}` })] : [],
  });
}

function heldBack(): CommitBatch {
  const body = { name: "held back" };
  const put = Array.from({ length: 40 }, (_, at) => ({ scope: "", key: `key-${at}`, body }));
  const { type, source, subject, data } = entry(1).event;
  const drafts = Array.from({ length: 40 }, () => ({ type, source, subject, data }));
  const hold = {
    stage: "held" as const,
    since: new Date(noon).toISOString(),
    items: 40,
    message: "m",
    drafts,
    put,
    drop: [],
    cursor: 9,
  };
  const publication = { published: "2026-11-20", late: { day: "2026-11-19", since: "2026-11-19T08:00:00Z" } };
  return batch({ source: sourceWrite({ name: "margin-alerts", cursor: { read: 0 }, hold, publication }) });
}

/** At rest: all of it in the one file. @param size number of its commits */
export function imageAtRest(folder: string, size = 150): Image {
  const path = join(folder, "rest.db");
  const store = openStore(path, { now: () => noon, epoch: () => "epoch-of-the-trials" });
  store.runs.begin(noon);
  signUp(store);
  store.commit(heldBack());
  for (const one of commits(size)) store.commit(one);
  store.outbox.of("email").record([
    { id: 1, at: noon, outcome: "sent", answer: "250 taken" },
    { id: 2, at: noon, outcome: "postponed", answer: "451 later", retryAt: noon },
  ]);
  store.outbox.of("email").keepBytes([{ id: 3, bytes: Buffer.from("the composed message ".repeat(60)) }]);
  const said = [sayAll(store)];
  store.close();
  return { path, files: [path], said };
}

/** Killed: the newest commits are in the WAL alone. */
export function imageKilled(folder: string): Image {
  const path = join(folder, "killed.db");
  const store = openStore(path, { now: () => noon, epoch: () => "epoch-of-the-trials" });
  signUp(store);
  store.commit(heldBack());
  const all = commits(90);
  for (const one of all.slice(0, 60)) store.commit(one);
  store.close();
  const again = openStore(path, { now: () => noon });
  const said = [sayAll(again)];
  for (const one of all.slice(60)) {
    again.commit(one);
    said.push(sayAll(again));
  }
  const copy = join(folder, "copy.db");
  for (const end of ["", "-wal"]) cpSync(`${path}${end}`, `${copy}${end}`);
  again.close();
  return { path: copy, files: [copy, `${copy}-wal`, `${copy}-wal`], said };
}
