/** What the rules are told of the settings, so that conditions which these exclude can be warned of. */
import type { Config } from "../config/config.ts";
import { type EventType, eventTypeNames } from "../model/event-types.ts";
import type { Narrowed, RuleSettings } from "../rules/rule-settings.ts";

/** What the types of the events of each source begin with. */
const prefixes = {
  "forum-comments": "forum.comment.",
  "forum-ranking": "forum.ranking.",
  "margin-alerts": "margin.alert.",
  "short-sale-reports": "short.report.",
  "statistics-updates": "statistics.series.",
} as const;

export function ruleSettings({ sources, retention }: Pick<Config, "sources" | "retention">): RuleSettings {
  const untold = new Map<EventType, string>();
  for (const [source, prefix] of Object.entries(prefixes)) {
    if (sources[source as keyof typeof prefixes] !== undefined) continue;
    for (const type of eventTypeNames)
      if (type.startsWith(prefix)) untold.set(type, `the settings leave \`${source}\` out`);
  }
  const ranking = sources["forum-ranking"];
  if (ranking !== undefined && !ranking.activity)
    untold.set("forum.ranking.active", "`forum-ranking` tells it only with `activity: true`");
  return { untold, narrowed: [...comments(sources), ...rankings(sources), ...series(sources)], retention };
}

type Sources = Config["sources"];

function comments({ "forum-comments": source }: Sources): Narrowed[] {
  if (source?.codes === undefined || source.fromRanking !== undefined) return [];
  const { codes } = source;
  const reason = `\`forum-comments\` watches the forums of ${some(codes)}`;
  return ["now.code", "was.code", "event.subject"].map((path) => ({
    ...{ prefix: prefixes["forum-comments"], path, values: codes, reason },
  }));
}

function rankings({ "forum-ranking": source }: Sources): Narrowed[] {
  if (source === undefined) return [];
  const reason = `\`forum-ranking\` polls the terms ${source.terms.join(", ")}`;
  return ["now.term", "was.term"].map((path) => ({
    ...{ prefix: prefixes["forum-ranking"], path, values: source.terms, reason },
  }));
}

function series({ "statistics-updates": source }: Sources): Narrowed[] {
  if (source === undefined) return [];
  const prefix = prefixes["statistics-updates"];
  const databases = [...new Set(source.watch.map(({ db }) => db))];
  const ofDatabases = `\`statistics-updates\` watches the databases ${some(databases)}`;
  const ofDb = ["now.db", "was.db"].map((path) => ({ prefix, path, values: databases, reason: ofDatabases }));
  const listed = source.watch.flatMap(({ db, codes }) => (codes ?? []).map((code) => ({ db, code })));
  if (source.watch.some(({ codes }) => codes === undefined)) return ofDb;
  const codes = listed.map(({ code }) => code);
  const subjects = listed.map(({ db, code }) => `${db}/${code}`);
  const reason = `\`statistics-updates\` watches ${some(subjects)}`;
  return [
    ...ofDb,
    ...["now.code", "was.code"].map((path) => ({ prefix, path, values: codes, reason })),
    { prefix, path: "event.subject", values: subjects, reason },
  ];
}

const mostNamed = 10;

function some(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return rest <= 0 ? names.join(", ") : `${names.slice(0, mostNamed).join(", ")} and ${rest} more`;
}
