/**
 * A month of the whole market around a season of results: what a person with thirty stocks is mailed of disclosures and
 * dates of results beside all else, and what the sources ask of the services. In the quick runs its busiest day alone,
 * without short sales, forums and statistics. `SUBJECTS=FILE` writes the subjects of the mails.
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event, LogEntry } from "../../../src/model/event.ts";
import { isLong } from "../../support/runs.ts";
import { type Asked, mostWithin } from "../door.ts";
import { type Lived, live } from "../lived.ts";
import { dayMs, japan, requestsPerMinute } from "../plan.ts";
import { type Cause, expectedCauses } from "./causes.ts";
import { alertOf, readMails, type SentMail } from "./mails.ts";
import { daysOf, files, recipient, season, seasonRules, seasonText, seasonWorld } from "./plan.ts";

const first = isLong ? season.first : season.peak;
const days = daysOf(isLong ? season.days : 1, first);
const newRules = /^(disclosure-|results-)/;

let lived: Lived;
let log: readonly LogEntry[] = [];
let mails: readonly SentMail[] = [];
let causes: readonly Cause[] = [];
beforeAll(async () => {
  causes = expectedCauses(days.all);
  const config = (url: string) => seasonText(url, isLong);
  const startsAt = japan(first, "06:00");
  lived = await live({ startsAt, simulator: seasonWorld, config, rules: seasonRules, files });
  await lived.until(days.end);
  log = lived.log();
  mails = await readMails(lived, log, recipient);
  if (process.env.SUBJECTS !== undefined) writeFileSync(process.env.SUBJECTS, subjects().join("\n"));
}, 6_000_000);
afterAll(() => lived?.close());

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
function mailsByCause(): ReadonlyMap<string, readonly SentMail[]> {
  const events = new Map(log.map(({ seq, event }) => [seq, event]));
  const found = new Map<string, Set<SentMail>>();
  for (const mail of mails)
    for (const alert of mail.alerts) {
      const cause = events.get(alertOf(alert).cause.seq);
      if (cause === undefined) continue;
      const told = toldBy(cause);
      found.set(told, (found.get(told) ?? new Set()).add(mail));
    }
  return new Map([...found].map(([told, all]) => [told, [...all]]));
}

/** Mails as their reader sees the list of them. */
function subjects(): string[] {
  return mails.map(({ day, subject }) => `${day} ${subject}`);
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
    const isNew = ({ alerts }: SentMail) => alerts.every((alert) => newRules.test(alertOf(alert).rule));
    const [more, before] = [mails.filter(isNew), mails.filter((mail) => !isNew(mail))];
    const most = Math.max(...days.all.map((day) => more.filter((mail) => mail.day === day).length));
    const figures = `${before.length / days.all.length} + ${more.length / days.all.length} mails a day, ${most} more on one`;
    // The busiest of the sixteen days on which results come has about a tenth of them.
    expect(more.length / days.all.length, figures).toBeLessThanOrEqual(isLong ? 3.3 : 10);
    expect(most, figures).toBeLessThanOrEqual(10);
    // Alerts of the old sources are in none of these.
    expect(mails.filter(({ alerts }) => alerts.length === 0)).toEqual([]);
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
