/**
 * What somebody who holds the thirty stocks of the list wants to be interrupted for, and what not. It was written before
 * any rule was tuned by it, from what the events say and from what a holder can do with it, and without a look at the
 * rules: it is what they are judged by, and is never fitted to them.
 *
 * An interruption costs the reader's attention, so it has to change what the reader may do today: sell, hold back an
 * order, look for the news behind it, or stop to rely on silence. What one only likes to know is for a digest or the page.
 * How large a holding is does not count: the smallest, 100,000 yen, is money as well, and it is on the list.
 */
import type { Event, Fields } from "../../../src/model/event.ts";
import { watchlist } from "../plan.ts";

const held: ReadonlySet<unknown> = new Set(watchlist);

/** Reason why one event by itself is worth an interruption; undefined: it is not. */
export function matters({ type, data: { now, was = {} } }: Event): string | undefined {
  if (type.startsWith("statistics.")) return economyMatters(type, now, was);
  const own = watchMatters(type, now);
  if (own !== undefined) return own;
  // Nothing about somebody else's stocks: the market has 4,443 of them, and something always happens to some.
  if (!held.has(now.code)) return undefined;
  if (type.startsWith("margin.")) return marginMatters(type, now, was);
  if (type.startsWith("short.")) return shortMatters(type, now, was);
  if (type.startsWith("forum.ranking.")) return rankingMatters(type, now, was);
  // A comment is one person's opinion: many of them at once are another matter, see `hoursThatBoil`.
  return undefined;
}

/**
 * Margin trading. Daily publication is the exchange's first step against a heated stock, and what it restricts next
 * (deposits, new positions) takes buyers away at once: both ways of it matter, and every step between. The figures come
 * out each day that it lasts, and are not news by that. They are where a side swells or empties by a fifth within a day,
 * and enough for the market to feel it; or where sold ones begin to exceed bought ones, which feeds a squeeze.
 */
function marginMatters(type: string, now: Fields, was: Fields): string | undefined {
  if (type === "margin.alert.added") return "came under daily publication";
  if (type === "margin.alert.lifted") return "left daily publication";
  // A corrected figure of the day before decides nothing any more.
  if (type !== "margin.alert.changed") return undefined;
  if (differs(was.regulation, now.regulation)) return "another class of regulation";
  const restrictions = (reasons: unknown) =>
    Array.isArray(reasons) ? restrictive.filter((one) => reasons.includes(one)).join() : undefined;
  if (differs(restrictions(was.reasons), restrictions(now.reasons))) return "a restriction set or lifted";
  for (const side of ["short", "long"]) {
    const [before, after] = [numberOf(was[`${side}Outstanding`]), numberOf(now[`${side}Outstanding`])];
    const [share, shareBefore] = [now[`${side}Ratio`], was[`${side}Ratio`]].map(numberOf);
    const isFelt = !(Math.abs((share ?? 0) - (shareBefore ?? 0)) < feltShare);
    if (Math.abs(after - before) >= before * swellsBy && isFelt) return `margin ${side}s moved by a fifth`;
  }
  if (numberOf(was.shortLongRatio) < 100 && numberOf(now.shortLongRatio) >= 100)
    return "more sold on margin than bought";
  return undefined;
}

const restrictive = ["restricted", "restrictedByJsf", "precautionByJsf", "unclearOrSecurityOnAlert"];
const swellsBy = 0.2;
/** Percent of the listed shares; that of a fund, which lists none, is unknown and does not hold it back. */
const feltShare = 0.3;

/**
 * Short positions. Who has sold half a per cent of a company must say so by law, and who does so for the first time has a
 * reason that the holder should look for. A hundredth of a company is a large bet, and so is one that doubles, or
 * takes half a per cent more at once. Smaller steps are trading. A position that shrinks is relief and can wait, unless half
 * a per cent was bought back at once: that moves the price. To fall below the line is the end of something that had
 * become small before, and says no more than the last small step down to it.
 */
function shortMatters(type: string, now: Fields, was: Fields): string | undefined {
  if (type === "short.report.opened") return "a new short position";
  const [before, after] = [numberOf(was.ratio), numberOf(now.ratio)];
  const step = toThousandths(after - before);
  if (type === "short.report.increased" || type === "short.report.corrected") {
    // A correction matters where the number that was told would have been another message, or none.
    if (before < largeBet && after >= largeBet) return "a short position of one per cent";
    if (step > 0 && after >= 2 * before) return "a short position that doubled";
  }
  if (type === "short.report.corrected" && before < legalLine !== after < legalLine)
    return "a correction over the legal line";
  if (step >= legalLine) return "half a per cent more sold short";
  if (step <= -legalLine) return "half a per cent bought back";
  return undefined;
}

/** Percent of the shares outstanding: the line of the law, and what is a large bet by any measure. */
const [legalLine, largeBet] = [0.5, 1];

/**
 * Ranks. Of the day's listing only: those of the week and the month say it days later. It has some hundred stocks of which
 * the first page, fifty, is what people see. A stock that comes from nowhere onto that page, or from further down than it
 * up to the first twenty within one look, is talked about for a reason. One that wanders by a few places is not, and one
 * that leaves has been forgotten, which is no news.
 */
function rankingMatters(type: string, now: Fields, was: Fields): string | undefined {
  const [rank, before] = [numberOf(now.rank), numberOf(was.rank)];
  if (now.term !== "daily") return undefined;
  if (type === "forum.ranking.entered" && rank <= firstPage) return "its forum came onto the first page";
  if (type === "forum.ranking.moved" && before > firstPage && rank <= top) return "its forum rose to the top";
  return undefined;
}

const [firstPage, top] = [50, 20];

/**
 * The economy, as far as it moves thirty Japanese stocks together: the yen by a per cent within a day, and the bank's own rate
 * by 0.05 points, where a step of policy is 0.25 or 0.10 and a day's noise some thousandths. Highs, lows and volumes of
 * the same market say nothing besides. A number that is rewritten matters by the same measure: decisions were made
 * by the old one.
 *
 * Corrected after the first measurement: a day's way is that from one weekday to the next. New periods need not follow each
 * other, where one between them is late or was told before, and the way over three days was taken for one of a day.
 */
function economyMatters(type: string, now: Fields, was: Fields): string | undefined {
  const bound = movesMarket[`${now.db}/${now.code}`];
  if (bound === undefined) return undefined;
  if (type === "statistics.series.removed") return "a watched series is gone";
  if (type === "statistics.series.updated") {
    const points = [{ period: was.period, value: was.value }, ...recordsOf(now.added)];
    const isFar = points.some((from) =>
      points.some(
        (to) => isNextWeekday(from.period, to.period) && bound(numberOf(from.value), numberOf(to.value)),
      ),
    );
    return isFar ? "a rate that moves the market" : undefined;
  }
  const isRewritten = recordsOf(now.revisions).some(({ from, to }) => bound(numberOf(from), numberOf(to)));
  return isRewritten ? "a rewritten rate" : undefined;
}

/** Of each series, whether the way from one value to the next is far. */
const movesMarket: Readonly<Record<string, (from: number, to: number) => boolean>> = {
  "FM08/FXERD01": (from, to) => Math.abs(to / from - 1) >= 0.01,
  "FM01/STRDCLUCON": (from, to) => Math.abs(toThousandths(to - from)) >= 0.05,
};

/**
 * The watch itself: where it cannot see, or what it says does not arrive, silence is no good news any more, and the reader
 * has to look by other means. That it sees again ends the message about it and needs none of its own.
 */
function watchMatters(type: string, now: Fields): string | undefined {
  switch (type) {
    case "source.failed":
    case "source.late":
    case "source.quarantined":
    case "mail.failed":
    case "webhook.failed":
    case "store.replaced":
    case "store.damaged":
    case "rules.rejected":
    case "rules.limited":
      return "the watch fails";
    case "source.drifted":
      // More fields than documented take nothing away.
      return now.reason === "unknown-fields" ? undefined : "the watch cannot read";
    case "clock.jumped":
      // Days and times of what was told are wrong from here on; a few minutes are set right by every machine.
      return Math.abs(numberOf(now.seconds)) >= 600 ? "the clock was set" : undefined;
    default:
      return undefined;
  }
}

/** An hour in which the forum of a held stock was as loud as it never is. */
export interface BoilingHour {
  readonly code: string;
  /** ms since 1970. */
  readonly from: number;
  readonly comments: number;
  /** Number of comments of its loudest hour of the days before. */
  readonly loudest: number;
}

/**
 * Forums that boil over beyond their own custom: at least thirty comments within an hour, and twice as many as in the
 * loudest hour of the five days before. People shout in lively forums every day, and that is their custom; so a fixed
 * number says nothing. A forum that has been read for less than three days has no custom yet (what it rose to is
 * seen in the ranking), and one that has boiled over in an hour has done so for that day.
 *
 * Corrected after the first measurement: days are those on which the forum was written in. Five days of the calendar were
 * all holidays in May, so that every forum boiled over on the first day of work.
 */
export function hoursThatBoil(events: Iterable<Event>): BoilingHour[] {
  const hours = new Map<string, Map<number, number>>();
  for (const { type, data } of events) {
    if (type !== "forum.comment.posted" || !held.has(data.now.code)) continue;
    const code = String(data.now.code);
    const counts = hours.get(code) ?? new Map<number, number>();
    const hour = Math.floor(Date.parse(String(data.now.postedAt)) / hourMs);
    hours.set(code, counts.set(hour, (counts.get(hour) ?? 0) + 1));
  }
  return [...hours].flatMap(([code, counts]) => boilingOf(code, counts));
}

/** @param counts comments by hour since 1970 */
function boilingOf(code: string, counts: ReadonlyMap<number, number>): BoilingHour[] {
  const found: BoilingHour[] = [];
  const days = [...new Set([...counts.keys()].map(dayOfHour))].sort((a, b) => a - b);
  for (const [hour, comments] of [...counts].sort(([a], [b]) => a - b)) {
    const today = dayOfHour(hour);
    const custom = days.filter((day) => day < today).slice(-customDays);
    const from = custom[0];
    if (from === undefined || custom.length < leastDays || comments < leastComments) continue;
    const before = [...counts].filter(([one]) => one < hour && dayOfHour(one) >= from);
    const loudest = Math.max(...before.map(([, count]) => count));
    const isSaid = found.some((one) => dayOfHour(one.from / hourMs) === today);
    if (!isSaid && comments >= 2 * loudest) found.push({ code, from: hour * hourMs, comments, loudest });
  }
  return found;
}

/** Number of the day in Japan. */
const dayOfHour = (hour: number) => Math.floor((hour + 9) / 24);
const hourMs = 3_600_000;
const [customDays, leastDays, leastComments] = [5, 3, 30];

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

/** Differences of decimals without what computing adds to them. */
function toThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function isNextWeekday(from: unknown, to: unknown): boolean {
  const day = new Date(`${String(from)}T00:00:00Z`);
  const weekend = day.getUTCDay() === 5 ? 2 : 0;
  return Date.parse(`${String(to)}T00:00:00Z`) === day.getTime() + (1 + weekend) * 24 * hourMs;
}

function differs(was: unknown, now: unknown): boolean {
  return was !== undefined && now !== undefined && was !== now;
}

function recordsOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list : [];
}
