/** `/api/stock?code=7203`: everything about a stock on one axis of time. */
import * as z from "zod";
import type { Event } from "../../../model/event.ts";
import { codeMeant, known, noStockCode } from "../../../model/fields.ts";
import type { ListedStock, RecordsPanel, StockAnswer } from "../../../model/page/stock.ts";
import { listsWith, type Watchlists } from "../../../model/watchlists.ts";
import { createNameOf } from "../../../outputs/item-past.ts";
import type { JsonRoute } from "../../../outputs/output.ts";
import { eventTypesOf } from "../../files/event-types.ts";
import { isSimulatedEvent, recordsOptions, simulatedNames, simulatedPast } from "../../services.ts";
import type { PageParts } from "../index.ts";
import { openPast, type PastReading } from "../past/read-past.ts";
import { serviceTime } from "../past/service-time.ts";
import { reading, written } from "../query.ts";
import { stockAlerts } from "./alerts.ts";
import { type Axis, axisOf, axisQuery, latestTime } from "./axis.ts";
import { forumPanel } from "./forum.ts";
import type { Gathering } from "./gathered.ts";
import { marginPanel } from "./margin.ts";
import { recordsPanel } from "./records.ts";
import { shortsPanel } from "./shorts.ts";

const question = z.object({ code: written, ...axisQuery });

export function stockCall(parts: PageParts): JsonRoute {
  return reading("/api/stock", question, async (asked) => {
    const code = codeMeant(asked.code);
    if (code === undefined) return { status: 400, body: { error: noStockCode } };
    const past = openPast(code, parts.store, parts.config);
    try {
      const now = latestTime(["market", "forum"], parts);
      return { status: 200, body: await stockAnswer(code, axisOf(asked, now), past, parts) };
    } finally {
      past.close();
    }
  });
}

async function stockAnswer(
  code: string,
  axis: Axis,
  past: PastReading,
  parts: PageParts,
): Promise<StockAnswer> {
  const { config, store, rules, companies } = parts;
  const types = eventTypesOf(config);
  const gathering: Gathering = {
    ...{ code, past, ...axis, types },
    time: await timeOf(past, parts),
    isSimulated: (event) => isSimulatedEvent(config, event),
    entryAt(seq) {
      const [entry] = store.log.read(seq - 1, 1);
      return entry?.seq === seq ? (JSON.parse(entry.json) as Event) : undefined;
    },
  };
  const records: RecordsPanel[] = [];
  for (const options of recordsOptions(config)) records.push(...some(await recordsPanel(options, gathering)));
  const panels = {
    shorts: await shortsPanel(gathering),
    margin: await marginPanel(gathering),
    forum: await forumPanel(gathering),
  };
  return known({
    ...{ code, ...createNameOf(store.aboutSubject, types, companies.shown)(code) },
    ...{ from: axis.from, to: axis.to },
    simulated: [...new Set([...simulatedNames(config), ...simulatedPast(config, past.origins())])],
    watchlists: listed(rules.watchlists(), code),
    ...panels,
    records,
    ...(await stockAlerts(gathering)),
  });
}

/** Comments and reports say when they were: they tell how far a made-up world was when it was seen. */
async function timeOf(past: PastReading, { config, now, servicesNow }: PageParts) {
  const dated = ["forum.comment.posted", "short.report.increased", "margin.alert.changed"];
  const { events } = simulatedNames(config).length === 0 ? { events: [] } : await past.logged(dated, 1_000);
  const simulated = events.filter((event) => isSimulatedEvent(config, event));
  return serviceTime(simulated, { seen: now(), own: servicesNow() });
}

function listed(watchlists: Watchlists, code: string): ListedStock[] {
  return listsWith(watchlists, code).map((watchlist) => {
    const { code: _code, ...notes } = watchlists[watchlist]?.find((one) => one.code === code) ?? { code };
    return { watchlist, notes: known(notes) as ListedStock["notes"] };
  });
}

function some<One>(one: One | undefined): One[] {
  return one === undefined ? [] : [one];
}
