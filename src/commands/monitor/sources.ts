/**
 * `yagura sources`: how each configured source is doing; has one polled now, and decides about a rewrite in quarantine.
 */

import { pollNowPath } from "../../app/poll-now.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/problem.ts";
import { counted, timeWords } from "../../lib/text/counted.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import type { NextWhy, NoticeTimes, PollNowAnswer } from "../../model/page/sources.ts";
import { type UnknownCode, unknownCodesOf } from "../../pipeline/drift.ts";
import { type Decision, decisionPaths } from "../../pipeline/quarantine-end.ts";
import { noticeTimes } from "../../why/notice-figures.ts";
import { type SourceStatus, sourceStatus, unwrittenReason } from "../../why/status.ts";
import { askMonitor, type CallOptions, fromDatabase, tellMonitor, tokenOf } from "../monitor-calls.ts";
import { printAnswer, type Terminal } from "../terminal.ts";

export async function listSources(options: { config: string; json?: boolean }): Promise<void> {
  const rows = await readSources(options.config, process.env);
  printAnswer(rows, options.json, (terminal) => sourceLines(rows, terminal));
}

const styles = { ok: "green", waiting: "dim", failing: "red", quarantined: "yellow" } as const;

function sourceLines(rows: readonly ListedSource[], { columns, paint }: Terminal): string[] {
  const width = Math.max(...rows.map(({ source }) => source.length), 0);
  return rows.flatMap((row) => {
    const [first = "", ...more] = wrapped(
      `${row.source.padEnd(width)}  ${sourceWords(row)}`,
      columns,
      "    ",
    );
    return [first.replace(`  ${row.state}`, `  ${paint(styles[row.state], row.state)}`), ...more];
  });
}

export function sourceWords({
  source,
  state,
  lastSuccess,
  since = "",
  items,
  reason,
  message,
  outage,
  late,
  nextAt,
  nextWhy,
  noticed,
  unknownCodes = [],
}: ListedSource): string {
  const unknown = unknownCodes.map(({ code, message }) => `${code} (${message})`).join(", ");
  const seen =
    (lastSuccess === undefined ? "never polled" : `last success ${timeWords(lastSuccess)}`) +
    (nextAt === undefined ? "" : `, next poll ${timeWords(nextAt)}${nextWords(nextWhy)}`) +
    (late === undefined
      ? ""
      : `, the publication of ${late.day} is late, due since ${timeWords(late.since)}`) +
    (noticed === undefined ? "" : `, ${noticedWords(noticed)}`) +
    (unknown === "" ? "" : `, the service does not know ${unknown}`);
  const fault = state === "failing" ? `, failing since ${timeWords(since)}: ${reason}, ${message}` : "";
  if (state === "quarantined") {
    const failing =
      outage === undefined ? "" : `, failing since ${timeWords(outage.since)}: ${outage.reason}`;
    return `${state}  ${seen}${failing}, ${counted(items ?? 0, "item")} held since ${timeWords(since)}: ${message}; decide with \`yagura sources release ${source}\` or \`discard ${source}\``;
  }
  return `${state.padEnd(7)}  ${seen}${fault}`;
}

/**
 * Words such as ", since 9 of 10 publications came between 16:30 and 16:34", or " of 7203 (40 comments an hour)"; none for a
 * poll by the schedule.
 */
function nextWords(why: NextWhy | undefined): string {
  if (why === undefined) return "";
  if ("paces" in why)
    return ` of ${why.paces.map(({ scope, perHour }) => `${scope} (${perHour} comments an hour)`).join(", ")}`;
  const { from, to, known } = why;
  if (known === undefined) return `, since the publication is due at ${from}`;
  return `, since ${known.within} of ${counted(known.of, "publication")} came between ${from} and ${to}`;
}

/** Words such as "noticed after 21 s, 95 % within 58 s (84 in 30 days, ±30 s); sent after 23 s, 95 % within 61 s". */
function noticedWords({ changes, doubtMs, committed, delivered }: NoticeTimes): string {
  const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
  const after = ({ p50, p95 }: NoticeTimes["committed"]) =>
    `after ${seconds(p50)}, 95 % within ${seconds(p95)}`;
  const doubt = doubtMs === 0 ? "" : `, ±${seconds(doubtMs)}`;
  const sent = delivered === undefined ? "" : `; sent ${after(delivered)}`;
  return `noticed ${after(committed)} (${counted(changes, "change")} in 30 days${doubt})${sent}`;
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
  const { ok, items, events, error } = decided;
  const done = decision === "release" ? "released" : "discarded";
  if (options.json) process.stdout.write(`${JSON.stringify(decided)}\n`);
  else if (ok)
    process.stdout.write(
      `${done}: ${counted(items ?? 0, "item")} of ${source}, ${counted(events ?? 0, "event")} written\n`,
    );
  else process.stderr.write(`${error}\n`);
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
  else (polled.ok ? process.stdout : process.stderr).write(`${pollWords(source, polled)}\n`);
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

export function pollWords(
  source: string,
  { outcome, events = 0, reason, message, held, nextAt, error }: PolledNow,
): string {
  if (outcome === undefined) return String(error);
  const next = nextAt === undefined ? "" : `; next poll ${timeWords(new Date(nextAt).toISOString())}`;
  if (outcome === "under-way") return `the poll of ${source} takes long and goes on`;
  if (outcome === "unwritten")
    return `${source} answered, and what was found could not be written: ${message}${next}`;
  if (outcome === "failed") return `${source} failed: ${reason}, ${message}${next}`;
  const found = events === 1 ? "1 event" : `${events} events`;
  const quarantined = held === undefined ? "" : `, ${held} items went into quarantine`;
  return `${source} answered: ${found}${quarantined}${next}`;
}
