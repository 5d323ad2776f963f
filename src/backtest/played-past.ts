/** The past that services told, played into a log of its own for one backtest. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTradingCalendar } from "../calendar/trading-calendar.ts";
import type { Config } from "../config/config.ts";
import { isSimulated, simulatedPast } from "../config/services.ts";
import { playAside } from "../history/play-aside.ts";
import { openSameWorld } from "../history/simulated-world.ts";
import { untoldOf } from "../history/told-sources.ts";
import { systemClock } from "../lib/clock.ts";
import { Refused } from "../lib/problem.ts";
import { jstDay } from "../model/dates.ts";
import { askedSpan } from "../settings/span.ts";
import { type HistoryFileReader, openHistoryReader } from "../store/history/history.ts";
import { refusing } from "../store/sqlite-error.ts";
import { knownDays } from "../upstreams/past.ts";
import type { AskedRules, BacktestOptions } from "./asked-files.ts";
import type { BacktestSurroundings } from "./backtest-files.ts";

export interface PlayedPast {
  /** Database with the log. */
  readonly file: string;
  /** The services' time, ms since 1970. */
  readonly now: number;
  /** Services whose records are made up. */
  readonly simulated: readonly string[];
  /** Sentences on what is not in it. */
  readonly cannotKnow: readonly string[];
  remove(): Promise<void>;
}

/** Rejects with Refused where nothing was fetched, or the span is none. */
export async function playPast(
  options: BacktestOptions,
  { config, rules, against }: Pick<AskedRules, "config" | "rules" | "against">,
  { now: machineNow, played, signal, temporary = tmpdir() }: BacktestSurroundings,
): Promise<PlayedPast> {
  const history = openFetched(config, options);
  try {
    const now = await servicesNow(config, machineNow);
    const span = askedSpan(options, now, createTradingCalendar(knownDays(history)));
    const folder = await mkdtemp(join(temporary, "yagura-play-"));
    const remove = () => rm(folder, { recursive: true, force: true });
    const file = join(folder, "played.db");
    const watchlists = () => rules.watchlists ?? {};
    const standing = [rules, against].flatMap((set) => set?.standing?.sources ?? []);
    try {
      await playAside(
        { config, span, file, watchlists: watchlists(), standing },
        { signal, progress: played ?? (() => {}) },
      );
      const period = { from: jstDay(span.from), to: jstDay(span.to) };
      const simulated = simulatedPast(config, history.origins());
      const cannotKnow = untoldOf({ config, history, period, watchlists });
      return { file, now, simulated, cannotKnow, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  } finally {
    history.close();
  }
}

function openFetched({ history: { file } }: Config, { since }: BacktestOptions): HistoryFileReader {
  const call = `call \`yagura history fetch --since ${since}\` first`;
  const history = existsSync(file) ? refusing(() => openHistoryReader(file)) : undefined;
  if (history !== undefined && history.sets().length > 0) return history;
  history?.close();
  throw new Refused(`${file}: nothing of the services' past was fetched yet; ${call}`);
}

/** A simulated market has a day of its own. */
async function servicesNow(config: Config, machineNow: number): Promise<number> {
  if (!isSimulated(config, "market")) return machineNow;
  const { simulator } = await openSameWorld(config.state, { ...systemClock, now: () => machineNow });
  try {
    return Number(simulator.now());
  } finally {
    await simulator.close();
  }
}
