/** Who holds shares, by the papers: invented companies, and invented private persons with their addresses. */
import listed from "../../../../fixtures/simulator/holders.json" with { type: "json" };
import { type Dice, pick } from "../dice.ts";

export interface Holder {
  readonly name: string;
  /** "" where no paper says it. */
  readonly english: string;
  readonly isPerson: boolean;
  readonly address: string;
  /** Number in the register of those who file; undefined for persons. */
  readonly edinetCode: string | undefined;
}

const personShare = 0.35;

/** @param who a number of its own for each holder */
export function holderOf(dice: Dice, who: number): Holder {
  const isPerson = dice(who, 1) < personShare;
  const block = `${1 + Math.floor(dice(who, 2) * 9)}-${1 + Math.floor(dice(who, 3) * 20)}`;
  const address = `${pick(listed.places, dice(who, 4))}${block}`;
  if (isPerson) {
    const name = `${pick(listed.surnames, dice(who, 5))}　${pick(listed.givenNames, dice(who, 6))}`;
    return { name, english: "", isPerson, address, edinetCode: undefined };
  }
  const place = Math.floor(dice(who, 5) * listed.companies.length);
  const { name = "", english = "" } = listed.companies[place] ?? {};
  return { name, english, isPerson, address, edinetCode: edinetCodeOf(90_000 + place) };
}

export function purposeOf(chance: number): string {
  return pick(listed.purposes, chance);
}

/** @param number below 100,000 */
export function edinetCodeOf(number: number): string {
  return `E${String(number).padStart(5, "0")}`;
}

/** Papers of a day have places of their own below this. */
const papersADay = 4_000;
const daysBefore = 3_000;

/** Number of a paper: S and seven characters. @param place of the paper among those of its business day */
export function paperNumber(day: number, place: number): string {
  const serial = (day + daysBefore) * papersADay + place;
  return `S1${serial.toString(36).toUpperCase().padStart(6, "0")}`;
}
