/** Reads the status of the sources from a monitor's database, whether it runs or not. */

import { requireConfig } from "../../app/check-files.ts";
import { Refused, refusing } from "../../app/refused.ts";
import { type SourceStatus, sourceStatus, unwrittenReason } from "../../app/status.ts";
import { openStoreReader } from "../../store/reader.ts";
import { askMonitor } from "../ask-monitor.ts";

export type SourceRow = SourceStatus & { readonly source: string };

/**
 * One row for each configured source. What could not be written a running monitor alone knows, so it is asked.
 * Throws Refused where there is no database, or none any more.
 */
export async function readSources(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SourceRow[]> {
  const config = requireConfig(path, environment);
  const { answer } = await askMonitor(path, "/readyz", environment);
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
      return { source, ...sourceStatus({ unwritten, outage, hold, successAt, ...(late ? { late } : {}) }) };
    });
  } finally {
    reader.close();
  }
}

/** Answer of /readyz, of a monitor of any version. */
interface Asked {
  readonly database?: string;
  readonly error?: string;
  readonly sources?: Readonly<Record<string, SourceStatus | undefined>>;
}
