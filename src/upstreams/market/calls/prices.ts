/** Fields of prices that several calls have. */
import { flag, number } from "../../field-types.ts";

/** Open, high, low and close under a prefix of the wire names; the words stand before ours. */
export function ohlc<Open extends string, High extends string, Low extends string, Close extends string>(
  names: readonly [Open, High, Low, Close],
  prefix: string,
  about: string,
  unit: string,
) {
  const price = (letter: string, what: string) => number(`${prefix}${letter}`, `${about}${what}`, unit);
  const fields = {
    [names[0]]: price("O", "opening price"),
    [names[1]]: price("H", "highest price"),
    [names[2]]: price("L", "lowest price"),
    [names[3]]: price("C", "closing price"),
  };
  return fields as Readonly<Record<Open | High | Low | Close, ReturnType<typeof number>>>;
}

export const plainPrices = ["open", "high", "low", "close"] as const;
export const morningPrices = ["morningOpen", "morningHigh", "morningLow", "morningClose"] as const;
export const nightPrices = ["nightOpen", "nightHigh", "nightLow", "nightClose"] as const;
export const dayPrices = ["dayOpen", "dayHigh", "dayLow", "dayClose"] as const;

type HalfNumber =
  | "Open"
  | "High"
  | "Low"
  | "Close"
  | "Volume"
  | "TurnoverValue"
  | "AdjustedOpen"
  | "AdjustedHigh"
  | "AdjustedLow"
  | "AdjustedClose"
  | "AdjustedVolume";

/** One half of a day, as the highest plan was seen to get it beside the whole day's bar. */
export function halfDay<Half extends "morning" | "afternoon">(half: Half, prefix: string) {
  const about = `${half} session: `;
  const adjusted = `${about}adjusted for splits: `;
  const prices = ["Open", "High", "Low", "Close"].map((price) => `${half}${price}`);
  const adjustedPrices = ["Open", "High", "Low", "Close"].map((price) => `${half}Adjusted${price}`);
  const fields = {
    ...ohlc(prices as [string, string, string, string], prefix, about, "JPY"),
    [`${half}UpperLimit`]: flag(`${prefix}UL`, `${about}whether the price was at its upper limit`),
    [`${half}LowerLimit`]: flag(`${prefix}LL`, `${about}whether the price was at its lower limit`),
    [`${half}Volume`]: number(`${prefix}Vo`, `${about}volume`, "shares"),
    [`${half}TurnoverValue`]: number(`${prefix}Va`, `${about}turnover`, "JPY"),
    ...ohlc(adjustedPrices as [string, string, string, string], `${prefix}Adj`, adjusted, "JPY"),
    [`${half}AdjustedVolume`]: number(`${prefix}AdjVo`, `${adjusted}volume`, "shares"),
  };
  return fields as Readonly<
    Record<`${Half}${HalfNumber}`, ReturnType<typeof number>> &
      Record<`${Half}${"UpperLimit" | "LowerLimit"}`, ReturnType<typeof flag>>
  >;
}
