/** Calls of the market service that no simulator answers in a dialect. */
const since2026 = [
  "equities/bars/minute",
  "equities/valuation",
  "td/list",
  "fins/earnings-date",
  "edinet/large-volume-shareholders",
  "edinet/major-shareholders",
  "edinet/cross-shareholdings",
];

export const notPlayed: Readonly<Record<"documented" | "observed", readonly string[]>> = {
  documented: since2026,
  observed: ["markets/sectors/mkt17", "markets/sectors/mkt33", ...since2026],
};
