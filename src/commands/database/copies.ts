/**
 * `yagura backup`, `verify` and `restore`: copies of the database, made and put in its place, and whether one is whole.
 */
import { constants, setPriority } from "node:os";
import { type BackedUp, backUp } from "../../app/database/back-up.ts";
import { type Restored, restore } from "../../app/database/restore.ts";
import { verifiedLines, verifyStore } from "../../app/database/verify-store.ts";
import { checkFiles, requireConfig } from "../../files/check-files.ts";
import { stayBehindStarter } from "../../lib/own-process.ts";
import { counted, timeWords } from "../../lib/text/counted.ts";
import { damageWords } from "../../model/store-faults.ts";
import { createProgressLine, onceStopped, pacedWords, sizeWords } from "../terminal.ts";

interface BackupOptions {
  readonly config: string;
  readonly force?: boolean;
  readonly damaged?: boolean;
  readonly json?: boolean;
}

export async function writeBackup(file: string, { config, json, ...options }: BackupOptions): Promise<void> {
  const { state } = requireConfig(config, process.env);
  standBack();
  const line = createProgressLine();
  const stopping = new AbortController();
  onceStopped(() => stopping.abort());
  try {
    const backedUp = await backUp(state, file, {
      ...options,
      signal: stopping.signal,
      ...(json ? {} : { tell: pacedWords(line, "pages"), verifying: pacedLook(line) }),
    });
    line.clear();
    process.stdout.write(json ? `${JSON.stringify(backedUp)}\n` : backedUpLines(backedUp));
    if (!backedUp.ok) process.exitCode = 1;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    line.clear();
    process.stderr.write("yagura: stopped, no backup was made\n");
    process.exitCode = 1;
  }
}

/** Lets the monitor go first where both want to compute. */
function standBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The system does not allow it: it runs as any other.
  }
}

function pacedLook(line: ReturnType<typeof createProgressLine>): () => void {
  return () => {
    if (process.stderr.isTTY) line.show("looking whether the copy is whole");
  };
}

/** The outcome for a person. */
export function backedUpLines({ ok, file, from, bytes, entries, last, damaged }: BackedUp): string {
  const canBeKept = entries > 0 ? "; --damaged keeps the copy all the same" : "";
  const found = damaged.map((damage) => `${from}: damaged: ${damageWords(damage)}\n`).join("");
  if (!ok)
    return `${found}No backup was made; a file of that name is as it was. \`yagura verify\` says what the damage means${canBeKept}.\n`;
  const isWhole = damaged.length === 0 ? "whole" : "damaged as the database is";
  const content = `${counted(entries, "entry", "entries")}, the last is ${last ?? 0}`;
  return `${found}${file}: ${isWhole}, ${content}, ${sizeWords(bytes)}\n`;
}

// `yagura verify`: whether a database is whole.

interface VerifyOptions {
  readonly config: string;
  readonly rules: boolean;
  readonly json?: boolean;
  /** Whether a monitor has it done beside itself, and stdin is that one's pipe. */
  readonly behind?: boolean;
}

export async function printVerified(file: string | undefined, options: VerifyOptions): Promise<void> {
  if (options.behind) await stayBehindStarter();
  const path = file ?? requireConfig(options.config, process.env).state;
  const meanings = options.rules ? await meaningsOf(options.config) : undefined;
  const line = createProgressLine();
  const tell = options.json ? undefined : pacedWords(line, "entries");
  const verified = await verifyStore(path, { meanings, ...(tell && { tell }) });
  line.clear();
  process.stdout.write(options.json ? `${JSON.stringify(verified)}\n` : verifiedLines(verified));
  if (!verified.ok) process.exitCode = 1;
}

/** What the rules mean now; undefined where the files have mistakes, of which `yagura check` tells. */
async function meaningsOf(config: string): Promise<ReadonlyMap<string, string> | undefined> {
  return (await checkFiles(config, process.env)).rules?.meanings;
}

// `yagura restore`: puts a backup in the place of the database, and says what the next start makes of it.

interface RestoreOptions {
  readonly config: string;
  readonly discard?: boolean;
  readonly damaged?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function restoreBackup(
  file: string,
  { config, json, ...options }: RestoreOptions,
): Promise<void> {
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
