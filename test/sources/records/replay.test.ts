import { expect, test } from "vitest";
import { lastWeekdays } from "../../../src/model/dates.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import type { WatchedRecord } from "../../../src/upstreams/record.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";
import { told } from "../poll-and-commit.ts";
import { watchRecords } from "./scene.ts";

/** A service with enough records that never look cut, and others that come, change and go. */
const days = lastWeekdays("2026-11-20", 3);
const held = Array.from({ length: 12 }, (_, index) => ({ code: String(9001 + index), documentType: "held" }));
const move = fc.record({
  code: fc.constantFrom("7203", "6758", "130A", "25935"),
  documentType: fc.constantFrom("1Q", "FY/2", "%2F"),
  day: fc.constantFrom(...days),
  netSales: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom("put", "put", "put", "remove"),
});
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

const nameOf = ({ code, disclosedDate, documentType }: WatchedRecord) =>
  JSON.stringify([code, disclosedDate, documentType]);

function apply(listing: Map<string, WatchedRecord>, { day, kind, netSales, code, documentType }: Move): void {
  const record = { code, disclosedDate: day, documentType, netSales };
  if (kind === "remove") listing.delete(nameOf(record));
  else listing.set(nameOf(record), record);
}

/** Items of a reader of the feed who takes every event at its word. */
function play(held: Map<string, WatchedRecord>, drafts: readonly EventDraft[]): void {
  for (const { type, data } of drafts) {
    const { now, was } = data;
    if (type.endsWith(".added")) expect(held.has(nameOf(now))).toBe(false);
    else expect(held.get(nameOf(now))).toEqual(type.endsWith(".removed") ? now : was);
    if (type.endsWith(".removed")) held.delete(nameOf(now));
    else held.set(nameOf(now), now);
  }
}

const polls = fc.array(fc.array(move, { maxLength: 6 }), { minLength: 1, maxLength: 8 });
const settings = fc.constantFrom(
  { query: { date: { last: 3 } } },
  { query: { from: "2026-11-01", to: "today" } },
  { query: { from: { last: 3 } } },
);

test("what is told, played over the first sight, gives the listing of the service", async () => {
  await fc.assert(
    fc.asyncProperty(polls, settings, async (script, { query }) => {
      const scene = watchRecords("market/fins/summary", { query });
      const listing = new Map<string, WatchedRecord>();
      for (const disclosedDate of days)
        for (const record of held)
          listing.set(nameOf({ ...record, disclosedDate }), { ...record, disclosedDate, netSales: 1 });
      let played: Map<string, WatchedRecord> | undefined;
      for (const moves of script) {
        for (const each of moves) apply(listing, each);
        scene.records = [...listing.values()];
        const { drafts } = await scene.poll();
        if (played === undefined) played = new Map(listing);
        else play(played, drafts);
        expect(sorted(played)).toEqual(sorted(listing));
      }
    }),
    { numRuns: runsOf({ quick: 60, long: 1_000 }) },
  );
});

test("with a key without a day, the last record of each stock is what is told", async () => {
  await fc.assert(
    fc.asyncProperty(polls, async (script) => {
      const scene = watchRecords("market/fins/summary", { key: ["code"], query: { date: { last: 3 } } });
      const listing = new Map<string, WatchedRecord>();
      for (const record of held) {
        for (const disclosedDate of days)
          listing.set(nameOf({ ...record, disclosedDate }), { ...record, disclosedDate, netSales: 1 });
      }
      const played = new Map<string, WatchedRecord>();
      for (const [index, moves] of script.entries()) {
        for (const each of moves) apply(listing, each);
        scene.records = [...listing.values()];
        const { drafts } = await scene.poll();
        const last = lastOfEach(scene.records);
        if (index === 0) for (const [code, record] of last) played.set(code, record);
        for (const { type, data } of drafts) {
          if (type.endsWith(".removed")) played.delete(String(data.now.code));
          else played.set(String(data.now.code), data.now);
        }
        expect([...played.keys()].sort()).toEqual([...last.keys()].sort());
        for (const [code, { disclosedDate }] of last)
          expect(played.get(code)?.disclosedDate).toBe(disclosedDate);
      }
    }),
    { numRuns: runsOf({ quick: 40, long: 1_000 }) },
  );
});

test("any rows in any order give a diff or a failed poll, and the same answer tells nothing twice", async () => {
  const row = fc.record(
    {
      code: fc.constantFrom("7203", "130A", ""),
      disclosedDate: fc.constantFrom(...days, "2026-01-05"),
      documentType: fc.constantFrom("1Q", "__proto__"),
      netSales: fc.constantFrom(0, 1.5, 1.25, 1e21),
      equityRatio: fc.constantFrom(0.5, 0.52),
    },
    { requiredKeys: ["code", "disclosedDate"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 5 }), async (answers) => {
      const scene = watchRecords("market/fins/summary", { query: { code: "7203", from: { last: 3 } } });
      for (const rows of answers) {
        scene.records = rows.map((each) => ({ ...each, code: "7203" }));
        await scene
          .poll()
          .catch((error: Error) =>
            expect(error.message).toMatch(/had \d+ records and now has|does not tell them apart/),
          );
        scene.records.reverse();
        const again = await scene.poll().catch(() => undefined);
        if (again !== undefined) expect(told(again)).toEqual([]);
      }
    }),
    { numRuns: runsOf({ quick: 60, long: 1_000 }) },
  );
});

function sorted(listing: ReadonlyMap<string, WatchedRecord>): [string, WatchedRecord][] {
  return [...listing].sort(([a], [b]) => (a < b ? -1 : 1));
}

function lastOfEach(records: readonly WatchedRecord[]): Map<string, WatchedRecord> {
  const last = new Map<string, WatchedRecord>();
  for (const record of records) {
    const other = last.get(String(record.code));
    if (other === undefined || String(record.disclosedDate) > String(other.disclosedDate))
      last.set(String(record.code), record);
  }
  return last;
}
