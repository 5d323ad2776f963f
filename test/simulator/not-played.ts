/** Calls of the market service that no simulator answers in a dialect: as observed, there are no calls of sectors. */
export const notPlayed: Readonly<Record<"documented" | "observed", readonly string[]>> = {
  documented: [],
  observed: ["markets/sectors/mkt17", "markets/sectors/mkt33"],
};
