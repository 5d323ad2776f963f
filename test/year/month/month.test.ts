/**
 * A month of the whole market as a person lives it who has thirty stocks: 4,443 issues, some 550 short-sale reports and
 * 140 margin alerts a day, fifty busy forums, and the rules that ship.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "../../../src/model/event.ts";
import { isLong } from "../../support/runs.ts";
import { type Lived, live } from "../lived.ts";
import { toldBy } from "../oracle/expected.ts";
import { dayAt, watchlist } from "../plan.ts";
import { readMails, type SentMail } from "./mails.ts";
import { configText, daysOf, files, monthWorld, ruleFiles, startsAt } from "./plan.ts";

/** The whole month in the long runs; else its first day. */
const days = daysOf(isLong ? 22 : 1);
const mostADay = 10;

const mustBeTold = readFileSync(join(import.meta.dirname, "must-be-told.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

let lived: Lived;
let log: readonly LogEntry[] = [];
let mails: readonly SentMail[] = [];
beforeAll(async () => {
  lived = await live({ startsAt, simulator: monthWorld, config: configText, rules: ruleFiles, files });
  await lived.until(days.end);
  log = lived.log();
  mails = await readMails(lived.outbox, log);
}, 3_000_000);
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
      mails.filter((mail) => dayAt(mail.at) === day).length,
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
    mails.flatMap(({ cause }) => {
      const event = bySeq.get(cause);
      return event === undefined ? [] : [toldBy(event)];
    }),
  );
}

function dayInLine(line: string): string {
  return /\d{4}-\d\d-\d\d/.exec(line)?.[0] ?? "";
}

describe("a month of the whole market with thirty stocks on the watchlist", () => {
  it("brings at most ten mails a business day", () => {
    const counts = days.all.map((day) => [day, mails.filter(({ at }) => dayAt(at) === day).length] as const);
    expect(counts.filter(([, count]) => count > mostADay)).toEqual([]);
    expect(counts.some(([, count]) => count > 0)).toBe(true);
  });
  it("brings no two mails for one cause", () => {
    const causes = mails.map(({ cause, address }) => `${cause} ${address}`);
    expect(new Set(causes).size).toBe(causes.length);
  });
  it("tells everything of the list in a mail", () => {
    const told = toldLines();
    const due = mustBeTold.filter((line) => dayInLine(line) <= (days.all.at(-1) ?? ""));
    expect(due.length).toBeGreaterThan(days.all.length);
    expect(due.filter((line) => !told.has(line))).toEqual([]);
  });
  it("mails of other stocks only what is rare in the whole market", () => {
    const others = mails.filter(
      ({ subject, severity }) => !watchlist.includes(subject) && severity !== "critical",
    );
    expect(others.filter(({ subject }) => /^[0-9][0-9A-Z]{3}$/.test(subject))).toEqual([]);
  });
  it("is the month of the table in docs/rules-reference.md", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/rules-reference.md"), "utf8");
    expect(page.split("\n")).toEqual(expect.arrayContaining(rows()));
  });
});
