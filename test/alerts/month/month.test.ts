/** A month of alerts, three receivers, against a table that was written by hand (month.md). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { backtestFiles } from "../../../src/backtest/backtest-files.ts";
import { noticeReasons } from "../../../src/model/alerts.ts";
import { why } from "../../../src/why/ask.ts";
import { Random } from "../../support/random.ts";
import { isLong, runsOf, seed } from "../../support/runs.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { noticeLine, passMonth } from "./pass-month.ts";
import { readMonth } from "./read-month.ts";

const month = readMonth();
const passedIn = async (folder: string) => ({ folder, ...(await passMonth(folder, month.happenings)) });
let passed: ReturnType<typeof passedIn> | undefined;
/** The month without a kill, passed once for all tests, which read its database and nothing more. */
const whole = () => {
  passed ??= passedIn(mkdtempSync(join(tmpdir(), "yagura-")));
  return passed;
};
afterAll(async () => {
  if (passed !== undefined) rmSync((await passed).folder, { recursive: true, force: true });
});
/** Of lines about one moment any order is right. */
const sorted = (lines: readonly string[]) => [...lines].sort();

test("the table agrees with itself: every alert that is told is in one mail, at its time and to its receiver", () => {
  const told = month.notices.flatMap((line) => {
    const [id, receiver, , when] = line.split(" | ");
    return when?.startsWith("11-") ? [`${when.replace(/ \|$/, "")} | ${receiver} | ${id}`] : [];
  });
  const mailed = month.mails.flatMap((line) => {
    const [when, receiver, alerts = ""] = line.split(" | ");
    return alerts.split(", ").map((id) => `${when} | ${receiver} | ${id}`);
  });
  expect(sorted(mailed.filter((line) => !line.includes("brake of")))).toEqual(sorted(told));
});

test("the month passes as the table says: each decision with its reason, and each mail", async () => {
  const { notices, mails } = await whole();
  expect(sorted(notices)).toEqual(sorted(month.notices));
  expect(sorted(mails)).toEqual(sorted(month.mails));
});

test("a month in which the program is killed again and again is the same month, to each byte of a mail", async () => {
  const { folder: _, ...once } = await whole();
  for (let run = 0; run < runsOf({ quick: 1, long: 50 }); run++) {
    const random = new Random(seed + run);
    const kill = () => (random.chance(0.3) ? random.pick(["before", "after"] as const) : undefined);
    const killed = await passMonth(tmpFolder(), month.happenings, kill);
    expect(killed.kills).toBeGreaterThan(20);
    expect({ ...killed, kills: 0 }, `seed ${seed + run}`).toEqual({ ...once, kills: 0 });
  }
});

test("`yagura why` gives each decision of the table, with its reason in words", async () => {
  const { folder, labels } = await whole();
  const surroundings = {
    ...{ config: join(folder, "monitor.yaml"), environment: {}, progress: () => {} },
    now: Date.parse("2026-12-01T00:00:00+09:00"),
  };
  const linesOf = (id: string) => month.notices.filter((line) => line.startsWith(`${id} | `));
  // All of them are the long runs' work, since an answer reads the log behind its alert: here one for each reason.
  const seen = new Set<string | undefined>();
  const asked = [...labels].filter(([, id]) => {
    const before = seen.size;
    for (const line of linesOf(id)) seen.add(line.split(" | ")[2]);
    return isLong || seen.size > before;
  });
  const told: string[] = [];
  for (const [seq] of asked) {
    const answer = await why({ alert: String(seq) }, surroundings);
    if (answer.about !== "alert") throw new Error(`${seq} is ${answer.about}`);
    for (const { at, told: mailed, message, ...notice } of answer.notices) {
      const times = { at: Date.parse(at), toldAt: mailed && Date.parse(mailed.at) };
      told.push(noticeLine({ alertSeq: seq, ...times, ...notice }, labels));
      expect(message).toBe(noticeReasons[notice.reason]);
    }
  }
  expect(sorted(told)).toEqual(sorted(asked.flatMap(([, id]) => linesOf(id))));
  const reasonsOf = (lines: readonly string[]) => new Set(lines.map((line) => line.split(" | ")[2]));
  expect(reasonsOf(told)).toEqual(reasonsOf(month.notices));
});

/** Counts by two texts of each line. */
function countBy(lines: readonly string[], keysOf: (cells: string[]) => readonly [string, string]) {
  const counts: Record<string, Record<string, number>> = {};
  for (const line of lines) {
    const [first, second] = keysOf(line.split(" | "));
    const own = counts[first] ?? {};
    counts[first] = own;
    own[second] = (own[second] ?? 0) + 1;
  }
  return counts;
}

test("a backtest of the month counts the same decisions, and the same mails by receiver, day and hour", async () => {
  const { folder } = await whole();
  const report = await backtestFiles(
    { config: join(folder, "monitor.yaml"), since: "2026-11-01", until: "2026-11-30" },
    { environment: {}, now: Date.parse("2026-12-01T00:00:00+09:00"), progress: () => {} },
  );
  expect(report.notices).toEqual(countBy(month.notices, ([, to, reason]) => [`email:${to}`, `${reason}`]));
  const hours = countBy(month.mails, ([when, to]) => [`${to}@x.jp`, String(Number(when?.slice(6, 8)))]);
  expect(report.mailsByHour).toEqual(hours);
  const days = countBy(month.mails, ([when]) => ["mails", `2026-${when?.slice(0, 5)}`]);
  const counted = report.days.flatMap(({ day, mails }) => (mails > 0 ? [[day, mails]] : []));
  expect(Object.fromEntries(counted)).toEqual(days.mails);
});

test("a mail is dated when it is told, also where its alert waited", async () => {
  const { queued } = await whole();
  expect(queued.filter(({ at, date }) => Date.parse(date) !== at)).toEqual([]);
});

test("the mails to a receiver about an episode are one thread", async () => {
  const { queued } = await whole();
  const about = queued.filter(({ subject, address }) => address.startsWith("aya") && /\bH6\b/.test(subject));
  const ids = about.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(5);
  expect(about.map(({ extras }) => extras?.inReplyTo)).toEqual([undefined, ...ids.slice(0, -1)]);
  for (const { extras } of about.slice(1)) expect(extras?.references?.[0]).toBe(ids[0]);
});
