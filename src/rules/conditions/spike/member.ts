/** `spike`: so many times as much came as usual. */
import * as z from "zod";
import { parseDuration } from "../../../model/duration.ts";
import { memoryLimits } from "../../../model/rule.ts";
import { durationOf } from "../../context/schema-parts.ts";
import { computedNumber, withBounds } from "../combined/computed-bounds.ts";
import { span } from "../measured/window.ts";
import { compileOf, conditionMember, of } from "../member.ts";
import { type Against, createSpike } from "./spike.ts";

const days = durationOf(/^[1-9][0-9]{0,2}b?d$/, "so many days, such as 20d, or trading days, such as 20bd");

const against = z.union(
  [
    z
      .strictObject({
        windows: z
          .number()
          .int()
          .min(1)
          .max(500)
          .describe("number of windows")
          .meta({ examples: [24] }),
      })
      .describe("the windows just before")
      .meta({ examples: [{ windows: 24 }] }),
    z
      .strictObject({
        days: days.describe("number of days; bd are trading days").meta({ examples: ["20d", "20bd"] }),
      })
      .describe("the same time on the days before")
      .meta({ examples: [{ days: "20bd" }] }),
  ],
  { error: "`against` takes { windows: 24 }, { days: 20d } or { days: 20bd }" },
);

const schema = z.strictObject({
  of: of.optional().describe("value to add up (CEL); by default events are counted"),
  within: span.describe("length of a window"),
  times: z
    .number()
    .gt(1)
    .describe("smallest multiple of the usual amount")
    .meta({ examples: [3] }),
  against: against
    .describe(
      "windows whose average is usual: those just before, or those at the same time on the days before",
    )
    .meta({ examples: [{ windows: 24 }, { days: "20bd" }] }),
  at_least: computedNumber("smallest amount that counts as a spike", 30)
    .default(1)
    .describe("smallest amount that counts as a spike")
    .meta({ examples: [30] }),
  usual_at_least: z
    .number()
    .default(1)
    .describe("smallest usual amount")
    .meta({ examples: [2] }),
});

export const spike = conditionMember({
  key: "spike",
  about: "several times as much as usual came",
  examples: [{ within: "1h", times: 3, against: { days: "20bd" }, at_least: 30 }],
  schema,
  borrowed: {
    functions: /^spike$/i,
    write: "spike: { within: 1h, times: 3, against: { days: 20bd } }",
  },
  found: ["spike", "usual"],
  isMomentary: () => false,
  events: () => [],
  compile(written, path, around) {
    const { times, usual_at_least: usualAtLeast } = written;
    const of = written.of === undefined ? undefined : compileOf(written.of, "number", path, around);
    const within = parseDuration(written.within);
    const against = "windows" in written.against ? written.against : daysOf(written.against.days);
    if (within === undefined || !("ms" in within) || against === undefined) return undefined;
    if (written.of !== undefined && of === undefined) return undefined;
    const made = { of, withinMs: within.ms, times, against, usualAtLeast, mostEntries: memoryLimits.entries };
    return withBounds(written, ["at_least"], { path, around }, (bounds) =>
      createSpike({
        ...made,
        get atLeast() {
          return bounds.at_least ?? 1;
        },
      }),
    );
  },
  lint: () => true,
});

function daysOf(written: string): Against | undefined {
  const days = parseDuration(written);
  return days && { days };
}
