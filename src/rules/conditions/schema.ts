/** The keys of a rule that are conditions over several events, as their authors write them. */
import * as z from "zod";
import { lastingForm, lastingTimeForm } from "../../model/duration.ts";
import { eventPattern } from "../event-patterns.ts";

const length = (about: string, ...examples: string[]) =>
  z
    .string()
    .regex(lastingForm, { error: "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd" })
    .describe(about)
    .meta({ examples });

const span = z
  .string()
  .regex(lastingTimeForm, { error: "spans that follow one another last a time such as 15m, 1h or 1d" })
  .describe("spans of this length one after the other, counted from midnight in Japan")
  .meta({ examples: ["15m", "1h", "1d"] });

const within = z
  .union(
    [
      length("the last so long, up to the newest; bd are trading days", "1h", "3bd"),
      z
        .strictObject({ tumbling: span })
        .describe("those of the same span; spans follow one another from midnight in Japan")
        .meta({ examples: [{ tumbling: "1d" }] }),
      z
        .strictObject({
          session: length("as long as no pause between two events is longer than this", "30m"),
        })
        .describe("those since the last pause of more than so long")
        .meta({ examples: [{ session: "30m" }] }),
    ],
    { error: "`within` takes a duration such as 1h, or { tumbling: 1h }, or { session: 30m }" },
  )
  .describe("which events are taken together: the last so long, those of a fixed span, or one session")
  .meta({ id: "window", examples: ["1h", { tumbling: "1d" }] });

const bound = (about: string) => z.number().optional().describe(about);

const bounds = {
  at_least: bound("the condition holds from this number on"),
  at_most: bound("the condition holds up to this number"),
  above: bound("the condition holds over this number"),
  below: bound("the condition holds under this number"),
};

const boundNames = Object.keys(bounds) as (keyof typeof bounds)[];

/** What JSON Schema says of a map that needs some of these keys. */
const needs = (keys: readonly string[]) => keys.map((key) => ({ required: [key] }));

function measured<More extends z.ZodRawShape>(about: string, example: object, more: More) {
  return z
    .strictObject({ ...more, within, ...bounds })
    .refine(
      (written) => boundNames.some((name) => (written as Record<string, unknown>)[name] !== undefined),
      {
        error: `one of ${boundNames.join(", ")} is needed`,
      },
    )
    .meta({ anyOf: needs(boundNames) })
    .optional()
    .describe(about)
    .meta({ examples: [example] });
}

const of = z
  .string()
  .min(1)
  .describe("the value that is measured (CEL)")
  .meta({ examples: ["now.ratio", "now.shares - was.shares"] });

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
      above: z.number().optional().describe("the level, crossed upwards"),
      below: z.number().optional().describe("the level, crossed downwards"),
      reset: z.number().optional().describe("where it is crossed back; by default at the level itself"),
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
      by: z.number().positive().optional().describe("so much, as the value is measured"),
      percent: z.number().positive().optional().describe("so many percent of the value before"),
      direction: z.enum(["up", "down", "either"]).default("either").describe("which way"),
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
      within: length("a value that did not come for so long counts as unseen again", "250bd").optional(),
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
              .strictObject({ windows: z.number().int().min(1).max(500).describe("how many windows") })
              .describe("the windows before")
              .meta({ examples: [{ windows: 24 }] }),
            z
              .strictObject({
                days: z
                  .string()
                  .regex(/^[1-9][0-9]{0,2}b?d$/, {
                    error: "so many days, such as 20d, or trading days, such as 20bd",
                  })
                  .describe("how many days; bd are trading days")
                  .meta({ examples: ["20d", "20bd"] }),
              })
              .describe("the same time of the days before")
              .meta({ examples: [{ days: "20bd" }] }),
          ],
          { error: "`against` takes { windows: 24 }, { days: 20d } or { days: 20bd }" },
        )
        .describe("what is usual"),
      at_least: z.number().default(1).describe("at least so much itself"),
      usual_at_least: z.number().default(1).describe("at least so much usually"),
    })
    .optional()
    .describe("so many times as much came as usual")
    .meta({ examples: [{ within: "1h", times: 3, against: { days: "20bd" }, at_least: 30 }] }),
  sequence: z
    .strictObject({
      steps: z.array(step).min(2).max(16).describe("the events, each step another one"),
      without: step.optional().describe("no such event may come between the first and the last"),
      within: length("from the first to the last at most so long", "3bd"),
      ordered: z.boolean().default(true).describe("whether they come in this order"),
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
    "all that the rule asks for must hold for so long; an event for which `when` is false ends it",
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
      on: z.literal("trading-days").optional().describe("`by` counts on trading days alone"),
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
      "the alert is over when an event of the rule's types comes for which this is true (CEL); until then it is not told again",
    )
    .meta({ examples: ["now.ratio < 0.5"] }),
};

const conditionSchema = z.strictObject({ ...conditionKeys, ...lifeKeys });
export type WrittenConditions = z.output<typeof conditionSchema>;
export type WrittenWindow = z.output<typeof within>;
