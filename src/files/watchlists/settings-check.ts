/** What an edit of the settings or of a file of data would make wrong, as `yagura check` says it. */
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/interpolate.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Problem } from "../../lib/problem.ts";
import { withLast, without, withValue, writtenAt } from "../../lib/yaml/edit-yaml.ts";
import { compileRuleTexts } from "../../rules/files/compile-files.ts";
import { dataFilesIn, readDataFiles, readRuleFiles } from "../../rules/files/read-rule-files.ts";
import { ruleOptions, settingMistakes } from "../check-files.ts";

export interface EditedText {
  /** The whole of the settings as they would be. */
  readonly settings?: string;
  /** A file of data, as seen from the folder of the rules. */
  readonly data?: { readonly file: string; readonly text: string };
}

/** Only mistakes that the files as they stand have not. */
export async function causedBy(
  config: Config,
  environment: Environment,
  edited: EditedText,
): Promise<Problem[]> {
  const after = await mistakesIn(config, environment, edited);
  if (after.length === 0) return [];
  const before = await mistakesIn(config, environment, {});
  const known = new Set(before.map(({ file, message }) => `${file}\0${message}`));
  return after.filter(({ file, message }) => !known.has(`${file}\0${message}`));
}

async function mistakesIn(
  config: Config,
  environment: Environment,
  { settings, data: own }: EditedText,
): Promise<Problem[]> {
  const loaded = loadConfig(config.file, environment, settings === undefined ? {} : { text: settings });
  if (!loaded.ok) return loaded.problems;
  const mistakes = settingMistakes(loaded.config, loaded.locate);
  const options = ruleOptions(loaded.config);
  const { texts, problems } = await readRuleFiles(loaded.config.rules);
  const data = new Map(await readDataFiles(loaded.config.rules, dataFilesIn(texts), options.watchlists));
  if (own !== undefined) data.set(own.file, { ok: true, text: own.text });
  const rules = compileRuleTexts(texts, { ...options, hash: "", data, problems });
  return [...mistakes, ...(rules.ok ? [] : rules.problems)];
}

// A watchlist that the settings write out, edited in their text: comments and everything else stay as they are.
export type Cell = string | number;
type Cells = Readonly<Record<string, Cell>>;
type Entry = readonly [lists: string, list: string, index: number];

/** Undefined: the list is written in a way that is not edited here. */
export type ListText = string | undefined;

export function withEntry(text: string, list: string, code: string, cells: Cells): ListText {
  const entry = Object.keys(cells).length === 0 ? code : { code, ...cells };
  return orNot(() => withLast(text, ["watchlists", list], entry));
}

export function withoutEntry(text: string, list: string, index: number): ListText {
  return orNot(() => without(text, ["watchlists", list, index]));
}

/** @param cells by column; undefined takes one away */
export function withCells(
  text: string,
  list: string,
  index: number,
  code: string,
  cells: Readonly<Record<string, Cell | undefined>>,
): ListText {
  const entry: Entry = ["watchlists", list, index];
  return orNot(() =>
    Object.entries(cells).reduce(
      (now, [column, value]) => withCell(now, entry, code, { column, value }),
      text,
    ),
  );
}

interface Change {
  readonly column: string;
  readonly value: Cell | undefined;
}

function withCell(text: string, entry: Entry, code: string, { column, value }: Change): string {
  if (value === undefined) return without(text, [...entry, column]);
  // A code alone becomes a map, in which there is room for more.
  const isCode = writtenAt(text, entry) !== undefined;
  return isCode
    ? withValue(text, entry, { code, [column]: value })
    : withValue(text, [...entry, column], value);
}

function orNot(edit: () => string): ListText {
  try {
    return edit();
  } catch {
    return undefined;
  }
}
