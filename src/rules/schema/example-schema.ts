/** The examples of a rule as their author writes them. */
import * as z from "zod";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { checkedText } from "../../lib/yaml/validate-yaml.ts";
import { inJapan, isDay, isMoment } from "../../model/dates.ts";
import { lastingTimeForm, parseDuration } from "../../model/duration.ts";
import { type EventTypes, namesOf } from "../../model/event-types.ts";
import type { FileContext } from "../context/file-context.ts";
import { checkGivenStanding } from "../standing/example-standing.ts";

/** A day or a moment. */
export const dayOrMoment = (about: string, ...examples: string[]) =>
  checkedText((written) => {
    if (isDay(written) || isMoment(written)) return undefined;
    const message = "this is no time; one looks like 2026-01-05 or 2026-01-05T18:00:00+09:00";
    return { message, suggestion: inWords(written) };
  })
    .describe(about)
    .meta({ examples });

function inWords(written: string): string | undefined {
  const meant = inJapan(written);
  return meant && `a time of day needs its zone: ${meant}`;
}

/** When an event was seen where an example does not say. */
export const defaultTime = "2026-01-05T18:00:00+09:00";

/** Most events of an example: examples are run whenever the file is read. */
const mostEvents = 500;

export const repeat = z
  .strictObject({
    times: z
      .int()
      .min(2)
      .describe("how many there are")
      .meta({ maximum: mostEvents, examples: [30] }),
    every: z
      .string()
      .regex(lastingTimeForm, { error: "this is no time between two events; one looks like 1m or 1d" })
      .describe("each comes so long after the one before")
      .meta({ examples: ["1m"] }),
  })
  .describe("several such events, one after another");

const givenItem = (about: string) =>
  z
    .record(z.string(), z.unknown())
    .optional()
    .describe(about)
    .meta({ examples: [{ seller: "Example Capital" }] });

/** What a standing value is that gives an item. */
const givenPlace = z.strictObject({
  now: givenItem("the item with this event"),
  was: givenItem("the item before; by default what the event before gave as `now`"),
});

/** Keys of an example's event besides its type. */
const eventFields = {
  now: z
    .record(z.string(), z.unknown())
    .describe("fields of the item that the rule looks at")
    .meta({ examples: [{ code: "7203", ratio: 1.2 }] }),
  was: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("the item as it was before")
    .meta({ examples: [{ code: "7203", ratio: 0.8 }] }),
  changed: z
    .array(z.string())
    .optional()
    .describe("names of the fields that changed; by default those that differ between was and now")
    .meta({ examples: [["ratio"]] }),
  subject: z
    .string()
    .optional()
    .describe(
      "the stock or series; by default now.code, now.db/now.code, now.source, now.cause.subject or now.rule",
    )
    .meta({ examples: ["7203"] }),
  source: z
    .string()
    .optional()
    .describe("path of the source that gave the event")
    .meta({ examples: ["/sources/prices"] }),
  published: dayOrMoment("when the service published it, a day or a time", "2026-01-05").optional(),
  occurred: dayOrMoment("the day or the time that the item is about", "2026-01-05").optional(),
  simulated: z
    .boolean()
    .optional()
    .describe("whether the service is simulated; by default it is not")
    .meta({ examples: [true] }),
  time: dayOrMoment(`when Yagura saw it; by default ${defaultTime}`, defaultTime).optional(),
  standing: z
    .record(z.string(), z.union([z.number(), givenPlace], { error: "a number, or an item as { now: {} }" }))
    .optional()
    .describe(
      "standing values by name as they are with this event, an item as `{ now: {}, was: {} }`; those that it leaves out stay",
    )
    .meta({ examples: [{ totalShort: 5.2 }] }),
  latest: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))
    .optional()
    .describe("newest items of other sources, by source and subject; those that it leaves out stay")
    .meta({ examples: [{ prices: { "7203": { close: 2_500 } } }] }),
  repeat: repeat.optional().meta({ examples: [{ times: 30, every: "1m" }] }),
};

function exampleEvent(types: EventTypes) {
  return z
    .strictObject({
      type: z
        .enum(namesOf(types))
        .describe("type of the event")
        .meta({ examples: ["short.report.opened"] }),
      ...eventFields,
    })
    .describe("an event, with the fields that the rule looks at")
    .meta({ id: "exampleEvent" });
}

const ofEvents = (event: ReturnType<typeof exampleEvent>, about: string) =>
  z
    .union([event, z.array(event).min(1)])
    .optional()
    .describe(about);

export function exampleSchema(types: EventTypes) {
  const event = exampleEvent(types);
  return z
    .strictObject({
      fires: ofEvents(event, "the rule fires for this event; of several, for the last one").meta({
        examples: [{ type: "short.report.opened", now: { code: "7203", ratio: 1.2 } }],
      }),
      silent: ofEvents(event, "the rule stays silent for this event, or for all of these").meta({
        examples: [{ type: "short.report.opened", now: { code: "7203", ratio: 0.6 } }],
      }),
      at: dayOrMoment(
        "nothing more comes up to this time, and the rule fires by then or stays silent",
        "2026-01-06T18:00:00+09:00",
      ).optional(),
    })
    .refine(({ fires, silent }) => (fires === undefined) !== (silent === undefined), {
      error: "an example has either `fires` or `silent`",
    })
    .refine(({ fires = [], silent = [] }) => countOf([fires, silent].flat()) <= mostEvents, {
      error: `an example has at most ${mostEvents} events`,
    })
    .meta({ oneOf: [{ required: ["fires"] }, { required: ["silent"] }] });
}

function countOf(events: readonly ExampleEvent[]): number {
  return events.reduce((sum, { repeat: more }) => sum + (more?.times ?? 1), 0);
}

export type ExampleEvent = z.output<ReturnType<typeof exampleEvent>>;

/** The events that one of an example stands for, in order; all of its times move on. */
export function repeatedEvents({ repeat, ...event }: ExampleEvent): ExampleEvent[] {
  const every = parseDuration(repeat?.every ?? "");
  if (repeat === undefined || every === undefined || !("ms" in every)) return [event];
  const { time = defaultTime, published, occurred } = event;
  return Array.from({ length: repeat.times }, (_, index) => {
    const later = index * every.ms;
    return {
      ...event,
      time: shifted(time, later),
      ...(published === undefined ? {} : { published: shifted(published, later) }),
      ...(occurred === undefined ? {} : { occurred: shifted(occurred, later) }),
    };
  });
}

/** A day stays a day. */
function shifted(written: string, ms: number): string {
  const moved = new Date(Date.parse(written) + ms).toISOString();
  return written.length === 10 ? moved.slice(0, 10) : moved;
}

/** An example proves nothing if it names fields that events do not have, or gives them other kinds of values. */
export function checkExample(example: ExampleEvent, path: Path, context: FileContext): void {
  const { yaml, types, report } = context;
  checkGivenStanding(example, path, context);
  const fields = new Map<string, z.ZodType>(Object.entries(types.known.get(example.type)?.item.shape ?? {}));
  for (const part of ["now", "was"] as const) {
    for (const [name, value] of Object.entries(example[part] ?? {})) {
      const at = [...path, part, name];
      const field = fields.get(name);
      if (field === undefined) {
        const message = `events of type ${example.type} have no field \`${name}\``;
        report(yaml.atKey(at), message, didYouMean(name, fields.keys()));
      } else if (!field.safeParse(value).success) {
        const message = `\`${name}\` has another kind of value in events`;
        report(yaml.at(at), message, quotesHint(field, value, yaml.source(at)));
      }
    }
  }
  for (const [index, name] of (example.changed ?? []).entries())
    if (!fields.has(name)) {
      const message = `events of type ${example.type} have no field \`${name}\``;
      report(yaml.at([...path, "changed", index]), message, didYouMean(name, fields.keys()));
    }
}

function quotesHint(field: z.ZodType, value: unknown, source: string | undefined): string | undefined {
  if (typeof value === "number") return `put it in quotes: "${source ?? value}"`;
  const isNumber = typeof value === "string" && value.trim() !== "" && field.safeParse(Number(value)).success;
  return isNumber ? `write it without quotes: ${value}` : undefined;
}
