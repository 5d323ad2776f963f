/**
 * A month of the whole market as a person lives it who has thirty stocks: 4,443 issues, some 550 short-sale reports and
 * 140 margin alerts a day, fifty busy forums, and the rules that ship. Beside that person three readers have routes, with
 * groups and digests. `JUDGED=FILE` writes what of it matters to that person and what does not, by a list made apart.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "../../../src/model/event.ts";
import { isLong } from "../../support/runs.ts";
import { type Lived, live } from "../lived.ts";
import { toldBy } from "../oracle/expected.ts";
import { dayAt, japan, watchlist } from "../plan.ts";
import { type Judged, judge, judgedLines, shares, weigh } from "./judge.ts";
import { alertOf, countMails, readMails, type SentMail } from "./mails.ts";
import { addressOf, daysOf, files, monthWorld, readers, routedText, ruleFiles, startsAt } from "./plan.ts";

/** The whole month in the long runs, and all that readers get one by one; else its first day without the latter. */
const days = daysOf(isLong ? 22 : 1);
/** Messages a day: one by one, where each cause is one, and with routes, where what one publication says is one. */
const most = { plain: 13, routed: 5 };

const mustBeTold = readFileSync(join(import.meta.dirname, "must-be-told.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

let lived: Lived;
let log: readonly LogEntry[] = [];
/** To the person whom the rules name, one by one. */
let mails: readonly SentMail[] = [];
/** Mails by address and day. */
let counts: ReadonlyMap<string, number> = new Map();
/** The same person one by one, and with routes. */
let judged: Readonly<Record<"plain" | "routed", Judged>>;
beforeAll(async () => {
  const config = (url: string) => routedText(url, isLong);
  lived = await live({ startsAt, simulator: monthWorld, config, rules: ruleFiles, files });
  await lived.until(days.end);
  log = lived.log();
  mails = await readMails(lived, log, addressOf("desk", true));
  counts = countMails(lived.outbox);
  const worth = weigh(log);
  const routed = await readMails(lived, log, addressOf("desk"));
  // What comes after the last digest is in the next day's.
  const digested = japan(days.all.at(-1) ?? "", "15:00");
  judged = { plain: judge(worth, mails, days.end), routed: judge(worth, routed, digested) };
  const lines = Object.entries(judged).flatMap(([name, one]) => judgedLines(name, one, days.all.length));
  if (process.env.JUDGED !== undefined) writeFileSync(process.env.JUDGED, `${lines.join("\n")}\n`);
}, 6_000_000);
afterAll(() => lived?.close());

/** The day in Japan on which an entry came. */
const dayOf = ({ event }: LogEntry) => dayAt(Date.parse(event.time));

/** One row a business day, as docs/rules-reference.md has them. */
function rows(): string[] {
  const told = toldLines();
  return days.all.map((day) => {
    const entries = log.filter((entry) => dayOf(entry) === day);
    const news = entries.filter(({ event }) => !event.type.startsWith("alert."));
    const alerts = entries.filter(({ event }) => event.type === "alert.fired");
    const own = alerts.filter(({ event }) => watchlist.includes(event.subject));
    const due = mustBeTold.filter((line) => dayInLine(line) === day);
    const cells = [
      day,
      news.length,
      alerts.length,
      own.length,
      mailsOf(addressOf("desk", true), day),
      due.length,
      due.filter((line) => told.has(line)).length,
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

/** The events of which a mail tells, in the words of the list. */
function toldLines(): ReadonlySet<string> {
  const bySeq = new Map(log.map(({ seq, event }) => [seq, event]));
  return new Set(
    mails.flatMap(({ alerts }) =>
      alerts.flatMap((alert) => {
        const event = bySeq.get(alertOf(alert).cause.seq);
        return event === undefined ? [] : [toldBy(event)];
      }),
    ),
  );
}

function mailsOf(address: string, day: string): number {
  return counts.get(`${address} ${day}`) ?? 0;
}

/** The row of a business day of the readers with routes, as docs/alerts.md has it. */
function routedRow(day: string): unknown[] {
  const plain = (one: (typeof readers)[number]) =>
    isLong ? mailsOf(addressOf(one, true), day) : expect.any(Number);
  const others = readers.slice(1).flatMap((one) => [plain(one), mailsOf(addressOf(one), day)]);
  return [mailsOf(addressOf("desk"), day), ...others];
}

function dayInLine(line: string): string {
  return /\d{4}-\d\d-\d\d/.exec(line)?.[0] ?? "";
}

describe("a month of the whole market with thirty stocks on the watchlist", () => {
  it.each(["plain", "routed"] as const)("brings no more than a person reads in a day: %s", (who) => {
    const each = days.all.map((day) => [day, mailsOf(addressOf("desk", who === "plain"), day)] as const);
    expect(each.filter(([, count]) => count > most[who])).toEqual([]);
    expect(each.some(([, count]) => count > 0)).toBe(true);
  });
  it.each(["plain", "routed"] as const)("tells all that matters, and hardly anything else: %s", (who) => {
    const { facts, needless, untold } = judged[who];
    expect(untold).toEqual([]);
    expect(shares(judged[who]).precision, needless.join("\n")).toBeGreaterThanOrEqual(90);
    // On the first day of routes all of it is in the next day's digest.
    expect(facts).toBeGreaterThanOrEqual(isLong ? 100 : who === "plain" ? 7 : 0);
  });
  it("brings no two mails for one cause", () => {
    expect(mails.filter(({ alerts }) => alerts.length === 0)).toEqual([]);
    const causes = mails.flatMap(({ alerts }) => [
      ...new Set(alerts.map((alert) => alertOf(alert).cause.seq)),
    ]);
    expect(new Set(causes).size).toBe(causes.length);
  });
  it("tells everything of the list in a mail", () => {
    const told = toldLines();
    const due = mustBeTold.filter((line) => dayInLine(line) <= (days.all.at(-1) ?? ""));
    expect(due.length).toBeGreaterThan(days.all.length);
    expect(due.filter((line) => !told.has(line))).toEqual([]);
  });
  it("mails of other stocks only what is rare in the whole market", () => {
    const others = mails
      .flatMap(({ alerts }) => alerts)
      .filter((alert) => !watchlist.includes(alert.event.subject) && alertOf(alert).severity !== "critical");
    expect(others.filter(({ event }) => /^[0-9][0-9A-Z]{3}$/.test(event.subject))).toEqual([]);
  });
  it("is the month of the table in docs/rules-reference.md", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/rules-reference.md"), "utf8");
    expect(page.split("\n")).toEqual(expect.arrayContaining(rows()));
  });
});

describe("the same month for readers with routes", () => {
  it("brings who reads all of the market three digests a day and what is critical", () => {
    const most = Math.max(...days.all.map((day) => mailsOf(addressOf("all"), day)));
    expect(most).toBeLessThanOrEqual(4);
    const plain = days.all.map((day) => mailsOf(addressOf("all", true), day));
    if (isLong) expect(plain.every((count) => count > 1_000)).toBe(true);
  });
  it("is the month of the table in docs/alerts.md", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/alerts.md"), "utf8");
    const lines = page.split("\n").map((line) => line.split("|").slice(1, -1));
    const shown = new Map(lines.map(([day = "", ...cells]) => [day.trim(), cells.map(Number)]));
    for (const day of days.all) expect([day, shown.get(day)]).toEqual([day, routedRow(day)]);
  });
});
