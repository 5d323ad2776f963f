/**
 * Sees edits of the rules folder by looking at it, since file events do not come from every mount and an
 * editor may replace files. It acts when two looks in a row agree after a change, so half-written files wait.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../lib/clock.ts";
import { type LoadedRules, loadRules, type RuleOptions } from "./load-rules.ts";
import { isRuleFile } from "./read-rule-files.ts";

export interface WatchOptions extends RuleOptions {
  /** Hash of the rules that are active, so that what changed before the first look is found. */
  readonly loadedHash?: string;
  readonly everyMs?: number;
}

/** Calls `onChange` with each new state of the folder's contents, good or bad. The answer stops it. */
export function watchRules(
  folder: string,
  { loadedHash, everyMs = 200, ...options }: WatchOptions,
  clock: Clock,
  onChange: (loaded: LoadedRules) => void,
): () => void {
  let known: string | undefined = loadedHash;
  let acted: string | undefined;
  let before: string | undefined;
  let wordFiles: readonly string[] = [];
  let stopped = false;
  let cancel = (): void => {};

  const look = async (): Promise<void> => {
    const seen = await lookAt(folder, wordFiles);
    if (!stopped && seen === before && seen !== acted) {
      acted = seen;
      const loaded = await loadRules(folder, options);
      // With files that were not looked at before, the next looks differ from this one, and the rules are read again.
      wordFiles = loaded.wordFiles;
      const hash = loaded.ok ? loaded.rules.hash : loaded.hash;
      const isNews = known !== undefined && hash !== known;
      known = hash;
      if (isNews && !stopped) onChange(loaded);
    }
    before = seen;
    if (!stopped) cancel = clock.after(everyMs, () => void look());
  };
  void look();
  return () => {
    stopped = true;
    cancel();
  };
}

/** One line a file: whatever a change of it changes. A folder that cannot be read looks empty. */
async function lookAt(folder: string, wordFiles: readonly string[]): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter(isRuleFile).sort();
  const lines = await Promise.all(
    [...names, ...wordFiles].map(async (name) => {
      const facts = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
      if (facts === undefined) return `${name} gone`;
      return `${name} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs} ${facts.ino}`;
    }),
  );
  return lines.join("\n");
}
