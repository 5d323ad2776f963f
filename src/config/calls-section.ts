/** The setting `upstreams.market.calls`: calls of the market service that are not built in, by path. */
import * as z from "zod";
import { checkedText, filledText } from "../lib/yaml/validate-yaml.ts";
import { type DeclaredCalls, wholeText } from "../upstreams/market/declared-calls.ts";
import { fieldKinds } from "../upstreams/market/declared-fields.ts";
import type { ParameterRule } from "../upstreams/market/parameter-rules.ts";
import { callMistakes } from "./call-mistakes.ts";

// The form of a field, and of the names.

const meaning = z
  .strictObject({
    en: filledText().describe("in English"),
    ja: filledText().describe("in Japanese"),
  })
  .meta({ id: "meaning", examples: [{ en: "closing price", ja: "終値" }] });

const wireName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/, {
  error: "a name of the service has letters, digits and _",
});

const ownName = z.string().regex(/^[a-z][A-Za-z0-9]{0,59}$/, {
  error: "a name begins with a small letter and has letters and digits only",
});

const wireNames = z
  .union([wireName, z.array(wireName).min(1)], {
    error: "this takes a name of the service, or a list of names",
  })
  .transform((names) => [names].flat())
  .meta({ examples: ["C", ["Code", "LocalCode"]] });

/** Keys of every field. */
const common = {
  wire: wireNames.describe(
    "name under which the service sends it; of several, the first that holds something",
  ),
  type: z
    .enum(fieldKinds)
    .describe("what it is; percent: a number of percent, fraction: 0.01 is sent for one percent"),
  unit: filledText()
    .optional()
    .describe("unit of a number, such as JPY or shares")
    .meta({ examples: ["JPY"] }),
  length: z.int().min(1).max(40).optional().describe("how many digits there are"),
  least: z
    .int()
    .min(1)
    .max(40)
    .optional()
    .describe("how many digits are left at least where zeros before them were lost"),
  values: z
    .record(z.string(), filledText())
    .optional()
    .describe("our words for some of the service's texts; others stay")
    .meta({ examples: [{ "1": "person", "2": "company" }] }),
  unread: z
    .array(wireName)
    .optional()
    .describe("names in records within the record that are known and not read"),
  about: meaning.describe("what it means"),
  required: z.boolean().default(false).describe("true: a record without it cannot be read"),
};

const example = { wire: "C", type: "number", unit: "JPY", about: { en: "closing price", ja: "終値" } };

// Records may be within records, and within these once more.
const innermost = z.strictObject(common).meta({ id: "innermostField", examples: [example] });
const inner = withFields(innermost).meta({ id: "innerField", examples: [example] });
const outer = withFields(inner).meta({ id: "declaredField", examples: [example] });

function withFields<F extends z.ZodType>(field: F) {
  return z.strictObject({
    ...common,
    fields: z.record(ownName, field).optional().describe("fields of the records within, by our names"),
  });
}

const declaredFields = z.record(ownName, outer);

// The form of a call.

const fieldNames = z.array(z.string());

const rule = z
  .strictObject({
    exactlyOne: z.array(z.string()).min(2).optional().describe("one of these is asked, and no more"),
    atLeastOne: z.array(z.string()).min(2).optional().describe("one of these is asked, or more"),
    bothOrNone: z.tuple([z.string(), z.string()]).optional().describe("these two are asked together"),
    parameter: z.string().optional().describe("the parameter that the rest of the rule is about"),
    notWith: z.array(z.string()).min(1).optional().describe("it is asked without any of these"),
    onlyWith: z.string().optional().describe("it is asked together with this one"),
    onlyToday: z
      .string()
      .optional()
      .describe("it is asked together with this one, which is the day of today"),
  })
  .transform((one) => one as unknown as ParameterRule)
  .meta({
    id: "parameterRule",
    examples: [{ atLeastOne: ["code", "date"] }, { parameter: "from", onlyWith: "code" }],
  });

const limit = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: "a limit's name has small letters, digits and -" })
      .describe("calls whose limits have one name share it"),
    requests: z.int().min(1).max(10_000).describe("requests a minute"),
    apart: z.boolean().default(false).describe("true: what it counts does not count towards the plan"),
  })
  .meta({ id: "callLimit", examples: [{ name: "td", requests: 100, apart: true }] });

const pattern = checkedText((text) => {
  try {
    wholeText(text);
    return undefined;
  } catch {
    return { message: "this is no regular expression" };
  }
});

const declaredParameter = z
  .strictObject({
    wire: wireName.optional().describe("the service's name for it, where ours is another"),
    about: meaning.optional().describe("what it means; usual parameters have a meaning"),
    day: z.boolean().optional().describe("true: a day YYYY-MM-DD, which may move with the calendar"),
    list: z
      .boolean()
      .optional()
      .describe("true: it chooses single things, and a list of them is asked for one by one"),
    field: z.string().optional().describe("field that holds what was asked for; other rows are left out"),
    pattern: pattern
      .optional()
      .describe("regular expression that a whole value matches")
      .meta({ examples: ["[0-9]{4}"] }),
  })
  .describe("a parameter; {} is enough for code, date, from, to and pagination_key")
  .meta({ id: "declaredParameter", examples: [{}] });

const outTime = z
  .string()
  .regex(/^[0-2][0-9]:[0-5][0-9]$/, {
    error: 'this is no time of publication; one looks like "16:30", or "24:30" for half past midnight',
  })
  .meta({ examples: ["16:30", "24:30"] });

const declaredCall = z
  .strictObject({
    about: meaning.describe("what its records are"),
    plan: z
      .enum(["free", "light", "standard", "premium"])
      .default("free")
      .describe("the least plan that has it; the service's answer decides"),
    parameters: z
      .record(
        z.string().regex(/^[a-z][A-Za-z0-9_]{0,59}$/, {
          error: "a parameter's name begins with a small letter and has letters, digits and _",
        }),
        declaredParameter,
      )
      .default({})
      .describe("what it can be asked, by our names"),
    required: z.array(z.string()).default([]).describe("parameters without which it is not asked"),
    rules: z.array(rule).default([]).describe("what is said of parameters together"),
    addOn: filledText()
      .optional()
      .describe("add-on to the plan without which the service refuses")
      .meta({ examples: ["TDnet"] }),
    limit: limit.optional().describe("limit of requests that it counts in, beside that of the plan"),
    paging: wireName
      .default("pagination_key")
      .describe("field of an answer with the key of the next page, and the parameter that takes it"),
    rows: wireName.default("data").describe("field of an answer with the list of records"),
    key: fieldNames.min(1).describe("fields that identify a record"),
    day: fieldNames
      .default([])
      .describe(
        "fields with the day by which the service chooses records; the first that a record has counts",
      ),
    published: z.string().optional().describe("field with the day of publication"),
    publishedTime: z.string().optional().describe("field with the time of that day"),
    occurred: z.string().optional().describe("field with the day that a record is about"),
    out: z.array(outTime).default([]).describe("times in Japan at which the records of a day come"),
    outAfter: z
      .int()
      .min(0)
      .max(20)
      .default(0)
      .describe("number of business days after the day of a record on which it comes at the latest"),
    form: z
      .string()
      .optional()
      .describe("field that one form of records has and another lacks, such as daily and weekly ones"),
    ahead: z.boolean().default(false).describe("true: records tell of days to come"),
    whole: z.boolean().default(false).describe("true: it answers everything without any day"),
    byStock: z
      .boolean()
      .default(false)
      .describe("true: its rows may not say their stock, and then each stock is asked for by itself"),
    tracks: fieldNames.default([]).describe("fields with a number whose past is worth a look"),
    asides: fieldNames.default([]).describe("fields that differ every day and are no news"),
    calendar: z
      .record(z.string(), meaning)
      .default({})
      .describe("fields with a day to come, each with what happens on it")
      .meta({ examples: [{ exDate: { en: "Ex-dividend day", ja: "配当落ち日" } }] }),
    fields: declaredFields.describe("fields of a record, by our names"),
  })
  .meta({ id: "declaredCall" });

const path = z.string().regex(/^[a-z0-9][A-Za-z0-9_-]*(\/[a-z0-9][A-Za-z0-9_-]*)*$/, {
  error: "a path has letters, digits, - and _, with / between them and none before",
});

/** @param written the section as the file has it: every mistake between its parts is told, whatever else is wrong */
export function callsSection(written?: unknown) {
  return z
    .record(path, declaredCall)
    .superRefine(
      (_, context) => {
        for (const { path, message, ...params } of callMistakes(written))
          context.addIssue({ code: "custom", path: [...path], message, params });
      },
      { when: () => true },
    )
    .optional()
    .describe("calls that are not built in, by the path behind the address; docs/sources.md explains them");
}

/** The section as settings have it, with mistakes or not. */
export function callsWritten(settings: unknown): unknown {
  const steps = ["upstreams", "market", "calls"];
  return steps.reduce<unknown>((value, key) => Object(value)[key], settings);
}

/** The declarations without a mistake of their own, out of a section that may have some. */
export function soundCalls(written: unknown): DeclaredCalls {
  const entries = Object.entries(typeof written === "object" && written !== null ? written : {});
  const wrong = new Set(callMistakes(written).map(({ path: [name] }) => name));
  return Object.fromEntries(
    entries.flatMap(([name, call]) => {
      const read = declaredCall.safeParse(call);
      return read.success && path.safeParse(name).success && !wrong.has(name) ? [[name, read.data]] : [];
    }),
  );
}
