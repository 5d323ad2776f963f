/**
 * The last good settings and rules, kept in the database so that a restart needs no person. They are texts as they were
 * written: references such as `${NAME}` stay references, so what the environment and files hold is not kept. A secret
 * that stands in the settings themselves is kept with them, since without it they would not open; the database is its
 * owner's alone (0600), as the mails in it already want.
 */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { RuleFiles } from "../rules/files/read-rule-files.ts";

const settingsKey = "kept.settings";
const rulesKey = "kept.rules";
export const keptKeys = [settingsKey, rulesKey];

export interface KeptSettings {
  /** The config file, absolute. */
  readonly file: string;
  /** The database that they name, its links followed: kept in a copy elsewhere they are not this monitor's. */
  readonly state: string;
  readonly text: string;
}

/** A part of the table meta. */
type Facts = (key: string) => string | undefined;

export function keptSettings(get: Facts, file: string, state: string): KeptSettings | undefined {
  const kept = parsed(get(settingsKey)) as KeptSettings | undefined;
  return kept?.file === resolve(file) && kept.state === followed(state) ? kept : undefined;
}

export function keepingSettings(text: string, file: string, state: string): Record<string, string> {
  const kept: KeptSettings = { file: resolve(file), state: followed(state), text };
  return { [settingsKey]: JSON.stringify(kept) };
}

export function keptRules(get: Facts): RuleFiles | undefined {
  const kept = parsed(get(rulesKey)) as (Omit<RuleFiles, "data"> & Kept) | undefined;
  if (kept === undefined) return undefined;
  const { hash, texts, data = [], words = [] } = kept;
  // A version before kept the words of files one by one.
  const before = words.map(([file, list]): Data[number] => [file, list.join("\n")]);
  const files = [...data, ...before].map(([file, text]) => [file, { ok: true as const, text }] as const);
  return { hash, texts, data: new Map(files) };
}

export function keepingRules({ hash, texts, data }: RuleFiles): Record<string, string> {
  const files: Data = [...data].map(([file, found]) => [file, found.ok ? found.text : ""]);
  return { [rulesKey]: JSON.stringify({ hash, texts, data: files }) };
}

interface Kept {
  readonly data?: Data;
  readonly words?: readonly [file: string, words: readonly string[]][];
}

type Data = [file: string, text: string][];

function parsed(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    // A damaged text is as none: the files as they are decide then.
    return undefined;
  }
}

function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
