/** Valuations of all issues day by day, and the bars of minutes. */
import type { Company } from "../../world/market/companies.ts";
import type { MinuteBar } from "../../world/market/minutes.ts";
import { businessDay, clockText } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  CallRefusal,
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  type FoundDays,
  lazily,
} from "../endpoint.ts";
import type { DoubtfulForms } from "../forms.ts";
import { refuseOutside, yearsBefore } from "../plans.ts";

/** Throws a Refusal for a query without code and date, or with a range that does not go with the rest. */
function checkRange({ code, date, from, to }: CallQuery): void {
  if (code === undefined && date === undefined)
    throw new CallRefusal(400, "This API requires at least 1 parameter as follows; date, code");
  if ((from !== undefined || to !== undefined) && (code === undefined || date !== undefined))
    throw new CallRefusal(400, "'from' and 'to' can be given only with 'code', and without 'date'.");
}

interface Valued {
  readonly code: string;
  readonly day: number;
  /** Undefined for a trust, of which only its size is told. */
  readonly company: Company | undefined;
}

const unknown = {
  EPS: null,
  FwdEPS: null,
  BPS: null,
  ROE: null,
  FwdROE: null,
  PER: null,
  FwdPER: null,
  PBR: null,
};

export const valuation: Endpoint = {
  parameters: codeAndDates,
  check: checkRange,
  find(world, query, at) {
    const trusts = world.others.filter(
      ({ code, isTrust }) => isTrust && (query.code === undefined || query.code === `${code}0`),
    );
    const rows = daysOf(world, query, world.bars.lastDay(at)).flatMap((day): Valued[] => [
      ...companiesOf(world, query).map((company) => ({ code: company.code, day, company })),
      ...trusts.map(({ code }) => ({ code, day, company: undefined })),
    ]);
    return lazily(rows, (row) => ({
      Date: world.calendar.dateOf(row.day),
      Code: `${row.code}0`,
      ...(row.company ? figures(world, row.company, row.day) : { ...unknown, MktCap: trustCapital(row) }),
    }));
  },
};

function figures({ valuations }: World, company: Company, day: number) {
  const found = valuations.of(company, day);
  if (!found) return { ...unknown, MktCap: null };
  const { earned, expected, owned, price } = found;
  const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
  const times = (yen: number | undefined) => (yen === undefined || yen <= 0 ? null : rounded(price / yen, 2));
  return {
    EPS: rounded(earned, 2),
    FwdEPS: expected === undefined ? null : rounded(expected, 2),
    BPS: rounded(owned, 2),
    ROE: rounded(earned / owned, 4),
    FwdROE: expected === undefined ? null : rounded(expected / owned, 4),
    PER: times(earned),
    FwdPER: times(expected),
    PBR: times(owned),
    MktCap: Math.round((price * company.shares) / 1_000_000),
  };
}

/** Million yen, the same for a month of business days. */
function trustCapital({ code, day }: Valued): number {
  return 40_000 + 500 * (Number(code) % 97) + 100 * Math.floor(day / 20);
}

/** Years that the service keeps minutes, whatever the plan. */
const minuteYears = 2;

export function minuteBars(forms: DoubtfulForms): Endpoint {
  const withSeconds = forms.has("minute-seconds") ? ":00" : "";
  return {
    parameters: codeAndDates,
    addOn: "minute",
    check(asked, today) {
      checkRange(asked);
      refuseOutside(asked, yearsBefore(today, minuteYears));
    },
    find(world, query, at) {
      const { calendar } = world;
      const first = yearsBefore(calendar.dateOf(businessDay(at)), minuteYears);
      const kept = query.from === undefined || query.from < first ? { ...query, from: first } : query;
      const days = daysOf(world, kept, world.bars.lastDay(at)).flatMap((day) =>
        companiesOf(world, query).map((company) => ({ company, day })),
      );
      return minutesOf(world, days, ({ company, day }, bar) => ({
        Date: calendar.dateOf(day),
        Time: `${clockText(bar.minute)}${withSeconds}`,
        Code: `${company.code}0`,
        O: bar.open,
        H: bar.high,
        L: bar.low,
        C: bar.close,
        Vo: bar.volume,
        Va: bar.value,
      }));
    },
  };
}

interface Traded {
  readonly company: Company;
  readonly day: number;
}

/** Bars of a day are over a million in a large market: those of an issue are made when a page reaches it. */
function minutesOf(
  { minutes }: World,
  days: readonly Traded[],
  write: (traded: Traded, bar: MinuteBar) => unknown,
): FoundDays {
  let length = 0;
  const starts = days.map(({ company, day }) => {
    const start = length;
    length += minutes.count(company, day);
    return start;
  });
  return {
    length,
    slice(from, to = length) {
      const rows: unknown[] = [];
      for (const [place, traded] of days.entries()) {
        const [start = 0, next = length] = [starts[place], starts[place + 1]];
        if (next <= from || start >= to || next === start) continue;
        const bars = minutes.bars(traded.company, traded.day);
        for (const bar of bars.slice(Math.max(0, from - start), to - start)) rows.push(write(traded, bar));
      }
      return rows;
    },
  };
}
