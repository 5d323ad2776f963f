/** `yagura sources`: how each configured source is doing. */

import { wrapped } from "../../lib/text/wrap.ts";
import { type Terminal, terminalOf } from "../terminal.ts";
import { timeWords } from "../time-words.ts";
import { readSources, type SourceRow } from "./read-sources.ts";

export async function sources(options: { config: string; json?: boolean }): Promise<void> {
  const rows = await readSources(options.config, process.env);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  for (const line of sourceLines(rows, terminalOf())) process.stdout.write(`${line}\n`);
}

const styles = { ok: "green", waiting: "dim", failing: "red", quarantined: "yellow" } as const;

function sourceLines(rows: readonly SourceRow[], { columns, paint }: Terminal): string[] {
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
}: SourceRow): string {
  const seen =
    (lastSuccess === undefined ? "never polled" : `last success ${timeWords(lastSuccess)}`) +
    (late === undefined
      ? ""
      : `, the publication of ${late.day} is late, due since ${timeWords(late.since)}`);
  const fault = state === "failing" ? `, failing since ${timeWords(since)}: ${reason}, ${message}` : "";
  if (state === "quarantined") {
    const failing =
      outage === undefined ? "" : `, failing since ${timeWords(outage.since)}: ${outage.reason}`;
    return `${state}  ${seen}${failing}, ${items} items held since ${timeWords(since)}: ${message}; decide with \`yagura sources release ${source}\` or \`discard ${source}\``;
  }
  return `${state.padEnd(7)}  ${seen}${fault}`;
}
