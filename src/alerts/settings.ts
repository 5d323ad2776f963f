/** The section `alerts` of the settings: who is told of alerts besides those that rules name, when, and together with what. */
import * as z from "zod";
import { minuteMs } from "../lib/clock.ts";
import { checkedText } from "../lib/yaml/validate-yaml.ts";
import { lasts } from "../model/duration.ts";
import { languages } from "../model/language.ts";
import { quietFates } from "../model/silence.ts";
import { clockDuration, duration } from "../settings/values.ts";
import { factKey, factKeyForm, noFactKey } from "./fact-keys.ts";
import { digestSetting, hoursKeys, hoursSetting, narrows, sayingHours } from "./hours.ts";
import { matcherForm, parseMatcher } from "./matcher.ts";

const matcher = checkedText((text) => {
  const read = parseMatcher(text);
  return read.ok ? undefined : read.mistake;
})
  .describe("the alerts, such as rule=short-* subject=7203: a blank is *and*, a comma *or*, * any text")
  .meta({ pattern: matcherForm, examples: ["severity=critical", "rule=short-* watchlist=mine"] });

const fact = checkedText((name) => (factKey(name) === undefined ? noFactKey(name) : undefined))
  .describe("rule, key, severity, subject, source, watchlist, notify, or label.NAME")
  .meta({ pattern: `^${factKeyForm}$`, examples: ["rule", "label.desk"] });

const name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u, {
  error: "a name has up to 100 letters, digits, blanks and . _ -",
});

/** A time that is long enough to be meant. */
const spell = (least: number, words: string) =>
  duration.refine((length) => lasts(length) && (!("ms" in length) || length.ms >= least), {
    error: `this must be at least ${words}`,
  });

const wait = clockDuration.refine((ms) => ms <= 24 * 60 * minuteMs, { error: "this must be at most 1d" });

const fates = Object.keys(quietFates) as (keyof typeof quietFates)[];
const fateWords = Object.entries(quietFates)
  .map(([fate, words]) => `\`${fate}\`: ${words}`)
  .join("; ");

const receiver = z
  .strictObject({
    hours: hoursSetting.optional().describe("when it may get messages; by default always"),
    outside: z
      .enum(fates)
      .optional()
      .describe(`alerts outside these hours; \`hold\` by default (${fateWords})`),
    cap: z
      .strictObject({
        hour: z.int().min(1).max(10_000).optional().describe("most messages in an hour"),
        day: z.int().min(1).max(100_000).optional().describe("most messages in a day"),
      })
      .optional()
      .describe("most messages; further ones wait, except critical alerts")
      .meta({ examples: [{ hour: 6, day: 30 }] }),
    language: z.enum(languages).optional().describe("language of its messages"),
    digest: digestSetting
      .optional()
      .describe("times of its digests, for alerts that hours, windows and silences leave to a digest"),
    always: z
      .boolean()
      .default(false)
      .describe("true: its digests come also when nothing happened, with what was read"),
  })
  .superRefine(({ hours, outside, digest, always }, context) => {
    const refuse = (message: string, key = "outside") =>
      context.addIssue({ code: "custom", path: [key], message });
    if (always && digest === undefined) refuse("`always` needs the times of `digest`", "always");
    if (outside !== undefined && hours === undefined) refuse("`outside` needs `hours`");
    if (outside === "digest" && digest === undefined)
      refuse("the receiver has no digest: set its times in `digest`");
  })
  .meta({
    id: "receiver",
    dependencies: { outside: ["hours"] },
    examples: [{ cap: { hour: 6, day: 30 } }],
  });

const route = z
  .strictObject({
    name: name.optional().describe("its name in `yagura why`; by default its `match`"),
    match: matcher.optional().describe("the alerts that it takes; by default all"),
    ...hoursKeys,
    to: z
      .array(z.string())
      .min(1)
      .optional()
      .describe("receivers besides those that the rule names; left out: only those")
      .meta({ examples: [["email:desk"]] }),
    continue: z.boolean().default(false).describe("true: later routes are tried too"),
    groupBy: z
      .array(fact)
      .max(10)
      .optional()
      .describe("alerts with equal values of these are sent together; []: all of the route")
      .meta({ examples: [["rule"], ["rule", "subject"]] }),
    wait: wait
      .optional()
      .describe("how long a new group waits for more")
      .meta({ examples: ["5m"] }),
    every: wait
      .optional()
      .describe("time between two messages of a group")
      .meta({ examples: ["1h"] }),
    repeat: spell(5 * minuteMs, "5m")
      .optional()
      .describe("remind of alerts that are still open and not acknowledged")
      .meta({ examples: ["1bd", "4h"] }),
    resolved: z
      .boolean()
      .default(false)
      .describe("true: receivers of an alert are also notified when it is resolved"),
    digest: digestSetting.optional().describe("send its alerts at these times instead of one by one"),
  })
  .superRefine(({ digest, groupBy, wait: waits, every }, context) => {
    const grouping = Object.entries({ groupBy, wait: waits, every }).filter(
      ([, value]) => value !== undefined,
    );
    for (const [key] of grouping) {
      const message =
        digest !== undefined
          ? "a digest sends all alerts of the route together"
          : `\`${key}\` needs \`groupBy\``;
      if (digest === undefined && groupBy !== undefined) return;
      const suggestion =
        digest !== undefined
          ? "leave it out, or `digest`"
          : "groupBy: [] sends all alerts of the route together";
      context.addIssue({ code: "custom", path: [key], message, params: { suggestion } });
    }
  })
  .meta({
    id: "route",
    dependencies: { wait: ["groupBy"], every: ["groupBy"] },
    not: { required: ["digest", "groupBy"] },
    examples: [{ match: "severity=critical", to: ["email:desk"], continue: true }],
  });

const inhibition = z
  .strictObject({
    source: matcher.describe("while such an alert is open").meta({ examples: ["rule=source-down"] }),
    target: matcher
      .describe("such alerts are inhibited, unless `source` matches them too")
      .meta({ examples: ["rule=*-missing,source-late"] }),
    equal: z
      .array(fact)
      .max(10)
      .describe("only if both have equal values of these; []: always")
      .meta({ examples: [["source"]] }),
  })
  .meta({
    id: "inhibition",
    examples: [{ source: "rule=source-down", target: "rule=*-missing", equal: ["source"] }],
  });

const window = z
  .strictObject({
    name: name.describe("its name in `yagura why`"),
    match: matcher
      .optional()
      .describe("the alerts that it silences; by default all")
      .meta({ examples: ["severity=info"] }),
    ...hoursKeys,
    fate: z.enum(fates).default("hold").describe(`fate of these alerts (${fateWords})`),
  })
  .refine(narrows, { error: "a window needs hours: `between`, `on`, `days` or `except`" })
  .meta({
    id: "window",
    anyOf: sayingHours,
    examples: [{ name: "lunch", between: ["11:30", "12:30"], fate: "digest" }],
  });

const brake = z
  .strictObject({
    times: z.number().min(2).max(1_000).default(10).describe("times the alerts of its busiest day before"),
    atLeast: z.int().min(2).max(100_000).default(20).describe("and at least this many alerts in the day"),
  })
  .meta({ examples: [{ times: 10, atLeast: 20 }] });

export const alertsSetting = z
  .strictObject({
    resolveAfter: spell(minuteMs, "1m")
      .prefault("1d")
      .meta({ examples: ["1d", "5bd"] })
      .describe("an alert whose rule has no `until` is resolved after this time without news"),
    receivers: z
      .record(z.string(), receiver)
      .default({})
      .describe("settings of receivers, by the names in `notify`: hours, caps, language")
      .meta({ examples: [{ "email:desk": { hours: { between: ["07:30", "22:00"] } } }] }),
    routes: z
      .array(route)
      .max(200)
      .default([])
      .describe(
        "who is notified, and how; the first matching route wins; with `continue`, later ones are tried too",
      ),
    inhibit: z
      .array(inhibition)
      .max(100)
      .default([])
      .describe("alerts that inhibit others while they are open"),
    windows: z.array(window).max(100).default([]).describe("recurring times in which alerts are silenced"),
    brake: brake
      .optional()
      .describe(
        "limits a rule that fires far more often than usual, for the rest of the day; left out: no limit",
      ),
  })
  .optional()
  .describe("who is notified of alerts, when and how; left out: each at once, as its rule says");

export type AlertSettings = NonNullable<z.output<typeof alertsSetting>>;
export type RouteSettings = AlertSettings["routes"][number];
