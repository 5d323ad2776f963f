/** `yagura verify`: whether a database is whole. */

import { verifiedLines, verifyStore } from "../../app/database/verify-store.ts";
import { checkFiles, requireConfig } from "../../app/files/check-files.ts";
import { createProgressLine, pacedWords } from "../terminal.ts";

interface Options {
  readonly config: string;
  readonly rules: boolean;
  readonly json?: boolean;
}

export async function verify(file: string | undefined, options: Options): Promise<void> {
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
