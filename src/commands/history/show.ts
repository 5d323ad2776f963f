/** `yagura history show`: everything that a history has about a stock or a series, on one axis of days. */
import { existsSync } from "node:fs";
import { requireConfig } from "../../app/files/check-files.ts";
import { openSameWorld } from "../../app/origins/simulated-world.ts";
import { Refused, refusing } from "../../app/refused.ts";
import { isSimulated, simulatedPast } from "../../app/services.ts";
import { spanOf } from "../../app/span.ts";
import { storedCalendar } from "../../calendar/kept-calendar.ts";
import { weekdaysOnly } from "../../calendar/trading-calendar.ts";
import type { Config } from "../../config/config.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { callerLanguage } from "../../lib/text/language.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { jstDay } from "../../model/dates.ts";
import type { HistoryRecord } from "../../model/history.ts";
import { openHistoryReader } from "../../store/history/history.ts";
import { openStoreReader } from "../../store/reader.ts";
import { terminalOf } from "../terminal.ts";
import { type ShowFormat, showFormats, shownRecords } from "./shown-records.ts";

interface Options {
  readonly config: string;
  readonly since?: string;
  readonly format?: string;
  readonly json?: boolean;
}

export async function show(subject: string, options: Options): Promise<void> {
  const format = formatOf(options);
  const { records, meant, simulated } = await readSubject(subject, options, process.env);
  if (simulated.length > 0) process.stderr.write(`SIMULATED: ${simulated.join(", ")}\n`);
  process.stdout.write(
    shownRecords(records, format, { ...terminalOf(), language: callerLanguage(process.env) }),
  );
  if (records.length > 0) return;
  process.exitCode = 1;
  process.stderr.write(`${nothing(subject, options.since, meant)}\n`);
}

function formatOf({ format, json }: Options): ShowFormat {
  if (format === undefined) return json || !process.stdout.isTTY ? "ndjson" : "text";
  const known = showFormats.find((each) => each === format);
  if (known === undefined) throw new Refused(`--format takes ${showFormats.join(", ")}, not "${format}"`);
  return known;
}

function nothing(subject: string, since: string | undefined, meant: string | undefined): string {
  const then = since === undefined ? "" : ` since ${since}`;
  const near = meant === undefined ? "" : `: ${meant}`;
  return `the history has nothing about ${tameLine(subject, 60)}${then}${near}`;
}

interface SubjectPast {
  readonly records: readonly HistoryRecord[];
  /** Services of these records that are simulated. */
  readonly simulated: readonly string[];
  /** Where nothing was found, the nearest subject that has something. */
  readonly meant: string | undefined;
}

const lastDay = "9999-12-31";

/** Throws Refused where the call is wrong, or there is no history. */
export async function readSubject(
  subject: string,
  { config: path, since }: Pick<Options, "config" | "since">,
  environment: Readonly<Record<string, string | undefined>>,
  clock: Clock = systemClock,
): Promise<SubjectPast> {
  const config = requireConfig(path, environment);
  const from = since === undefined ? "0001-01-01" : await firstDay(since, config, clock);
  return refusing(() => {
    const history = openHistoryReader(config.history.file);
    try {
      const records = history.ofSubject(subject, { from, to: lastDay });
      const services = new Set(records.map(({ set }) => set.split("/")[0]));
      const simulated = simulatedPast(config, history.origins()).filter((name) => services.has(name));
      const meant = records.length > 0 ? undefined : didYouMean(subject, [...history.subjects()]);
      return { records, simulated, meant };
    } finally {
      history.close();
    }
  });
}

/** The day of a span's beginning; a length of time counts back from the day of the market, which may be simulated. */
async function firstDay(since: string, config: Config, clock: Clock): Promise<string> {
  const world = isSimulated(config, "market") ? await openSameWorld(config.state, clock) : undefined;
  try {
    const now = Number(world?.simulator.now() ?? clock.now());
    return jstDay(spanOf({ since }, now, calendarOf(config)).from);
  } finally {
    await world?.simulator.close();
  }
}

/** The monitor's calendar; before its first start every weekday counts. */
export function calendarOf({ state }: Config) {
  if (!existsSync(state)) return weekdaysOnly;
  return refusing(() => {
    const store = openStoreReader(state);
    try {
      return storedCalendar(store.meta);
    } finally {
      store.close();
    }
  });
}
