/** Days, months and axes as each language writes them. */
import { expect, test } from "vitest";
import { axisTexts, shownDay, shownTime } from "../../../src/web/parts/moment.tsx";

const at = (text: string) => Date.parse(`${text}+09:00`);

test.each([
  ["2026-11-10", "10 Nov 2026", "2026年11月10日"],
  ["2026-11", "Nov 2026", "2026年11月"],
  // A week of a contract, and what is no day at all.
  ["2024-51", "2024-51", "2024-51"],
  ["7203", "7203", "7203"],
])("%s", (text, en, ja) => {
  expect([shownDay(text, "en"), shownDay(text, "ja")]).toEqual([en, ja]);
});

test("a moment of a chart is a day where it is midnight in Japan", () => {
  expect(shownTime(at("2026-11-10T00:00"), "ja")).toBe("2026年11月10日");
  expect(shownTime(at("2026-11-10T09:05"), "ja")).toBe("2026年11月10日 09:05");
  expect(shownTime(at("2026-11-10T09:05"), "en")).toBe("10 Nov 2026 09:05");
});

test("below an axis stand days with their year, once, then months, years or the time of day", () => {
  const days = [at("2026-11-10T00:00"), at("2026-11-12T00:00")];
  const dayMs = 86_400_000;
  expect(axisTexts(days, 2 * dayMs, "en")).toEqual(["10 Nov\n2026", "12 Nov"]);
  expect(axisTexts(days, 2 * dayMs, "ja")).toEqual(["11月10日\n2026年", "11月12日"]);
  expect(axisTexts(days, 30 * dayMs, "ja")).toEqual(["11月\n2026年", "11月"]);
  expect(axisTexts(days, 365 * dayMs, "en")).toEqual(["2026", "2026"]);
  expect(axisTexts([at("2026-11-10T09:05")], 60_000, "ja")).toEqual(["09:05\n2026年11月10日"]);
});
