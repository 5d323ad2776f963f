/** Tries a service with the settings of a draft: whether it answers, what the key opens, and which plan that is. */

import { createClients, createGates } from "../../../app/clients.ts";
import { checkOnline, type OnlineRow } from "../../../app/files/check-online.ts";
import type { Config } from "../../../config/config.ts";
import { Failure } from "../../../lib/failure.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import type { Watchlists } from "../../../model/watchlists.ts";
import { sourceMembers, type UpstreamName } from "../../../sources/index.ts";
import type { MarketPlan } from "../../../upstreams/market/call.ts";
import { marketRefusal } from "../../../upstreams/market/refusals.ts";
import type { Words } from "../words/words.ts";

export type ServiceTrial =
  /** `plan`: of the market service, the largest that the answers show. */
  | {
      ok: true;
      plan?: MarketPlan | undefined;
    } /** `isKey`: of the market service, what it refused is the key. */
  | { ok: false; problem: string; isKey: boolean };

/** Asks what the sources that ship ask; of the forum about a stock that they name, since no person has named one yet. */
export async function tryService(
  service: UpstreamName,
  config: Config,
  { sources, watchlists }: Config,
  words: Words,
): Promise<ServiceTrial> {
  const own = sourceMembers.filter(({ upstream }) => upstream === service).map(({ name }) => name);
  const asked = Object.fromEntries(Object.entries(sources).filter(([name]) => own.includes(name)));
  const rows = await checkOnline({ ...config, sources: asked, recordSources: [] }, writtenOut(watchlists));
  const refused = rows.filter(({ verdict }) => verdict !== "allowed");
  if (refused.length === 0) return { ok: true, ...(service === "market" && { plan: "standard" }) };
  const [first] = refused;
  const isPlanAlone = rows.some(isAllowed) && refused.every(({ verdict }) => verdict === "plan-too-low");
  if (isPlanAlone) return { ok: true, plan: await smallPlan(config) };
  const isKey = refused.some(({ verdict }) => keyVerdicts.includes(verdict));
  return { ok: false, problem: first === undefined ? "" : refusal(first, words), isKey };
}

const keyVerdicts: readonly OnlineRow["verdict"][] = ["key-refused", "no-plan", "key-or-plan"];

const isAllowed = ({ verdict }: OnlineRow) => verdict === "allowed";

function writtenOut(lists: Config["watchlists"]): Watchlists {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => ("file" in list ? [] : [[name, list]])),
  );
}

function refusal({ verdict, message = "" }: OnlineRow, words: Words): string {
  const said = tameLine(message, 300);
  return `${words.verdicts[verdict]}${said === "" ? "" : `\n${said}`}`;
}

/** Which of the plans it is that do not tell margin alerts: one call tells them apart, on a service that has it so. */
async function smallPlan(config: Config): Promise<MarketPlan> {
  const { market } = createClients(config, undefined, createGates(config));
  try {
    await market.read("equities/investor-types", {});
    return "light";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return marketRefusal(error) === "window" ? "light" : "free";
  }
}
