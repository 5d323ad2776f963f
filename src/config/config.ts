/** The settings: the whole of a config file, in which every section may be left out, and what is made of it. */
import * as z from "zod";
import { alertsSetting } from "../alerts/settings.ts";
import { isLoopback } from "../lib/http/url.ts";
import { isBlank } from "../lib/text/tame.ts";
import { filledText } from "../lib/yaml/validate-yaml.ts";
import { type Duration, lastingForm, lasts } from "../model/duration.ts";
import type { Person } from "../model/people.ts";
import type { RuleOverrides } from "../model/rule.ts";
import type { WrittenWatchlists } from "../model/watchlists.ts";
import { type OutputName, type OutputSettings, outputSections } from "../outputs/index.ts";
import {
  clockDuration,
  duration,
  isOnWatchlist,
  outsideUrl,
  publicUrl,
  stockPage,
  upstreamUrl,
} from "../settings/values.ts";
import {
  type KnownSets,
  type RecordSourceSettings,
  recordSource,
  recordSourceNames,
  type SourceSettings,
  sourceMembers,
} from "../sources/index.ts";
import { callRegistry } from "../upstreams/market/calls.ts";
import { declaredCalls } from "../upstreams/market/declared-calls.ts";
import { marketSet } from "../upstreams/market/record-sets.ts";
import { recordSetsOf } from "../upstreams/record-sets.ts";
import { callsSection, callsWritten, soundCalls } from "./calls-section.ts";
import { clusterSection } from "./cluster.ts";
import { peopleMistakes, peopleSection, unknownWatchlist } from "./people.ts";
import { rulesSetting } from "./rule-overrides.ts";
import { watchlistsSection } from "./watchlists.ts";

const absentWhenEmpty = z
  .string()
  .transform((text) => (isBlank(text) ? undefined : text))
  .optional();

const market = (calls?: unknown) =>
  z.strictObject({
    url: upstreamUrl.default("simulated").describe("address of the service, ending in its version segment"),
    apiKey: absentWhenEmpty.describe("the account's key"),
    tier: z.enum(["free", "light", "standard", "premium"]).default("standard").describe("the account's plan"),
    stockPage: stockPage
      .optional()
      .describe("address of a page about a stock, with {code} for its code; mails about a stock lead to it"),
    calls: callsSection(calls),
  });

const forum = z.strictObject({
  url: upstreamUrl.default("simulated").describe("root address of the forum's site"),
  userAgent: absentWhenEmpty.describe(
    "what Yagura calls itself there; by default a browser, as the forum asks",
  ),
});

const statistics = z.strictObject({
  url: upstreamUrl.default("simulated").describe("root address of the service"),
  spacing: clockDuration.prefault("1s").describe("least time between two requests, such as 1s"),
  language: z.enum(["en", "jp"]).default("en").describe("language of series names"),
  maxAnswerMb: z
    .int()
    .min(1)
    .max(4_000)
    .default(256)
    .describe("the largest answer that is read, in MB when unpacked; the largest catalogue has about 99"),
});

const upstreams = (calls: unknown) =>
  z
    .strictObject({
      market: market(calls).prefault({}).describe("prices, margin figures, short-sale reports and the like"),
      forum: forum.prefault({}).describe("comments and their ranking"),
      statistics: statistics.prefault({}).describe("the central bank's time series"),
    })
    .prefault({});

const history = z
  .strictObject({
    file: folderOrFile(
      "file of the services' past; by default history.db beside the database",
      "../data/history.db",
    ),
    seed: duration
      .optional()
      .meta({ examples: ["60d"] })
      .describe("how much of that past the rules take in at the first start; left out: none"),
  })
  .prefault({})
  .describe("the services' own past, as `yagura history fetch` reads it");

const kept = duration.describe("how long the log is kept, such as 400d");
const keptAlone = kept.transform((log) => ({ log, authors: undefined }));
const keptByType = z.strictObject({
  log: kept.prefault("400d"),
  authors: duration
    .refine(lasts, { error: "this must be longer than zero" })
    .optional()
    .meta({ pattern: lastingForm.source, examples: ["30d"] })
    .describe("how long entries of the log name who wrote a comment; left out: as long as they are kept"),
});

interface Retention {
  readonly log: Duration;
  readonly authors?: Duration | undefined;
}

/** The form that was written tells its own mistakes. */
function retention(written: unknown) {
  const form: z.ZodType<Retention> =
    written === undefined
      ? z.union([keptAlone, keptByType]).meta({ examples: ["400d", { log: "400d", authors: "30d" }] })
      : typeof written === "object" && written !== null
        ? keptByType
        : keptAlone;
  return form.prefault("400d").describe("how long the log is kept, such as 400d, and who wrote its comments");
}

/** @param written the whole file: its sources and the calls that it declares say what further keys there are */
export function configSchema(written: unknown) {
  const calls = callsWritten(written);
  const sets = recordSetsOf(callRegistry(declaredCalls(soundCalls(calls))));
  const unread = Object.keys(Object(calls))
    .map(marketSet)
    .filter((from) => !sets.has(from));
  const shape = z.strictObject({
    upstreams: upstreams(calls).describe("the three services"),
    watchlists: watchlistsSection,
    people: peopleSection,
    sources: allSources(Object(written).sources, { sets, unread }).describe("what is polled, and when"),
    rules: rulesSetting,
    state: folderOrFile("database file; by default data/yagura.db beside the rules", "../data/yagura.db"),
    history,
    ...outputSections,
    alerts: alertsSetting,
    publicUrl: publicUrl
      .optional()
      .describe("address at which people reach the page; links in messages begin with it"),
    alive: z
      .strictObject({
        url: outsideUrl.describe("address that is called with GET; what is behind its host is a secret"),
      })
      .optional()
      .describe("a sign of life, every five minutes while all is well, for a service that waits for it"),
    cluster: clusterSection,
    retention: retention(Object(written).retention),
    log: z
      .strictObject({
        level: z
          .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
          .default("info")
          .describe("the least that is written"),
      })
      .prefault({})
      .describe("what is written to stderr"),
  });
  return shape.superRefine(({ sources: watching, watchlists: known, people, feed }, context) => {
    const names = Object.keys(known);
    for (const { path, watchlist } of watchlistsNamed(watching, ["sources"])) {
      if (names.includes(watchlist)) continue;
      const { message, suggestion } = unknownWatchlist(watchlist, names);
      context.addIssue({ code: "custom", path, message, params: { suggestion } });
    }
    const { host, tokens, operators, calendarTokens } = feed;
    const own = {
      "feed.tokens": tokens,
      "feed.operators": operators,
      "feed.calendarTokens": calendarTokens,
    };
    for (const { at, message, ...params } of peopleMistakes(people, { tokens: own, watchlists: names }))
      context.addIssue({ code: "custom", path: ["people", ...at], message, params });
    if (isLoopback(host) || tokens.length > 0 || Object.keys(people).length > 0) return;
    const message = "a host that others can reach needs `tokens`";
    context.addIssue({ code: "custom", path: ["feed", "host"], message });
  });
}

interface Named {
  readonly path: PropertyKey[];
  readonly watchlist: string;
}

/** All `{ watchlist: NAME }` in the settings of sources, whichever keys of theirs take codes. */
function watchlistsNamed(value: unknown, path: PropertyKey[]): Named[] {
  if (typeof value !== "object" || value === null) return [];
  if (isOnWatchlist(value)) return [{ path: [...path, "watchlist"], watchlist: value.watchlist }];
  return Object.entries(value).flatMap(([key, part]) => watchlistsNamed(part, [...path, key]));
}

/** A path whose default depends on where the file is, see load-config.ts. */
function folderOrFile(description: string, example: string) {
  return filledText()
    .optional()
    .describe(description)
    .meta({ examples: [example] });
}

export type ConfigFile = z.output<ReturnType<typeof configSchema>>;

/** A source that watches a set of records. */
export type NamedRecordSource = RecordSourceSettings & { readonly name: string };

/** Settings ready to use: values filled in, defaults applied, paths absolute. */
export interface Config extends Omit<ConfigFile, OutputName | "rules" | "watchlists" | "history" | "people"> {
  readonly rules: string;
  readonly people: readonly Person[];
  /** Changes of rules; undefined: none. The file is absolute. */
  readonly overrides: RuleOverrides | undefined;
  /** The paths of their files are absolute. */
  readonly watchlists: WrittenWatchlists;
  readonly state: string;
  /** The past of the services; its file is absolute. */
  readonly history: { readonly file: string; readonly seed: ConfigFile["history"]["seed"] };
  /** The sections of the outputs, by name. */
  readonly outputs: OutputSettings;
  /** The file it was read from, absolute. */
  readonly file: string;
  /** Sources that are made from a set of records, in the order of the file. */
  readonly recordSources: readonly NamedRecordSource[];
}

/** The section `sources`: those with a name of their own, and any other that says what set of records it watches. */
const ownSources = Object.fromEntries(
  sourceMembers.map(({ name, settings, about }) => [name, settings.optional().describe(about)]),
);
const defaults = Object.fromEntries(sourceMembers.map((member) => [member.name, member.defaults]));

/** @param written the section as the file has it, which says what further sources there are */
function allSources(written: unknown, known: KnownSets): z.ZodType<SourceSettings> {
  const further = recordSourceNames(written).filter((name) => !Object.hasOwn(ownSources, name));
  const shape = further.map((name) => [
    name,
    recordSource(name, (written as Record<string, unknown>)[name], known),
  ]);
  // The types know those with a name of their own; the others are taken out by name, see load-config.ts.
  const all = z.strictObject({ ...ownSources, ...Object.fromEntries(shape) }).prefault(defaults);
  return all as z.ZodType as z.ZodType<SourceSettings>;
}
