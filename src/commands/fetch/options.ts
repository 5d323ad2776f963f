/** Reads the words of a command line as a call and its options. A mistake is Refused, with the nearest known name. */
import { Refused } from "../../app/refused.ts";
import { didYouMean, nearest } from "../../lib/text/nearest.ts";
import { isDay } from "../../model/dates.ts";
import type { FetchCall, FetchOptions } from "./call.ts";
import { forumFetches } from "./forum.ts";
import { marketFetches } from "./market.ts";
import { statisticsFetches } from "./statistics.ts";

export const fetchCalls: readonly FetchCall[] = [...marketFetches, ...forumFetches, ...statisticsFetches];

export interface ParsedFetch {
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
): ParsedFetch {
  const { names, given } = sortWords(words);
  const [service, name, extra] = names;
  if (service === undefined || name === undefined)
    throw new Refused("fetch takes a service and a call; `yagura fetch --list` shows them");
  if (extra !== undefined) throw new Refused(`fetch takes one call; what is \`${extra}\`?`);
  const call = findCall(service, name.replace(/^\//, ""));
  const options = readOptions(call, given);
  for (const { name: needed, required } of call.parameters)
    if (required && !options[needed]) throw new Refused(`${name} needs --${needed}`);
  if (since === undefined) return { call, options, withNames };
  if (!isDay(since)) throw new Refused(`--since takes a day YYYY-MM-DD, not "${since}"`);
  if (call.since === undefined) throw new Refused(`${name} knows no days, so --since means nothing to it`);
  return { call, options: call.since(since, options), withNames };
}

function sortWords(words: readonly string[]) {
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

function findCall(service: string, name: string): FetchCall {
  const services = [...new Set(fetchCalls.map((call) => call.service as string))];
  if (!services.includes(service))
    throw new Refused(refusal(`there is no service \`${service}\``, service, services));
  const calls = fetchCalls.filter((call) => call.service === service);
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
