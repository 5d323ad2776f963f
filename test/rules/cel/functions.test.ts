import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { languageFor } from "../../../src/rules/cel/language-for.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { compileShown, shown } from "../../../src/rules/texts/template.ts";

function tell(example: ExampleEvent, expression: string): string {
  const language = languageFor([example.type], builtInTypes, { lists: { core: ["7203"] } });
  const { evaluate } = compileShown(expression, language);
  return shown(evaluate(variablesOf(exampleEvent(example))));
}

const report: ExampleEvent = {
  type: "short.report.opened",
  now: { code: "7203", name: " 例示𠮷Kogyo ", seller: "Example Capital", ratio: 1.25 },
};

describe("an expression about an event", () => {
  const reads = (expression: string, value: string) =>
    expect(tell(report, expression), expression).toBe(value);

  it("has one kind of number, wherever it comes from", () => {
    reads("now.ratio * 2 > 1", "true");
    reads("size(now.seller) / 2", "7.5");
    reads("size(now.seller) in [15, 16]", "true");
    reads("now.ratio > 1u", "true");
    reads("has(now.fund) ? size(now.fund) : 0", "0");
    reads("int(now.ratio) / 2", "0.5");
    reads("int('12') + now.ratio", "13.25");
    reads("max(now.ratio, size(now.code))", "4");
  });

  it("takes texts apart by characters, and not by what they are stored in", () => {
    reads("now.name.trim()", "例示𠮷Kogyo");
    reads("size(now.name.trim())", "8");
    reads("now.name.trim().substring(2, 4)", "𠮷K");
    reads("now.name.trim().substring(3)", "Kogyo");
    reads("now.name.trim().indexOf('Kogyo')", "3");
    reads("now.name.trim().indexOf('o', 5)", "7");
    reads("now.name.trim().lastIndexOf('o')", "7");
    reads("now.name.trim().lastIndexOf('o', 6)", "4");
    reads("now.name.indexOf('株')", "-1");
    reads("now.seller.split(' ')", "Example, Capital");
    reads("now.code.split('')", "7, 2, 0, 3");
    reads("now.code.split('', 2)", "7, 203");
    reads("now.seller.split(' ').join('/')", "Example/Capital");
    reads("now.seller.upperAscii() + 'É'.lowerAscii()", "EXAMPLE CAPITALÉ");
  });

  it("has no value where a place is beyond the text, or no place", () => {
    for (const none of ["now.code.substring(5)", "now.code.substring(3, 2)", "now.code.substring(0.5)"])
      reads(none, "–");
  });

  it("looks into tables, lists and what may be absent", () => {
    reads("{'7203': 1.5, '6758': 0.8}[now.code]", "1.5");
    reads("{'6758': 0.8}[now.code]", "–");
    reads("now.ratio > {'6758': 0.8}[?now.code].orValue(1)", "true");
    reads("[now.code, now.seller][size(now.code) - 3]", "Example Capital");
    reads("lists.core[size(lists.core) - 1]", "7203");
    reads("lists.core[size(lists.core)]", "–");
    reads("now.?fund.orValue('no fund')", "no fund");
    reads("now.?seller.orValue('nobody')", "Example Capital");
    reads("now.?fund.hasValue()", "false");
    reads("now.?fund.or(now.?seller).value()", "Example Capital");
    reads("cel.bind(half, now.ratio / 2, half + half)", "1.25");
    reads("now.code in lists.core + ['9984']", "true");
  });
});

describe("a moment", () => {
  it("is read on the wall clock of a zone, also where clocks are changed", () => {
    const night = "2026-03-08T20:30:00.000Z";
    const moment = `timestamp("${night}")`;
    const clock = (zone: string) =>
      tell(
        report,
        `[now.code, string(${moment}.getHours("${zone}")), string(${moment}.getDate("${zone}"))].join(" ")`,
      );
    expect(clock("Asia/Tokyo")).toBe("7203 5 9");
    expect(clock("America/New_York")).toBe("7203 16 8");
    expect(clock("Asia/Kathmandu")).toBe("7203 2 9");
  });

  it("differs from another by a span, which may be compared and shown", () => {
    const wait = 'timestamp("2026-01-06T00:30:00Z") - timestamp("2026-01-05T00:00:00Z")';
    expect(tell(report, `now.code == "7203" && ${wait} > duration("24h")`)).toBe("true");
    expect(tell(report, `now.code == "7203" ? ${wait} : duration("0s")`)).toBe("88200s");
    expect(tell(report, `size(now.code) + (${wait}).getHours()`)).toBe("28");
  });

  it("is shown as it is written, with no more digits than it has", () => {
    expect(tell(report, 'timestamp("2026-01-05T09:00:00+09:00")')).toBe("2026-01-05T00:00:00Z");
    const quarter = 'timestamp("2026-01-05T00:00:00.250Z")';
    expect(tell(report, `string(${quarter})`)).toBe("2026-01-05T00:00:00.25Z");
  });

  it("counts its days of the year and of the week from 0", () => {
    const year = 'timestamp("2026-12-31T15:00:00Z")';
    expect(tell(report, `size(now.code) * 0 + ${year}.getDayOfYear()`)).toBe("364");
    expect(tell(report, `size(now.code) * 0 + ${year}.getDayOfYear("Asia/Tokyo")`)).toBe("0");
    expect(tell(report, `${year}.getDayOfWeek()`)).toBe("4");
  });
});
