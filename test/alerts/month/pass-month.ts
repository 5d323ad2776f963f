/** The month as it passes: the program's own pipeline and store on a clock that is moved, killed where a test says so. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeCalendar } from "../../../src/calendar/kept-calendar.ts";
import { createTradingCalendar } from "../../../src/calendar/trading-calendar.ts";
import { tellingOf } from "../../../src/config/telling.ts";
import { requireFiles } from "../../../src/files/check-files.ts";
import { eventTypesOf } from "../../../src/files/event-types.ts";
import { createMovedClock, type MovedHouse, openMovedHouse } from "../../../src/history/moved-house.ts";
import type { Notice } from "../../../src/model/alerts.ts";
import type { CommitBatch } from "../../../src/model/commit.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import type { QueuedMail } from "../../../src/model/mail.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { receiverName, rules, settings, sourceOf } from "./month-settings.ts";
import { type Happening, momentOf, whenOf } from "./read-month.ts";

/** Where the program is killed: before a change is committed, or right after. */
export type Kill = "before" | "after";

export interface Passed {
  readonly notices: readonly string[];
  readonly mails: readonly string[];
  /** The mails themselves, in the order of their commits. */
  readonly queued: readonly TimedMail[];
  readonly kills: number;
  /** Names of alerts and of their ends by their numbers on the log. */
  readonly labels: ReadonlyMap<number, string>;
}

/** A mail, and the moment at which it was queued. */
export type TimedMail = QueuedMail & { readonly at: number };

const start = momentOf("11-01 00:00");
const end = Date.parse("2026-12-01T00:00:00+09:00");

const closedDays = new Map([
  ["2026-11-03", false],
  ["2026-11-23", false],
]);

class Killed extends Error {}

/** @param kill asked at each change whether the program is killed there */
export async function passMonth(
  folder: string,
  happenings: readonly Happening[],
  kill: () => Kill | undefined = () => undefined,
): Promise<Passed> {
  const parts = await partsIn(folder);
  const clock = createMovedClock(start);
  const entries: LogEntry[] = [];
  const queued: TimedMail[] = [];
  let kills = 0;
  let coming: Kill | undefined;
  const dieIf = (when: Kill) => {
    if (coming !== when) return;
    coming = undefined;
    kills++;
    throw new Killed();
  };
  const written = (batch: CommitBatch) => {
    entries.push(...batch.entries);
    const isNew = (mail: QueuedMail) => !queued.some((one) => one.messageId === mail.messageId);
    queued.push(...batch.mails.filter(isNew).map((mail) => ({ ...mail, at: clock.now() })));
    dieIf("after");
  };
  const open = () =>
    openMovedHouse({
      ...parts.house(() => dieIf("before")),
      ...{ clock, written, epoch: "month", file: join(folder, "month.db") },
    });
  let house = open();
  // For commands that read the database afterwards.
  storeCalendar(house.store.meta, closedDays);
  // What was not committed is asked again, as a poll finds the same differences again.
  const surely = (work: (house: MovedHouse) => void) => {
    for (;;) {
      const committed = entries.length;
      coming = kill();
      try {
        return work(house);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        house.close();
        house = open();
        if (entries.length > committed) return;
      }
    }
  };
  const openers = new Map<string, LogEntry>();
  for (const happening of happenings) {
    passTo(happening.at);
    const draft = draftOf(happening, entries, openers);
    surely(({ tell }) => tell({ drafts: [draft], batch: {} }));
    noteOpeners();
  }
  passTo(end);
  const labels = labelsOf(entries);
  const notices = entries.flatMap(({ seq }) => house.store.alerts.ofAlert(seq));
  house.close();
  return {
    notices: notices.map((notice) => noticeLine(notice, labels)),
    mails: queued.map((mail) => mailLine(mail, notices, labels)),
    ...{ queued, kills, labels },
  };

  function passTo(at: number): void {
    for (;;) {
      coming = kill();
      try {
        house.passUntil(at);
        break;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        house.close();
        house = open();
      }
    }
    coming = undefined;
  }
  function noteOpeners(): void {
    for (const entry of entries) {
      const id = idOf(entry);
      if (id !== undefined && !openers.has(id)) openers.set(id, entry);
    }
  }
}

async function partsIn(folder: string) {
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/month.yaml"), rules);
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const { config, rules: compiled } = await requireFiles(join(folder, "monitor.yaml"), {});
  const calendar = createTradingCalendar(closedDays);
  const types = eventTypesOf(config);
  const { unmailed, alerts } = tellingOf(config, {
    ...{ types, watchlists: () => ({}), monitorUrl: () => "http://127.0.0.1/", simulated: () => false },
  });
  return {
    house: (beforeCommit: () => void) => ({
      ...{ config, sources: [], due: () => undefined, rules: compiled, calendar: () => calendar },
      unmailed: (...asked: Parameters<typeof unmailed>) => {
        beforeCommit();
        return unmailed(...asked);
      },
      alerts: ({ alerts: memory }: { alerts: MovedHouse["store"]["alerts"] }) => ({
        ...alerts,
        memory,
        compose(...asked: Parameters<typeof alerts.compose>) {
          beforeCommit();
          return alerts.compose(...asked);
        },
      }),
    }),
  };
}

/** What a person or a service does, as the event that tells of it. */
function draftOf(
  { at, what, ids, about }: Happening,
  entries: readonly LogEntry[],
  openers: ReadonlyMap<string, LogEntry>,
): EventDraft {
  const [id = ""] = ids;
  if (what === "fires") return position(ids, about, 1);
  if (what === "silence") return silenceDraft(id, at, about);
  if (what === "silence ends") return silenceEnd(id, about, entries);
  const opener = openers.get(id);
  if (opener === undefined) throw new Error(`${id} has not fired`);
  const alert = opener.event.data.now as unknown as Alert;
  if (what === "is acknowledged") {
    const { rule, key, severity, title, labels } = alert;
    const by = about.replace(/^by /, "");
    const now = { ...{ alert: opener.event.id, rule, key, severity, title, labels }, by };
    return {
      type: "alert.acknowledged",
      source: `/rules/${rule}`,
      subject: opener.event.subject,
      data: { now },
    };
  }
  if (about === "until") return position([id], `${alert.rule} ${alert.key}`, 0);
  const now = { ...alert, why: "hand", by: about.replace(/^by /, "") };
  return {
    ...{ type: "alert.resolved", source: `/rules/${alert.rule}`, subject: opener.event.subject },
    data: { now: now as unknown as EventDraft["data"]["now"] },
  };
}

/** An event that the named rules are about: `halt halt-news 8306`, or `margin-missing 9984 from short-sale-reports`. */
function position(ids: readonly string[], about: string, ratio: number): EventDraft {
  const [words = "", from] = about.split(" from ");
  const named = words.split(" ");
  const code = named.pop() ?? "";
  const now = {
    ...{ code, name: ids.join(" "), seller: named.join(" "), ratio, shares: 1_000 },
    ...{ calculatedOn: "2026-10-30", disclosedOn: "2026-11-02" },
  };
  return {
    ...{ type: "short.report.increased", subject: code, data: { now } },
    source: `/sources/${from ?? sourceOf(named[0] ?? "")}`,
  };
}

function silenceDraft(id: string, at: number, about: string): EventDraft {
  const [, match = "", until = "", fate = ""] = /^`(.*)` until (.*), (\w+)$/.exec(about) ?? [];
  const now = {
    ...{ id, match, from: new Date(at).toISOString(), until: new Date(momentOf(until)).toISOString() },
    ...{ fate, author: "tanaka", because: "known", alerts: [] },
  };
  return { type: "silence.added", source: "/silences", subject: id, data: { now } };
}

function silenceEnd(id: string, about: string, entries: readonly LogEntry[]): EventDraft {
  const added = entries.find(({ event }) => event.type === "silence.added" && event.subject === id);
  const match = String(added?.event.data.now.match);
  const now = { id, match, why: "hand", author: about.replace(/^by /, "") };
  return { type: "silence.ended", source: "/silences", subject: id, data: { now } };
}

/** The id of the script: the alert's title begins with those of its event, one for each rule that the event names. */
function idOf({ event }: LogEntry): string | undefined {
  if (event.type !== "alert.fired") return undefined;
  const { title, rule } = event.data.now as unknown as Alert;
  const [ids = "", named = ""] = title.split(": ");
  return ids.split(" ")[named.split(" ").indexOf(rule)];
}

/** Names of entries by their numbers: an end is named after the alert that began what it ends. */
function labelsOf(entries: readonly LogEntry[]): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  const began = new Map<string, string>();
  for (const entry of entries) {
    if (!/^alert\.(fired|resolved)$/.test(entry.event.type)) continue;
    const { rule, key } = entry.event.data.now as unknown as Alert;
    const place = `${rule} ${key}`;
    const id = idOf(entry) ?? `end of ${began.get(place)}`;
    labels.set(entry.seq, id);
    if (entry.event.type === "alert.resolved") began.delete(place);
    else if (!began.has(place)) began.set(place, id);
  }
  return labels;
}

/** A decision as the table writes it. */
export function noticeLine(
  notice: Pick<Notice, "alertSeq" | "receiver" | "reason" | "state" | "at" | "toldAt" | "by">,
  labels: ReadonlyMap<number, string>,
): string {
  const { alertSeq, receiver, reason, state, at, toldAt, by = "" } = notice;
  const told = state === "told" ? whenOf(toldAt ?? at) : state === "dropped" ? "never" : "waiting";
  const label = (name: string) => labels.get(Number(/^month-(\d+)$/.exec(name)?.[1])) ?? name;
  return [labels.get(alertSeq), receiverName(receiver), reason, told, label(by)].join(" | ").trim();
}

function mailLine(mail: TimedMail, notices: readonly Notice[], labels: ReadonlyMap<number, string>): string {
  const told = notices.filter(
    ({ message, receiver }) =>
      message === mail.message && receiverName(receiver) === receiverName(mail.address),
  );
  const inOrder = told.sort((one, other) => one.gravity - other.gravity || one.alertSeq - other.alertSeq);
  const names = inOrder.map(({ alertSeq }) => labels.get(alertSeq));
  const alerts = names.length > 0 ? names.join(", ") : `brake of ${/talk/.exec(mail.subject)?.[0]}`;
  return [whenOf(mail.at), receiverName(mail.address), alerts].join(" | ");
}
