/** `yagura sources`: how each configured source is doing. */
import { readSources, type SourceRow } from "../app/read-sources.ts";

export async function sources(options: { config: string; json?: boolean }): Promise<void> {
  const rows = await readSources(options.config, process.env);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  const width = Math.max(...rows.map(({ source }) => source.length), 0);
  for (const row of rows) process.stdout.write(`${row.source.padEnd(width)}  ${words(row)}\n`);
}

function words({
  source,
  state,
  lastSuccess,
  since,
  items,
  reason,
  message,
  outage,
  late,
}: SourceRow): string {
  const seen =
    (lastSuccess === undefined ? "never polled" : `last success ${lastSuccess}`) +
    (late === undefined ? "" : `, the publication of ${late.day} is late, due since ${late.since}`);
  const fault = state === "failing" ? `, failing since ${since}: ${reason}, ${message}` : "";
  if (state === "quarantined") {
    const failing = outage === undefined ? "" : `, failing since ${outage.since}: ${outage.reason}`;
    return `${state}  ${seen}${failing}, ${items} items held since ${since}: ${message}; decide with \`yagura sources release ${source}\` or \`discard ${source}\``;
  }
  return `${state.padEnd(7)}  ${seen}${fault}`;
}
