/**
 * Timely disclosures: results, what companies tell beside them, and corrected files, which come as disclosures of their
 * own. The service has each some minutes after its public time, at crowded hours about an hour after it.
 */
import listed from "../../../../fixtures/simulator/disclosures.json" with { type: "json" };
import { createDice, createRecent, type Dice, pick } from "../dice.ts";
import {
  businessDay,
  clockText,
  minuteMoment,
  momentOfDay,
  type WorldCalendar,
} from "../trading-calendar.ts";
import type { Company } from "./companies.ts";
import { type Financials, quarterBefore, type Statement, statementNumber } from "./financials.ts";
import type { Issuer, OtherIssuer } from "./other-issuers.ts";

/** Kinds of paper: the full one, a summary, and data. */
type Paper = "g" | "s" | "x";

export interface Disclosure {
  /** 14 digits. */
  readonly number: string;
  readonly issuer: Issuer;
  /** Number of the business day. */
  readonly day: number;
  /** Public time, minutes since midnight in Japan. */
  readonly minute: number;
  readonly title: string;
  readonly items: readonly string[];
  readonly papers: readonly Paper[];
  /** Moment from which the service has it. */
  readonly seenAt: number;
  /** What the exchange may do to it within the hours after: nobody has seen the service tell of that. */
  readonly fate?: { readonly status: "revision" | "delete"; readonly at: number } | undefined;
}

export interface Disclosures {
  /** Disclosures of a day that the service has at a moment, in the order in which it got them. */
  on(day: number, at: number): readonly Disclosure[];
}

const isPaper = (text: string): text is Paper => ["g", "s", "x"].includes(text);
const kinds = listed.map(({ papers, ...kind }) => ({ ...kind, papers: papers.filter(isPaper) }));
/** Each kind as often as its weight says. */
const weighted = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
const fundKind = { title: "上場投信に関する日々の開示事項", items: ["19101"], papers: ["g"] } as const;
const resultItems = ["10101"];

/** Disclosures of a day at the service's size: on the days of a season, and otherwise. On average some 390. */
const season = [
  420, 480, 540, 620, 700, 800, 900, 1000, 1100, 1250, 1450, 1750, 2500, 1500, 750, 430,
] as const;
const quiet = { least: 136, spread: 68 } as const;
const fullStocks = 4_077;

/** Share of all that are corrected files: of so many originals one is corrected, within so many days. */
const correctedShare = 0.05;
const correctionDays = 4;
/** Shares: disclosures without papers, and those that the exchange revises or deletes. */
const [paperless, fated] = [0.003, 0.02];
/** From so many disclosures a day, at the service's size, on, the afternoon is crowded. */
const crowded = 1_000;
/** All of history: who asks about one company has every day of it read. */
const keptDays = 1_000;

interface Ground {
  readonly companies: readonly Company[];
  readonly others: readonly OtherIssuer[];
  readonly calendar: WorldCalendar;
  readonly financials: Financials;
}

export function createDisclosures(seed: number, ground: Ground): Disclosures {
  const { calendar, financials } = ground;
  const dice = createDice(seed, "disclosures");
  const volume = createVolume(dice, ground);
  const makeOthers = createOthers(dice, ground);
  const originals = createRecent<number, readonly Disclosure[]>(keptDays);
  const days = createRecent<number, readonly Disclosure[]>(keptDays);

  const finish = (one: Omit<Disclosure, "seenAt" | "fate">, place: number): Disclosure => {
    const isCrowded = volume(one.day) >= crowded && one.minute >= 15 * 60 && one.minute < 17 * 60;
    const roll = dice(one.day, place, 21);
    const delay = isCrowded ? 40 + Math.floor(roll * 35) : 2 + Math.floor(roll * roll * 25);
    const seenAt = momentOfDay(one.day, minuteMoment(clockText(one.minute + delay)));
    const fate = dice(one.day, place, 22);
    if (fate >= fated) return { ...one, seenAt };
    const at = momentOfDay(one.day, minuteMoment(clockText(one.minute + 100)));
    return { ...one, seenAt, fate: { status: fate < fated / 2 ? "revision" : "delete", at } };
  };
  const originalsOn = (day: number) =>
    originals(day, () => {
      const results = financials.statementsOn(day).map((one) => resultsOf(one, calendar.dateOf(day)));
      const wanted = Math.round(volume(day) * scaleOf(ground) * (1 - correctedShare));
      const others = makeOthers(day, Math.max(0, wanted - results.length));
      return [...results, ...others].map(finish);
    });
  const correctionsOn = (day: number) => {
    const found: Disclosure[] = [];
    for (let from = day; from > day - correctionDays; from -= 1)
      for (const [place, original] of originalsOn(from).entries()) {
        const roll = dice(from, place, 23) * (1 - correctedShare);
        if (roll >= correctedShare || Math.floor((roll / correctedShare) * correctionDays) !== day - from)
          continue;
        const number = numberOf(calendar.dateOf(day), 530_000 + found.length);
        found.push(finish({ ...correctionOf(original, day), number }, 10_000 + found.length));
      }
    return found;
  };

  return {
    on(day, at) {
      if (day > businessDay(at)) return [];
      const all = days(day, () => [...originalsOn(day), ...correctionsOn(day)].sort(byArrival));
      return all.filter(({ seenAt }) => seenAt <= at);
    },
  };
}

function numberOf(date: string, serial: number): string {
  return `${date.replaceAll("-", "")}${serial}`;
}

function byArrival(a: Disclosure, b: Disclosure): number {
  return a.seenAt - b.seenAt || (a.number < b.number ? -1 : 1);
}

function scaleOf({ companies }: Ground): number {
  return companies.filter(({ isFund }) => !isFund).length / fullStocks;
}

/** Disclosures of a day at the service's size. */
function createVolume(dice: Dice, { calendar, financials }: Ground): (day: number) => number {
  return (day) => {
    const { first } = financials.seasonOf(quarterBefore(calendar.dateOf(day)));
    return season[day - first] ?? quiet.least + quiet.spread * dice(day, 0, 24);
  };
}

const periodTexts = {
  "1Q": "第1四半期決算短信",
  "2Q": "第2四半期（中間期）決算短信",
  "3Q": "第3四半期決算短信",
  FY: "決算短信",
} as const;

function resultsOf(one: Statement, date: string): Omit<Disclosure, "seenAt" | "fate"> {
  const [year, month] = one.yearEnd.split("-");
  const [hour = 15, minute = 30] = one.time.split(":").map(Number);
  return {
    number: statementNumber(date, one.company),
    issuer: one.company,
    day: one.disclosedOn,
    minute: hour * 60 + minute,
    title: `${year}年${Number(month)}月期 ${periodTexts[one.period]}〔日本基準〕（連結）`,
    items: resultItems,
    papers: ["g", "s", "x"],
  };
}

/** Makes what issuers tell besides results; in a season mostly those do that have results on the day. */
function createOthers(dice: Dice, { companies, others, calendar, financials }: Ground) {
  const issuers: readonly (Company | OtherIssuer)[] = [...companies, ...others];
  return (day: number, count: number): Omit<Disclosure, "seenAt" | "fate">[] => {
    const date = calendar.dateOf(day);
    const results = financials.statementsOn(day);
    return Array.from({ length: count }, (_, place) => {
      const roll = (purpose: number) => dice(day, place, purpose);
      const beside = results.length > 0 && roll(1) < 0.6 ? pick(results, roll(2)) : undefined;
      const issuer = beside?.company ?? pick(issuers, roll(2));
      const kind = "isFund" in issuer && issuer.isFund ? fundKind : pick(weighted, roll(3));
      const [hour = 15, minute = 30] = beside?.time.split(":").map(Number) ?? [];
      return {
        number: numberOf(date, 510_000 + place),
        issuer,
        day,
        minute: beside ? hour * 60 + minute : minuteOf(roll),
        title: kind.title,
        items: kind.items,
        papers: roll(4) < paperless ? [] : kind.papers,
      };
    });
  };
}

/** Most come when trading has ended, at a full quarter or half of an hour. */
function minuteOf(roll: (purpose: number) => number): number {
  const share = roll(5);
  if (share < 0.35) return 15 * 60 + 30;
  if (share < 0.6) return 15 * 60 + 35 + 5 * Math.floor(roll(6) * 8);
  if (share < 0.75) return pick([11 * 60 + 30, 12 * 60, 13 * 60, 14 * 60, 15 * 60], roll(6));
  return 8 * 60 + Math.floor(roll(6) * 9 * 60);
}

/** Minutes: by then the service has what is corrected. */
const soonest = 80;

function correctionOf(original: Disclosure, day: number): Omit<Disclosure, "seenAt" | "fate" | "number"> {
  const { issuer, minute, title, items, papers } = original;
  const isData = papers.includes("x") && minute % 2 === 0;
  return {
    issuer,
    day,
    minute: day === original.day ? minute + soonest : minute,
    title: isData
      ? `（訂正・数値データ訂正）「${title}」の一部訂正について`
      : `（訂正）「${title}」の一部訂正について`,
    items,
    papers,
  };
}
