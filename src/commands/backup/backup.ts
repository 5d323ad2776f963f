/** `yagura backup`: a copy of the database that was verified, made beside a running monitor. */

import { constants, setPriority } from "node:os";
import { type BackedUp, backUp } from "../../app/database/back-up.ts";
import { requireConfig } from "../../app/files/check-files.ts";
import { counted } from "../../lib/text/counted.ts";
import { damageWords } from "../../model/store-faults.ts";
import { createProgressLine, pacedWords, sizeWords } from "../terminal.ts";

interface Options {
  readonly config: string;
  readonly force?: boolean;
  readonly damaged?: boolean;
  readonly json?: boolean;
}

export async function backup(file: string, { config, json, ...options }: Options): Promise<void> {
  const { state } = requireConfig(config, process.env);
  standBack();
  const line = createProgressLine();
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
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
