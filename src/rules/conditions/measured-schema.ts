/** What conditions are made of, as their authors write it: durations, windows, bounds, and the value that is measured. */
import * as z from "zod";
import { checkedText } from "../../lib/yaml/checked-text.ts";
import { lastingForm, lastingTimeForm, parseDuration } from "../../model/duration.ts";
import { durationMeant } from "../../model/duration-meant.ts";

/** A text of one form, with what was probably meant by one of another form. */
const lasting = (form: RegExp, message: string) =>
  checkedText((written) => {
    if (form.test(written)) return undefined;
    const meant = durationMeant(written);
    const suggestion = meant !== undefined && form.test(meant) ? `write ${meant}` : undefined;
    return { message, suggestion };
  }).meta({ pattern: form.source });

export const length = (about: string, ...examples: string[]) =>
  lasting(lastingForm, "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd")
    .describe(about)
    .meta({ examples });

export const span = lasting(
  lastingTimeForm,
  "spans that follow one another last a time such as 15m, 1h or 1d",
).meta({ examples: ["15m", "1h", "1d"] });

/** So many days, counted as days or as trading days. */
export const days = lasting(
  /^[1-9][0-9]{0,2}b?d$/,
  "so many days, such as 20d, or trading days, such as 20bd",
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
      length("the last so long, up to the newest; bd are trading days", "1h", "3bd"),
      z
        .strictObject({ tumbling })
        .describe(
          "those of the same span; spans follow one another from midnight in Japan, such of whole days from a Monday",
        )
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

export type WrittenWindow = z.output<typeof within>;

const bound = (about: string) =>
  z
    .number()
    .optional()
    .describe(about)
    .meta({ examples: [10] });

const bounds = {
  at_least: bound("the condition holds from this number on"),
  at_most: bound("the condition holds up to this number"),
  above: bound("the condition holds over this number"),
  below: bound("the condition holds under this number"),
};

const boundNames = Object.keys(bounds) as (keyof typeof bounds)[];

/** What JSON Schema says of a map that needs one of these keys. */
export const needs = (keys: readonly string[]) => keys.map((key) => ({ required: [key] }));

export function measured<More extends z.ZodRawShape>(about: string, example: object, more: More) {
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

export const of = z
  .string()
  .min(1)
  .describe("the value that is measured (CEL)")
  .meta({ examples: ["now.ratio", "now.shares - was.shares"] });
