/** The keys of a rule that are conditions over several events, as their authors write them. */
import * as z from "zod";
import { lasts, parseDuration } from "../../model/duration.ts";

const length = (about: string) =>
  z
    .string()
    .refine((written) => lasts(parseDuration(written) ?? { ms: 0 }), {
      error: "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd",
    })
    .describe(about);

const span = z.string().refine(
  (written) => {
    const duration = parseDuration(written);
    return duration !== undefined && "ms" in duration && lasts(duration);
  },
  { error: "spans that follow one another last a time such as 15m, 1h or 1d" },
);

const dayMs = 86_400_000;

const tumbling = span
  .refine(
    (written) => {
      const duration = parseDuration(written);
      const ms = duration !== undefined && "ms" in duration ? duration.ms : dayMs;
      return dayMs % ms === 0 || ms % dayMs === 0;
    },
    { error: "such a span divides a day evenly, as 15m, 1h or 8h do, or is whole days" },
  )
  .describe("spans of this length one after the other, from midnight in Japan; of whole days from a Monday");

const within = z
  .union(
    [
      length("the last so long, such as 1h or 3bd (trading days)"),
      z.strictObject({ tumbling }),
      z.strictObject({ session: length("as long as no pause between two events is longer than this") }),
    ],
    { error: "`within` takes a duration such as 1h, or { tumbling: 1h }, or { session: 30m }" },
  )
  .describe("which events are taken together: the last so long, those of a fixed span, or one session");

const bound = (about: string) => z.number().optional().describe(about);

const bounds = {
  at_least: bound("the condition holds from this number on"),
  at_most: bound("the condition holds up to this number"),
  above: bound("the condition holds over this number"),
  below: bound("the condition holds under this number"),
};

const boundNames = Object.keys(bounds) as (keyof typeof bounds)[];

function measured<More extends z.ZodRawShape>(about: string, more: More) {
  return z
    .strictObject({ ...more, within, ...bounds })
    .refine(
      (written) => boundNames.some((name) => (written as Record<string, unknown>)[name] !== undefined),
      {
        error: `one of ${boundNames.join(", ")} is needed`,
      },
    )
    .optional()
    .describe(about);
}

const of = z.string().min(1).describe("the value that is measured (CEL), such as now.ratio");

const step = z.strictObject({
  on: z
    .union([z.string(), z.array(z.string()).min(1)])
    .describe("an event type, a list of them, or a prefix; of those that the rule is about"),
  when: z.string().min(1).optional().describe("an event is such a step where this is true (CEL)"),
});

/** A key each; all that a rule has must hold. */
export const conditionKeys = {
  clock: z
    .enum(["published", "occurred", "time"])
    .optional()
    .describe("whose time counts: by default that of publication, where there is none when it was seen"),
  count: measured("how many events came", {}),
  distinct: measured("how many different values came", { of }),
  sum: measured("the sum of a value", { of }),
  average: measured("the average of a value", { of }),
  minimum: measured("the least of a value", { of }),
  maximum: measured("the most of a value", { of }),
  percentile: measured("the value that so many percent of them do not exceed", {
    of,
    rank: z.number().gt(0).max(100).describe("percent, such as 95"),
  }),
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
    .optional()
    .describe("a value crosses a level; it has to come back to `reset` before it can cross again"),
  moves: z
    .strictObject({
      of,
      by: z.number().positive().optional().describe("so much, as the value is measured"),
      percent: z.number().positive().optional().describe("so many percent of the value before"),
      direction: z.enum(["up", "down", "either"]).default("either").describe("which way"),
      since: length(
        "against the value of so long ago, such as 5bd; left out, against the last one",
      ).optional(),
    })
    .refine(({ by, percent }) => by !== undefined || percent !== undefined, {
      error: "`by` or `percent` is needed",
    })
    .optional()
    .describe("a value moves by so much"),
  unseen: z
    .strictObject({
      of,
      within: length("a value that did not come for so long counts as unseen again").optional(),
    })
    .optional()
    .describe("a value comes that never came before"),
  spike: z
    .strictObject({
      of: of.optional(),
      within: span.describe("how long a window is, such as 1h"),
      times: z.number().gt(1).describe("so many times as much as usual"),
      against: z.union(
        [
          z.strictObject({ windows: z.number().int().min(1).max(500) }),
          z.strictObject({
            days: z.string().refine((written) => /^[1-9][0-9]{0,2}b?d$/.test(written), {
              error: "so many days, such as 20d, or trading days, such as 20bd",
            }),
          }),
        ],
        { error: "`against` takes { windows: 24 }, { days: 20d } or { days: 20bd }" },
      ),
      at_least: z.number().default(1).describe("at least so much itself"),
      usual_at_least: z.number().default(1).describe("at least so much usually"),
    })
    .optional()
    .describe("so many times as many events as usual, or of a value as usual"),
  sequence: z
    .strictObject({
      steps: z.array(step).min(2).max(16).describe("the events, each step another one"),
      without: step.optional().describe("no such event may come between the first and the last"),
      within: length("from the first to the last at most so long, such as 3bd"),
      ordered: z.boolean().default(true).describe("whether they come in this order"),
    })
    .optional()
    .describe("events of several kinds come one after another"),
};

/** A key each; how an alert begins and ends. */
export const lifeKeys = {
  for: length("all that the rule asks for holds for so long, such as 10m").optional(),
  absent: z
    .strictObject({
      for: length("nothing came for so long, such as 26h").optional(),
      by: z
        .string()
        .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'a time of day in Japan, such as "18:00"' })
        .optional()
        .describe('nothing came on a day up to this time in Japan, such as "18:00"'),
      on: z.literal("trading-days").optional().describe("`by` counts on trading days alone"),
    })
    .refine((written) => (written.for === undefined) !== (written.by === undefined), {
      error: "`absent` takes either `for` or `by`",
    })
    .optional()
    .describe("nothing comes any more, after something came"),
  until: z
    .string()
    .min(1)
    .optional()
    .describe("the alert is over when an event comes for which this is true (CEL)"),
  flapping: z
    .strictObject({
      times: z.number().int().min(2).max(1_000).describe("so many alerts are given"),
      within: length("within so long, such as 6h or 1bd"),
    })
    .optional()
    .describe("an alert that is asked for more often is held back until it is asked for less often"),
};

const conditionSchema = z.strictObject({ ...conditionKeys, ...lifeKeys });
export type WrittenConditions = z.output<typeof conditionSchema>;
export type WrittenWindow = z.output<typeof within>;
