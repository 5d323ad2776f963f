/** Fields of a series, and the events about series. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { field, number, text } from "../../model/fields.ts";

const period = z.string().describe("the period, written as in `period`");

const point = z.object({ period, value: z.number().describe("its value") });

const revision = z.object({
  period,
  from: z.number().describe("its value before"),
  to: z.number().describe("its value now; absent where it was withdrawn").optional(),
});

export const series = z.object({
  db: text("database, such as FM08", "Database"),
  code: text("code of the series, without its database", "Code"),
  name: text("name of the series, in the language of the settings", "Name").optional(),
  unit: text("unit, as the service writes it", "Unit").optional(),
  frequency: text("frequency, as the service writes it: such as DAILY or MONTHLY", "Frequency").optional(),
  category: text("category, as the service writes it", "Category").optional(),
  period: field(
    z.string(),
    "latest period with a value: 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05",
    "Latest period",
    { form: "period" },
  ).optional(),
  value: number("value of the latest period, in `unit`", "Latest value").optional(),
  added: field(z.array(point), "on `.updated`: the new periods, oldest first", "New periods").optional(),
  revisions: field(
    z.array(revision),
    "on `.revised`: what changed, oldest first",
    "Revised periods",
  ).optional(),
});

export type Series = z.infer<typeof series>;

export const seriesEvents = {
  "statistics.series.added": {
    item: series,
    about: "a series appeared in a watched database",
    hasNoWas: true,
  },
  "statistics.series.updated": { item: series, about: "new periods came out" },
  "statistics.series.revised": { item: series, about: "values of published periods changed" },
  "statistics.series.removed": {
    item: series,
    about: "a series is gone from a watched database",
    hasNoWas: true,
  },
} as const satisfies Record<string, EventTypeFacts>;
