import { number } from "../../field-types.ts";

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
