/**
 * Silent faults over a month: each is noticed since the sign of life does not come any more, and on days without one it
 * comes all day, and the digest once. LONG=1 or FAULTS=all lives the whole month, else five days with four of them.
 */
import { expect, test } from "vitest";
import { liveMonth, type Month } from "./silent/month.ts";
import { everyTrial, tell } from "./trials.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A service outside waits so long for a call. */
const patienceMs = 15 * minuteMs;

interface Fault {
  readonly begin: (month: Month) => unknown;
  readonly end: (month: Month) => unknown;
  /** Hour of the day by which something was due that did not come. */
  readonly dueAt: number;
}

const broken = (more: Partial<Month["broken"]>, dueAt: number): Fault => ({
  begin: (month) => Object.assign(month.broken, more),
  end: (month) => {
    for (const key of Object.keys(more)) delete month.broken[key as keyof Month["broken"]];
  },
  dueAt,
});

/**
 * They begin at 15:00 and end at 20:05. The forum is polled at 15:30, the exchange is late from 17:00 on. The first four are those of
 * every run: what else the sign of life looks at has tests of its own.
 */
const faults: Readonly<Record<string, Fault>> = {
  "a mail server that takes nothing and never refuses": broken({ mail: "swallows" }, 15.5),
  "a clock that stands": broken({ clock: "stands" }, 15.5),
  "a clock that jumps ahead": {
    begin: (month) => month.setClock(3 * hourMs),
    end: (month) => month.setClock(-3 * hourMs),
    dueAt: 15,
  },
  "another file in the place of the database": {
    begin: (month) => month.displace(true),
    end: (month) => month.displace(false),
    dueAt: 15,
  },
  "a source that answers yesterday's figures for ever": broken({ publications: "yesterday's" }, 17),
  "a late publication": broken({ publications: "late" }, 17),
  "a refused mail": broken({ mail: "refuses" }, 15.5),
  "a mail server that takes no connection": broken({ mail: "takes no connection" }, 15.5),
  "a loop that is held up": broken({ loop: "held" }, 15),
  "a full disk": { begin: (month) => month.fill("full"), end: (month) => month.fill("well"), dueAt: 15.5 },
  "a lost network": broken({ network: "lost" }, 15),
  "a network that swallows what is sent": broken({ network: "hangs" }, 15),
  "an expired token": broken({ token: "expired" }, 16.5),
  "rules that cannot be read": {
    begin: (month) => month.edit(false),
    end: (month) => month.edit(true),
    dueAt: 15,
  },
  "a killed process": { begin: (month) => month.kill(), end: (month) => month.start(), dueAt: 15 },
};

const isWeekday = (day: number) => day % 7 < 5;

test("each of the silent faults of a month is noticed within its time, and nothing on days without one", async (context) => {
  const month = liveMonth();
  const isWhole = everyTrial || process.env.LONG !== undefined;
  const names = Object.keys(faults).slice(0, isWhole ? undefined : 4);
  const weekdays = Array.from({ length: 30 }, (_, day) => day).filter((day) => day > 0 && isWeekday(day));
  const days = new Map(names.map((name, index) => [weekdays[index] ?? 0, name]));
  const last = isWhole ? 30 : Math.max(...days.keys()) + 1;
  const unnoticed: string[] = [];
  const wrong: string[] = [];
  for (let day = 0; day < last; day += 1) {
    const at = (hour: number) => day * dayMs + hour * hourMs;
    const fault = faults[days.get(day) ?? ""];
    await month.until(at(15));
    month.comment();
    await fault?.begin(month);
    await month.until(at(20) + 5 * minuteMs);
    await fault?.end(month);
    await month.until(at(24));
    const own = month.signs.filter((sign) => sign >= at(0) && sign < at(24));
    const gaps = (from: number, to: number) => {
      const within = [from, ...own.filter((sign) => sign > from && sign < to), to];
      return Math.max(...within.slice(1).map((sign, index) => sign - (within[index] ?? 0)));
    };
    const digests = month.mails.filter(
      ({ at: sent, subject }) => sent >= at(0) && sent < at(24) && /Digest/.test(subject),
    );
    const name = days.get(day) ?? `day ${day}`;
    if (fault === undefined) {
      if (gaps(at(0), at(24)) > 6 * minuteMs)
        wrong.push(`${name}: no sign for ${gaps(at(0), at(24)) / minuteMs} min`);
      if (digests.length !== (isWeekday(day) ? 1 : 0)) wrong.push(`${name}: ${digests.length} digests`);
    } else {
      // The first call that is missing of more than one service waits for.
      const calls = [...own.filter((sign) => sign > at(14) && sign < at(20)), at(20)];
      const gap = calls.findIndex((sign, index) => (calls[index + 1] ?? sign) - sign > patienceMs);
      const noticedBy = gap < 0 ? at(24) : (calls[gap] ?? 0) + 5 * minuteMs;
      if (noticedBy > at(fault.dueAt) + patienceMs)
        unnoticed.push(`${name}: ${(noticedBy - at(fault.dueAt)) / minuteMs} min`);
      if (gaps(at(0), at(15)) > 6 * minuteMs) wrong.push(`${name}: no sign before it`);
      if (!own.some((sign) => sign > at(22))) wrong.push(`${name}: no sign after it`);
    }
  }
  await month.remove();
  tell(context, {
    fault: "a silent fault of a month",
    tried: names.length,
    lost: unnoticed.length,
    wrong: wrong.length,
    shown: `${last} days, ${month.signs.length} signs of life`,
    failsWith: "a sign of life that does not look at how long a message waits",
  });
  expect({ unnoticed, wrong }).toEqual({ unnoticed: [], wrong: [] });
});
