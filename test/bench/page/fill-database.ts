/** A database of a desk that watches for long: alerts, open and over, their deliveries, and many series. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { episodeKey } from "../../../src/alerts/life/alert-facts.ts";
import type { AlertStateWrite } from "../../../src/model/alerts.ts";
import { type EventDraft, type LogEntry, numbered } from "../../../src/model/event.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { batch, mail, sourceWrite } from "../../store/batches.ts";

export interface DatabaseSize {
  /** Alerts, each with the report that caused it and one delivery. */
  readonly alerts: number;
  /** The latest of them, which are open; the others are over. */
  readonly open: number;
  readonly rules: number;
  readonly series: number;
}

const epoch = "bench";
const atOnce = 500;
const stocks = 4_000;
/** Days over which the alerts came. */
const spanMs = 60 * 86_400_000;
/** Deliveries that could not be made yet, or never; all others were. */
const undelivered = { waiting: 300, failed: 200 };

/** @param now the end of what it holds, ms since 1970 */
export function fillDatabase(path: string, size: DatabaseSize, now: number): void {
  const store = openStore(path, { now: () => now, epoch: () => epoch, isPassing: true });
  fillSeries(store, size.series, now);
  for (let at = 0; at < size.alerts; at += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, size.alerts - at) }, (_, index) => at + index);
    fillAlerts(store, numbers, size, now - spanMs * (1 - at / size.alerts));
  }
  deliver(store, size.alerts, now);
  store.close();
  // Or the first commit of the monitor would wait for the disk to take in all of it.
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}

function fillSeries(store: Store, count: number, now: number): void {
  for (let at = 0; at < count; at += atOnce) {
    const put = Array.from({ length: Math.min(atOnce, count - at) }, (_, index) => seriesItem(at + index));
    const source = { name: "statistics-updates", cursor: { scopes: { CO: "" } }, put, attemptAt: now };
    store.commit(batch({ source: sourceWrite({ ...source, successAt: now }) }));
  }
}

function seriesItem(at: number) {
  const code = `TK99F${at}`;
  const points = Array.from({ length: 40 }, (_, quarter) => [
    `${2016 + (quarter >> 2)}-Q${1 + (quarter % 4)}`,
    at + quarter,
  ]);
  const facts = { db: "CO", code, name: `D.I./Example business ${at % 900}`, unit: "% points" };
  const series = {
    ...facts,
    frequency: "QUARTERLY",
    category: "Example survey",
    period: "2025-Q4",
    value: at,
  };
  return { scope: "CO", key: code, body: { series, points, lastUpdate: "2026-10-01" } };
}

/** Each alert's report, then the alerts; of those that are over their ends. */
function fillAlerts(store: Store, numbers: readonly number[], size: DatabaseSize, at: number): void {
  const head = store.log.head();
  const time = new Date(at).toISOString();
  const entries: LogEntry[] = [];
  const add = (draft: EventDraft) => {
    const entry = numbered(draft, { epoch, seq: head + entries.length + 1, time });
    entries.push(entry);
    return entry;
  };
  const causes = numbers.map((number) => add(reportOf(number)));
  const alerts = numbers.map((number, index) => add(alertOf(number, size.rules, causes[index] as LogEntry)));
  const isOver = (number: number) => number < size.alerts - size.open;
  for (const [index, number] of numbers.entries()) {
    const { source, subject, data } = (alerts[index] as LogEntry).event;
    if (isOver(number))
      add({ type: "alert.resolved", source, subject, data: { now: { ...data.now, why: "time" } } });
  }
  const states = numbers.flatMap((number, index) =>
    isOver(number) ? [] : [episodeState(alerts[index] as LogEntry, at)],
  );
  const mails = alerts.map(({ seq }) => mail(seq, "desk@example.com", { html: "<p>A report.</p>" }));
  store.commit(batch({ entries, mails, alerts: { states, notices: [], ends: [] } }));
}

const codeOf = (number: number) => String(1_300 + (number % stocks));

function reportOf(number: number): EventDraft {
  const code = codeOf(number);
  const now = {
    ...{ code, name: `Example Works ${code}`, seller: `Example Capital ${number % 90}`, fund: "" },
    ...{ ratio: 0.5 + (number % 300) / 100, shares: 1_000 + number },
    ...{ calculatedOn: "2026-11-18", disclosedOn: "2026-11-19" },
  };
  const was = { ...now, ratio: now.ratio - 0.2, shares: now.shares - 500 };
  return {
    ...{ type: "short.report.increased", source: "/sources/short-sale-reports", subject: code },
    ...{ published: now.disclosedOn, occurred: now.calculatedOn },
    data: { now, was, changed: ["ratio", "shares"] },
  };
}

const severities = ["info", "warning", "critical"] as const;

function alertOf(number: number, rules: number, { seq, event }: LogEntry): EventDraft {
  const { id, type, source, subject, data } = event;
  const rule = `bench-${number % rules}`;
  const now = {
    ...{ rule, key: `${subject}-${number}`, severity: severities[number % 3], labels: {} },
    title: `${data.now.seller} holds ${data.now.ratio} % of ${data.now.name}`,
    body: "A position grew.",
    ...{ recipients: ["email:desk"], cause: { seq, id, type, source, subject }, data: data.now },
  };
  return { type: "alert.fired", source: `/rules/${rule}`, subject, data: { now } };
}

function episodeState({ seq, event: { id, subject, data } }: LogEntry, at: number): AlertStateWrite {
  const { rule, key, severity } = data.now as { rule: string; key: string; severity: "info" };
  const facts = {
    rule,
    key,
    severity,
    subject,
    source: "/sources/short-sale-reports",
    labels: {},
    watchlists: [],
  };
  const life = { id, seq, since: at, lastSeq: seq, lastAt: at, times: 1, facts, receivers: ["email:desk"] };
  return { kind: "episode", key: episodeKey({ rule, key }), body: life };
}

function deliver(store: Store, count: number, at: number): void {
  const outbox = store.outbox.of("email");
  const sent = Math.max(0, count - undelivered.waiting - undelivered.failed);
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  for (let from = 0; from < sent; from += atOnce)
    outbox.record(
      ids
        .slice(from, Math.min(sent, from + atOnce))
        .map((id) => ({ id, at, outcome: "sent", answer: "250 queued" })),
    );
  const failedMails = ids
    .slice(sent, sent + undelivered.failed)
    .map((id) => ({ id, at, reason: "refused" as const, error: "550 no such user" }));
  store.commit(batch({ failedMails }));
  const retryAt = at + 30 * 86_400_000;
  outbox.record(
    ids
      .slice(sent + undelivered.failed)
      .map((id) => ({ id, at, outcome: "postponed", answer: "451 later", retryAt })),
  );
}
