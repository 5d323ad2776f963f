/**
 * `yagura sources`: how each configured source is doing; has one polled now, and decides about a rewrite in quarantine.
 */

import { pollNowPath } from "../../app/poll-now.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/problem.ts";
import { timeWords } from "../../lib/text/counted.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { cellsIn, wrapped } from "../../lib/text/terminal.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import type { NextWhy, NoticeTimes, PollNowAnswer } from "../../model/page/sources.ts";
import { type UnknownCode, unknownCodesOf } from "../../pipeline/drift.ts";
import { type Decision, decisionPaths } from "../../pipeline/quarantine-end.ts";
import { noticeTimes } from "../../why/notice-figures.ts";
import { type SourceStatus, sourceStatus, unwrittenReason } from "../../why/status.ts";
import { askMonitor, type CallOptions, fromDatabase, tellMonitor, tokenOf } from "../monitor-calls.ts";
import { printAnswer, type Terminal, translated } from "../terminal.ts";
import { type SourceLineWords, sourceLineWords, stateWords } from "./source-words.ts";

export async function listSources(options: { config: string; json?: boolean }): Promise<void> {
  const rows = await readSources(options.config, process.env);
  printAnswer(rows, options.json, (terminal) => sourceLines(rows, terminal));
}

const styles = { ok: "green", waiting: "dim", failing: "red", quarantined: "yellow" } as const;

function sourceLines(rows: readonly ListedSource[], { columns, language, paint }: Terminal): string[] {
  const width = Math.max(...rows.map(({ source }) => source.length), 0);
  return rows.flatMap((row) => {
    const line = `${row.source.padEnd(width)}  ${sourceWords(row, language)}`;
    const [first = "", ...more] = wrapped(line, columns, "    ");
    const state = stateWords[language][row.state];
    return [first.replace(`  ${state}`, `  ${paint(styles[row.state], state)}`), ...more];
  });
}

export function sourceWords(row: ListedSource, language: Language = "en"): string {
  const { source, state, since = "", items = 0, reason = "", message = "", outage } = row;
  const own = sourceLineWords[language];
  const said = (text: string) => translated(text, language);
  const facts = seenFacts(row, language);
  if (state === "failing") facts.push(own.failing(timeWords(since), own.reason(reason), said(message)));
  if (state === "quarantined") {
    if (outage !== undefined) facts.push(own.failing(timeWords(outage.since), own.reason(outage.reason)));
    facts.push(own.held(items, timeWords(since), said(message), source));
  }
  const shown = stateWords[language][state];
  return `${shown}${" ".repeat(Math.max(0, 7 - cellsIn(shown)))}  ${own.listed(facts)}`;
}

function seenFacts(row: ListedSource, language: Language): string[] {
  const { lastSuccess, late, nextAt, nextWhy, noticed, unknownCodes = [] } = row;
  const own = sourceLineWords[language];
  return [
    lastSuccess === undefined ? own.neverPolled : own.lastSuccess(timeWords(lastSuccess)),
    ...(nextAt === undefined ? [] : [`${own.nextPoll(timeWords(nextAt))}${nextWords(nextWhy, own)}`]),
    ...(late === undefined ? [] : [own.late(late.day, timeWords(late.since))]),
    ...(noticed === undefined ? [] : [noticedWords(noticed, own)]),
    ...(unknownCodes.length === 0
      ? []
      : [
          own.unknown(unknownCodes.map(({ code, message }) => own.code(code, translated(message, language)))),
        ]),
  ];
}

/** Why a poll is then, where that is beside the schedule. */
function nextWords(why: NextWhy | undefined, own: SourceLineWords): string {
  if (why === undefined) return "";
  if ("paces" in why) return own.paces(why.paces);
  const { from, to, known } = why;
  return known === undefined ? own.dueAt(from) : own.usual(known.within, known.of, from, to);
}

/** Words such as "noticed after 21 s, 95 % within 58 s (84 in 30 days, ±30 s); sent after 23 s, 95 % within 61 s". */
function noticedWords({ changes, doubtMs, committed, delivered }: NoticeTimes, own: SourceLineWords): string {
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  const spread = ({ p50, p95 }: NoticeTimes["committed"]) => own.spread(seconds(p50), seconds(p95));
  const doubt = doubtMs === 0 ? undefined : seconds(doubtMs);
  return own.noticed(spread(committed), changes, doubt, delivered && spread(delivered));
}

export type ListedSource = SourceStatus & {
  readonly source: string;
  /** When it is polled next (ISO); absent: no monitor runs, or none is in sight. */
  readonly nextAt?: string;
  /** Why then, where that is beside its schedule. */
  readonly nextWhy?: NextWhy;
  /** Absent: nothing new came in the last 30 days. */
  readonly noticed?: NoticeTimes;
  /** Codes that it asks for and its service does not know; absent: none. */
  readonly unknownCodes?: readonly UnknownCode[];
};

/**
 * One row for each configured source. What could not be written a running monitor alone knows, so it is asked.
 * Throws Refused where there is no database, or none any more.
 */
export async function readSources(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  now = Date.now(),
): Promise<ListedSource[]> {
  const config = requireConfig(path, environment);
  const { answer } = await askMonitor(config, "/readyz", environment);
  const { database = "ok", error, sources: asked = {} } = answer as Asked;
  if (database === "missing" && error !== undefined) throw new Refused(error);
  return fromDatabase(config, (reader) => {
    const known = new Map(reader.sources().map((status) => [status.name, status]));
    const times = noticeTimes(reader, Object.keys(config.sources), now);
    return Object.keys(config.sources).map((source) => {
      const { outage = null, hold = null, successAt, late } = known.get(source) ?? {};
      const answered = asked[source];
      const noticed = times.get(source);
      const unwritten =
        answered?.reason === unwrittenReason
          ? { reason: unwrittenReason, since: answered.since ?? "", message: answered.message ?? "" }
          : undefined;
      const unknownCodes = unknownCodesOf(source, reader.meta);
      return {
        source,
        ...sourceStatus({ unwritten, outage, hold, successAt, ...(late ? { late } : {}) }),
        ...(answered?.nextAt === undefined ? {} : { nextAt: answered.nextAt }),
        ...(answered?.nextWhy === undefined ? {} : { nextWhy: answered.nextWhy }),
        ...(noticed === undefined ? {} : { noticed }),
        ...(unknownCodes.length > 0 ? { unknownCodes } : {}),
      };
    });
  });
}

/** Answer of /readyz, of a monitor of any version. */
interface Asked {
  readonly database?: string;
  readonly error?: string;
  readonly sources?: Readonly<
    Record<string, (SourceStatus & Pick<ListedSource, "nextAt" | "nextWhy">) | undefined>
  >;
}

/** `yagura sources release|discard`: decides about a rewrite in quarantine. */
export async function decideHeld(decision: Decision, source: string, options: CallOptions): Promise<void> {
  const decided = await decideQuarantine(decision, source, options, process.env);
  const { ok, items = 0, events = 0, error = "" } = decided;
  const language = callerLanguage(process.env);
  const { wrote, decided: done } = sourceLineWords[language];
  if (options.json) process.stdout.write(`${JSON.stringify(decided)}\n`);
  else if (ok) process.stdout.write(`${wrote(done[decision], items, source, events)}\n`);
  else process.stderr.write(`${translated(error, language)}\n`);
  if (!ok) process.exitCode = 1;
}

/** Tells the monitor something about a source. Throws Refused where the settings have no such source, or none runs. */
async function tellAbout(
  source: string,
  path: string,
  options: Pick<CallOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof tellMonitor> {
  const config = requireConfig(options.config, environment);
  const names = Object.keys(config.sources);
  if (!names.includes(source)) {
    const meant = didYouMean(source, names) ?? names.join(", ");
    throw new Refused(`no source "${source}" in ${options.config}: ${meant}`);
  }
  return tellMonitor(config, path, { source }, tokenOf(options, environment));
}

/** Why the monitor did not do it. Throws Refused where that cannot be meant. */
function errorIn({ status, answer }: Awaited<ReturnType<typeof tellMonitor>>): string {
  const error = String(answer.error);
  if (status === 409 || status >= 500) return error;
  throw new Refused(error);
}

interface Decided {
  /** False if nothing was in quarantine, or the monitor could not do it. */
  readonly ok: boolean;
  readonly source: string;
  /** Number of rewritten items. */
  readonly items?: number;
  /** Number of events that were written. */
  readonly events?: number;
  /** Reason for a failure. */
  readonly error?: string;
}

/** Throws Refused when there is no such source, or no monitor runs. */
async function decideQuarantine(
  decision: Decision,
  source: string,
  options: Pick<CallOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Decided> {
  const answered = await tellAbout(source, decisionPaths[decision], options, environment);
  const { status, answer } = answered;
  if (status !== 200) return { ok: false, source, error: errorIn(answered) };
  return { ok: true, source, items: Number(answer.items), events: Number(answer.events) };
}

// `yagura sources poll`: has the running monitor poll a source now, and says what came of it.

export async function pollNow(source: string, options: CallOptions): Promise<void> {
  const polled = await pollSource(source, options, process.env);
  if (options.json) process.stdout.write(`${JSON.stringify(polled)}\n`);
  else
    (polled.ok ? process.stdout : process.stderr).write(
      `${pollWords(polled, callerLanguage(process.env))}\n`,
    );
  if (!polled.ok) process.exitCode = 1;
}

type PolledNow = Partial<PollNowAnswer> & {
  /** False if it failed, or was not made. */
  readonly ok: boolean;
  readonly source: string;
  /** Why it was not made. */
  readonly error?: string;
};

/** Throws Refused when there is no such source, or no monitor runs. */
export async function pollSource(
  source: string,
  options: Pick<CallOptions, "config" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PolledNow> {
  const answered = await tellAbout(source, pollNowPath, options, environment);
  if (answered.status !== 200 && answered.status !== 202)
    return { ok: false, source, error: errorIn(answered) };
  const came = answered.answer as unknown as PollNowAnswer;
  return { ok: came.outcome === "answered" || came.outcome === "under-way", ...came };
}

export function pollWords(polled: PolledNow, language: Language = "en"): string {
  const { source, outcome, events = 0, reason = "", message = "", held, nextAt, error } = polled;
  const own = sourceLineWords[language];
  const said = translated(message, language);
  if (outcome === undefined) return translated(String(error), language);
  if (outcome === "under-way") return own.underWay(source);
  const next = nextAt === undefined ? "" : own.next(timeWords(new Date(nextAt).toISOString()));
  if (outcome === "unwritten") return `${own.unwritten(source, said)}${next}`;
  if (outcome === "failed") return `${own.failed(source, own.reason(reason), said)}${next}`;
  return `${own.answered(source, events)}${held === undefined ? "" : own.quarantined(held)}${next}`;
}
