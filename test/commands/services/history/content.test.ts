/** `yagura history list` and `forget`: what is there, what services do not tell, and what goes. */
import { statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { contentText, forgetDays, readContent } from "../../../../src/commands/services/history/content.ts";
import { openHistory } from "../../../../src/store/history/history.ts";
import { barsOf } from "../../../store/history/records.ts";
import { comments, margin, past, setHistory, shorts } from "./house.ts";

const refused = "your plan covers 2025-02-01 and later \u001b[31m";

const scene = () =>
  setHistory((history) => {
    history.add(past);
    for (const day of ["2024-01-04", "2024-01-05"])
      history.finish({ set: margin, scope: "", from: day, to: day, at: 1, records: 0, refused });
  });

test("the content has each set with its days, what is refused, and the size of the file", () => {
  const { config, file } = scene();
  const content = readContent(config, {});
  expect(content).toEqual({
    file,
    bytes: statSync(file).size,
    simulated: ["forum", "statistics"],
    sets: [
      { set: comments, from: "2026-02-02", to: "2026-02-02", records: 1 },
      { set: margin, from: "2026-01-05", to: "2026-02-02", records: 2 },
      { set: shorts, from: "2026-01-05", to: "2026-01-05", records: 1 },
      { set: "statistics/points", from: "2026-01-31", to: "2026-01-31", records: 1 },
    ],
    refused: [{ set: margin, from: "2024-01-04", to: "2024-01-05", pieces: 2, reason: refused }],
  });
});

test("what was fetched from the simulator is called simulated, whatever the settings say since", () => {
  const { config } = setHistory((history) => {
    history.claim("market", "simulated");
    history.claim("forum", "forum.example");
    history.add(past);
  });
  expect(readContent(config, {}).simulated).toEqual(["market", "statistics"]);
});

test("a person reads it in lines, what is simulated first and refusals in the service's words", () => {
  const { config, file } = scene();
  const text = contentText({ ...readContent(config, {}), bytes: 45_056 });
  expect(text.split("\n")).toEqual([
    `${file}, 45 kB`,
    "",
    "SIMULATED: forum, statistics",
    "",
    "set                               first day   last day    records",
    "forum/comments                    2026-02-02  2026-02-02  1",
    "market/markets/margin-alert       2026-01-05  2026-02-02  2",
    "market/markets/short-sale-report  2026-01-05  2026-01-05  1",
    "statistics/points                 2026-01-31  2026-01-31  1",
    "",
    "Not provided by the services",
    `${margin}, 2024-01-04 to 2024-01-05, 2 pieces: your plan covers 2025-02-01 and later [31m`,
    "",
  ]);
});

test.each([
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [45_056, "45 kB"],
  [1_234_567, "1.2 MB"],
  [1_300_000_000, "1.3 GB"],
])("%i bytes are %s", (bytes, words) => {
  const content = { file: "history.db", bytes, simulated: [], sets: [], refused: [] };
  expect(contentText(content)).toBe(`history.db, ${words}\n\nThere are no records in it yet.\n`);
});

test("no history is refused in words, and none is made", () => {
  const { config, file } = setHistory(undefined);
  const missing = `${file}: no history there yet; \`yagura history fetch\` makes one`;
  expect(() => readContent(config, {})).toThrow(missing);
  expect(() => forgetDays({ config, before: "2026-01-01" }, {}, () => {})).toThrow(missing);
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});

test("forgetting says how many records went and how much smaller the file is", () => {
  const { config, file } = setHistory((history) => {
    for (const day of ["2026-01-05", "2026-01-06", "2026-01-07"]) history.add(barsOf(day, 1_000));
  });
  const steps: number[] = [];
  const forgotten = forgetDays({ config, before: "2026-01-07" }, {}, (gone) => steps.push(gone));
  expect(steps).toEqual([2_000]);
  expect(forgotten).toMatchObject({ file, records: 2_000 });
  expect(forgotten.bytes).toBeLessThan(forgotten.bytesBefore * 0.8);
  expect(readContent(config, {}).sets).toMatchObject([{ from: "2026-01-07", records: 1_000 }]);
});

test("a history that is being fetched is not forgotten, nor is anything before what is no day", () => {
  const { config, file } = scene();
  expect(() => forgetDays({ config, before: "30d" }, {}, () => {})).toThrow(
    '--before takes a day YYYY-MM-DD, not "30d"',
  );
  const fetching = openHistory(file);
  onTestFinished(() => fetching.close());
  expect(() => forgetDays({ config, before: "2026-02-01" }, {}, () => {})).toThrow(
    `${file}: in use by another fetch`,
  );
  expect(fetching.sets()).toHaveLength(4);
});
