/**
 * `yagura check` and `schema`: every mistake in the files that people write, what the services allow, and what such
 * files may hold.
 */

import { recordsOptions } from "../../config/services.ts";
import { checkFiles, outputFileMistakes, requireConfig } from "../../files/check-files.ts";
import type { OnlineRow } from "../../files/check-online.ts";
import { editorSchemaOf, eventTypesOf, type SchemaName } from "../../files/event-types.ts";
import { byPlace } from "../../lib/problem.ts";
import { counted } from "../../lib/text/counted.ts";
import { textTable } from "../../lib/text/terminal.ts";
import { mistakeLines } from "../refusal-lines.ts";
import { terminalOf } from "../terminal.ts";

interface CheckOptions {
  readonly config: string;
  readonly json?: boolean;
  readonly online?: boolean;
}

export async function check(options: CheckOptions): Promise<void> {
  const checked = await checkFiles(options.config, process.env);
  const { warnings, config, rules } = checked;
  const mistakes = [...checked.problems, ...(config === undefined ? [] : await outputFileMistakes(config))];
  const filesOk = mistakes.length === 0;
  // A mistake in the settings comes first: it may be why something else is.
  const problems = config === undefined ? mistakes : [...mistakes, ...warnings].sort(byPlace);
  const rows =
    options.online && filesOk && config
      ? await (await import("../../files/check-online.ts")).checkOnline(config, rules?.watchlists ?? {})
      : undefined;
  const ok = filesOk && (rows?.every((row) => row.ok) ?? true);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ok, problems, ...(rows && { online: rows }) })}\n`);
  } else {
    for (const problem of problems) process.stderr.write(`${mistakeLines(problem).join("\n")}\n\n`);
    const sources = Object.keys(config?.sources ?? {}).length;
    if (filesOk)
      process.stdout.write(
        `ok: ${counted(sources, "source")}, ${counted(rules?.names.length ?? 0, "rule")}\n`,
      );
    if (rows) process.stdout.write(table(rows));
  }
  if (!ok) process.exitCode = filesOk ? 1 : 2;
}

function table(rows: readonly OnlineRow[]): string {
  const { columns } = terminalOf();
  return textTable(
    rows.map((row) => [row.source, row.service, row.call, words(row)]),
    columns,
  );
}

const verdicts: Record<OnlineRow["verdict"], string> = {
  allowed: "allowed",
  simulated: "SIMULATED, not asked",
  "key-refused": "refused: the key is missing or not accepted",
  "no-plan": "refused: the account has no plan",
  "plan-too-low": "refused: the plan does not cover it",
  "key-or-plan": "refused: the key or its plan",
  "no-such-call": "refused: the service has no such call at this address",
  failed: "failed",
};

function words({ verdict, plan, message }: OnlineRow): string {
  const needed = plan === undefined ? "" : `, it needs the ${plan} plan`;
  const line = `${verdicts[verdict]}${needed}${message === undefined ? "" : ` (${message})`}`;
  // The words of a service never steer the terminal.
  return line.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}

// `yagura schema`: what rule files and the settings may hold, as JSON Schema for editors.

interface SchemaOptions {
  /** The rules may be about the events of these settings alone. */
  readonly config?: string;
}

export function schema(name: SchemaName, { config }: SchemaOptions): void {
  const settings = config === undefined ? undefined : requireConfig(config, process.env);
  const known = settings && { types: eventTypesOf(settings), records: recordsOptions(settings) };
  process.stdout.write(`${JSON.stringify(editorSchemaOf(name, known), null, 2)}\n`);
}
