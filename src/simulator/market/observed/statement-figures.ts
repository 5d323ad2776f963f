/** Figures of a statement besides its own results: dividends, forecasts, the company alone, the next year. */
import type { Company } from "../../world/market/companies.ts";
import { type Financials, type Statement, yenOf } from "../../world/market/financials.ts";

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

export function statementFigures(one: Statement, { statement }: Financials): Texts {
  const { company, quarter, period } = one;
  const yearEnd = quarter + 3 - places[period];
  const expected = { year: statement(company, yearEnd), half: statement(company, yearEnd - 2) };
  const next = { year: statement(company, yearEnd + 4), half: statement(company, yearEnd + 2) };
  const paid = {
    ...(period === "1Q" ? {} : { half: expected.half }),
    ...(period === "FY" ? { year: one } : {}),
  };
  const shared = { ...dividends("", paid), ...(places[period] % 2 === 1 ? cash(one) : {}) };
  if (period !== "FY")
    return {
      ...shared,
      ...results("F", expected.year, guess(expected.year)),
      ...(period === "1Q" ? results("F", expected.half, guess(expected.half), "2Q") : {}),
      ...results("FNC", expected.year, guess(expected.year) * ownShare),
      ...dividends(
        "F",
        period === "1Q" ? expected : { year: expected.year },
        yenOf(expected.half) + yenOf(expected.year),
      ),
    };
  return {
    ...shared,
    NxtFYSt: next.year.yearStart,
    NxtFYEn: next.year.yearEnd,
    ...written("NxF", next.year, guess(next.year)),
    ...written("NxF", next.half, guess(next.half), "2Q"),
    ...results("NxFNC", next.year, guess(next.year) * ownShare),
    ...results("NxFNC", next.half, guess(next.half) * ownShare, "2Q"),
    ...dividends("NxF", next),
    ...alone(one),
  };
}

/** Forecasts are near what comes of them, and stay as they are all year. */
function guess({ company, quarter }: Statement): number {
  return 1 + (((company.index * 7 + quarter * 3) % 17) - 8) / 100;
}

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

/** `half` and `year`: the statements whose dividends are told. @param annual yen; where both are told, their sum */
function dividends(
  prefix: string,
  { half, year }: { half?: Statement; year?: Statement },
  annual = half && year ? yenOf(half) + yenOf(year) : undefined,
): Texts {
  const told: Texts = {};
  if (half) told[`${prefix}Div2Q`] = yenOf(half).toFixed(1);
  if (year) told[`${prefix}DivFY`] = yenOf(year).toFixed(1);
  if (annual === undefined || !year) return told;
  told[`${prefix}DivAnn`] = annual.toFixed(1);
  told[`${prefix}PayoutRatioAnn`] = ((annual * year.company.shares) / year.net).toFixed(3);
  if (prefix !== "NxF") told[`${prefix}DivTotalAnn`] = String(million(annual * year.company.shares));
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
