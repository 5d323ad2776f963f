/** Listed issues: the fictional companies and funds that ship, and made-up ones up to the number that the service has. */
import shipped from "../../../../fixtures/simulator/companies.json" with { type: "json" };
import sectors from "../../../../fixtures/simulator/sectors.json" with { type: "json" };

export interface Sector {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly wide: string;
  readonly wideName: string;
  readonly wideEnglish: string;
}

export interface Issue {
  /** Four characters. */
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly sector: Sector;
  /** Made up to fill the market. */
  readonly isFiller: boolean;
}

export type MarketSize = "small" | "full";

/** The industry of funds, which have none. */
export const fundSector: Sector = {
  code: "9999",
  name: "その他",
  english: "Others",
  wide: "99",
  wideName: "その他",
  wideEnglish: "Others",
};

const industries: readonly Sector[] = Object.entries(sectors).map(([code, facts]) => ({ code, ...facts }));
const sectorOf = (code: string) => industries.find((sector) => sector.code === code) ?? fundSector;

const inAll = 4_443;
/** Share of the fillers that are funds, and of those with a letter in their code: one in this many. */
const fundEvery = 12;
const letterEvery = 15;
const letters = "ABCDFGHJKLMNPRSTUWXY";
/** Reports of short sales name it, and no list has it. */
export const unlistedCode = "9996";

/** All issues; those of the small market come first in the full one, too. */
export function listedIssues(size: MarketSize): Issue[] {
  const issues: Issue[] = shipped.map((issue) => ({
    ...issue,
    sector: sectorOf(issue.sector),
    isFiller: false,
  }));
  if (size === "small") return issues;
  const codes = freeCodes(new Set([...issues.map(({ code }) => code), unlistedCode]));
  for (let number = 1; issues.length < inAll; number += 1) issues.push(filler(number, codes(number)));
  return issues;
}

function filler(number: number, code: string): Issue {
  const sector = number % fundEvery === 0 ? undefined : industries[number % industries.length];
  return {
    code,
    name: sector ? `模擬${sector.name}${number}` : `模擬上場投信${number}`,
    english: sector ? `Simulated ${sector.english} ${number}` : `Simulated ETF ${number}`,
    sector: sector ?? fundSector,
    isFiller: true,
  };
}

/** Codes that are not taken: of digits, spread over all there are, and some that end in a letter. */
function freeCodes(taken: ReadonlySet<string>): (number: number) => string {
  const step = 2;
  let digits = 1_300;
  let lettered = 0;
  const nextDigits = () => {
    digits += step;
    return String(digits);
  };
  const nextLettered = () => {
    lettered += 1;
    return `${130 + Math.floor(lettered / letters.length)}${letters[lettered % letters.length]}`;
  };
  return (number) => {
    const next = number % letterEvery === 0 ? nextLettered : nextDigits;
    let code = next();
    while (taken.has(code)) code = next();
    return code;
  };
}
