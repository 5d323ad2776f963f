/** Figures of a statement besides its own results: dividends, forecasts, the company alone, the next year. */
import type { Company } from "../../world/market/companies.ts";
import { type Stage, type Statement, yenOf } from "../../world/market/financials.ts";
import type { World } from "../../world/world.ts";

/** Keys of a statement's record; a value that the statement does not tell is "". */
const figures = "Sales OP OdP NP EPS";
const dividendNames = "Div1Q Div2Q Div3Q DivFY DivAnn DivUnit";
const forecast = "FSales FOP FOdP FNP FEPS";
// The service writes one name with a small letter.
const nextForecast = "NxFSales NxFOP NxFOdP NxFNp NxFEPS";

const each = (names: string, prefix: string, suffix = "") =>
  names.split(" ").map((name) => `${prefix}${name}${suffix}`);

export const statementNames: readonly string[] = [
  ..."DiscDate DiscTime Code DiscNo DocType CurPerType CurPerSt CurPerEn CurFYSt CurFYEn NxtFYSt NxtFYEn".split(
    " ",
  ),
  ...`${figures} DEPS TA Eq EqAR BPS CFO CFI CFF CashEq`.split(" "),
  ...`${dividendNames} DivTotalAnn PayoutRatioAnn`.split(" "),
  ...each(`${dividendNames} DivTotalAnn PayoutRatioAnn`, "F"),
  ...each(`${dividendNames} PayoutRatioAnn`, "NxF"),
  ...each(forecast, "", "2Q"),
  ...each(nextForecast, "", "2Q"),
  ...forecast.split(" "),
  ...nextForecast.split(" "),
  ..."MatChgSub SigChgInC ChgByASRev ChgNoASRev ChgAcEst RetroRst ShOutFY TrShFY AvgSh".split(" "),
  ...each(`${figures} TA Eq EqAR BPS`, "NC"),
  ...each(figures, "FNC", "2Q"),
  ...each(figures, "NxFNC", "2Q"),
  ...each(figures, "FNC"),
  ...each(figures, "NxFNC"),
  ..."ShEq NCShEq ROE NCROE".split(" "),
];

const places = { "1Q": 0, "2Q": 1, "3Q": 2, FY: 3 } as const;
/** Share of the group's results that the company alone makes. */
const ownShare = 0.62;

type Texts = Record<string, string>;

export function statementFigures(one: Statement, world: Pick<World, "financials" | "outlook">): Texts {
  const { quarter, period } = one;
  const year = yearOf(one, quarter + 3 - places[period], period, world);
  const shared = {
    ...dividends("", {
      ...(period === "1Q" ? {} : { half: yenOf(year.half) }),
      ...(period === "FY" ? { end: yenOf(one), annual: year.dividend, ...of(one) } : {}),
    }),
    ...(places[period] % 2 === 1 ? cash(one) : {}),
  };
  if (period !== "FY")
    return {
      ...shared,
      ...results("F", year.year, year.share),
      ...(period === "1Q" ? results("F", year.half, year.halfShare, "2Q") : {}),
      ...results("FNC", year.year, year.share * ownShare),
      ...dividends("F", expectedDividends(year, period === "1Q")),
    };
  const next = yearOf(one, quarter + 4, "before", world);
  return {
    ...shared,
    NxtFYSt: next.year.yearStart,
    NxtFYEn: next.year.yearEnd,
    ...written("NxF", next.year, next.share),
    ...written("NxF", next.half, next.halfShare, "2Q"),
    ...results("NxFNC", next.year, next.share * ownShare),
    ...results("NxFNC", next.half, next.halfShare * ownShare, "2Q"),
    ...dividends("NxF", expectedDividends(next, true)),
    ...alone(one),
  };
}

/** A fiscal year as it is expected at a stage. */
interface Expected {
  readonly half: Statement;
  readonly year: Statement;
  /** Shares of the results that come of them. */
  readonly share: number;
  readonly halfShare: number;
  /** Yen a share. */
  readonly dividend: number;
}

function yearOf(
  { company }: Statement,
  yearEnd: number,
  stage: Stage,
  { financials, outlook }: Pick<World, "financials" | "outlook">,
): Expected {
  const year = financials.statement(company, yearEnd);
  const half = financials.statement(company, yearEnd - 2);
  return {
    half,
    year,
    share: outlook.results(year, year, stage),
    halfShare: outlook.results(half, year, stage),
    dividend: outlook.dividend({ half, year }, stage),
  };
}

/** @param withHalf whether the half year's is expected too */
function expectedDividends({ half, year, share, dividend }: Expected, withHalf: boolean): Dividends {
  const first = yenOf(half);
  return {
    ...(withHalf ? { half: first } : {}),
    end: dividend - first,
    annual: dividend,
    shares: year.company.shares,
    net: million(year.net * share),
  };
}

const of = ({ company, net }: Statement) => ({ shares: company.shares, net });

const million = (amount: number) => Math.round(amount / 1_000_000) * 1_000_000;
const perShare = (amount: number, { shares }: Company) => (amount / shares).toFixed(2);

function results(
  prefix: string,
  { company, sales, operating, ordinary, net }: Statement,
  share: number,
  half = "",
): Texts {
  const isBank = company.sector.wide === "15";
  return {
    [`${prefix}Sales${half}`]: String(million(sales * share)),
    [`${prefix}OP${half}`]: isBank ? "" : String(million(operating * share)),
    [`${prefix}OdP${half}`]: String(million(ordinary * share)),
    [`${prefix}NP${half}`]: String(million(net * share)),
    [`${prefix}EPS${half}`]: perShare(million(net * share), company),
  };
}

/** The service writes one name of the next year's forecast with a small letter. */
function written(prefix: string, one: Statement, share: number, half = ""): Texts {
  const { [`${prefix}NP${half}`]: net = "", ...rest } = results(prefix, one, share, half);
  return { ...rest, [`${prefix}Np${half}`]: net };
}

/** Yen a share of the half year, of its end and of both; of the whole company shares and net profit. */
interface Dividends {
  readonly half?: number;
  readonly end?: number;
  readonly annual?: number;
  readonly shares?: number;
  readonly net?: number;
}

function dividends(prefix: string, { half, end, annual, shares = 0, net = 0 }: Dividends): Texts {
  const told: Texts = {};
  if (half !== undefined) told[`${prefix}Div2Q`] = half.toFixed(1);
  if (end !== undefined) told[`${prefix}DivFY`] = end.toFixed(1);
  if (annual === undefined) return told;
  told[`${prefix}DivAnn`] = annual.toFixed(1);
  told[`${prefix}PayoutRatioAnn`] = ((annual * shares) / net).toFixed(3);
  if (prefix !== "NxF") told[`${prefix}DivTotalAnn`] = String(million(annual * shares));
  return told;
}

function cash({ assets }: Statement): Texts {
  return { CashEq: String(million(assets * 0.14)) };
}

/** Figures of the company without its subsidiaries, and what was added to the record in 2026. */
function alone(one: Statement): Texts {
  const { company, net, assets, equity } = one;
  const [ownAssets, ownEquity] = [million(assets * ownShare), million(equity * ownShare)];
  return {
    ...results("NC", one, ownShare),
    NCTA: String(ownAssets),
    NCEq: String(ownEquity),
    NCEqAR: (ownEquity / ownAssets).toFixed(3),
    NCBPS: perShare(ownEquity, company),
    ShEq: String(equity),
    NCShEq: String(ownEquity),
    ROE: (net / equity).toFixed(3),
    NCROE: (million(net * ownShare) / ownEquity).toFixed(3),
  };
}
