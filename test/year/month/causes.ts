/**
 * What a person with thirty stocks must be told in a season of results, from the script of the world and not from what
 * the monitor said: the kind of a disclosure by its item codes, a date that is moved by the reports about it.
 */
import type { World } from "../../../src/simulator/world/world.ts";
import { createOracle, type Oracle } from "../oracle/expected.ts";
import { expectedMargins } from "../oracle/margins.ts";
import { watchlist } from "../plan.ts";
import { seasonWorld } from "./plan.ts";

export interface Cause {
  readonly kind: string;
  readonly code: string;
  /** The event in words that tell it from every other. */
  readonly told: string;
  /** What a mail about it says: the title of a disclosure, the new day of results. */
  readonly words: string;
}

/** Kinds of disclosures by the item code of the world. */
const kinds: Readonly<Record<string, string>> = {
  ...{ "10101": "results", "11101": "forecast", "11201": "dividend", "11202": "dividend" },
  ...{ "12101": "buy-back", "12103": "buy-back", "12201": "split" },
  ...{ "12301": "issue", "13101": "offer", "17101": "delisting" },
};

/** After this time of a day nothing is mailed any more on it. */
const lastMinute = "20:30";

/** @param dates ISO dates of business days, of which the last ends the list */
export function expectedCauses(dates: readonly string[]): Cause[] {
  const oracle = createOracle(seasonWorld, Date.parse(`${dates.at(-1)}T23:59:00+09:00`));
  const { world } = oracle;
  const days = dates.map((date) => world.calendar.dayFrom(date));
  return [
    ...days.flatMap((day) => disclosed(world, day)),
    ...days.flatMap((day) => datesMoved(world, day)),
    ...margins({ ...oracle, days }),
  ];
}

function disclosed({ calendar, disclosures }: World, day: number): Cause[] {
  const end = Date.parse(`${calendar.dateOf(day)}T${lastMinute}:00+09:00`);
  return disclosures.on(day, Number.POSITIVE_INFINITY).flatMap((one): Cause[] => {
    const { issuer, items, title, number, seenAt } = one;
    const [known] = items.flatMap((item) => kinds[item] ?? []);
    if (known === undefined || !watchlist.includes(issuer.code)) return [];
    if (calendar.timeOf(seenAt).getTime() > end) return [];
    const kind = title.startsWith("（訂正") ? "correction" : known;
    return [{ kind, code: issuer.code, told: `disclosure.published ${issuer.code} ${number}`, words: title }];
  });
}

/** The first report of a date is no news to be mailed, unless it says that there is none yet. */
function datesMoved({ calendar, resultDates }: World, day: number): Cause[] {
  return resultDates.publishedOn(day, Number.POSITIVE_INFINITY).flatMap((report): Cause[] => {
    const { round, scheduledOn } = report;
    const { code } = round.issuer;
    const before = round.reports[round.reports.indexOf(report) - 1];
    if (!watchlist.includes(code) || (before === undefined && scheduledOn !== undefined)) return [];
    if (scheduledOn === undefined)
      return [
        { kind: "date undecided", code, told: `earnings.date.undecided ${code} -`, words: "undecided" },
      ];
    const [words, kind] = [
      calendar.dateOf(scheduledOn),
      before?.scheduledOn === undefined ? "date fixed" : "date moved",
    ];
    return [{ kind, code, told: `earnings.date.moved ${code} ${words}`, words }];
  });
}

function margins(oracle: Oracle): Cause[] {
  return expectedMargins(oracle).flatMap(({ told }): Cause[] => {
    const [type = "", code = "", day] = told.split(" ");
    const kind = type.replace("margin.alert.", "margin ");
    if (!watchlist.includes(code) || !/^margin (added|lifted)$/.test(kind)) return [];
    return [{ kind, code, told: `${type} ${code} ${day}`, words: code }];
  });
}
