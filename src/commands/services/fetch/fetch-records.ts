/**
 * The words of a command line as a call with its options, and its run: against the service that the config names, or
 * the simulator where it names none. A mistake is Refused, with the nearest known name.
 */
import { createClients, createGates, type ServiceClients } from "../../../config/clients.ts";
import type { Config } from "../../../config/config.ts";
import { isSimulated } from "../../../config/services.ts";
import { openSameWorld, todayOf } from "../../../history/simulated-world.ts";
import { type Clock, systemClock } from "../../../lib/clock.ts";
import type { Oddities } from "../../../lib/failure.ts";
import { Refused } from "../../../lib/problem.ts";
import { didYouMean, nearest } from "../../../lib/text/nearest.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { isDay } from "../../../model/dates.ts";
import { type CallRegistry, callRegistry } from "../../../upstreams/market/calls.ts";
import { createOddities, QueryError } from "../../../upstreams/misfits.ts";
import type { FetchCall, FetchedPage, FetchedRow, FetchOptions } from "./call.ts";
import { fileFetches } from "./files.ts";
import { forumFetches } from "./forum.ts";
import { marketFetches } from "./market.ts";
import { statisticsFetches } from "./statistics.ts";

/** @param calls of the market service; left out: those that are built in */
export function fetchCallsOf(calls: CallRegistry = callRegistry()): readonly FetchCall[] {
  return [...marketFetches(calls), ...fileFetches(calls), ...forumFetches, ...statisticsFetches];
}

interface ParsedFetch {
  readonly call: FetchCall;
  readonly options: FetchOptions;
  /** Whether records about stocks get their names, which takes a request more. */
  readonly withNames: boolean;
}

/** @param words the arguments that the command itself does not know: SERVICE CALL --option value ... */
export function parseFetch(
  words: readonly string[],
  since: string | undefined,
  withNames = true,
  calls: readonly FetchCall[] = fetchCallsOf(),
): ParsedFetch {
  const { names, given } = sortWords(words);
  const [service, name, extra] = names;
  if (service === undefined || name === undefined)
    throw new Refused("fetch takes a service and a call; `yagura fetch --list` shows them");
  if (extra !== undefined) throw new Refused(`fetch takes one call; what is \`${extra}\`?`);
  const call = findCall(service, name.replace(/^\//, ""), calls);
  const options = readOptions(call, given);
  for (const { name: needed, required } of call.parameters)
    if (required && !options[needed]) throw new Refused(`${name} needs --${needed}`);
  if (since === undefined) return { call, options, withNames };
  if (!isDay(since)) throw new Refused(`--since takes a day YYYY-MM-DD, not "${since}"`);
  if (call.since === undefined) throw new Refused(`${name} knows no days, so --since means nothing to it`);
  return { call, options: call.since(since, options), withNames };
}

/** The words of a command line that are names, and those that are options with a value. */
export function sortWords(words: readonly string[]) {
  const names: string[] = [];
  const given: [string, string][] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("--")) {
      names.push(word);
      continue;
    }
    const [name = "", ...rest] = word.slice(2).split("=");
    const value = rest.length > 0 ? rest.join("=") : words[++at];
    if (value === undefined) throw new Refused(`--${name} takes a value`);
    given.push([name, value]);
  }
  return { names, given };
}

function findCall(service: string, name: string, all: readonly FetchCall[]): FetchCall {
  const services = [...new Set(all.map((call) => call.service as string))];
  if (!services.includes(service))
    throw new Refused(refusal(`there is no service \`${service}\``, service, services));
  const calls = all.filter((call) => call.service === service);
  const found = calls.find(({ call }) => call.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const known = calls.map(({ call }) => call);
  throw new Refused(refusal(`${service} has no call \`${name}\``, name, known));
}

function readOptions(call: FetchCall, given: readonly [string, string][]): FetchOptions {
  const known = call.parameters.map(({ name }) => name);
  const options: Record<string, string> = {};
  for (const [word, value] of given) {
    const name = known.find((each) => plain(each) === plain(word));
    if (name === undefined)
      throw new Refused(refusal(`${call.call} has no option \`--${word}\``, word, known, "--"));
    if (options[name] !== undefined) throw new Refused(`--${name} is given twice`);
    options[name] = value;
  }
  return options;
}

/** startDate, start-date and start_date are one option. */
const plain = (name: string) => name.replace(/[-_]/g, "").toLowerCase();

/** Makes a refusal with the nearest known name, or with all names. */
function refusal(message: string, word: string, known: readonly string[], prefix = ""): string {
  const shown = known.map((name) => prefix + name);
  const meant = nearest(word, known) === undefined ? undefined : didYouMean(prefix + word, shown);
  const lacking = shown.length === 0 ? "it takes none" : `there are ${shown.join(", ")}`;
  return `${message}: ${meant ?? lacking}`;
}

// Runs one call against the service that the config names, or against the simulator where it names none.

interface FetchReader extends FetchListener {
  /** Called in order, once a page. */
  page(rows: readonly FetchedRow[]): void | Promise<void>;
}

/** Where a call is made: by which settings, and when. */
interface FetchPlace {
  readonly config: Config;
  readonly signal: AbortSignal;
  /** Left out: the machine's. */
  readonly clock?: Clock;
}

/** Ends when all pages were read. Throws Refused for a call that the document forbids, else a Failure. */
export async function fetchRecords(
  { call, options, withNames }: ParsedFetch,
  place: FetchPlace,
  reader: FetchReader,
): Promise<void> {
  const oddities = createOddities();
  const messages = createFetchMessages(call.call, oddities, reader);
  await atService(call, place, reader, async (clients, today) => {
    const context = { signal: place.signal, oddities, today, withNames };
    try {
      for await (const page of call.rows(clients, options, context)) {
        messages.before();
        await reader.page(page.rows);
        messages.after(page);
      }
    } finally {
      messages.end();
    }
  });
}

/** Stores the files that a call names, and gives their paths. Throws as fetchRecords does. */
export async function fetchFiles(
  { call, options }: ParsedFetch,
  folder: string,
  place: FetchPlace,
  listener: FetchListener,
): Promise<readonly string[]> {
  const { store } = call;
  if (store === undefined)
    throw new Refused(`${call.call} gives rows and no files: leave --output out, and send stdout to a file`);
  let paths: readonly string[] = [];
  await atService(call, place, listener, async (clients) => {
    paths = await store(clients, options, { folder, signal: place.signal, progress: listener.progress });
  });
  return paths;
}

async function atService(
  { service }: FetchCall,
  { config, clock = systemClock }: FetchPlace,
  { aside }: Pick<FetchListener, "aside">,
  ask: (clients: ServiceClients, today: string) => Promise<void>,
): Promise<void> {
  const world = isSimulated(config, service) ? await openSameWorld(config.state, clock) : undefined;
  const simulator = world?.simulator;
  const today = todayOf(service, config, simulator, clock);
  if (world) aside(simulatedLine(service, today, world.problem));
  try {
    await ask(createClients(config, simulator, createGates(config, undefined, clock), clock), today);
  } catch (error) {
    throw error instanceof QueryError ? new Refused(tameLine(error.message, 500)) : error;
  } finally {
    await simulator?.close();
  }
}

/** Says that a service is simulated, and which day it has. */
export function simulatedLine(service: string, today: string, problem: string | undefined): string {
  const line = `SIMULATED: ${service} is served by the built-in simulator, whose day is ${today}`;
  return problem === undefined
    ? line
    : tameLine(`${line}; the monitor's world cannot be read: ${problem}`, 500);
}

interface FetchListener {
  /** A line for the person: what is simulated, what was passed over. */
  aside(line: string): void;
  /** Tells the progress, once a page. */
  progress(line: string): void;
}

/** Messages of a fetch beside the rows: its progress, and once the parts of an answer beyond them. */
interface FetchMessages {
  /** Before a page is printed. */
  before(): void;
  /** After it was. */
  after(page: FetchedPage): void;
  /** After the last one, also where the call failed. */
  end(): void;
}

const longestLine = 900;
const shownRecords = 10;
const shownFields = 10;
const shownCodes = 5;

/** @param oddities what the call fills, page after page */
function createFetchMessages(call: string, oddities: Oddities, listener: FetchListener): FetchMessages {
  const tell = (line: string) => listener.aside(tameLine(line, longestLine));
  let pages = 0;
  let rows = 0;
  let warned = 0;
  let strays = 0;
  let [first, last] = ["", ""];
  let leftOut = 0;
  const codes = new Set<string>();

  const noteStrays = (days: readonly string[] = []) => {
    strays += days.length;
    for (const day of days) {
      if (first === "" || day < first) first = day;
      if (day > last) last = day;
    }
  };

  const tellRecords = () => {
    for (const record of oddities.badRecords.slice(warned, shownRecords)) tell(leftOutWords(record));
    warned = Math.max(warned, Math.min(oddities.badRecords.length, shownRecords));
  };

  return {
    before: tellRecords,
    after({ rows: { length }, note, at, otherDays, otherCodes = [] }) {
      pages += 1;
      rows += length;
      noteStrays(otherDays);
      leftOut += otherCodes.length;
      for (const code of otherCodes) codes.add(code);
      if (note !== undefined) tell(`${call}: ${note}`);
      listener.progress(`${call}: ${at ?? `page ${pages}`}, ${rows} rows`);
    },
    end() {
      // The gaps of an answer are known once all of it was read.
      tellRecords();
      const more = oddities.badRecords.length - warned;
      if (warned > 0 && more > 0) tell(`warning: ${more} more records were left out`);
      if (strays > 0) {
        const days = first === last ? first : `${first} to ${last}`;
        tell(`${call}: ${strays} of ${rows} rows are of other days than asked: ${days}`);
      }
      if (leftOut > 0) {
        const what = `${leftOut} of ${rows + leftOut} rows are of other codes than asked and were left out`;
        tell(`${call}: ${what}: ${shortList([...codes], shownCodes)}`);
      }
      const fields = oddities.unknownFields.map(({ path, found }) => `${path} (${found})`);
      if (fields.length === 0) return;
      tell(`${call}: passed over what no document names: ${shortList(fields, shownFields)}`);
    },
  };
}

function leftOutWords({ name, places, sample }: Oddities["badRecords"][number]): string {
  const why = places.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
  const record = name === undefined ? "a record" : `the record of ${name}`;
  const parts = [`warning: ${record} was left out: ${why.join("; ")}`, ...(sample === "" ? [] : [sample])];
  return parts.join("; ");
}

function shortList(names: readonly string[], most: number): string {
  const rest = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + rest;
}
