/** Entries that subscribers share: so many are kept in memory, so many frames and answers of each, and frames in RFC 6455's form. */
import { expect, test } from "vitest";
import { LogWindow, OutgoingEntry, textFrame } from "../../../src/outputs/feed/connections/entries.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";

const mib = 1_048_576;

function filled(entries: number, padding = 0) {
  const log = new MemoryLog();
  const window = new LogWindow(log);
  for (let entry = 0; entry < entries; entry += 1) {
    log.append(alertDraft("7203", { padding }));
    window.load(256);
  }
  const reads = (position: number) => {
    const before = log.reads;
    expect(window.after(position, 2)[0]?.seq).toBe(position + 1);
    return log.reads - before;
  };
  return { log, window, reads };
}

test("the last 1,536 entries are shared from memory, and older ones are read", () => {
  const few = filled(1_536);
  expect([few.reads(0), few.reads(1_535)]).toEqual([0, 0]);
  const more = filled(1_537);
  expect([more.reads(0), more.reads(1)]).toEqual([1, 0]);
});

test("three megabytes of entries are shared, and a larger one alone", () => {
  const [large, larger] = [filled(4, mib - 1_000), filled(4, mib)];
  expect([0, 1, 2, 3].map(large.reads)).toEqual([1, 0, 0, 0]);
  expect([0, 1, 2, 3].map(larger.reads)).toEqual([1, 1, 0, 0]);
  const single = filled(2, 4 * mib);
  expect([0, 1].map(single.reads)).toEqual([1, 0]);
});

test("a burst larger than the window is taken in from its last 1,536 entries on, in steps", () => {
  const log = new MemoryLog();
  const window = new LogWindow(log);
  log.append(...Array.from({ length: 1_600 }, () => alertDraft("7203")));
  const loaded = [window.load(1_000), window.load(1_000)].map((entries) => [
    entries.length,
    entries[0]?.seq,
    entries.at(-1)?.seq,
  ]);
  expect(loaded).toEqual([
    [1_000, 65, 1_064],
    [536, 1_065, 1_600],
  ]);
  expect([window.head, window.behind, window.load(1_000)]).toEqual([1_600, false, []]);
  expect(window.after(1_600, 10)).toEqual([]);
  expect(window.after(1_598, 10).map(({ seq }) => seq)).toEqual([1_599, 1_600]);
});

const stored = { seq: 7, type: "alert.fired", subject: "7203", json: '{"a":"櫓"}' };

test("a frame is kept for four ids of an entry", () => {
  const entry = new OutgoingEntry(stored);
  const [first, second] = [0, 1].map(() => ["a", "b", "c", "d", "e"].map((id) => entry.frame(id)));
  expect(first?.map((frame, place) => frame === second?.[place])).toEqual([true, true, true, true, false]);
  expect(entry.bytes).toBe(11);
});

test("an answer is kept for 64 conditions of an entry, also where it is no", () => {
  const entry = new OutgoingEntry(stored);
  let asked = 0;
  const conditions = Array.from({ length: 65 }, (_, place) => ({
    matches: () => {
      asked += 1;
      if (place === 2) throw new Error("no such field");
      return place % 2 === 0;
    },
  }));
  const answers = () => conditions.map((condition) => entry.ask(condition));
  const expected = conditions.map((_, place) => place % 2 === 0 && place !== 2);
  expect(answers()).toEqual(expected);
  expect([answers(), asked]).toEqual([expected, 66]);
  expect(entry.answer(conditions[1] ?? { matches: () => true })).toBe(false);
  expect(entry.answer(conditions[64] ?? { matches: () => true })).toBeUndefined();
});

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  "a frame of %i bytes has the header for its length",
  (length) => {
    const frame = textFrame("x".repeat(length));
    const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
    expect([frame.length, frame[0]]).toEqual([header + length, 0x81]);
    expect(frame[1]).toBe(length < 126 ? length : length < 65_536 ? 126 : 127);
    if (header === 4) expect(frame.readUInt16BE(2)).toBe(length);
    if (header === 10) expect(frame.readBigUInt64BE(2)).toBe(BigInt(length));
    expect(frame.subarray(header).toString()).toBe("x".repeat(length));
  },
);
