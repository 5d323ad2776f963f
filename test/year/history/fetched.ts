/** The past of services that were lived with: fetched into an empty folder, played, and judged by rules. */
import { createClients } from "../../../src/app/clients.ts";
import { playHistory } from "../../../src/app/history/play-history.ts";
import { toldSources } from "../../../src/app/history/told-sources.ts";
import { openRules } from "../../../src/commands/backtest/asked-files.ts";
import { backtestFiles } from "../../../src/commands/backtest/backtest-files.ts";
import type { LoneAlert } from "../../../src/commands/backtest/differences.ts";
import type { Config } from "../../../src/config/config.ts";
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import type { HistoryPeriod, HistoryWriter } from "../../../src/model/history.ts";
import type { Watchlists } from "../../../src/model/watchlists.ts";
import { groundPieces } from "../../../src/sources/index.ts";
import { openHistory } from "../../../src/store/history/history.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import { createOddities } from "../../../src/upstreams/misfits.ts";
import { dayAt, japan } from "../plan.ts";

export interface Past {
  readonly log: readonly LogEntry[];
  /** Alerts that the rules of the settings would have given. */
  readonly alerts: readonly LoneAlert[];
}

interface Asked {
  /** Its state is the log that is made, its history the file that is filled. */
  readonly config: string;
  /** Folder of rules that never give an alert: all others come beside them. */
  readonly noRules: string;
  /** Day of the life's first polls, and its end (ms since 1970). */
  readonly firstDay: string;
  readonly end: number;
}

/** More days than the sources look back at first sight. */
const daysBefore = 25;
/** Weekdays of warm-up with which a play begins: the span begins so much later. */
const warmUpDays = 10;

export async function readPast({ config: configFile, noRules, firstDay, end }: Asked): Promise<Past> {
  const asked = { config: configFile, since: firstDay, until: dayAt(end) };
  const { config, rules } = await openRules(asked, {});
  const watchlists = () => rules.watchlists ?? {};
  const history = openHistory(config.history.file);
  try {
    await fetchInto(history, config, watchlists, { from: addDays(firstDay, -daysBefore), to: dayAt(end) });
    const span = { from: japan(weekdaysAfter(firstDay, warmUpDays), "00:00"), to: end };
    await playHistory({ config, history, span, file: config.state, watchlists });
  } finally {
    history.close();
  }
  const report = await backtestFiles(
    { ...asked, against: noRules },
    { environment: {}, now: end, progress: () => {} },
  );
  const { alerts = [] } = report.against?.come ?? {};
  return { log: logIn(config.state), alerts };
}

async function fetchInto(
  history: HistoryWriter,
  config: Config,
  watchlists: () => Watchlists,
  period: HistoryPeriod,
): Promise<void> {
  const clients = createClients(config, undefined, {
    market: undefined,
    forum: undefined,
    statistics: undefined,
  });
  const own = toldSources(config).flatMap(({ settings, past }) =>
    past.pieces(settings, period, { watchlists }),
  );
  const context = { signal: new AbortController().signal, oddities: createOddities(), progress: () => {} };
  for (const piece of [...groundPieces(period), ...own]) {
    const { set, scope, from, to } = piece;
    let records = 0;
    for await (const some of piece.read(clients, context)) {
      history.add(some);
      records += some.length;
    }
    history.finish({ set, scope, from, to, at: 0, records });
  }
}

function weekdaysAfter(day: string, count: number): string {
  let [found, left] = [day, count];
  while (left > 0) {
    found = addDays(found, 1);
    if (isWeekday(found)) left -= 1;
  }
  return found;
}

function logIn(file: string): LogEntry[] {
  const reader = openStoreReader(file);
  try {
    return reader.log.read(0, 10_000_000).map(({ seq, json }) => ({ seq, event: JSON.parse(json) }));
  } finally {
    reader.close();
  }
}
