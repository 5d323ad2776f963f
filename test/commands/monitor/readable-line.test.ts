/** Rules for the log on a terminal. */
import { expect, test } from "vitest";
import { readableLine } from "../../../src/commands/monitor/screen.ts";

const plain = { language: "en", paint: (_: string, text: string) => text } as const;
const styled = { language: "en", paint: (style: string, text: string) => `<${style}>${text}</>` } as const;
const line = (entry: object) => JSON.stringify({ time: "2026-11-20T08:31:02.123Z", ...entry });

test("an entry has Japan's time, a word for what is no mere information, the message and its facts", () => {
  const entry = { level: "warn", msg: "the poll failed", source: "margin-alerts", reason: "timeout" };
  expect(readableLine(line(entry), plain)).toBe(
    "17:31:02 JST  warn  the poll failed  source=margin-alerts  reason=timeout",
  );
  expect(readableLine(line({ ...entry, level: "info" }), plain)).toContain("JST        the poll failed");
});

test("an alert is its title, in the colour of its severity", () => {
  const alert = { level: "info", alert: 12, severity: "critical", rule: "short-large", subject: "7203" };
  expect(readableLine(line({ ...alert, msg: "Example Capital is short 1.2 %" }), styled)).toBe(
    "<dim>17:31:02 JST</>  <red>Example Capital is short 1.2 %</>  <dim>critical, alert 12 of short-large</>",
  );
});

test("lists and maps are in words, and the place of a mistake stands in the message alone", () => {
  const entry = { level: "info", msg: "committed", events: { "a.b": 2, c: 1 }, sources: ["x", "y"] };
  expect(readableLine(line(entry), plain)).toContain("committed  events=a.b:2,c:1  sources=x,y");
  const mistake = {
    level: "warn",
    msg: "all.yaml:5:22: no field coed",
    file: "all.yaml",
    line: 5,
    column: 22,
  };
  expect(readableLine(line(mistake), plain)).toBe("17:31:02 JST  warn  all.yaml:5:22: no field coed");
});

test("what strangers wrote moves no cursor, and what is no entry stays readable", () => {
  const hostile = { level: "info", msg: "a\x1b[2Jb\nc", title: "\x1b]0;x\x07", alert: 1, severity: "info" };
  for (const shown of [readableLine(line(hostile), plain), readableLine("half a {line\x1b[1A", plain)])
    expect(shown).not.toMatch(/\p{Cc}/u);
  expect(readableLine("half a {line", plain)).toBe("half a {line");
});
