/** The registry of the page's calls: what each view asks, on the monitor's port under `/api/`. */
import type { Config } from "../../config/config.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { JsonRoute } from "../../outputs/output.ts";
import type { Change } from "../../pipeline/change.ts";
import type { Store } from "../../store/store.ts";
import type { ActiveRules } from "../files/active-rules.ts";
import type { Status } from "../status.ts";
import { aboutCall } from "./about.ts";
import { deliveryCalls } from "./deliveries.ts";
import { deliveryActs } from "./delivery-acts.ts";
import { stockCall } from "./stock/stock.ts";
import { stocksCall } from "./stock/stocks.ts";

/** The parts of the monitor that views show. */
export interface PageParts {
  readonly config: Config;
  readonly store: Store;
  readonly rules: ActiveRules;
  readonly status: Status;
  /** The time, ms since 1970. */
  now(): number;
  /** The time of the services' own world, ms since 1970: made-up ones have days of their own. */
  servicesNow(): number;
  calendar(): TradingCalendar;
  /** Commits a change before it returns; throws a StoreError where that could not be written. */
  tell(change: Change): void;
}

type PageCalls = (parts: PageParts) => JsonRoute | readonly JsonRoute[];

const calls: readonly PageCalls[] = [aboutCall, stockCall, stocksCall, deliveryCalls, deliveryActs];

export function pageCalls(parts: PageParts): JsonRoute[] {
  return calls.flatMap((call) => call(parts));
}
