/** Decides about a source of the running monitor that is in quarantine. */

import { requireConfig } from "../../app/check-files.ts";
import { holdPaths } from "../../app/hold-routes.ts";
import { Refused } from "../../app/refused.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Decision } from "../../pipeline/quarantine-decision.ts";
import { tellMonitor } from "../tell-monitor.ts";

export interface Decided {
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
export async function decideHold(
  decision: Decision,
  source: string,
  { config: file, token }: { config: string; token?: string },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Decided> {
  const config = requireConfig(file, environment);
  const names = Object.keys(config.sources);
  if (!names.includes(source)) {
    throw new Refused(`no source "${source}" in ${file}: ${didYouMean(source, names) ?? names.join(", ")}`);
  }
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  const { status, answer } = await tellMonitor(config, holdPaths[decision], { source }, secret);
  if (status === 200) {
    return { ok: true, source, items: Number(answer.items), events: Number(answer.events) };
  }
  const error = String(answer.error);
  if (status === 409 || status >= 500) return { ok: false, source, error };
  throw new Refused(error);
}
