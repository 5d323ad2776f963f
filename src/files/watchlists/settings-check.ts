/** What an edit of the settings or of a file of data would make wrong, as `yagura check` says it. */
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/interpolate.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Problem } from "../../lib/problem.ts";
import { withEntriesEdited, withLast, without, withValue, writtenAt } from "../../lib/yaml/edit-yaml.ts";
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

/** Undefined: the list is written in a way that is not edited here. */
export type ListText = string | undefined;

/** @param stocks at least one */
export function withEntries(
  text: string,
  list: string,
  stocks: readonly { readonly code: string; readonly cells: Cells }[],
): ListText {
  const [entry = "", ...more] = stocks.map(({ code, cells }) =>
    Object.keys(cells).length === 0 ? code : { code, ...cells },
  );
  return orNot(() => withLast(text, ["watchlists", list], entry, ...more));
}

export function withoutEntry(text: string, list: string, index: number): ListText {
  return orNot(() => without(text, ["watchlists", list, index]));
}

export interface ChangedStock {
  /** Its place in the list. */
  readonly index: number;
  readonly code: string;
  /** By column; undefined takes one away. */
  readonly cells: Readonly<Record<string, Cell | undefined>>;
}

/** Each stock once. */
export function withCells(text: string, list: string, changed: readonly ChangedStock[]): ListText {
  const edits = changed.map(({ index, code, cells }) => {
    const edit = (entry: string) =>
      Object.entries(cells).reduce((now, [column, value]) => withCell(now, code, { column, value }), entry);
    return [index, edit] as const;
  });
  return orNot(() => withEntriesEdited(text, ["watchlists", list], new Map(edits)));
}

interface Change {
  readonly column: string;
  readonly value: Cell | undefined;
}

/** @param entry of one stock, alone */
function withCell(entry: string, code: string, { column, value }: Change): string {
  if (value === undefined) return without(entry, [column]);
  // A code alone becomes a map, in which there is room for more.
  return writtenAt(entry, []) !== undefined
    ? withValue(entry, [], { code, [column]: value })
    : withValue(entry, [column], value);
}

function orNot(edit: () => string): ListText {
  try {
    return edit();
  } catch {
    return undefined;
  }
}
