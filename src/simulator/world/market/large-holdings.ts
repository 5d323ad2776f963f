/**
 * Reports of large holdings (5 % and more): first ones, changes and corrections, with joint holders and what they traded.
 * A correction is a paper of its own; the corrected one stays.
 */
import { createDice, createRecent, type Dice, pick } from "../dice.ts";
import {
  businessDay,
  clockText,
  minuteMoment,
  momentOfDay,
  type WorldCalendar,
} from "../trading-calendar.ts";
import type { Company } from "./companies.ts";
import { type Holder, holderOf, paperNumber, purposeOf } from "./holders.ts";

export interface LargeHolding {
  readonly number: string;
  /** The paper that it corrects. */
  readonly parent: string | undefined;
  readonly issuer: Company;
  /** False for an issuer that left the exchange, which has no code any more. */
  readonly isListed: boolean;
  /** Number of the business day, seconds since midnight in Japan, and the moment from which the service has it. */
  readonly day: number;
  readonly second: number;
  readonly seenAt: number;
  readonly obligedOn: number;
  /** 1 to 6 of the service. */
  readonly kind: string;
  readonly title: string;
  readonly reason: string | undefined;
  /** Percent, of all holders together; before: as the paper before says, undefined on a first one. */
  readonly ratio: number;
  readonly ratioBefore: number | undefined;
  readonly holders: readonly JointHolder[];
}

export interface JointHolder {
  readonly holder: Holder;
  readonly purpose: string;
  /** Part of the whole holding. */
  readonly part: number;
  readonly trades: readonly HolderTrade[];
  /** Who lent the money, where it was lent. */
  readonly lender: Holder | undefined;
}

export interface HolderTrade {
  readonly day: number;
  readonly shares: number;
  readonly isOnMarket: boolean;
  readonly isBought: boolean;
  readonly price: number;
}

export interface LargeHoldings {
  /** Papers of a day that the service has at a moment, in the order in which it got them. */
  on(day: number, at: number): readonly LargeHolding[];
}

/** Who reports about one stock, again and again. */
interface Line {
  readonly company: Company;
  readonly index: number;
  /** Business days from report to report. */
  readonly period: number;
  readonly phase: number;
  /** Place of its turn 0 among the reports of a holding. */
  readonly start: number;
}

const secondLineShare = 0.25;
/** Reports of a holding from its first to the one that falls below 5 %. */
const reportsEach = 6;
const jitterDays = 20;
const [correctedShare, correctionDays, unlistedShare] = [0.05, 10, 0.02];
const keptDays = 1_000;
const correctionPlace = 500;

export function createLargeHoldings(
  seed: number,
  companies: readonly Company[],
  calendar: WorldCalendar,
): LargeHoldings {
  const dice = createDice(seed, "large holdings");
  const lines = linesOf(dice, companies);
  const originals = createRecent<number, readonly LargeHolding[]>(keptDays);
  const days = createRecent<number, readonly LargeHolding[]>(keptDays);

  const originalsOn = (day: number) =>
    originals(day, () =>
      lines
        .flatMap((line) => {
          const turn = Math.floor((day - line.phase) / line.period);
          return dayOf(dice, line, turn) === day ? [{ line, turn }] : [];
        })
        .map(({ line, turn }, place) => paperOf(dice, { line, turn, day, place })),
    );
  const correctionsOn = (day: number) => {
    const found: LargeHolding[] = [];
    for (let from = day - 1; from >= day - correctionDays && from >= calendar.firstDay; from -= 1)
      for (const [place, paper] of originalsOn(from).entries()) {
        const roll = dice(from, place, 40);
        if (roll >= correctedShare || 1 + Math.floor((roll / correctedShare) * correctionDays) !== day - from)
          continue;
        found.push(correctionOf(dice, paper, day, correctionPlace + found.length));
      }
    return found;
  };

  return {
    on(day, at) {
      if (day > businessDay(at)) return [];
      const all = days(day, () =>
        [...originalsOn(day), ...correctionsOn(day)].sort((a, b) => a.seenAt - b.seenAt),
      );
      return all.filter(({ seenAt }) => seenAt <= at);
    },
  };
}

function linesOf(dice: Dice, companies: readonly Company[]): Line[] {
  return companies
    .filter(({ isFund }) => !isFund)
    .flatMap((company) => {
      const second = dice(company.index, 1) < secondLineShare ? [1] : [];
      return [0, ...second].map((number) => {
        const index = company.index * 2 + number;
        const period = 70 + Math.floor(dice(index, 2) * 70);
        const phase = Math.floor(dice(index, 3) * period);
        return { company, index, period, phase, start: Math.floor(dice(index, 21) * reportsEach) };
      });
    });
}

function dayOf(dice: Dice, { index, period, phase }: Line, turn: number): number {
  return phase + turn * period + Math.floor(dice(index, turn, 4) * jitterDays);
}

/** Percent. */
function ratioOf(dice: Dice, line: Line, turn: number): number {
  const place = placeOf(line, turn);
  const roll = dice(line.index, turn, 5);
  const ratio = place === 0 ? 5.05 + 3 * roll : place === reportsEach - 1 ? 3.1 + 1.8 * roll : 5.2 + 7 * roll;
  return Number(ratio.toFixed(2));
}

function placeOf({ start }: Line, turn: number): number {
  return (((turn + start) % reportsEach) + reportsEach) % reportsEach;
}

interface Filing {
  readonly line: Line;
  readonly turn: number;
  readonly day: number;
  /** Among the papers of its day. */
  readonly place: number;
}

function paperOf(dice: Dice, { line, turn, day, place }: Filing): LargeHolding {
  const { company, index } = line;
  const roll = (purpose: number) => dice(index, turn, purpose);
  const at = placeOf(line, turn);
  const isSpecial = dice(index, 6) < 0.3;
  const isTransfer = at === reportsEach - 1 && roll(7) < 0.3;
  const kind = isTransfer ? "3" : at === 0 ? (isSpecial ? "4" : "1") : isSpecial ? "5" : "2";
  const special = isSpecial ? "（特例対象株券等）" : "";
  const change = isTransfer ? `変更報告書No.${at}（短期大量譲渡）` : `変更報告書No.${at}${special}`;
  const ratio = ratioOf(dice, line, turn);
  const ratioBefore = at === 0 ? undefined : ratioOf(dice, line, turn - 1);
  return {
    ...filedAt(roll, day),
    number: paperNumber(day, place),
    parent: undefined,
    issuer: company,
    isListed: dice(index, 8) >= unlistedShare,
    obligedOn: day - 2 - Math.floor(roll(9) * 4),
    kind,
    title: at === 0 ? `大量保有報告書${special}` : change,
    reason:
      at === 0
        ? undefined
        : roll(10) < 0.8
          ? "株券等保有割合が1％以上変動したため"
          : "担保契約等重要な契約の変更",
    ratio,
    ratioBefore,
    holders: holdersOf(dice, line, turn, { day, isBuying: ratio >= (ratioBefore ?? 0) }),
  };
}

/** Between nine and six, mostly when trading has ended; the service has it a while later. */
function filedAt(roll: (purpose: number) => number, day: number) {
  const second = Math.floor(
    roll(11) < 0.7 ? 15 * 3600 + roll(12) * 2.9 * 3600 : 9 * 3600 + roll(12) * 6 * 3600,
  );
  const delay = 5 + Math.floor(roll(13) * 55);
  return { day, second, seenAt: momentOfDay(day, minuteMoment(clockText(Math.floor(second / 60) + delay))) };
}

function holdersOf(
  dice: Dice,
  { company, index }: Line,
  turn: number,
  { day, isBuying }: { day: number; isBuying: boolean },
): JointHolder[] {
  const joint = dice(index, 14) < 0.4 ? 2 + Math.floor(dice(index, 15) * 3) : 1;
  const weights = Array.from({ length: joint }, (_, place) => 1 / (place + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, place) => {
    const who = index * 8 + place;
    const roll = (purpose: number) => dice(who, turn, purpose);
    const traded = Math.floor(roll(16) * 5);
    return {
      holder: holderOf(dice, who),
      purpose: purposeOf(dice(who, 17)),
      part: weight / sum,
      trades: Array.from({ length: traded }, (_, number) => {
        const on = day - 3 - (traded - number) * 3;
        const isOnMarket = roll(20 + number) < 0.8;
        const shares = 100 * (1 + Math.floor(roll(30 + number) * 400));
        return { day: on, shares, isOnMarket, isBought: isBuying, price: company.priceOn(on) };
      }),
      lender: roll(18) < 0.3 ? holderOf(dice, 1_000_000 + Math.floor(roll(19) * 50)) : undefined,
    };
  });
}

/** The paper once more, with another figure. */
function correctionOf(dice: Dice, paper: LargeHolding, day: number, place: number): LargeHolding {
  const roll = (purpose: number) => dice(day, place, purpose);
  return {
    ...paper,
    ...filedAt(roll, day),
    number: paperNumber(day, place),
    parent: paper.number,
    kind: "6",
    title: `訂正報告書（${paper.title}）`,
    reason: undefined,
    ratio: Number((paper.ratio + pick([-0.11, 0.08, 0.12], roll(41))).toFixed(2)),
  };
}
