/** `yagura restore`: puts a backup in the place of the database, and says what the next start makes of it. */

import { type Restored, restore } from "../../app/database/restore.ts";
import { requireConfig } from "../../app/files/check-files.ts";
import { counted } from "../../lib/text/counted.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import { damageWords } from "../../model/store-faults.ts";
import { createProgressLine, pacedWords } from "../terminal.ts";

interface Options {
  readonly config: string;
  readonly discard?: boolean;
  readonly damaged?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function restoreBackup(file: string, { config, json, ...options }: Options): Promise<void> {
  const { state } = requireConfig(config, process.env);
  const line = createProgressLine();
  const tell = json ? undefined : pacedWords(line, "pages");
  const restored = await restore(file, state, { ...options, now: Date.now(), ...(tell && { tell }) });
  line.clear();
  process.stdout.write(json ? `${JSON.stringify(restored)}\n` : restoredLines(restored));
  if (!restored.ok) process.exitCode = 1;
}

/** The outcome for a person, and what the next start does. */
export function restoredLines(restored: Restored): string {
  const { ok, file, from, damaged, kept } = restored;
  const found = damaged.map((damage) => `${from}: damaged: ${damageWords(damage)}`);
  const lines = ok
    ? [
        ...found,
        `${file}: restored from ${from}, ${endWords(restored)}`,
        ...(kept === undefined ? [] : [`The previous database is kept as ${kept}.`]),
        "At the next start:",
        ...nextStart(restored).map((line) => `- ${line}`),
      ]
    : [
        ...found,
        `Nothing was restored, and the database is as it was. \`yagura verify\` says what the damage means${restored.entries > 0 ? "; --damaged restores the backup all the same" : ""}.`,
      ];
  return `${lines.join("\n")}\n`;
}

function endWords({ entries, last, lastAt }: Restored): string {
  const end = lastAt === undefined ? "" : `, the last is ${last ?? 0} of ${timeWords(lastAt)}`;
  return `${counted(entries, "entry", "entries")}${end}`;
}

function nextStart({ lost, isOfAnotherEpoch, counts }: Restored): string[] {
  const waiting = counts?.messages.waiting ?? 0;
  return [
    `The feed gets a new epoch, and its readers are informed of the gap.${lostWords(lost, isOfAnotherEpoch)}`,
    "Polls find the changes that the services still show again, with their alerts and messages.",
    ...(waiting === 0
      ? []
      : [`What waits in the backup, ${counted(waiting, "message")}, may be sent a second time, unchanged.`]),
    "Alerts are open, acknowledged and silenced as they were when the backup was made.",
  ];
}

function lostWords(lost: Restored["lost"], isOfAnotherEpoch: boolean | undefined): string {
  if (isOfAnotherEpoch)
    return " The database from before was of another epoch: what of it the backup lacks cannot be counted.";
  if (lost === undefined) return "";
  const { from, to } = lost;
  const count = counted(to - from + 1, "entry", "entries");
  return ` The backup lacks ${count} that came after it was made: ${from === to ? from : `${from} to ${to}`}.`;
}
