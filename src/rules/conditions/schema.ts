/** The keys of a rule that are conditions over several events, as their authors write them. */
import * as z from "zod";
import { eventPattern } from "../event-patterns.ts";
import { days, length, measured, needs, of, span } from "./measured-schema.ts";

const step = z.strictObject({
  on: z
    .union([eventPattern, z.array(eventPattern).min(1)])
    .describe("an event type, a list of them, or a prefix; of those that the rule is about")
    .meta({ examples: ["short.report.increased"] }),
  when: z
    .string()
    .min(1)
    .optional()
    .describe("an event is such a step where this is true (CEL)")
    .meta({ examples: ["now.ratio >= 1"] }),
});

/** A key each; all that a rule has must hold. */
export const conditionKeys = {
  clock: z
    .enum(["published", "occurred", "time"])
    .optional()
    .describe(
      "whose time counts: `published` (the default), `occurred` or `time`; where an event says nothing there, when it was seen",
    )
    .meta({ examples: ["occurred"] }),
  count: measured("so many events came", { within: "1h", at_least: 50 }, {}),
  distinct: measured(
    "so many different values came",
    { of: "now.author", within: "1h", at_least: 20 },
    { of },
  ),
  sum: measured(
    "a value adds up to so much",
    { of: "now.ratio - was.ratio", within: "10bd", at_least: 0.5 },
    { of },
  ),
  average: measured(
    "a value is so much on average",
    { of: "now.shortRatio", within: "20bd", at_least: 2 },
    { of },
  ),
  minimum: measured("the least of a value is so much", { of: "now.ratio", within: "5bd", above: 1 }, { of }),
  maximum: measured("the most of a value is so much", { of: "now.rank", within: "1d", at_most: 10 }, { of }),
  percentile: measured(
    "so many percent of the values do not exceed so much",
    { of: "now.ratio", rank: 95, within: "60bd", above: 3 },
    {
      of,
      rank: z
        .number()
        .gt(0)
        .max(100)
        .describe("percent of the values")
        .meta({ examples: [95] }),
    },
  ),
  crosses: z
    .strictObject({
      of,
      above: z
        .number()
        .optional()
        .describe("the level, crossed upwards")
        .meta({ examples: [2] }),
      below: z
        .number()
        .optional()
        .describe("the level, crossed downwards")
        .meta({ examples: [10] }),
      reset: z
        .number()
        .optional()
        .describe("where it is crossed back; by default at the level itself")
        .meta({ examples: [1.5] }),
    })
    .refine(({ above, below }) => (above === undefined) !== (below === undefined), {
      error: "`crosses` takes either `above` or `below`",
    })
    .refine(({ above, reset }) => reset === undefined || reset <= (above ?? reset), {
      error: "`reset` is not over the level that is crossed upwards",
      path: ["reset"],
    })
    .refine(({ below, reset }) => reset === undefined || reset >= (below ?? reset), {
      error: "`reset` is not under the level that is crossed downwards",
      path: ["reset"],
    })
    .meta({ oneOf: needs(["above", "below"]) })
    .optional()
    .describe("a value is beyond a level, until it has come back to `reset`")
    .meta({ examples: [{ of: "now.ratio", above: 2, reset: 1.5 }] }),
  moves: z
    .strictObject({
      of,
      by: z
        .number()
        .positive()
        .optional()
        .describe("so much, as the value is measured")
        .meta({ examples: [20] }),
      percent: z
        .number()
        .positive()
        .optional()
        .describe("so many percent of the value before; with `by` both must be reached")
        .meta({ examples: [5] }),
      direction: z
        .enum(["up", "down", "either"])
        .default("either")
        .describe("which way: `up`, `down` or `either`")
        .meta({ examples: ["up"] }),
      since: length("against the value of so long ago; left out, against the last one", "5bd").optional(),
    })
    .refine(({ by, percent }) => by !== undefined || percent !== undefined, {
      error: "`by` or `percent` is needed",
    })
    .meta({ anyOf: needs(["by", "percent"]) })
    .optional()
    .describe("a value moved by so much, since the last event or since so long ago")
    .meta({ examples: [{ of: "now.rank", by: 20, direction: "down", since: "1d" }] }),
  unseen: z
    .strictObject({
      of,
      within: length(
        "a value that did not come for so long is unseen again; left out, never",
        "250bd",
      ).optional(),
    })
    .optional()
    .describe("a value comes that never came before, or not `within` so long")
    .meta({ examples: [{ of: "now.seller", within: "250bd" }] }),
  spike: z
    .strictObject({
      of: of.optional().describe("what is added up (CEL); left out, events are counted"),
      within: span.describe("how long a window is"),
      times: z
        .number()
        .gt(1)
        .describe("so many times as much as usual")
        .meta({ examples: [3] }),
      against: z
        .union(
          [
            z
              .strictObject({
                windows: z
                  .number()
                  .int()
                  .min(1)
                  .max(500)
                  .describe("how many windows")
                  .meta({ examples: [24] }),
              })
              .describe("the windows before")
              .meta({ examples: [{ windows: 24 }] }),
            z
              .strictObject({
                days: days.describe("how many days; bd are trading days").meta({ examples: ["20d", "20bd"] }),
              })
              .describe("the same time of the days before")
              .meta({ examples: [{ days: "20bd" }] }),
          ],
          { error: "`against` takes { windows: 24 }, { days: 20d } or { days: 20bd }" },
        )
        .describe("what is usual: the windows before, or the same time of the days before")
        .meta({ examples: [{ windows: 24 }, { days: "20bd" }] }),
      at_least: z
        .number()
        .default(1)
        .describe("at least so much itself")
        .meta({ examples: [30] }),
      usual_at_least: z
        .number()
        .default(1)
        .describe("at least so much usually")
        .meta({ examples: [2] }),
    })
    .optional()
    .describe("so many times as much came as usual")
    .meta({ examples: [{ within: "1h", times: 3, against: { days: "20bd" }, at_least: 30 }] }),
  sequence: z
    .strictObject({
      steps: z
        .array(step)
        .min(2)
        .max(16)
        .describe("the events, each step another one")
        .meta({ examples: [[{ on: "short.report.increased" }, { on: "margin.alert.added" }]] }),
      without: step
        .optional()
        .describe("no such event may come between the first and the last")
        .meta({ examples: [{ on: "short.report.closed" }] }),
      within: length("from the first to the last at most so long, its end included", "3bd"),
      ordered: z
        .boolean()
        .default(true)
        .describe("whether they come in this order")
        .meta({ examples: [false] }),
    })
    .optional()
    .describe("events of several kinds come one after another")
    .meta({
      examples: [{ steps: [{ on: "short.report.increased" }, { on: "margin.alert.added" }], within: "5bd" }],
    }),
};

/** A key each; how an alert begins and ends. */
export const lifeKeys = {
  for: length(
    "all that the rule asks for must hold for so long, and still do then; an event for which `when` is false or `until` true ends it",
    "30m",
  ).optional(),
  absent: z
    .strictObject({
      for: length("nothing came for so long", "26h").optional(),
      by: z
        .string()
        .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'a time of day in Japan, such as "18:00"' })
        .optional()
        .describe("nothing came on a day up to this time in Japan")
        .meta({ examples: ["18:00"] }),
      on: z
        .literal("trading-days")
        .optional()
        .describe("`by` counts on trading days alone")
        .meta({ examples: ["trading-days"] }),
    })
    .refine((written) => (written.for === undefined) !== (written.by === undefined), {
      error: "`absent` takes either `for` or `by`",
    })
    .meta({ oneOf: needs(["for", "by"]) })
    .optional()
    .describe(
      "nothing came for so long, or on a day up to a time in Japan, after something had come; `on: trading-days` leaves out other days",
    )
    .meta({ examples: [{ for: "26h" }, { by: "18:00", on: "trading-days" }] }),
  until: z
    .string()
    .min(1)
    .optional()
    .describe(
      "the alert is over when an event of the rule's types comes for which this is true (CEL); until then it is not told again, and that event asks for nothing",
    )
    .meta({ examples: ["now.ratio < 0.5"] }),
  flapping: z
    .strictObject({
      times: z
        .number()
        .int()
        .min(2)
        .max(1_000)
        .describe("so many alerts are given")
        .meta({ examples: [5] }),
      within: length("within so long", "6h", "1bd"),
    })
    .optional()
    .describe(
      "so many alerts within a time are given, the last one says so, and more are held back until they are asked for less often",
    )
    .meta({ examples: [{ times: 5, within: "6h" }] }),
};

const conditionSchema = z.strictObject({ ...conditionKeys, ...lifeKeys });
export type WrittenConditions = z.output<typeof conditionSchema>;
