/**
 * Sees edits of the rules folder by looking at it, since file events do not come from every mount and an
 * editor may replace files. It acts when two looks in a row agree after a change, so half-written files wait.
 * Rules of what turned empty stay for a minute, and go only if it is still so.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Problem } from "../../lib/problem.ts";
import { inTime, unansweredFiles } from "../../lib/read-small-file.ts";
import { inTurns } from "../../lib/turns.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { wordLines } from "../reference/data-file.ts";
import type { CompiledRules } from "../rule-set.ts";
import { compileRuleTexts, compiling, type LoadedRules, type RuleOptions } from "./compile-files.ts";
import { loadRules, type RuleCheck } from "./load-rules.ts";
import { hashOf, isRuleFile, type RuleFiles, wholeFolder } from "./read-rule-files.ts";

export interface WatchOptions extends RuleOptions {
  /** The active rules; left out: there are none that an emptied file could take away. */
  readonly active?: GoodRules;
  /** Hash of the contents that were seen last, so that what changed before the first look is found. */
  readonly seenHash?: string;
  /** They were refused as they are, also where they look emptied. */
  readonly wasRefused?: boolean;
  /** Finds mistakes elsewhere, so that compiling holds nothing up. */
  readonly check?: RuleCheck | undefined;
  readonly everyMs?: number;
  /** Time for which the rules of an emptied file stay. */
  readonly stayMs?: number;
}

/** Time for which the rules of an emptied file stay. */
const aMinuteMs = 60_000;

/**
 * Calls `onChange` with each new state of the folder's contents, good or bad, and with what turned empty, whose rules
 * are still among the good ones. The answer stops it.
 */
export function watchRules(
  folder: string,
  { everyMs = 200, ...options }: WatchOptions,
  clock: Pick<Clock, "after" | "elapsed">,
  onChange: (loaded: LoadedRules, emptied: readonly Emptied[]) => void,
): () => void {
  const edits = createEdits(folder, options, clock);
  let acted: string | undefined;
  let before: string | undefined;
  let stopped = false;
  let cancel = (): void => {};

  const look = async (): Promise<void> => {
    const seen = await lookAt(folder, edits.dataFiles());
    if (!stopped && seen === before && (seen !== acted || edits.isDue())) {
      acted = seen;
      const edit = await edits.read(seen);
      if (edit !== undefined && !stopped) onChange(...edit);
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

/** The rules after an edit, and the emptied files whose last rules are still among them. */
type Edit = readonly [loaded: LoadedRules, staying: readonly Emptied[]];

function createEdits(
  folder: string,
  { active, seenHash, wasRefused, check, stayMs = aMinuteMs, ...options }: WatchOptions,
  clock: Pick<Clock, "elapsed">,
) {
  let known = seenHash;
  let refused = wasRefused ? seenHash : undefined;
  let good = active;
  let dataFiles: readonly string[] = [];
  /** Emptied files, with the moment when that was seen. */
  let emptiedAt = new Map<string, number>();
  /** Told that the folder does not answer. */
  let hangs = false;

  const isOver = (file: string) => clock.elapsed() - (emptiedAt.get(file) ?? clock.elapsed()) >= stayMs;
  /** What is new in what was read, with the rules of emptied files that stay. */
  const editOf = async (loaded: LoadedRules): Promise<Edit | undefined> => {
    const { hash } = loaded.read;
    if (hash !== refused) refused = undefined;
    const emptied = good === undefined || hash === refused ? [] : emptiedSince(good, loaded);
    const gone = emptied.some(({ file }) => isOver(file));
    emptiedAt = new Map(emptied.map(({ file }) => [file, emptiedAt.get(file) ?? clock.elapsed()]));
    const isNews = gone || (known !== undefined && hash !== known);
    known = hash;
    if (!isNews) return undefined;
    const staying = emptied.filter(({ file }) => !isOver(file));
    const after = gone ? withoutGone(loaded) : loaded;
    const edited = good && staying.length > 0 ? await withEmptied(good, loaded, staying, options) : after;
    if (edited.ok) good = edited;
    return [edited, staying];
  };

  return {
    /** Files besides those of rules that the rules of the last reading name. */
    dataFiles: () => dataFiles,
    /** Whether an emptied file has stayed so as long as its rules may. */
    isDue: () => [...emptiedAt.keys()].some(isOver),
    /** Reads the folder, which was seen so; undefined: nothing is new, or it changed meanwhile. */
    async read(seen: string): Promise<Edit | undefined> {
      if (unansweredFiles() === 0) hangs = false;
      if (hangs) return undefined;
      const loaded = unansweredFiles() > 0 ? notAnswering() : await loadRules(folder, options, check);
      // Files that were saved while others were read do not belong together: the next looks see them.
      if (unansweredFiles() === 0 && (await lookAt(folder, dataFiles)) !== seen) return undefined;
      hangs = unansweredFiles() > 0;
      // With files that were not looked at before, the next looks differ from this one, and the rules are read again.
      dataFiles = loaded.dataFiles;
      return editOf(loaded);
    },
  };
}

/** The rules once an emptied file stayed so: none, if the folder is away. */
function withoutGone(loaded: LoadedRules): LoadedRules {
  return loaded.ok ? loaded : { ...withoutRules, read: loaded.read, isAway: true };
}

const noTypes: EventTypes = { known: new Map(), possible: new Map(), sets: new Map() };

/** The rules of a folder that is away for good. */
const withoutRules = compileRuleTexts([], { notify: [], types: noTypes, hash: "" }) as Extract<
  LoadedRules,
  { ok: true }
>;

function notAnswering(): LoadedRules {
  const message = "the folder of rules does not answer: is it on a mount that hangs?";
  const problems = [{ file: wholeFolder, line: 1, column: 1, message }];
  return compileRuleTexts([], { notify: [], types: noTypes, hash: "does not answer", problems });
}

/**
 * One line a file: whatever a change of it changes. A folder that cannot be read looks empty. One after the other, and
 * nothing while an answer is missing: a mount that hangs takes a thread for each question.
 */
async function lookAt(folder: string, dataFiles: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const names = unansweredFiles() > 0 ? [] : await inTime(readdir(folder)).catch(() => []);
  for (const name of [...names.filter(isRuleFile).sort(), ...dataFiles]) {
    if (unansweredFiles() > 0) break;
    const facts = await inTime(stat(join(folder, name), { bigint: true })).catch(() => undefined);
    if (facts === undefined) lines.push(`${name} gone`);
    else lines.push(`${name} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs} ${facts.ino}`);
  }
  return unansweredFiles() > 0 ? "does not answer" : lines.join("\n");
}

/** A file that turned empty, or `.` for the whole folder. */
export interface Emptied {
  readonly file: string;
  /** Names of the rules that would go with it; none where it held words, a table or a watchlist. */
  readonly rules: readonly string[];
}

/** Rules that are active, with the files that they were made from. */
export interface GoodRules {
  readonly rules: CompiledRules;
  readonly read: RuleFiles;
}

/** Files that turned empty since the last good rules. Rules that moved to another file are not missed. */
export function emptiedSince({ rules: before, read }: GoodRules, now: LoadedRules): Emptied[] {
  if (before.rules.length > 0 && isWithoutFiles(now)) return [{ file: wholeFolder, rules: before.names }];
  if (!now.ok) return [];
  // Rules that are turned off are there: somebody meant it.
  const names = new Set(now.rules.all.map(({ name }) => name));
  const filled = new Set(now.rules.all.map(({ file }) => file));
  const files = now.read.texts.flatMap(({ file }) => {
    if (filled.has(file)) return [];
    const had = before.rules.filter((rule) => rule.file === file).map(({ name }) => name);
    const rules = had.filter((name) => !names.has(name));
    return rules.length > 0 ? [{ file, rules }] : [];
  });
  const data = [...now.read.data.keys()].filter((file) => linesIn(now.read, file) === 0);
  const emptied = data.filter((file) => (linesIn(read, file) ?? 0) > 0);
  return [...files, ...emptied.map((file) => ({ file, rules: [] }))];
}

function isWithoutFiles(now: LoadedRules): boolean {
  return now.read.texts.length === 0 && (now.ok || now.isAway);
}

/** Lines that say something; of a table those under its heading. */
function linesIn({ data }: RuleFiles, file: string): number | undefined {
  const found = data.get(file);
  if (!found?.ok) return undefined;
  const lines = wordLines(found.text).length;
  return /\.csv$/i.test(file) ? Math.max(0, lines - 1) : lines;
}

/** The rules of now with the emptied files as they were; those from before where the two do not go together. */
export async function withEmptied(
  before: GoodRules,
  now: LoadedRules,
  emptied: readonly Emptied[],
  options: RuleOptions,
): Promise<Extract<LoadedRules, { ok: true }>> {
  const dataFiles = now.dataFiles;
  const { rules, read } = before;
  const asBefore = { ok: true as const, rules, read, warnings: [], dataFiles, isAway: false };
  const files = new Set(emptied.map(({ file }) => file));
  if (files.has(wholeFolder)) return asBefore;
  const textBefore = new Map(before.read.texts.map(({ file, text }) => [file, text]));
  const texts = now.read.texts.map(({ file, text }) => ({
    file,
    text: files.has(file) ? (textBefore.get(file) ?? text) : text,
  }));
  const dataNow = [...now.read.data].filter(([file]) => !files.has(file));
  const data = new Map([...before.read.data, ...dataNow]);
  const merged = await inTurns(compiling(texts, { ...options, data, hash: hashOf(texts, data) }));
  return merged.ok ? { ...merged, dataFiles } : asBefore;
}

const mostNamed = 20;

/** How long rules stay whose file turned empty. */
const staying = {
  minute: "stay for a minute, and go if it is still so then",
  longer: "stay until there are some again",
} as const;

export function emptiedProblems(emptied: readonly Emptied[], stays: keyof typeof staying): Problem[] {
  return emptied.map(({ file, rules }) => {
    const what = file === wholeFolder ? "the folder has no rule files any more" : "the file is empty now";
    const names = rules.slice(0, mostNamed).join(", ");
    const more = rules.length > mostNamed ? ` and ${rules.length - mostNamed} more` : "";
    const whose = rules.length === 0 ? "the entries that it had" : `its rules (${names}${more})`;
    return { file, line: 1, column: 1, message: `${what}; ${whose} ${staying[stays]}` };
  });
}
