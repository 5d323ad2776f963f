/**
 * Calls to a running monitor on its own port, and how those end by which commands have it do something; where none runs,
 * what its database has.
 */
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { runningPlace } from "../app/operating/monitor-place.ts";
import { storedCalendar } from "../calendar/kept-calendar.ts";
import { weekdaysOnly } from "../calendar/trading-calendar.ts";
import type { Config } from "../config/config.ts";
import { requireConfig } from "../files/check-files.ts";
import { createHttp } from "../lib/http/http.ts";
import { bodyJson } from "../lib/http/response.ts";
import { authority } from "../lib/http/url.ts";
import { Refused } from "../lib/problem.ts";
import type { TradingCalendar } from "../model/dates.ts";
import { callerLanguage, type Language, type Worded } from "../model/language.ts";
import { listenerOf } from "../outputs/index.ts";
import { openStoreReader, type StoreReader } from "../store/reader.ts";
import { refusing } from "../store/sqlite-error.ts";
import { translated } from "./terminal.ts";

export interface MonitorAnswer {
  /** Whether it answered, and with 200. */
  readonly ok: boolean;
  /** Its JSON; where there is none, `ready: false` with the reason as `error`. */
  readonly answer: Readonly<Record<string, unknown>>;
}

const timeoutMs = 4_000;

/** The listener of the monitor that runs on the settings' database; where none is known there, that of the settings. */
export function reachedListener({ state, outputs }: Config): ReturnType<typeof listenerOf> {
  const place = runningPlace(state);
  const listener = listenerOf(outputs);
  return place === undefined ? listener : { ...listener, host: place.host, port: place.port };
}

/** Asks a running monitor for its state. */
export async function askMonitor(
  config: Config,
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MonitorAnswer> {
  const listener = reachedListener(config);
  const url = `http://${authority(listener)}${path}`;
  const token = environment.YAGURA_TOKEN || ownToken(listener);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await createHttp({ retries: 0 }).get(url, { signal, headers });
    const answer = bodyJson(response);
    if (!isRecord(answer) || typeof answer.ready !== "boolean")
      return unanswered(`what answers at ${url} is no monitor, or another version of it`);
    return { ok: response.status === 200, answer };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unanswered(`no answer from ${url}: ${why}`);
  }
}

function unanswered(error: string): MonitorAnswer {
  return { ok: false, answer: { ready: false, error } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Answered {
  readonly status: number;
  /** The monitor's JSON. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A decision about tens of thousands of events takes its time. */
const decisionTimeoutMs = 120_000;

/**
 * Tells a running monitor to do something. Throws Refused where none answers, or it wants another token.
 * @param token what the feed asks for; by default the first one of the config with which one may act
 */
export async function tellMonitor(
  config: Config,
  path: string,
  body: object,
  token?: string,
): Promise<Answered> {
  const answered = await call(config, { path, body, token, timeoutMs: decisionTimeoutMs });
  if (answered instanceof Error)
    throw new Refused(`no monitor answers at ${addressOf(config, path)}: ${reasonOf(answered)}`);
  if (answered === undefined) throw new Refused(`what answers at ${addressOf(config, path)} is ${noMonitor}`);
  return answered;
}

/**
 * Asks a running monitor for what only who may act on it is told; undefined: none runs there. Throws Refused where it
 * wants another token, or takes too long to say anything.
 */
export async function seeMonitor(
  config: Config,
  path: string,
  token?: string,
): Promise<Answered | undefined> {
  const answered = await call(config, { path, token, timeoutMs });
  if (!(answered instanceof Error)) return answered;
  if (answered.name === "TimeoutError")
    throw new Refused(`what runs at ${addressOf(config, path)} does not answer within ${timeoutMs / 1000} s`);
  return undefined;
}

const noMonitor = "no monitor, or another version of it";

interface Call {
  readonly path: string;
  /** Body of a POST; undefined: a GET. */
  readonly body?: object;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

/** Gives undefined where the answer is no monitor's, and an error where nobody answers. */
async function call(config: Config, asked: Call): Promise<Answered | undefined | Error> {
  const { path, body } = asked;
  const token = asked.token ?? ownToken(listenerOf(config.outputs));
  const headers = {
    ...(body && { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = { ...(body && { method: "POST", body: JSON.stringify(body) }), headers };
  const signal = AbortSignal.timeout(asked.timeoutMs);
  const response = await fetch(addressOf(config, path), { ...request, redirect: "error", signal }).catch(
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (response instanceof Error) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!isRecord(answer)) return undefined;
  if (response.status === 401) throw new Refused("the monitor wants a token: --token, or YAGURA_TOKEN");
  if (response.status === 403) throw new Refused(`the monitor refuses: ${String(answer.error)}`);
  if (response.status === 429)
    throw new Refused("too many wrong tokens came from this address; try again in a few seconds");
  return { status: response.status, answer };
}

/** The first token with which one may act. */
function ownToken({ tokens, operators }: ReturnType<typeof listenerOf>): string | undefined {
  return operators[0] ?? tokens[0];
}

function addressOf(config: Config, path: string): string {
  return `http://${authority(reachedListener(config))}${path}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}

// Calls by which commands have the monitor do something, and how they end.

/** Options of every command that calls a monitor. */
export interface CallOptions {
  readonly config: string;
  readonly json?: boolean;
  readonly token?: string;
}

/** Options of every command that answers something. */
export interface AnswerOptions extends CallOptions {
  readonly author?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the system's user: for the log, so that others know whom to ask. */
export function authorOf({ author }: Pick<AnswerOptions, "author">): string {
  if (author !== undefined) return author;
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return process.env.USER || "somebody";
  }
}

/** The token that the caller named; undefined: that of the config will do. */
export function tokenOf({ token }: Pick<CallOptions, "token">, environment: Environment): string | undefined {
  return token ?? (environment.YAGURA_TOKEN || undefined);
}

/** `ok: false`: the monitor could not do it, or there is nothing to do it to. */
type AnswerGiven =
  | ({ readonly ok: true; readonly already: boolean } & Readonly<Record<string, unknown>>)
  | { readonly ok: false; readonly error: string };

/** Throws Refused where what is asked for cannot be meant, or no monitor answers. */
export async function giveAnswer(
  options: Pick<CallOptions, "config" | "token">,
  path: string,
  body: object,
  environment: Environment,
): Promise<AnswerGiven> {
  const config = requireConfig(options.config, environment);
  const { status, answer } = await tellMonitor(config, path, body, tokenOf(options, environment));
  if (status === 200) return { ok: true, ...answer, already: answer.already === true };
  const error = String(answer.error);
  if (status === 404 || status === 409 || status >= 500) return { ok: false, error };
  throw new Refused(error);
}

/** Prints what became of an answer; the exit status says it, too. */
export function printGiven(
  given: AnswerGiven,
  json: boolean | undefined,
  words: (language: Language, given: Answered["answer"]) => string,
): void {
  const language = callerLanguage(process.env);
  if (json) process.stdout.write(`${JSON.stringify(given)}\n`);
  else if (given.ok)
    process.stdout.write(`${given.already ? already[language] : ""}${words(language, given)}\n`);
  else process.stderr.write(`yagura: ${translated(given.error, language)}\n`);
  if (!given.ok) process.exitCode = 1;
}

const already: Worded = { en: "already ", ja: "すでにその状態です：" };

/** Asks a running monitor, and where none runs its database. Throws Refused where there is neither, or a wrong token. */
export async function seenOrKept<Facts>(
  options: Pick<CallOptions, "config" | "token">,
  path: string,
  environment: Environment,
  ways: { seen(answer: Answered["answer"]): Facts; kept(reader: StoreReader, config: Config): Facts },
): Promise<Facts> {
  const config = requireConfig(options.config, environment);
  const answered = await seeMonitor(config, path, tokenOf(options, environment));
  if (answered === undefined) return fromDatabase(config, (reader) => ways.kept(reader, config));
  if (answered.status !== 200) throw new Refused(String(answered.answer.error));
  return ways.seen(answered.answer);
}

/** Reads the database of the settings. Throws Refused where there is none, or none that can be read. */
export function fromDatabase<Facts>(
  { state }: Pick<Config, "state">,
  read: (reader: StoreReader) => Facts,
): Facts {
  return refusing(() => {
    const reader = openStoreReader(state);
    try {
      return read(reader);
    } finally {
      reader.close();
    }
  });
}

/** The monitor's calendar; before its first start every weekday counts. */
export function keptCalendar(config: Pick<Config, "state">): TradingCalendar {
  if (!existsSync(config.state)) return weekdaysOnly;
  return fromDatabase(config, ({ meta }) => storedCalendar(meta));
}
