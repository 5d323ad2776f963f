/** The forums: the comments that can be read at a moment, what their authors write, and the order by activity. */
import phrases from "../../../fixtures/simulator/comments.json" with { type: "json" };
import type { Script } from "../script.ts";
import { createDice, type Dice, pick } from "./dice.ts";
import type { Company } from "./market/companies.ts";
import { businessDay, momentsPerDay, withCommas } from "./trading-calendar.ts";

export interface PostedComment extends CommentText, Posted {
  readonly yes: number;
  readonly no: number;
}

export interface Comments {
  /** The newest visible comments, or those from the part `from` down (itself included), by part, descending. */
  page(company: Company, at: number, size: number, from?: number): PostedComment[];
  /** About the newest part; comments that are gone count too. */
  roughTotal(company: Company, at: number): number;
  /** Moment of the last post. */
  lastPost(company: Company, at: number): number;
}

const removedShare = 0.06;
const editedShare = 0.05;

/** @param busyForums so many forums, those of the most popular stocks, have over a hundred comments a day */
export function createComments(
  seed: number,
  companies: readonly Company[],
  bursts: Script["bursts"],
  busyForums = 0,
): Comments {
  const dice = createDice(seed, "comments");
  const busy = new Set(companies.toSorted((a, b) => b.popularity - a.popularity).slice(0, busyForums));
  const boards = new Map(
    companies.map((company) => [company.index, createCommentParts(company, dice, bursts, busy.has(company))]),
  );
  const board = ({ index }: Company) => {
    const found = boards.get(index);
    if (!found) throw new RangeError("a company of another world");
    return found;
  };
  /** Whether an event of a comment's life, that only some have, is over at a moment. */
  const happened = (company: Company, posted: Posted, at: number, purpose: number, share: number) =>
    dice(company.index, posted.part, purpose) < share &&
    at >= posted.moment + 7_000 + Math.floor(dice(company.index, posted.part, purpose + 1) * 50_000);
  const isRemoved = (company: Company, posted: Posted, at: number) =>
    happened(company, posted, at, 10, removedShare);

  const read = (company: Company, posted: Posted, at: number): PostedComment => {
    const roll = (purpose: number) => dice(company.index, posted.part, purpose);
    const seen = 1 - Math.exp((posted.moment - at) / 45_000);
    return {
      ...posted,
      ...writeComment(company, dice, posted, happened(company, posted, at, 12, editedShare)),
      yes: Math.floor(40 * roll(14) ** 4 * seen),
      no: Math.floor(15 * roll(15) ** 5 * seen),
    };
  };

  return {
    page(company, at, size, from = Number.POSITIVE_INFINITY) {
      const parts = board(company);
      const found: PostedComment[] = [];
      const newest = parts.eraAt(at);
      for (let era = Math.min(newest, parts.eraOfPart(from)); era >= 0 && found.length < size; era -= 1) {
        for (const posted of parts.era(era).reverse()) {
          if (posted.moment > at || posted.part > from || isRemoved(company, posted, at)) continue;
          if (found.length < size) found.push(read(company, posted, at));
        }
      }
      return found;
    },
    roughTotal(company, at) {
      const parts = board(company);
      const era = parts.eraAt(at);
      const newest = [...parts.era(era - 1), ...parts.era(era)].findLast((posted) => posted.moment <= at);
      const part = newest?.part ?? 0;
      return part + Math.floor(dice(company.index, part, 16) * 4);
    },
    lastPost: (company, at) => board(company).lastPost(at),
  };
}

/** Plain text of an author; the service turns it into HTML. */
interface CommentText {
  author: number;
  name: string;
  title: string;
  body: string;
  /** The part that a reply answers. */
  answers?: number;
}

function writeComment(
  company: Company,
  dice: Dice,
  posted: { part: number; moment: number },
  edited: boolean,
): CommentText {
  const roll = (purpose: number) => dice(company.index, posted.part, 20 + purpose);
  // Squared: a few authors write much, most little.
  const author = Math.floor(roll(1) ** 2 * phrases.authors.length);
  const fill = (text: string) =>
    text
      .replaceAll("{name}", company.name)
      .replaceAll("{code}", company.code)
      .replaceAll("{price}", () => withCommas(company.priceOn(businessDay(posted.moment))));
  const reply = roll(2) < 0.2 && posted.part > 12;
  const lines = [pick(phrases.bodies, roll(3))];
  if (reply) lines.unshift(pick(phrases.replies, roll(4)));
  if (edited) lines.push(pick(phrases.edits, roll(5)));
  return {
    author,
    name: pick(phrases.authors, (author + 0.5) / phrases.authors.length),
    title: fill(pick(phrases.titles, roll(6))),
    body: fill(lines.join("\n")),
    ...(reply ? { answers: posted.part - 1 - Math.floor(roll(7) * 10) } : {}),
  };
}

// * Times and numbers of comments. Time is cut into slots of one comment each (or one burst), and slots into
// eras that use up a fixed range of numbers: so any number and any moment lead to their comments without
// counting from the start, and numbers have gaps.

interface Posted {
  readonly part: number;
  readonly moment: number;
}

interface CommentParts {
  /** The comments of one era, oldest first; none before era 0. */
  era(era: number): Posted[];
  eraAt(moment: number): number;
  eraOfPart(part: number): number;
  /** Moment of the newest post at this moment, bursts counted as one. */
  lastPost(moment: number): number;
}

const slotsPerEra = 64;
const partsPerEra = 110;
const historyMoments = 500 * momentsPerDay;
/** Step of a burst, some five seconds in the world's time: ten comments and more share a minute. */
const burstStep = 5;

/** Moments between two comments, on average: five seconds for a lively forum, ten minutes for a quiet one. */
function slotLength(company: Company): number {
  return Math.round(5_500 * 110 ** (1 - company.popularity));
}

/** Moments between two comments of a busy forum: some 130 comments a business day, bursts included. */
const busySlotLength = 550;

/** @param isBusy it is one of the forums that are busy whatever its popularity */
function createCommentParts(
  company: Company,
  dice: Dice,
  bursts: Script["bursts"],
  isBusy = false,
): CommentParts {
  const length = isBusy ? busySlotLength : slotLength(company);
  const eraLength = length * slotsPerEra;
  // Quiet forums have long eras: each has a few of them behind it.
  const origin = -Math.max(4, Math.ceil(historyMoments / eraLength)) * eraLength;
  const pinned = bursts
    .filter((burst) => burst.code === company.code)
    .map((burst) => ({ slot: Math.floor((burst.moment - origin) / length), size: burst.size }));

  const slotMoment = (slot: number) =>
    origin + slot * length + Math.floor(dice(company.index, slot, 1) * length * 0.45);
  const burstOf = (era: number) => {
    const script = pinned.find((burst) => Math.floor(burst.slot / slotsPerEra) === era);
    if (script) return script;
    if (dice(company.index, era, 2) >= 0.6) return undefined;
    return {
      slot: era * slotsPerEra + Math.floor(dice(company.index, era, 3) * slotsPerEra),
      size: 20 + Math.floor(dice(company.index, era, 4) * 11),
    };
  };

  return {
    era(era) {
      if (era < 0) return [];
      const burst = burstOf(era);
      const spare = partsPerEra - slotsPerEra - (burst ? burst.size - 1 : 0);
      const posted: Posted[] = [];
      for (let place = 0; place < slotsPerEra; place += 1) {
        const slot = era * slotsPerEra + place;
        const gaps = Math.floor((spare * (place + dice(company.index, slot, 5))) / slotsPerEra);
        const first = slotMoment(slot);
        const size = burst?.slot === slot ? burst.size : 1;
        for (let i = 0; i < size; i += 1)
          posted.push({ part: era * partsPerEra + posted.length + gaps + 1, moment: first + i * burstStep });
      }
      return posted;
    },
    eraAt: (moment) => Math.floor((moment - origin) / eraLength),
    eraOfPart: (part) => Math.floor((part - 1) / partsPerEra),
    lastPost(moment) {
      const slot = Math.floor((moment - origin) / length);
      const newest = slotMoment(slot);
      return newest <= moment ? newest : slotMoment(slot - 1);
    },
  };
}

// The order of the stocks by forum activity. It is drawn anew every tick, and only a few stocks move in each.

export const drawnTerms = ["daily", "weekly", "monthly"] as const;
type RankingTerm = (typeof drawnTerms)[number];

export interface Ranking {
  /** Companies from rank 1 down. */
  order(term: RankingTerm, at: number): Company[];
  /** The moment since which the listing has been as it is. */
  drawnAt(at: number): number;
}

const tickLength = 10_000;
const surgeWindow = 30;

/** For each term: the number of listed stocks, how far a stock strays from its usual place, and for how many ticks at least. */
const terms = {
  daily: { listed: 95, strays: 6, ticks: 12, surge: 1 },
  weekly: { listed: 95, strays: 4, ticks: 30, surge: 0.3 },
  monthly: { listed: 93, strays: 3, ticks: 80, surge: 0.1 },
} as const;

export function createRanking(
  seed: number,
  companies: readonly Company[],
  places: Script["places"],
): Ranking {
  const dice = createDice(seed, "ranking");
  const usual = companies.toSorted((a, b) => b.popularity - a.popularity).map((company) => company.index);
  const usualPlace = new Map(usual.map((index, place) => [index, place]));

  /** Places that a stock gains for a short while, in a few windows of its life. */
  const surge = (company: number, tick: number): number => {
    const window = Math.floor((tick + company * 7) / surgeWindow);
    if (dice(company, window, 1) >= 0.03) return 0;
    const into = tick + company * 7 - window * surgeWindow;
    return into < 4 + dice(company, window, 2) * 8 ? 20 + dice(company, window, 3) * 40 : 0;
  };
  const place = (company: Company, term: RankingTerm, tick: number, at: number): number => {
    const pinned =
      term === "daily"
        ? places.find((entry) => entry.code === company.code && at >= entry.from && at < entry.to)
        : undefined;
    if (pinned) return pinned.place;
    const { strays, ticks, surge: share } = terms[term];
    const period = Math.round(ticks * (1 + 2 * dice(company.index, 4)));
    const draw = Math.floor((tick + Math.floor(dice(company.index, 5) * period)) / period);
    const stray = (dice(company.index, draw, 6 + ticks) * 2 - 1) * strays;
    return (usualPlace.get(company.index) ?? 0) + stray - surge(company.index, tick) * share;
  };

  return {
    order(term, at) {
      const tick = Math.floor(at / tickLength);
      return companies
        .map((company) => ({ company, place: place(company, term, tick, tick * tickLength) }))
        .sort((a, b) => a.place - b.place || a.company.index - b.company.index)
        .slice(0, terms[term].listed)
        .map((row) => row.company);
    },
    drawnAt: (at) => Math.floor(at / tickLength) * tickLength,
  };
}
