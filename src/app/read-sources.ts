/** How the sources of a monitor's database are doing, whether it runs or not. */
import { openStoreReader } from "../store/reader.ts";
import { requireConfig } from "./check-files.ts";
import { refusing } from "./refused.ts";
import { type SourceStatus, sourceStatus } from "./status.ts";

export type SourceRow = SourceStatus & { readonly source: string };

/** One row for each configured source. Throws Refused where there is no database yet. */
export async function readSources(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SourceRow[]> {
  const config = requireConfig(path, environment);
  const reader = refusing(() => openStoreReader(config.state));
  try {
    const known = new Map(reader.sources().map((status) => [status.name, status]));
    return Object.keys(config.sources).map((source) => {
      const { outage = null, hold = null, successAt, late } = known.get(source) ?? {};
      return { source, ...sourceStatus({ outage, hold, successAt, ...(late ? { late } : {}) }) };
    });
  } finally {
    reader.close();
  }
}
