/** Times of the publications that sources watch: at a fixed place of each business day, or late. */
import { createDice } from "./dice.ts";
import {
  businessDay,
  minuteMoment,
  momentOfDay,
  momentsPerDay,
  type WorldCalendar,
} from "./trading-calendar.ts";

const publicationNames = ["margin-alert", "short-sale-report", "statistics"] as const;
export type PublicationName = (typeof publicationNames)[number];

export interface Publications {
  /** The moment from which a day's publication can be read. */
  outAt(name: PublicationName, day: number): number;
  /** The newest day with a publication. */
  lastDay(name: PublicationName, at: number): number;
  /** The moment from which a publication holds the corrections of the one before; never before it is out itself. */
  correctedAt(name: "margin-alert" | "short-sale-report", day: number): number;
}

/**
 * Moments of a day at which publications come out. Those that the shipped sources read are early, so that a watcher
 * of one day sees everything; the rest come at about their usual hour, where 20,000 is noon and 35,000 half past
 * four.
 */
export const publishedAt = {
  margins: 3_000,
  shorts: 6_000,
  statistics: 9_000,
  marginCorrections: 24_000,
  shortCorrections: 33_000,
  mornings: 20_000,
  investors: 31_600,
  /** Four. */
  interest: 33_333,
  bars: 35_000,
  financials: 40_000,
  earnings: 43_300,
  /** Moment of the next day: after midnight. */
  derivatives: 60_000,
} as const;

type Places = Readonly<Record<PublicationName | "margin-correction" | "short-sale-correction", number>>;

/** For days that last a minute: early in the day, so that a watcher of one day sees everything. */
const early: Places = {
  "margin-alert": publishedAt.margins,
  "short-sale-report": publishedAt.shorts,
  statistics: publishedAt.statistics,
  "margin-correction": publishedAt.marginCorrections,
  "short-sale-correction": publishedAt.shortCorrections,
};

/** For days that last a day: when the services publish, in Japan. */
const due: Places = {
  "margin-alert": minuteMoment("16:30"),
  "short-sale-report": minuteMoment("17:30"),
  statistics: minuteMoment("08:50"),
  "margin-correction": minuteMoment("19:30"),
  "short-sale-correction": minuteMoment("20:00"),
};

export interface PublicationOptions {
  /** 1 by default. */
  readonly seed?: number;
  readonly realTime?: boolean | undefined;
  readonly late?: readonly Late[] | undefined;
  /** Share of all publications, those of the past too, that come out late by chance; none by default. */
  readonly lateDays?: number | undefined;
}

/** Ways of being late by chance: by one and a half hours, or until the next morning. */
const lateBy = 5_000;
const nextMorning = 1_000;

/** Throws a RangeError for a day or a time at which nothing can come out. */
export function createPublicationTimes(
  calendar: WorldCalendar,
  { seed = 1, realTime = false, late = [], lateDays = 0 }: PublicationOptions,
): Publications {
  const places = realTime ? due : early;
  const lateOuts = new Map(late.map((one) => [`${one.what} ${one.day}`, outOf(one, calendar)]));
  const dice = createDice(seed, "late publications");
  const drawnOut = (name: PublicationName, day: number): number | undefined => {
    const chance = dice(day, publicationNames.indexOf(name));
    if (chance >= lateDays) return undefined;
    return chance < lateDays / 2
      ? momentOfDay(day, places[name] + lateBy)
      : momentOfDay(day + 1, nextMorning);
  };
  const outAt = (name: PublicationName, day: number): number =>
    (lateOuts.size > 0 ? lateOuts.get(`${name} ${calendar.dateOf(day)}`) : undefined) ??
    (lateDays > 0 ? drawnOut(name, day) : undefined) ??
    momentOfDay(day, places[name]);
  return {
    outAt,
    lastDay(name, at) {
      let day = businessDay(at);
      while (outAt(name, day) > at) day -= 1;
      return day;
    },
    correctedAt(name, day) {
      const place = name === "margin-alert" ? "margin-correction" : "short-sale-correction";
      return Math.max(outAt(name, day), momentOfDay(day, places[place]));
    },
  };
}

function outOf({ day, until }: Late, calendar: WorldCalendar): number {
  if (!calendar.isOpen(day)) throw new RangeError(`nothing is published on ${day}: the exchange is closed`);
  const out = calendar.momentAt(Date.parse(`${until}:00+09:00`));
  const date = until.slice(0, 10);
  const isReachable = calendar.isOpen(date) && calendar.dateOf(businessDay(out)) === date;
  const latest = momentOfDay(calendar.dayFrom(day) + 1, momentsPerDay);
  if (isReachable && out >= momentOfDay(calendar.dayFrom(day)) && out < latest) return out;
  throw new RangeError(
    `a publication of ${day} can come out from 06:00 to 24:00 on that day or the next business day, not ${until}`,
  );
}

/** A publication that is delayed on purpose. */
export interface Late {
  readonly what: PublicationName;
  /** The business day (YYYY-MM-DD) whose publication it is. */
  readonly day: string;
  /** Time at which it comes out, YYYY-MM-DDTHH:MM in Japan: on that day or the next business day. */
  readonly until: string;
}

const form = /^([a-z-]+):(\d{4}-\d{2}-\d{2}):(?:(\d{4}-\d{2}-\d{2})T)?(\d{2}:\d{2})$/;

/** Reads WHAT:DAY:UNTIL, such as margin-alert:2027-05-10:19:30. Throws a RangeError. */
export function parseLate(text: string): Late {
  const [, name, day, nextDay, time] = form.exec(text) ?? [];
  const what = publicationNames.find((one) => one === name);
  if (what === undefined || day === undefined || time === undefined)
    throw new RangeError(
      `"${text}" is none of WHAT:YYYY-MM-DD:HH:MM and WHAT:YYYY-MM-DD:YYYY-MM-DDTHH:MM with WHAT one of ${publicationNames.join(", ")}`,
    );
  return { what, day, until: `${nextDay ?? day}T${time}` };
}
