/** Damage of a history: nothing that it gives is other than it was written, and what is damaged is found and forgotten. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import type { HistoryRecord } from "../../../src/model/history.ts";
import { StoreError } from "../../../src/model/store-faults.ts";
import { openHistory, openHistoryReader } from "../../../src/store/history/history.ts";
import { harm, harms } from "../../faults/harm.ts";
import { seedsOf, tell, trialsOf } from "../../faults/trials.ts";
import { Random } from "../../support/random.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { tmpHistory } from "./house.ts";
import { all, bars, barsOf, margin, record } from "./records.ts";

const days = ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-13", "2026-01-14"];
const stocks = 60;
const piece = { set: bars, scope: "", from: "2026-01-05", to: "2026-01-07" };
const later = { set: bars, scope: "", from: "2026-01-13", to: "2026-01-14" };

function fill(history: ReturnType<typeof openHistory>): void {
  history.claim("market", "api.example");
  for (const day of days) {
    history.add(barsOf(day, stocks));
    history.add([record({ day, row: { code: "9901", reasons: ["a"] } })]);
  }
  for (const one of [piece, later]) history.finish({ ...one, at: 1, records: 1 });
}

let folder = "";
const image = () => join(folder, "whole.db");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "yagura-"));
  const history = openHistory(image());
  fill(history);
  history.close();
  return () => rmSync(folder, { recursive: true });
});

const textOf = (records: readonly HistoryRecord[]) => records.map((one) => JSON.stringify(one));

/** Everything that is asked of a history, by a name; an answer is a list of lines. */
const questions: Readonly<Record<string, (history: ReturnType<typeof openHistoryReader>) => string[]>> = {
  between: (history) => textOf(history.between(bars, all)),
  "between of the other set": (history) => textOf(history.between(margin, all)),
  about: (history) => textOf(history.about(bars, "1310", all)),
  "of a subject": (history) => textOf(history.ofSubject("9901", all)),
  days: (history) => [...history.days(bars, all)],
  fetched: (history) => [piece, later].flatMap((one) => JSON.stringify(history.fetched(one)) ?? []),
  origins: (history) => [...history.origins().values()],
};

/** Questions whose answer may lack lines, where the key of a row is damaged: the file is then found damaged. */
const mayLack = new Set(["about", "of a subject", "days", "fetched", "origins"]);

interface Outcome {
  readonly isFound: boolean;
  /** Answers that are not as they were. */
  readonly wrong: readonly string[];
  readonly isMended: boolean;
}

function trial(path: string): Outcome {
  const wrong: string[] = [];
  let isFound = false;
  let lacks = false;
  const guarded = <T>(name: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      isFound = true;
      if (!(error instanceof StoreError)) wrong.push(`${name}: ${(error as Error).stack}`);
      return undefined;
    }
  };
  const whole = openHistoryReader(image());
  const history = guarded("open", () => openHistoryReader(path));
  for (const [name, ask] of Object.entries(questions)) {
    const expected = ask(whole);
    const given = history && guarded(name, () => ask(history));
    if (given === undefined) continue;
    const isPart = given.every((line) => expected.includes(line));
    if (given.length === expected.length && isPart) continue;
    lacks = true;
    if (!isPart || !mayLack.has(name)) wrong.push(`${name} gives other records, or fewer`);
  }
  const found = history && guarded("verify", () => [...history.verify(all)].filter(Boolean));
  if (found && found.length > 0) isFound = true;
  history?.close();
  whole.close();
  return { isFound: isFound || lacks, wrong, isMended: guarded("mend", () => mended(path)) ?? false };
}

/** Forgets what is damaged, fetches it again, and compares; false where SQLite itself cannot read the file. */
function mended(path: string): boolean {
  const history = openHistory(path);
  try {
    for (const _ of history.mend(all));
    fill(history);
    expect([...history.verify(all)].filter(Boolean)).toEqual([]);
    const whole = openHistoryReader(image());
    for (const name of ["between", "between of the other set", "fetched"])
      expect(questions[name]?.(history).sort()).toEqual(questions[name]?.(whole).sort());
    whole.close();
    return true;
  } finally {
    history.close();
  }
}

test("damage in any place of a history gives no other record, and is fetched again", (context) => {
  const seeds = seedsOf(trialsOf({ quick: 25, all: 1_000 }));
  const outcomes = seeds.map((seed) => {
    const path = join(folder, `trial-${seed}.db`);
    copyFileSync(image(), path);
    const random = new Random(seed);
    const how = harm(path, random.pick(harms), random);
    const isChanged = !readFileSync(path).equals(readFileSync(image()));
    const outcome = trial(path);
    for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(path + ending, { force: true });
    return { how: `seed ${seed}: ${how}`, isChanged, ...outcome };
  });
  const wrong = outcomes.flatMap((one) => one.wrong.map((what) => `${one.how}: ${what}`));
  tell(context, {
    fault: "damage in the history of the services",
    tried: outcomes.length,
    lost: 0,
    wrong: wrong.length,
    shown: `${outcomes.filter(({ isFound }) => isFound).length} found, ${outcomes.filter(({ isMended }) => isMended).length} read and fetched again`,
    failsWith: "a record's checksum not compared",
  });
  expect(wrong).toEqual([]);
  expect(outcomes.some(({ isFound }) => isFound)).toBe(true);
  expect(outcomes.some(({ isMended }) => isMended)).toBe(true);
});

/** Changes rows as a disk would: without their checksums. */
function spoil(path: string, sql: string): void {
  const db = new Sqlite(path);
  db.exec(sql);
  db.close();
}

test.each([
  [
    "a value of a record",
    "UPDATE records SET body = replace(body, '1005', '1006') WHERE subject = '1310' AND day = 20458",
  ],
  ["a record that is gone", "DELETE FROM records WHERE subject = '1310' AND day = 20458"],
  ["a record of another stock", "UPDATE records SET subject = '1999' WHERE subject = '1310' AND day = 20458"],
  ["a day that is gone", "DELETE FROM days WHERE day = 20458"],
  ["a day's count", "UPDATE days SET records = records - 1 WHERE day = 20458"],
  ["a field's name", `UPDATE sets SET columns = replace(columns, 'close', 'clone')`],
  ["a stock's weeks", "UPDATE subject_weeks SET weeks = 0 WHERE subject = '1310'"],
  ["a stock's weeks that are gone", "DELETE FROM subject_weeks WHERE subject = '1310'"],
])("%s that was damaged is found, forgotten, and whole again when it was fetched", (_, sql) => {
  const path = join(tmpFolder(), "history.db");
  copyFileSync(image(), path);
  spoil(path, sql);
  const reader = openHistoryReader(path);
  const found = [...reader.verify(all)].filter(Boolean);
  expect(found.length).toBeGreaterThan(0);
  reader.close();
  expect(mended(path)).toBe(true);
  const again = openHistoryReader(path);
  expect(again.about(bars, "1310", all)).toHaveLength(days.length);
  again.close();
});

test("records of which none can be found any more are not taken for none, where the file was cut inside its last page", () => {
  const path = join(tmpFolder(), "history.db");
  copyFileSync(image(), path);
  truncateSync(path, statSync(path).size - 14_000);
  const history = openHistory(path);
  const found = () => [...history.mend(all)].filter(Boolean).length;
  try {
    expect(found()).toBeGreaterThan(0);
  } catch (error) {
    expect(error).toMatchObject({ name: "StoreError", fault: "damaged" });
  }
  history.close();
});

test("what is damaged is refused in one line that names the call", () => {
  const path = join(tmpFolder(), "history.db");
  copyFileSync(image(), path);
  spoil(path, "UPDATE records SET body = replace(body, '1005', '1006') WHERE subject = '1310'");
  const reader = openHistoryReader(path);
  expect(() => reader.about(bars, "1310", all)).toThrow(
    `${path}: records of ${bars} of about 2026-01-05 are damaged; \`yagura history fetch --since 2026-01-05\` fetches them again`,
  );
  reader.close();
});

test("a damaged piece counts as not fetched", () => {
  const path = join(tmpFolder(), "history.db");
  copyFileSync(image(), path);
  spoil(path, "UPDATE pieces SET to_day = to_day + 30 WHERE from_day = 20458");
  const reader = openHistoryReader(path);
  expect(reader.fetched({ ...piece, to: "2026-01-30" })).toBeUndefined();
  reader.close();
});

test("a history of the version before goes on; its records are not verified, and new ones are", () => {
  const path = join(tmpFolder(), "history.db");
  const history = tmpHistory(path);
  fill(history);
  history.close();
  const db = new Sqlite(path);
  db.exec(`ALTER TABLE sets DROP COLUMN day_rows; ALTER TABLE sets DROP COLUMN day_sum;
    ALTER TABLE records DROP COLUMN sum; ALTER TABLE days DROP COLUMN sum; PRAGMA user_version = 1`);
  for (const table of ["days", "subject_weeks", "sets", "pieces", "origins"])
    db.exec(`ALTER TABLE ${table} DROP COLUMN seal`);
  db.close();
  const again = tmpHistory(path);
  expect(again.between(bars, all)).toHaveLength(days.length * stocks);
  expect([...again.verify(all)].filter(Boolean)).toEqual([]);
  again.add([...barsOf("2026-01-05", stocks + 1), ...barsOf("2026-01-15", 1)]);
  expect(again.between(bars, all)).toHaveLength(days.length * stocks + 2);
  expect(again.fetched(piece)).toBeDefined();
});
