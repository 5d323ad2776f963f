/** What `yagura check --online` asks: for each configured source one small call of each kind that it makes. */

import type { Clients } from "../../app/clients.ts";
import { recordsOptions } from "../../app/record-sources.ts";
import type { UpstreamName } from "../../app/simulated.ts";
import type { Config } from "../../config/config.ts";
import { lastWeekdays } from "../../model/dates.ts";
import { firstQuery, type RecordsOptions } from "../../sources/index.ts";
import { createOddities } from "../../upstreams/oddities.ts";

export interface Question {
  readonly source: string;
  readonly service: UpstreamName;
  /** As `yagura fetch` names it. */
  readonly call: string;
  /** The least plan that has it, by the documents; the service's answer decides. */
  readonly plan?: string;
  /** Throws a Failure where it may not. */
  ask(): Promise<unknown>;
}

/** @param today YYYY-MM-DD in Japan */
export function onlineQuestions(config: Config, clients: Clients, today: string): Question[] {
  const { sources } = config;
  const { market, forum, statistics } = clients;
  // Yesterday at the latest: today's publications may not be out.
  const [date = today] = lastWeekdays(today, 2);
  const questions: Question[] = [];
  const add = (source: string, service: UpstreamName, call: string, ask: Question["ask"], plan?: string) =>
    questions.push({ source, service, call, ask, ...(plan !== undefined && { plan }) });

  const comments = sources["forum-comments"];
  if (comments) {
    const { codes, pageSize } = comments;
    const first = async () =>
      codes?.[0] ?? (await forum.ranking({ term: "daily", page: 1 })).rows[0]?.code ?? "";
    const ask = async () => forum.comments({ code: await first(), size: pageSize });
    add("forum-comments", "forum", "comments", ask);
  }
  const ranking = sources["forum-ranking"];
  if (ranking) {
    const [term = "daily"] = ranking.terms;
    add("forum-ranking", "forum", "ranking", () => forum.ranking({ term, page: 1 }));
  }
  // Two sources need the list of issues; it is asked for once.
  let listed: Promise<unknown> | undefined;
  const names = () => {
    listed ??= market.names();
    return listed;
  };
  if (sources["margin-alerts"]) {
    add("margin-alerts", "market", "markets/margin-alert", () => market.marginAlerts({ date }), "standard");
    add("margin-alerts", "market", "equities/master", names, "free");
  }
  if (sources["short-sale-reports"]) {
    const ask = () => market.shortSaleReports({ date });
    add("short-sale-reports", "market", "markets/short-sale-report", ask, "standard");
    add("short-sale-reports", "market", "equities/master", names, "free");
  }
  for (const [call, ask] of statisticsCalls(sources["statistics-updates"]?.watch ?? [], statistics, today))
    add("statistics-updates", "statistics", call, ask);
  for (const options of recordsOptions(config)) {
    const { service, from, plan } = options.set;
    const ask = () => askRecords(options, clients, today);
    add(options.name, service, from.slice(service.length + 1), ask, plan);
  }
  return questions;
}

/** The first of the questions that a poll asks: one value of a list, one day. */
function askRecords(options: RecordsOptions, clients: Clients, today: string): Promise<unknown> {
  return options.set.read(
    clients,
    firstQuery(options, today),
    new AbortController().signal,
    createOddities(),
  );
}

type Watch = NonNullable<Config["sources"]["statistics-updates"]>["watch"];

/** The first watch of each kind, as small as its call can be: one series, one catalogue, this year of a layer. */
function statisticsCalls(
  watch: Watch,
  statistics: Clients["statistics"],
  today: string,
): [string, Question["ask"]][] {
  const calls: [string, Question["ask"]][] = [];
  const byCode = watch.find(({ codes }) => codes !== undefined);
  if (byCode) {
    const { db, codes = [] } = byCode;
    calls.push(["getDataCode", () => statistics.dataByCode({ db, codes: codes.slice(0, 1) })]);
  }
  const listed = watch.find(({ codes }) => codes === undefined);
  if (listed) calls.push(["getMetadata", () => statistics.metadata({ db: listed.db })]);
  for (const { db, layer, frequency } of watch) {
    if (layer === undefined || frequency === undefined) continue;
    const year = today.slice(0, 4);
    const start = frequency === "CY" || frequency === "FY" ? year : `${year}01`;
    calls.push(["getDataLayer", () => statistics.dataByLayer({ db, frequency, layer, start })]);
    break;
  }
  return calls;
}
