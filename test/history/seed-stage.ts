/** A market service on the loopback, a history that was fetched from it, and monitors on a clock that a test moves. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { toldSources } from "../../src/history/told-sources.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { addDays, isWeekday, jstDay } from "../../src/model/dates.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import type { HistoryClients } from "../../src/sources/index.ts";
import { openHistory } from "../../src/store/history/history.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore } from "../../src/store/store.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { createHandClock, type HandClock } from "../support/hand-clock.ts";
import { type MarketWorld, marketKey, marketService } from "../support/services/market.ts";
import { serve } from "../support/services/serve.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { type RealIo, watchRealIo } from "../year/real-io.ts";

/** Three changes of a stock within 20 days. */
export const threeChanges = `rules:
  - name: three-changes
    on: margin.alert.changed
    title: "{{ now.code }}: {{ found.count }} changes, {{ now.shortOutstanding }}"
    count: { within: 20d, at_least: 3 }
`;

/** Rows of a stock for each weekday of a time, with the value of the day's last change. */
export function marginRows(
  code: string,
  from: string,
  to: string,
  changes: Readonly<Record<string, number>>,
) {
  const rows: MarketWorld["margin"] = [];
  let short = 100;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    short = changes[day] ?? short;
    if (isWeekday(day))
      rows.push({ code, publishedOn: day, appliedOn: addDays(day, -1), short, long: 1_000 });
  }
  return rows;
}

export interface SeedStage {
  readonly folder: string;
  readonly config: string;
  readonly state: string;
  readonly historyFile: string;
  readonly clock: HandClock;
  /** The service says from now on what these rows are. */
  show(rows: MarketWorld["margin"]): void;
  /** Fetches the past of a time into the history. */
  fetch(from: string, to: string): Promise<void>;
  start(): Promise<Running>;
}

interface Running {
  readonly page: string;
  stop(): Promise<void>;
  /** Moves the clock to a moment and on, from timer to timer, until something is so. */
  until(moment: number, isSo: () => boolean): Promise<void>;
  entries(): LogEntry[];
  alerts(): string[];
}

const webFiles = ["index.html", "page.js", "page.css"];

/** @param now when the clock stands at first, ms since 1970 */
export async function seedStage(
  now: number,
  { rules = threeChanges, seed = "60d", level = "silent" } = {},
): Promise<SeedStage> {
  const folder = tmpFolder();
  const world: MarketWorld = { margin: [], shorts: [], names: { "7203": "Example Motor" } };
  const { url, close } = await serve({ market: marketService(world, "observed") });
  onTestFinished(close);
  mkdirSync(join(folder, "rules"));
  for (const name of webFiles) writeFileSync(join(folder, name), "");
  writeFileSync(join(folder, "rules/rules.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(
    config,
    `upstreams:
  market: { url: "${url}/market/v2", apiKey: ${marketKey}, tier: premium }
  forum: { url: "${url}/forum" }
  statistics: { url: "${url}/statistics" }
sources: { margin-alerts: { schedule: "0 */10 16-20 * * *" } }
rules: rules
state: state.db
history: { file: past.db${seed === "" ? "" : `, seed: ${seed}`} }
email: { smtp: "file:outbox", recipients: {} }
feed: { port: 0 }
log: { level: ${level} }
`,
  );
  const clock = createHandClock(now);
  const [state, historyFile] = [join(folder, "state.db"), join(folder, "past.db")];
  return {
    ...{ folder, config, state, historyFile, clock },
    show(rows) {
      world.margin = rows;
    },
    async fetch(from, to) {
      const market = createMarketClient({ url: `${url}/market/v2`, apiKey: marketKey, http: createHttp({}) });
      await fetchInto(historyFile, config, { from, to }, { market } as unknown as HistoryClients);
    },
    async start() {
      // Before the monitor, which verifies the history in turns at its start: each is seen to begin and to end.
      const io = watchRealIo();
      onTestFinished(io.close);
      const monitor = await startMonitor(config, {}, { clock, webFolder: folder });
      onTestFinished(monitor.stop);
      return running(monitor, io, clock, state);
    },
  };
}

async function fetchInto(
  file: string,
  config: string,
  period: { readonly from: string; readonly to: string },
  clients: HistoryClients,
): Promise<void> {
  const history = openHistory(file);
  try {
    for (const { past, settings } of toldSources(requireConfig(config, {}))) {
      for (const piece of past.pieces(settings, period, { watchlists: () => ({}) })) {
        const { set, scope, from, to } = piece;
        let records = 0;
        const context = {
          signal: new AbortController().signal,
          oddities: createOddities(),
          progress: () => {},
        };
        for await (const page of piece.read(clients, context)) {
          history.add(page);
          records += page.length;
        }
        history.finish({ set, scope, from, to, at: 0, records });
      }
    }
  } finally {
    history.close();
  }
}

/** Timers within which whatever a test waits for is so. */
const mostTimers = 100;

function running(
  monitor: Awaited<ReturnType<typeof startMonitor>>,
  io: RealIo,
  clock: HandClock,
  state: string,
): Running {
  const entries = () => logIn(state);
  return {
    page: monitor.ready.page,
    stop: monitor.stop,
    entries,
    alerts: () =>
      entries().flatMap(({ event }) =>
        event.type.startsWith("alert.") ? [(event.data.now as unknown as Alert).title] : [],
      ),
    async until(moment, isSo) {
      if (clock.now() < moment) clock.moveTo(moment);
      for (let timers = 0; timers < mostTimers; timers += 1) {
        await io.settled(() => false);
        if (isSo()) return;
        if (clock.nextAt === undefined) break;
        clock.moveTo(clock.nextAt);
      }
      throw new Error(`not so by ${new Date(clock.now()).toISOString()} (${jstDay(clock.now())})`);
    },
  };
}

function logIn(state: string): LogEntry[] {
  const reader = openStoreReader(state);
  try {
    return reader.log.read(0, 10_000).map(({ seq, json }) => ({ seq, event: JSON.parse(json) }));
  } finally {
    reader.close();
  }
}

/** The states of rules in a database that nobody has open, for some keys of a subject. */
export function statesIn(state: string, keys: readonly string[]): unknown[] {
  const store = openStore(state, { now: () => 0 });
  try {
    return store
      .ruleMeanings()
      .sort((one, other) => (one.rule < other.rule ? -1 : 1))
      .flatMap((meaning) => keys.map((key) => store.recall({ ...meaning, key })));
  } finally {
    store.close();
  }
}
