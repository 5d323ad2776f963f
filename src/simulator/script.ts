/**
 * Fixed happenings of the first two days, whatever the seed: the rest of the world is left to chance. Days are
 * business days of the world (0 is the first), moments are within world/trading-calendar.ts.
 */
export interface Script {
  /** Many comments within a few seconds. */
  readonly bursts: readonly { code: string; moment: number; size: number }[];
  /** While `from <= moment < to` the stock stands at about this place of the daily ranking. */
  readonly places: readonly { code: string; from: number; to: number; place: number }[];
  /** Whether an issue is under daily publication, from the one day to the other, both included. */
  readonly margins: readonly { code: string; fromDay: number; toDay: number; listed: boolean }[];
  /** Days that correct a figure of the day before, where chance would have left it alone. */
  readonly corrections: readonly { kind: "margin" | "short"; day: number }[];
  /** All that a seller (its place in the list of sellers) ever reports of a stock. */
  readonly positions: readonly {
    code: string;
    seller: number;
    reports: readonly { day: number; ratio: number }[];
  }[];
  /** On `day`, the value of an older day's period is multiplied. */
  readonly revisions: readonly { db: string; code: string; day: number; periodDay: number; factor: number }[];
}

export const script: Script = {
  bursts: [
    { code: "7203", moment: 16_000, size: 26 },
    { code: "6758", moment: 75_000, size: 22 },
  ],
  places: [
    { code: "4127", from: -30_000, to: 20_000, place: 58 },
    { code: "4127", from: 20_000, to: 90_000, place: 7 },
    { code: "9107", from: -30_000, to: 70_000, place: 66 },
    { code: "9107", from: 70_000, to: 130_000, place: 21 },
  ],
  margins: [
    { code: "6758", fromDay: -12, toDay: -1, listed: false },
    { code: "6758", fromDay: 0, toDay: 9, listed: true },
    { code: "7203", fromDay: -8, toDay: 0, listed: true },
    { code: "7203", fromDay: 1, toDay: 12, listed: false },
  ],
  corrections: [
    { kind: "margin", day: 0 },
    { kind: "short", day: 0 },
    { kind: "margin", day: 1 },
    { kind: "short", day: 1 },
  ],
  positions: [
    {
      code: "7203",
      seller: 0,
      reports: [
        { day: 0, ratio: 1.24 },
        { day: 1, ratio: 1.41 },
        { day: 4, ratio: 1.08 },
        { day: 9, ratio: 0.61 },
        { day: 14, ratio: 0.42 },
      ],
    },
    {
      code: "6758",
      seller: 3,
      reports: [
        { day: -3, ratio: 0.74 },
        { day: 0, ratio: 0.88 },
        { day: 1, ratio: 0.46 },
      ],
    },
  ],
  revisions: [
    { db: "FM08", code: "FXERD01", day: 0, periodDay: -6, factor: 1.0031 },
    { db: "FM08", code: "FXERD01", day: 1, periodDay: -4, factor: 0.9978 },
  ],
};
