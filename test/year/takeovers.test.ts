/**
 * A month of the full market, or a day of a few sources in the quick runs, lived twice: on one machine, and on three
 * of which another one writes each day. Both have the same log and the same mails, and all copies the same rows.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { isLong } from "../support/runs.ts";
import { type LifeOptions, type Lived, live } from "./lived.ts";
import { daysOf, files, season, seasonRules, seasonText, seasonWorld } from "./month/plan.ts";
import { configText, dayAt, dayMs, japan, startsAt, worldOptions } from "./plan.ts";

const schedules = {
  "margin-alerts": "0 30 9,16,19 * * *",
  "short-sale-reports": "0 30 9,17,20 * * *",
  "statistics-updates": "0 50 8,10 * * *",
};
const life: LifeOptions = isLong
  ? {
      ...{ startsAt: japan(season.first, "06:00"), simulator: seasonWorld, rules: seasonRules, files },
      config: (url) => seasonText(url, true),
    }
  : { startsAt, simulator: worldOptions, config: (url) => configText({ weeks: 1, schedules }, url) };
const end = isLong ? daysOf(season.days, season.first).end : startsAt + dayMs;

/** Lives to the end; each day at noon another machine writes, or the one begins anew. */
async function lived(copies: number): Promise<Lived> {
  const one = await live({ ...life, copies });
  for (let noon = japan(dayAt(life.startsAt), "12:00"); noon < end; noon += dayMs) {
    await one.until(noon + 60_000);
    await (copies > 0 ? one.takeOver() : one.restart());
  }
  await one.until(end);
  return one;
}

/**
 * The log and the mails without the id of the database, and with each entry named by its source and its number there:
 * polls that begin at one moment may end in any order.
 */
async function told(one: Lived) {
  const { epoch } = one.store().log;
  const log = one.log();
  const counts = new Map<string, number>();
  const labels = new Map<number, string>();
  for (const { seq, event } of log) {
    const count = (counts.get(event.source) ?? 0) + 1;
    counts.set(event.source, count);
    labels.set(seq, `${event.source}#${count}`);
  }
  const labelled = (text: string) =>
    text
      .replaceAll(new RegExp(`${epoch}-(\\d+)`, "g"), (_, seq) => `EPOCH-${labels.get(Number(seq))}`)
      .replaceAll(/"seq":(\d+)/g, (_, seq) => `"seq":"${labels.get(Number(seq))}"`);
  const parsed = async (name: string) => {
    const { to, date, subject, text = "" } = await PostalMime.parse(readFileSync(join(one.outbox, name)));
    // Each life has a port of its own.
    return JSON.stringify({ to, date, subject, text: text.replaceAll(/127\.0\.0\.1:\d+/g, "HOST") });
  };
  const mails = await Promise.all(
    readdirSync(one.outbox)
      .filter((name) => name.endsWith(".eml"))
      .map(parsed),
  );
  // A month of them is too much to keep.
  const short = ({ seq, event }: (typeof log)[number]) =>
    `${labels.get(seq)} ${event.type} ${createHash("sha1")
      .update(labelled(JSON.stringify(event)))
      .digest("hex")}`;
  return { entries: log.map(short).sort(), mails: mails.sort() };
}

/** What belongs to one file alone. */
const ownTables = ["runs", "sums", "sqlite_sequence", "sqlite_stat1"];

function rowsIn(path: string): string[] {
  const db = new Sqlite(path, { readonly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  const rows = tables
    .filter((name) => !ownTables.includes(name))
    .flatMap((name) => {
      const all = db
        .prepare(`SELECT * FROM ${name}`)
        .raw()
        .all()
        .map((row) => `${name} ${JSON.stringify(row)}`);
      return all.filter((row) => !row.startsWith('meta ["proof"')).sort();
    });
  db.close();
  return rows;
}

test("a takeover each day changes no entry and no mail, and leaves all copies alike", async () => {
  const [alone, cluster] = [await lived(0), await lived(2)];
  try {
    const [before, after] = [await told(alone), await told(cluster)];
    expect(before.entries.length).toBeGreaterThan(isLong ? 1_000 : 20);
    expect(after.entries).toEqual(before.entries);
    expect(before.mails.length).toBeGreaterThan(0);
    expect(after.mails).toEqual(before.mails);
    const [writer = [], ...copies] = cluster.paths().map(rowsIn);
    expect(writer.length).toBeGreaterThan(100);
    for (const copy of copies) expect(copy).toEqual(writer);
  } finally {
    await alone.close();
    await cluster.close();
  }
}, 6_000_000);
