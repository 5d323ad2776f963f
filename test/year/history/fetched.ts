/** The past of services that were lived with: fetched into an empty folder, played, and judged by rules. */

import { openRules } from "../../../src/backtest/asked-files.ts";
import { backtestFiles } from "../../../src/backtest/backtest-files.ts";
import type { LoneAlert } from "../../../src/backtest/differences.ts";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { createGates } from "../../../src/config/clients.ts";
import type { Config } from "../../../src/config/config.ts";
import { isWhole, openFetch } from "../../../src/history/fetch-history.ts";
import { playHistory } from "../../../src/history/play-history.ts";
import { addDays, isWeekday } from "../../../src/model/dates.ts";
import type { LogEntry } from "../../../src/model/event.ts";
import type { Watchlists } from "../../../src/model/watchlists.ts";
import { openHistoryReader } from "../../../src/store/history/history.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import type { Lived } from "../lived.ts";
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
  /** The life, which goes on while its past is fetched. */
  readonly lived: Pick<Lived, "clock" | "during">;
}

/** More days than the sources look back at first sight. */
const daysBefore = 25;
/** Weekdays of warm-up with which a play begins: the span begins so much later. */
const warmUpDays = 10;

export async function readPast(all: Asked): Promise<Past> {
  const { config: configFile, noRules, firstDay, end } = all;
  const asked = { config: configFile, since: firstDay, until: dayAt(end) };
  const { config, rules } = await openRules(asked, {});
  const watchlists = () => rules.watchlists ?? {};
  await fetchAll(config, watchlists, all);
  const history = openHistoryReader(config.history.file);
  try {
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

/** Everything that the services tell, by the day of the end; the limits of their plans are kept. */
async function fetchAll(
  config: Config,
  watchlists: () => Watchlists,
  { firstDay, lived }: Asked,
): Promise<void> {
  const { clock } = lived;
  const opened = await openFetch(
    { since: addDays(firstDay, -daysBefore), sources: [] },
    {
      ...{ config, simulator: undefined, clock, gates: createGates(config, undefined, clock) },
      ...{ calendar: () => weekdaysOnly, watchlists },
    },
  );
  try {
    const outcome = await lived.during(opened.start().ended);
    const { refused, unread } = outcome;
    if (!isWhole(outcome) || refused.length > 0 || unread > 0) throw new Error(JSON.stringify(outcome));
  } finally {
    opened.close();
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
