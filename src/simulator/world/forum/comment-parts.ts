/**
 * Times and numbers of comments. Time is cut into slots of one comment each (or one burst), and slots into eras that
 * use up a fixed range of numbers: so any number and any moment lead to their comments without counting from the
 * start, and numbers have gaps.
 */
import type { Script } from "../../script.ts";
import type { Dice } from "../dice.ts";
import type { Company } from "../market/companies.ts";
import { momentsPerDay } from "../trading-calendar.ts";

export interface Posted {
  readonly part: number;
  readonly moment: number;
}

export interface CommentParts {
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
export function createCommentParts(
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
