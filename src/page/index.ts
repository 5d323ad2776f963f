/** The registry of the page's calls: what each view asks, on the monitor's port under `/api/`. */
import type { JsonRoute, OpenRoute } from "../lib/http/port.ts";
import { aboutCall, mineCall, watchedCall } from "./about.ts";
import { alertCall, whyCall } from "./alert.ts";
import { benchCalls } from "./bench.ts";
import { changesCall } from "./changes.ts";
import { calendarFile } from "./dates/calendar-file.ts";
import { datesCall } from "./dates/dates.ts";
import { concealed, deliveryCalls, receiversOf } from "./deliveries.ts";
import { deliveryActs } from "./delivery-acts.ts";
import { endedCall } from "./ended.ts";
import { galleryCalls } from "./gallery.ts";
import type { PageParts } from "./page-call.ts";
import { paperCall } from "./paper.ts";
import { ruleCalls, ruleSwitchCall } from "./rule.ts";
import { rulesCall } from "./rules.ts";
import { seriesCall } from "./series/series.ts";
import { seriesListCall } from "./series/series-list.ts";
import { sourceCalls } from "./sources.ts";
import { stockCall } from "./stock/stock.ts";
import { stockCalls } from "./stock/stocks.ts";
import { watchlistCalls } from "./watchlists.ts";
import { worthCalls } from "./worth.ts";

type PageCalls = (parts: PageParts) => JsonRoute | readonly JsonRoute[];

const calls: readonly PageCalls[] = [
  aboutCall,
  seriesCall,
  seriesListCall,
  alertCall,
  changesCall,
  datesCall,
  endedCall,
  mineCall,
  paperCall,
  watchedCall,
  whyCall,
  benchCalls,
  galleryCalls,
  sourceCalls,
  rulesCall,
  ruleCalls,
  ruleSwitchCall,
  deliveryCalls,
  deliveryActs,
  stockCall,
  stockCalls,
  watchlistCalls,
  worthCalls,
];

export function pageCalls(parts: PageParts): JsonRoute[] {
  const addresses = () => receiversOf(parts.config, parts.store.devices.of).map(({ address }) => address);
  return calls.flatMap((call) => call(parts)).map((route) => concealed(route, addresses));
}

/** Files that programs ask for by an address with a token of its own. */
export function pageFiles(parts: PageParts): OpenRoute[] {
  return [calendarFile(parts)];
}
