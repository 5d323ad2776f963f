/** The calendar as another reader of RFC 5545 understands it: Python's icalendar, which says what breaks the standard. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import type { DateAhead } from "../../src/model/page/dates.ts";
import { calendarOf } from "../../src/page/dates/calendar-text.ts";

const reader = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
entries = [
    {
        "uid": str(entry["UID"]),
        "day": entry.decoded("DTSTART").isoformat(),
        "end": entry.decoded("DTEND").isoformat(),
        "stamp": entry.decoded("DTSTAMP").isoformat(),
        "summary": str(entry["SUMMARY"]),
        "errors": [str(error) for error in entry.errors],
    }
    for entry in calendar.walk("VEVENT")
]
missing = [name for name in ("VERSION", "PRODID") if name not in calendar]
print(json.dumps({"entries": entries, "errors": [str(error) for error in calendar.errors], "missing": missing}))
`;

function read(text: string) {
  const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", reader], { input: text, encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

const names = ["霧笛自動車", "A, B; C\\D", "長".repeat(150), "line\r\nEND:VCALENDAR", "😀 emoji", ""];
const dates = Array.from({ length: 60 }, (_, at): DateAhead => {
  const name = names[at % names.length];
  return {
    ...{ uid: `${at}@yagura`, day: `2026-12-${String(1 + (at % 31)).padStart(2, "0")}`, subject: "7203" },
    ...{ source: "earnings-dates", isSimulated: at % 2 === 0, title: { en: "Results", ja: "決算発表予定" } },
    ...(name && { name }),
  };
});

test.each(["en", "ja"] as const)(
  "every entry comes back as it was given, and nothing breaks the standard: %s",
  (language) => {
    const found = read(calendarOf(dates, language, Date.parse("2026-11-20T09:00:00Z")));
    expect([found.errors, found.missing, found.entries.length]).toEqual([[], [], dates.length]);
    for (const [at, date] of dates.entries()) {
      const entry = found.entries[at];
      expect(entry).toMatchObject({
        uid: date.uid,
        day: date.day,
        stamp: "2026-11-20T09:00:00+00:00",
        errors: [],
      });
      expect(Date.parse(entry.end) - Date.parse(entry.day)).toBe(86_400_000);
      const name = (date.name ?? "").replace(/\s+/g, " ");
      expect(entry.summary).toContain(name);
      expect(entry.summary).toContain(date.title[language]);
    }
  },
);
