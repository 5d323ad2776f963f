/** What a setup tells at its end: the files, what will be polled and when, how many mails a day to expect. */
import { spawn } from "node:child_process";
import { relative } from "node:path";
import { weekdaysOnly } from "../../../calendar/trading-calendar.ts";
import { requestSpacings } from "../../../config/clients.ts";
import type { Config } from "../../../config/config.ts";
import { dueOf, isSimulated, serviceOf, settingsOf, simulatedNames } from "../../../config/services.ts";
import { japanTime } from "../../../lib/clock.ts";
import { createCronTimes } from "../../../lib/cron.ts";
import { textTable } from "../../../lib/text/terminal.ts";
import { addDays, isWeekday, japanMoment, jstDay } from "../../../model/dates.ts";
import { isAwaited, lastPublication } from "../../../pipeline/due.ts";
import { isTickUsed } from "../../../pipeline/schedule.ts";
import { sourceMembers, type UpstreamName } from "../../../sources/index.ts";
import { terminalOf } from "../../terminal.ts";
import type { NamedStock } from "./draft.ts";
import type { Setup } from "./question.ts";
import type { WrittenFile } from "./write-files.ts";

interface Made {
  readonly files: readonly WrittenFile[];
  readonly stocks: readonly NamedStock[];
}

export async function tellOutcome(setup: Setup, config: Config, { files, stocks }: Made): Promise<void> {
  const { dialogue, words, options } = setup;
  const outlook = outlookOf(config, Date.now());
  const simulated = simulatedNames(config);
  if (options.json !== true) {
    dialogue.tell("done", [words.written, ...files.map((one) => fileLine(one, setup))].join("\n"));
    dialogue.tell("note", outlookLines(outlook, setup).join("\n"));
    if (simulated.length > 0) dialogue.tell("note", words.isSimulated(simulated));
  }
  const expected = await expectedOf(setup, config);
  if (options.json === true) {
    const mails = expected === undefined ? {} : { mailsADay: expected };
    const outcome = { ok: true, config: config.file, files, stocks, simulated, ...outlook, ...mails };
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
    return;
  }
  dialogue.tell("note", expected === undefined ? words.mailsUnknown : words.mailsExpected(expected));
  dialogue.tell("done", words.next(relative(process.cwd(), config.file) || config.file));
}

function fileLine({ path, what }: WrittenFile, { words }: Setup): string {
  return `  ${words.files[what]}  ${relative(process.cwd(), path) || path}`;
}

function outlookLines({ sources, market }: Outlook, { words }: Setup): string[] {
  const rows = sources.map(({ source, next, polls = 0, simulated }) =>
    simulated
      ? [source, words.simulatedPolls]
      : [source, words.polls(polls), next === undefined ? "" : words.nextPoll(japanTime(Date.parse(next)))],
  );
  const table = textTable(rows, terminalOf().columns).trimEnd().split("\n");
  const of = market === undefined ? [] : [words.requests(market)];
  return [words.polled, ...table.map((line) => `  ${line}`), ...of];
}

async function expectedOf(setup: Setup, config: Config): Promise<ExpectedMails | undefined> {
  const { dialogue, words, options } = setup;
  const program = process.argv[1];
  const isTold = playedSources(config).some(
    (source) => sourceMembers.find(({ name }) => name === source)?.shown.tellsAmounts,
  );
  if (!options.expect || !options.try || !isTold || program === undefined) return undefined;
  if (dialogue.isPerson && !options.yes && !(await dialogue.confirm(words.mayExpect, true))) return undefined;
  dialogue.tell("working", words.expecting);
  return expectedMails(config, program, () => {});
}

// The mails to expect, found out from the services' own past: it is fetched, and the rules are played on it.

interface ExpectedMails {
  /** Mails or messages a day, over all days of the span, and of its busiest day. */
  readonly mean: number;
  readonly most: number;
  readonly days: number;
}

/** Three weeks: the play takes the first two for what stood before, as a monitor's first sight does. */
const fetched = "28d";
const playedDays = 14;

/**
 * The sources whose past is told day by day or period by period. That of a busy forum would take thousands of requests.
 */
function playedSources(config: Config): string[] {
  return Object.keys(config.sources).filter((name) => {
    const service = serviceOf(name, config);
    return service !== undefined && service !== "forum" && !isSimulated(config, service);
  });
}

/**
 * Undefined where the past does not tell it, or cannot be had.
 * @param program the program itself: its commands do the work, in processes that end with this one
 * @param tell hears of the progress
 */
async function expectedMails(
  config: Config,
  program: string,
  tell: (line: string) => void,
): Promise<ExpectedMails | undefined> {
  const sources = playedSources(config);
  if (!sources.some((name) => serviceOf(name, config) === "market")) return undefined;
  const own = ["--config", config.file, "--json"];
  const asked = sources.flatMap((name) => ["--source", name]);
  await command(program, ["history", "fetch", "--since", fetched, ...asked, ...own], tell);
  const since = `${playedDays}d`;
  const played = await command(program, ["backtest", "--history", "--since", since, ...own], () => {});
  const report = played === undefined ? undefined : (JSON.parse(played) as Report);
  if (report?.mailsADay === undefined) return undefined;
  const [busiest] = [...report.mailsADay].sort((a, b) => b.mean - a.mean);
  const days = report.days.length;
  return busiest === undefined
    ? { mean: 0, most: 0, days }
    : { mean: busiest.mean, most: busiest.most, days };
}

interface Report {
  readonly mailsADay?: readonly { readonly mean: number; readonly most: number }[];
  readonly days: readonly unknown[];
}

/** What a command says on stdout; undefined where it could not do its work. */
function command(
  program: string,
  args: readonly string[],
  tell: (line: string) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => tell(text.trimEnd()));
    child.once("error", () => resolve(undefined));
    // A fetch that lacks some days has told the others, and says so by its status.
    child.once("close", (code) => resolve(code === 2 || out === "" ? undefined : out));
  });
}

// What a monitor with these settings will do: when each source is polled, and what that takes of the market's plan.

interface SourceOutlook {
  readonly source: string;
  readonly service: UpstreamName;
  readonly simulated: boolean;
  /** The next moment of its schedule, ISO; absent where the service is simulated. */
  readonly next?: string;
  /** The most polls of a trading day; absent where the service is simulated. */
  readonly polls?: number;
}

interface Outlook {
  readonly sources: readonly SourceOutlook[];
  /** Requests to the market service; absent where it is simulated or not asked. */
  readonly market?: { readonly aDay: number; readonly aMinute: number; readonly allowed: number };
}

/** A source with publications reads the last five weekdays at each poll, another one what is new. */
const requestsAPoll = (source: string, config: Config): number => {
  const settings = settingsOf(source, config);
  return settings !== undefined && dueOf(settings) !== undefined ? 5 : 1;
};
/** The list of issues and the trading days, once a day. */
const onceADay = 2;

/** @param now ms since 1970 */
export function outlookOf(config: Config, now: number): Outlook {
  const day = nextWeekday(jstDay(now));
  const names = Object.keys(config.sources).filter((name) => settingsOf(name, config) !== undefined);
  const minutes = new Map<number, number>();
  let market = 0;
  const sources = names.flatMap((source): SourceOutlook[] => {
    const service = serviceOf(source, config);
    if (service === undefined) return [];
    if (isSimulated(config, service)) return [{ source, service, simulated: true }];
    const polls = pollsOn(day, source, config);
    const requests = service === "market" ? requestsAPoll(source, config) : 0;
    for (const at of requests > 0 ? polls : []) {
      const minute = Math.floor(at / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + requests);
    }
    market += polls.length * requests;
    const next = nextTime(source, config, now);
    return [{ source, service, simulated: false, polls: polls.length, ...(next !== undefined && { next }) }];
  });
  if (market === 0) return { sources };
  const allowed = Math.round(60_000 / Math.max(1, requestSpacings(config, "market")[0].ms));
  return { sources, market: { aDay: market + onceADay, aMinute: Math.max(...minutes.values()), allowed } };
}

function nextTime(source: string, config: Config, now: number): string | undefined {
  const settings = settingsOf(source, config);
  const next = settings && createCronTimes(settings.schedule, settings.timezone)(now);
  return next === undefined ? undefined : new Date(next).toISOString();
}

/** Moments of the polls of a trading day whose publication never comes: on no day are there more. */
function pollsOn(day: string, source: string, config: Config): number[] {
  const settings = settingsOf(source, config);
  if (settings === undefined) return [];
  const due = dueOf(settings);
  const timeAfter = createCronTimes(settings.schedule, settings.timezone);
  const end = japanMoment(addDays(day, 1), 0);
  const before = due && lastPublication("dueAt", due, weekdaysOnly, japanMoment(day, 0));
  const polls: number[] = [];
  for (let at = timeAfter(japanMoment(day, 0) - 1); at !== undefined && at < end; at = timeAfter(at)) {
    const tick = { at, elapsed: at, intervalMs: 0 };
    if (due === undefined || isTickUsed(tick, polls.at(-1), isAwaited(due, weekdaysOnly, at, before?.day)))
      polls.push(at);
  }
  return polls;
}

function nextWeekday(day: string): string {
  return isWeekday(day) ? day : nextWeekday(addDays(day, 1));
}
