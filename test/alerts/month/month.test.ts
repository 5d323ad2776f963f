/** A month of alerts, three receivers, against a table that was written by hand (month.md). */
import { describe, expect, test } from "vitest";
import { Random } from "../../support/random.ts";
import { runsOf, seed } from "../../support/runs.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { type Passed, passMonth } from "./pass-month.ts";
import { readMonth } from "./read-month.ts";

const month = readMonth();
/** Of lines about one moment any order is right. */
const sorted = (lines: readonly string[]) => [...lines].sort();

const mark = " †";
const isOpen = (line: string) => line.includes(mark);
const plain = (lines: readonly string[]) => sorted(lines.map((line) => line.replace(mark, "")));
/** The alert and receiver of a decision, or the moment and receiver of a mail. */
const placeOf = (line: string) => line.replace(mark, "").split(" | ").slice(0, 2).join(" | ");
const openPlaces = new Set([...month.notices, ...month.mails].filter(isOpen).map(placeOf));
const settled = (lines: readonly string[]) => sorted(lines.filter((line) => !openPlaces.has(placeOf(line))));

test("the table agrees with itself: every alert that is told is in one mail, at its time and to its receiver", () => {
  const told = plain(month.notices).flatMap((line) => {
    const [id, receiver, , when] = line.split(" | ");
    return when?.startsWith("11-") ? [`${when.replace(/ \|$/, "")} | ${receiver} | ${id}`] : [];
  });
  const mailed = plain(month.mails).flatMap((line) => {
    const [when, receiver, alerts = ""] = line.split(" | ");
    return alerts.split(", ").map((id) => `${when} | ${receiver} | ${id}`);
  });
  expect(sorted(mailed.filter((line) => !line.includes("brake of")))).toEqual(sorted(told));
});

test("the month passes as the table says: each decision with its reason, and each mail", async () => {
  const { notices, mails } = await passMonth(tmpFolder(), month.happenings);
  expect(settled(notices)).toEqual(settled(month.notices));
  expect(settled(mails)).toEqual(settled(month.mails));
});

test("a month in which the program is killed again and again is the same month, to each byte of a mail", async () => {
  const whole = await passMonth(tmpFolder(), month.happenings);
  for (let run = 0; run < runsOf({ quick: 3, long: 50 }); run++) {
    const random = new Random(seed + run);
    const kill = () => (random.chance(0.3) ? random.pick(["before", "after"] as const) : undefined);
    const killed = await passMonth(tmpFolder(), month.happenings, kill);
    expect(killed.kills).toBeGreaterThan(20);
    expect({ ...killed, kills: 0 }, `seed ${seed + run}`).toEqual({ ...whole, kills: 0 });
  }
});

test("a mail is dated when it is told, also where its alert waited", async () => {
  const { queued } = await passMonth(tmpFolder(), month.happenings);
  expect(queued.filter(({ at, date }) => Date.parse(date) !== at)).toEqual([]);
});

test("the mails to a receiver about an episode are one thread", async () => {
  const { queued } = await passMonth(tmpFolder(), month.happenings);
  const about = queued.filter(({ subject, address }) => address.startsWith("aya") && / H6\b/.test(subject));
  const ids = about.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(5);
  expect(about.map(({ extras }) => extras?.inReplyTo)).toEqual([undefined, ...ids.slice(0, -1)]);
  for (const { extras } of about.slice(1)) expect(extras?.references?.[0]).toBe(ids[0]);
});

/** Rows with †: what a user would expect, and the program does otherwise. */
describe("open", () => {
  const openRows = async (pick: (line: string) => boolean) => {
    const passed: Passed = await passMonth(tmpFolder(), month.happenings);
    const rows = [...month.notices, ...month.mails].filter((line) => isOpen(line) && pick(line));
    const places = new Set(rows.map(placeOf));
    expect(rows).not.toEqual([]);
    const got = [...passed.notices, ...passed.mails].filter((line) => places.has(placeOf(line)));
    expect(sorted(got)).toEqual(plain(rows));
  };

  test("a receiver gets one digest at a time, with what its route and what a silence leave to it", () =>
    openRows((line) => /15:45/.test(line)));

  test("an alert that was over before its inhibition ended is not told", () =>
    openRows((line) => /X[12]/.test(line)));
});
