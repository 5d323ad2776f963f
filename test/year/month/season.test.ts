/**
 * A month of the whole market around a season of results: what a person with thirty stocks is mailed of disclosures and
 * dates of results beside all else, and what the sources ask of the services. In the quick runs its busiest day alone,
 * without short sales, forums and statistics. `SUBJECTS=FILE` writes the subjects of the mails.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event, LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { messageIdOf } from "../../../src/outputs/email/headers.ts";
import { isLong } from "../../support/runs.ts";
import { type Asked, mostWithin } from "../door.ts";
import { type Lived, live } from "../lived.ts";
import { dayAt, dayMs, japan, requestsPerMinute } from "../plan.ts";
import { type Cause, expectedCauses } from "./causes.ts";
import { daysOf, files, from, recipient, season, seasonRules, seasonText, seasonWorld } from "./plan.ts";

const first = isLong ? season.first : season.peak;
const days = daysOf(isLong ? season.days : 1, first);
const newRules = /^(disclosure-|results-)/;

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly day: string;
  /** Its alerts, by what the monitor notes of each. */
  readonly alerts: readonly LogEntry[];
}

let lived: Lived;
let log: readonly LogEntry[] = [];
let mails: ReadonlyMap<string, Mail> = new Map();
let causes: readonly Cause[] = [];
beforeAll(async () => {
  causes = expectedCauses(days.all);
  const config = (url: string) => seasonText(url, isLong);
  const startsAt = japan(first, "06:00");
  lived = await live({ startsAt, simulator: seasonWorld, config, rules: seasonRules, files });
  await lived.until(days.end);
  log = lived.log();
  mails = await readMails();
  if (process.env.SUBJECTS !== undefined) writeFileSync(process.env.SUBJECTS, subjects().join("\n"));
}, 6_000_000);
afterAll(() => lived?.close());

/** By Message-ID. */
async function readMails(): Promise<ReadonlyMap<string, Mail>> {
  const byMail = new Map<string, LogEntry[]>();
  for (const entry of log.filter(({ event }) => event.type === "alert.fired"))
    for (const name of lived.messagesOf(entry.seq)) {
      const id = messageIdOf(name, recipient, from);
      byMail.set(id, [...(byMail.get(id) ?? []), entry]);
    }
  const names = readdirSync(lived.outbox).filter((name) => name.endsWith(".eml"));
  const all = await Promise.all(
    names.map(async (name) => {
      const mail = await PostalMime.parse(readFileSync(join(lived.outbox, name)));
      const { messageId = "", subject = "", text = "", date = "" } = mail;
      return [
        messageId,
        { subject, text, day: dayAt(Date.parse(date)), alerts: byMail.get(messageId) ?? [] },
      ] as const;
    }),
  );
  return new Map(all.sort(([, a], [, b]) => (a.day < b.day ? -1 : 1)));
}

/** An event in the words of the causes. */
function toldBy({ type, subject, published, data: { now } }: Event): string {
  const fact = type.startsWith("disclosure.")
    ? now.number
    : type.startsWith("margin.")
      ? published
      : now.scheduledOn;
  return `${type} ${subject} ${String(fact ?? "-")}`;
}

/** Mails about each event, by the words of the causes. */
function mailsByCause(): ReadonlyMap<string, readonly Mail[]> {
  const events = new Map(log.map(({ seq, event }) => [seq, event]));
  const found = new Map<string, Set<Mail>>();
  for (const mail of mails.values())
    for (const { event } of mail.alerts) {
      const cause = events.get((event.data.now as unknown as Alert).cause.seq);
      if (cause === undefined) continue;
      const told = toldBy(cause);
      found.set(told, (found.get(told) ?? new Set()).add(mail));
    }
  return new Map([...found].map(([told, all]) => [told, [...all]]));
}

/** Mails as their reader sees the list of them. */
function subjects(): string[] {
  return [...mails.values()].map(({ day, subject }) => `${day} ${subject}`);
}

const plain = (text: string) => text.replaceAll(/\s/g, "");

describe("a season of results with thirty stocks on the watchlist", () => {
  it("tells every cause of the world's script in a mail that says it, and in one alone", () => {
    const found = mailsByCause();
    const wrong = causes.flatMap(({ told, words }) => {
      const about = found.get(told) ?? [];
      const says = about.every(({ subject, text }) => plain(`${subject} ${text}`).includes(plain(words)));
      return about.length === 1 && says ? [] : [`${told} ${words}: ${about.length} mails`];
    });
    expect(wrong).toEqual([]);
    expect(new Set(causes.map(({ told }) => told)).size).toBeGreaterThanOrEqual(isLong ? 100 : 15);
    const rare = ["results", "forecast", "dividend", "delisting", "margin lifted"];
    if (isLong) rare.push("buy-back", "split", "issue", "correction");
    if (isLong) rare.push("date moved", "date undecided", "margin added");
    const kinds = new Set(causes.map(({ kind }) => kind));
    expect(rare.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("brings at most three mails a day more than without disclosures and dates", () => {
    const ruleOf = ({ event }: LogEntry) => (event.data.now as unknown as Alert).rule;
    const all = [...mails.values()];
    const isNew = ({ alerts }: Mail) => alerts.every((alert) => newRules.test(ruleOf(alert)));
    const [more, before] = [all.filter(isNew), all.filter((mail) => !isNew(mail))];
    const most = Math.max(...days.all.map((day) => more.filter((mail) => mail.day === day).length));
    const figures = `${before.length / days.all.length} + ${more.length / days.all.length} mails a day, ${most} more on one`;
    // The busiest of the sixteen days on which results come has about a tenth of them.
    expect(more.length / days.all.length, figures).toBeLessThanOrEqual(isLong ? 3.3 : 10);
    expect(most, figures).toBeLessThanOrEqual(10);
    // Alerts of the old sources are in none of these.
    expect(all.filter(({ alerts }) => alerts.length === 0)).toEqual([]);
  });

  it("asks for at most a quarter of what the plan allows, and for disclosures once a minute", () => {
    const { market, disclosures } = requests();
    expect(market.length).toBeGreaterThan(50 * days.all.length);
    // The first minute of a new database reads what stood before it.
    expect(mostWithin(60_000, market)).toBeLessThanOrEqual(requestsPerMinute / 4);
    const perMinute = new Map<number, number>();
    for (const { at } of disclosures) {
      const minute = Math.floor(at / 60_000);
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
    }
    const often = [...perMinute.values()].filter((count) => count > 1);
    // The first poll of a day reads the day before once more, in full; on days without trading, too.
    const calendarDays = Math.ceil((days.end - japan(first, "00:00")) / dayMs);
    expect(often.length).toBeLessThanOrEqual(calendarDays);
    expect(Math.max(0, ...often)).toBeLessThanOrEqual(5);
  });
});

/** Requests to the market service after its first minute: those that count in the plan, and those for disclosures. */
function requests(): { readonly market: readonly Asked[]; readonly disclosures: readonly Asked[] } {
  const later = lived.asked.filter(
    ({ at, path }) => path.startsWith("/market/") && at >= japan(first, "06:01"),
  );
  const isDisclosure = ({ path }: Asked) => path.startsWith("/market/v2/td/");
  return { market: later.filter((one) => !isDisclosure(one)), disclosures: later.filter(isDisclosure) };
}
