/** The registry of the page's calls: what each view asks, on the monitor's port under `/api/`. */
import type { Quieted } from "../alerts/policy.ts";
import type { Bench } from "../backtest/bench/bench.ts";
import type { Gates } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import type { Clock } from "../lib/clock.ts";
import type { AlertFacts } from "../model/alerts.ts";
import type { CompanyName } from "../model/stock/company-name.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { JsonRoute } from "../outputs/output.ts";
import type { Change } from "../pipeline/change.ts";
import type { Watched } from "../pipeline/schedule.ts";
import type { Store } from "../store/store.ts";
import type { Status } from "../why/status.ts";
import { aboutCall } from "./about.ts";
import { alertCall } from "./alert.ts";
import { benchCalls } from "./bench.ts";
import { changesCall } from "./changes.ts";
import { concealed, deliveryCalls, receiversOf } from "./deliveries.ts";
import { deliveryActs } from "./delivery-acts.ts";
import { endedCall } from "./ended.ts";
import type { CodeCheck } from "./known-code.ts";
import { mineCall } from "./mine.ts";
import { ruleCalls } from "./rule.ts";
import { ruleSwitchCall } from "./rule-switch.ts";
import { rulesCall } from "./rules.ts";
import { seriesCall } from "./series/series.ts";
import { seriesListCall } from "./series/series-list.ts";
import { sourceCalls } from "./sources.ts";
import { stockCall } from "./stock/stock.ts";
import { stockCalls } from "./stock/stocks.ts";
import { watchedCall } from "./watched.ts";
import { watchlistCalls } from "./watchlists.ts";
import { whyCall } from "./why.ts";

/** The parts of the monitor that views show. */
export interface PageParts {
  readonly config: Config;
  readonly store: Store;
  readonly rules: ActiveRules;
  readonly status: Status;
  readonly bench: Bench;
  /** Names of companies by the list of issues. */
  readonly companies: { shown(): ReadonlyMap<string, CompanyName> };
  readonly sources: readonly Watched[];
  /** The ways to the services; none to those that are simulated. */
  readonly gates: Gates;
  /** The machine's time, by which polls go. */
  readonly clock: Pick<Clock, "now" | "elapsed">;
  calendar(): TradingCalendar;
  /** The time of what is written, ms since 1970. */
  now(): number;
  /** The time of the services' own world, ms since 1970: made-up ones have days of their own. */
  servicesNow(): number;
  /** Commits a change before it returns; throws a StoreError where that could not be written. */
  tell(change: Change): void;
  /** Asks the watched services whether they know a stock. */
  readonly knownCode: CodeCheck;
  /** Reads the settings again, as SIGHUP does. */
  reload(): Promise<void>;
  /** What quiets alerts at this moment. */
  quietedNow(): (facts: AlertFacts) => Quieted | undefined;
}

type PageCalls = (parts: PageParts) => JsonRoute | readonly JsonRoute[];

const calls: readonly PageCalls[] = [
  aboutCall,
  seriesCall,
  seriesListCall,
  alertCall,
  changesCall,
  endedCall,
  mineCall,
  watchedCall,
  whyCall,
  benchCalls,
  sourceCalls,
  rulesCall,
  ruleCalls,
  ruleSwitchCall,
  deliveryCalls,
  deliveryActs,
  stockCall,
  stockCalls,
  watchlistCalls,
];

export function pageCalls(parts: PageParts): JsonRoute[] {
  const addresses = () => receiversOf(parts.config).map(({ address }) => address);
  return calls.flatMap((call) => call(parts)).map((route) => concealed(route, addresses));
}
