/** Questions of `yagura check --online`: for each configured source one small call of each kind that it makes. */

import type { Clients } from "../../app/clients.ts";
import { recordsOptions } from "../../app/record-sources.ts";
import type { Config } from "../../config/config.ts";
import { lastWeekdays } from "../../model/dates.ts";
import {
  firstQuery,
  type Question,
  type RecordsOptions,
  type SourceName,
  sourceMembers,
  type UpstreamName,
} from "../../sources/index.ts";
import { createOddities } from "../../upstreams/oddities.ts";

export interface OnlineQuestion extends Question {
  readonly source: string;
  readonly service: UpstreamName;
}

/** @param today YYYY-MM-DD in Japan */
export function onlineQuestions(config: Config, clients: Clients, today: string): OnlineQuestion[] {
  // Yesterday at the latest: today's publications may not be out.
  const [published = today] = lastWeekdays(today, 2);
  const asked = askingNamesOnce(clients);
  const own = sourceMembers.flatMap(({ name, upstream, questions }) => {
    const settings = config.sources[name as SourceName];
    if (settings === undefined) return [];
    const found = questions(settings, asked, { today, published });
    return found.map((question) => ({ ...question, source: name, service: upstream }));
  });
  const records = recordsOptions(config).map((options) => {
    const { service, from, plan } = options.set;
    const call = from.slice(service.length + 1);
    const ask = () => askRecords(options, clients, today);
    return { source: options.name, service, call, ask, ...(plan !== undefined && { plan }) };
  });
  return [...own, ...records];
}

/** Several sources need the list of issues; it is asked for once. */
function askingNamesOnce(clients: Clients): Clients {
  let listed: ReturnType<Clients["market"]["names"]> | undefined;
  const names: Clients["market"]["names"] = (...asked) => {
    listed ??= clients.market.names(...asked);
    return listed;
  };
  return { ...clients, market: { ...clients.market, names } };
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
