/** `yagura sources poll`: has the running monitor poll a source now, and says what came of it. */
import { requireConfig } from "../../app/files/check-files.ts";
import { pollNowPath } from "../../app/poll-now.ts";
import { Refused } from "../../app/refused.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import type { PollNowAnswer } from "../../model/page/sources.ts";
import { tellMonitor } from "../monitor-calls.ts";
import { requireSource } from "./sources.ts";

interface PollOptions {
  config: string;
  json?: boolean;
  token?: string;
}

export async function poll(source: string, options: PollOptions): Promise<void> {
  const polled = await pollSource(source, options, process.env);
  if (options.json) process.stdout.write(`${JSON.stringify(polled)}\n`);
  else (polled.ok ? process.stdout : process.stderr).write(`${pollWords(source, polled)}\n`);
  if (!polled.ok) process.exitCode = 1;
}

export type PolledNow = Partial<PollNowAnswer> & {
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
