/** Mails a day of three readers of the same month: one by one, and through routes with groups and digests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.ts";
import { type Lived, live } from "../lived.ts";
import { dayAt } from "../plan.ts";
import { addressOf, daysOf, files, monthWorld, readers, routedText, ruleFiles, startsAt } from "./plan.ts";

/** The whole month in the long runs, and what readers get one by one; else its first day without that. */
const days = daysOf(isLong ? 22 : 1);

let lived: Lived;
/** Mails by address and day. */
let counts: ReadonlyMap<string, number> = new Map();
beforeAll(async () => {
  lived = await live({
    startsAt,
    simulator: monthWorld,
    config: (url) => routedText(url, isLong),
    rules: ruleFiles,
    files,
  });
  await lived.until(days.end);
  counts = countMails(lived.outbox);
}, 6_000_000);
afterAll(() => lived?.close());

function countMails(outbox: string): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const file of readdirSync(outbox).filter((name) => name.endsWith(".eml"))) {
    const head = readFileSync(join(outbox, file), "utf8").split("\r\n\r\n", 1)[0] ?? "";
    const value = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1]?.trim() ?? "";
    const place = `${value("To")} ${dayAt(Date.parse(value("Date")))}`;
    all.set(place, (all.get(place) ?? 0) + 1);
  }
  return all;
}

function mailsOf(address: string, day: string): number {
  return counts.get(`${address} ${day}`) ?? 0;
}

/** The row of a business day, as docs/alerts.md has it. */
function rowOf(day: string): unknown[] {
  const plain = (one: (typeof readers)[number]) =>
    isLong ? mailsOf(addressOf(one, true), day) : expect.any(Number);
  const others = readers.slice(1).flatMap((one) => [plain(one), mailsOf(addressOf(one), day)]);
  return [mailsOf(addressOf("desk"), day), ...others];
}

describe("a month of the whole market for readers with routes", () => {
  it("brings who reads all of the market three digests a day and what is critical", () => {
    const most = Math.max(...days.all.map((day) => mailsOf(addressOf("all"), day)));
    expect(most).toBeLessThanOrEqual(4);
    const plain = days.all.map((day) => mailsOf(addressOf("all", true), day));
    if (isLong) expect(plain.every((count) => count > 1_000)).toBe(true);
  });
  it("is the month of the table in docs/alerts.md", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/alerts.md"), "utf8");
    const rows = page.split("\n").map((line) => line.split("|").slice(1, -1));
    const shown = new Map(rows.map(([day = "", ...counts]) => [day.trim(), counts.map(Number)]));
    for (const day of days.all) expect([day, shown.get(day)]).toEqual([day, rowOf(day)]);
  });
});
