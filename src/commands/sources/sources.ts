/**
 * `yagura sources`: how each configured source is doing; has one polled now, and decides about a rewrite in quarantine.
 */

import { pollNowPath } from "../../app/poll-now.ts";
import type { Config } from "../../config/config.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/refused.ts";
import { counted, timeWords } from "../../lib/text/counted.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import type { PollNowAnswer } from "../../model/page/sources.ts";
import { type Decision, decisionPaths } from "../../pipeline/quarantine-end.ts";
import { type UnknownCode, unknownCodesOf } from "../../pipeline/unknown-codes.ts";
import { openStoreReader } from "../../store/reader.ts";
import { refusing } from "../../store/sqlite-error.ts";
import { type SourceStatus, sourceStatus, unwrittenReason } from "../../why/status.ts";
import { askMonitor, tellMonitor } from "../monitor-calls.ts";
import { type Terminal, terminalOf } from "../terminal.ts";

export async function listSources(options: { config: string; json?: boolean }): Promise<void> {
  const rows = await readSources(options.config, process.env);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  for (const line of sourceLines(rows, terminalOf())) process.stdout.write(`${line}\n`);
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
  unknownCodes = [],
}: ListedSource): string {
  const unknown = unknownCodes.map(({ code, message }) => `${code} (${message})`).join(", ");
  const seen =
    (lastSuccess === undefined ? "never polled" : `last success ${timeWords(lastSuccess)}`) +
    (nextAt === undefined ? "" : `, next poll ${timeWords(nextAt)}`) +
    (late === undefined
      ? ""
      : `, the publication of ${late.day} is late, due since ${timeWords(late.since)}`) +
    (unknown === "" ? "" : `, the service does not know ${unknown}`);
  const fault = state === "failing" ? `, failing since ${timeWords(since)}: ${reason}, ${message}` : "";
  if (state === "quarantined") {
    const failing =
      outage === undefined ? "" : `, failing since ${timeWords(outage.since)}: ${outage.reason}`;
    return `${state}  ${seen}${failing}, ${counted(items ?? 0, "item")} held since ${timeWords(since)}: ${message}; decide with \`yagura sources release ${source}\` or \`discard ${source}\``;
  }
  return `${state.padEnd(7)}  ${seen}${fault}`;
}

export type ListedSource = SourceStatus & {
  readonly source: string;
  /** When it is polled next (ISO); absent: no monitor runs, or none is in sight. */
  readonly nextAt?: string;
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
): Promise<ListedSource[]> {
  const config = requireConfig(path, environment);
  const { answer } = await askMonitor(config, "/readyz", environment);
  const { database = "ok", error, sources: asked = {} } = answer as Asked;
  if (database === "missing" && error !== undefined) throw new Refused(error);
  const reader = refusing(() => openStoreReader(config.state));
  try {
    const known = new Map(reader.sources().map((status) => [status.name, status]));
    return Object.keys(config.sources).map((source) => {
      const { outage = null, hold = null, successAt, late } = known.get(source) ?? {};
      const told = asked[source];
      const unwritten =
        told?.reason === unwrittenReason
          ? { reason: unwrittenReason, since: told.since ?? "", message: told.message ?? "" }
          : undefined;
      const unknownCodes = unknownCodesOf(source, reader.meta);
      return {
        source,
        ...sourceStatus({ unwritten, outage, hold, successAt, ...(late ? { late } : {}) }),
        ...(told?.nextAt === undefined ? {} : { nextAt: told.nextAt }),
        ...(unknownCodes.length > 0 ? { unknownCodes } : {}),
      };
    });
  } finally {
    reader.close();
  }
}

/** Answer of /readyz, of a monitor of any version. */
interface Asked {
  readonly database?: string;
  readonly error?: string;
  readonly sources?: Readonly<Record<string, (SourceStatus & { readonly nextAt?: string }) | undefined>>;
}

interface DecisionOptions {
  config: string;
  json?: boolean;
  token?: string;
}

/** `yagura sources release|discard`: decides about a rewrite in quarantine. */
export async function decideHeld(
  decision: "release" | "discard",
  source: string,
  options: DecisionOptions,
): Promise<void> {
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

/** Throws Refused where the settings have no such source. */
function requireSource(source: string, { sources }: Pick<Config, "sources">, file: string): void {
  const names = Object.keys(sources);
  if (names.includes(source)) return;
  throw new Refused(`no source "${source}" in ${file}: ${didYouMean(source, names) ?? names.join(", ")}`);
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
  { config: file, token }: { config: string; token?: string },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Decided> {
  const config = requireConfig(file, environment);
  requireSource(source, config, file);
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  const { status, answer } = await tellMonitor(config, decisionPaths[decision], { source }, secret);
  if (status === 200) {
    return { ok: true, source, items: Number(answer.items), events: Number(answer.events) };
  }
  const error = String(answer.error);
  if (status === 409 || status >= 500) return { ok: false, source, error };
  throw new Refused(error);
}

// `yagura sources poll`: has the running monitor poll a source now, and says what came of it.

interface PollOptions {
  config: string;
  json?: boolean;
  token?: string;
}

export async function pollNow(source: string, options: PollOptions): Promise<void> {
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
  { config: file, token }: { config: string; token?: string },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PolledNow> {
  const config = requireConfig(file, environment);
  requireSource(source, config, file);
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  const { status, answer } = await tellMonitor(config, pollNowPath, { source }, secret);
  if (status === 200 || status === 202) {
    const came = answer as unknown as PollNowAnswer;
    return { ok: came.outcome === "answered" || came.outcome === "under-way", ...came };
  }
  const error = String(answer.error);
  if (status === 409 || status >= 500) return { ok: false, source, error };
  throw new Refused(error);
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
