/** Prices of options, by the usual formula without interest. */
import type { Dice } from "../dice.ts";
import type { IndexBar } from "./bars.ts";

interface Asked {
  readonly spot: number;
  readonly strike: number;
  readonly kind: "put" | "call";
  readonly years: number;
  /** Tells the contract from others. */
  readonly key: number;
  readonly day: number;
}

interface OptionPrice extends IndexBar {
  readonly volatility: number;
  readonly theoretical: number;
  readonly settle: number;
  readonly volume: number;
  readonly openInterest: number;
}

/** Makes the function that prices an option on a day, from a volatility that smiles. */
export function createOptionPrice(dice: Dice): (asked: Asked) => OptionPrice {
  return ({ spot, strike, kind, years, key, day }) => {
    const distance = Math.log(strike / spot);
    const volatility = 0.17 + 0.05 * dice(day, 4) + 0.8 * distance ** 2 - 0.1 * distance;
    const spread = volatility * Math.sqrt(Math.max(years, 1 / 245));
    const d1 = -distance / spread + spread / 2;
    const call = spot * normal(d1) - strike * normal(d1 - spread);
    const theoretical = Math.max(0.01, kind === "call" ? call : call - spot + strike);
    const whole = (value: number) => Math.max(1, Math.round(value));
    const close = whole(theoretical * (0.98 + 0.04 * dice(key, day, 1)));
    const open = whole(theoretical * (0.9 + 0.2 * dice(key, day, 2)));
    const nearness = Math.exp(-Math.abs(distance) * 30);
    return {
      open,
      high: whole(Math.max(open, close) * (1 + 0.1 * dice(key, day, 3))),
      low: whole(Math.min(open, close) * (1 - 0.1 * dice(key, day, 4))),
      close,
      settle: whole(theoretical),
      theoretical,
      volatility: volatility * 100,
      volume: Math.round(900 * nearness * (0.3 + dice(key, day, 5))),
      openInterest: Math.round(6_000 * nearness * (0.5 + dice(key, 6))),
    };
  };
}

/** The normal distribution, to about seven digits. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    Math.exp((-x * x) / 2) *
    0.3989422804 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
