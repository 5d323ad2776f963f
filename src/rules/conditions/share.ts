/** `share`: how many of the events, in percent, something is true of. */
import { warnOfPercent } from "../lint/units.ts";
import { boundNames } from "./measured/bounds.ts";
import { measured } from "./measured/measured.ts";
import { addedUp } from "./measured/tallies.ts";
import { of } from "./value.ts";

export const share = measured({
  key: "share",
  about: "the percentage of the events that something is true of",
  example: { of: "now.shortRatio > 2", within: "5bd", at_least: 60 },
  borrowed: {
    functions: /^(share|proportion|fraction|percent_?of)$/i,
    write: "share: { of: now.ratio > 1, within: 1h, at_least: 60 }",
  },
  keys: {
    of: of.describe("what is true of the events that are asked for (CEL)").meta({
      examples: ["now.ratio > 1", 'now.body.has_any(["下落", "損切り"])'],
    }),
  },
  remembers: "truth",
  gives: "percent",
  keepsByTime: undefined,
  wavers: true,
  tally: (entries) => addedUp(entries, ({ sum, count }) => (count === 0 ? undefined : (sum / count) * 100)),
  lint(bounds, path, rule) {
    for (const name of boundNames) {
      const bound = bounds[name];
      if (typeof bound === "number") warnOfPercent(bound, [...path, name], rule, 1);
    }
  },
});
