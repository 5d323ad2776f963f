/** The settings as they will be, before anything is on the disk: a text, and the secrets that it refers to. */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import type { Config } from "../../../config/config.ts";
import { packageFolder } from "../../../config/default-places.ts";
import { readConfigFileNow } from "../../../config/interpolate.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { settingMistakes } from "../../../files/check-files.ts";
import type { Problem } from "../../../lib/problem.ts";
import { withFirst, without, withValue, writtenAt } from "../../../lib/yaml/edit-yaml.ts";
import type { Written } from "../../../lib/yaml/written-value.ts";

export interface NamedStock {
  readonly code: string;
  readonly name?: string | undefined;
}

export interface Draft {
  /** Path of the config file, absolute. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Secrets by the names of their files. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The watched stocks, as far as they are known. */
  readonly stocks: readonly NamedStock[];
  /** The file of their list, to be written; undefined: it is in the config file, or stays as it is. */
  readonly list?: { readonly path: string; readonly text: string };
}

type Path = readonly (string | number)[];

/** Folder of the files with secrets, beside the config file. */
export const secretsFolder = "secrets";

const reference = /^\$\{([A-Za-z_][A-Za-z0-9_]*):-.*\}$/s;

/**
 * The draft with this value. Where the file takes the value from the environment and has it as a default, the default
 * changes, unless the environment sets it: then what was answered would not count.
 */
export function withSetting(draft: Draft, path: Path, value: Written): Draft {
  const before = writtenAt(draft.text, path);
  if (before === value) return draft;
  const [, name] = typeof value === "string" ? (reference.exec(before ?? "") ?? []) : [];
  const isFree = name !== undefined && !draft.environment[name] && !draft.environment[`${name}_FILE`];
  const written = isFree && !String(value).includes("}") ? `\${${name}:-${value}}` : value;
  return { ...draft, text: withValue(draft.text, path, written) };
}

export function withoutSetting(draft: Draft, path: Path): Draft {
  return { ...draft, text: without(draft.text, path) };
}

/** The draft with one more entry at the beginning of a list. */
export function withFirstOf(draft: Draft, path: Path, value: Written): Draft {
  return { ...draft, text: withFirst(draft.text, path, value) };
}

/** The draft with a secret in a file of its own. */
export function withSecret(draft: Draft, path: Path, name: string, secret: string): Draft {
  const secrets = new Map([...draft.secrets, [name, secret]]);
  const text = withValue(draft.text, path, `\${file:${secretsFolder}/${name}}`);
  return { ...draft, text, secrets };
}

type ReadDraft = { ok: true; config: Config } | { ok: false; problems: readonly Problem[] };

/** Reads a draft as the monitor will read its file. */
export function readDraft(draft: Draft): ReadDraft {
  const loaded = load(draft);
  return loaded.ok ? { ok: true, config: loaded.config } : { ok: false, problems: loaded.problems };
}

/** Reads it and checks it as `yagura check` will: also for what an output would refuse at the start. */
export function checkDraft(draft: Draft): ReadDraft {
  const loaded = load(draft);
  if (!loaded.ok) return { ok: false, problems: loaded.problems };
  const problems = settingMistakes(loaded.config, loaded.locate);
  return problems.length === 0 ? { ok: true, config: loaded.config } : { ok: false, problems };
}

function load({ file, text, secrets, environment }: Draft) {
  const own = new Map([...secrets].map(([name, secret]) => [secretPath(file, name), secret]));
  const read = (path: string) => own.get(resolve(path)) ?? readConfigFileNow(path);
  return loadConfig(file, environment, { text, read });
}

/** Path of a secret's file, absolute. */
export function secretPath(file: string, name: string): string {
  return join(dirname(file), secretsFolder, name);
}

/** Mistakes in one line: the first, with what to do. */
export function problemWords(problems: readonly Problem[]): string {
  return problems
    .map(({ message, suggestion }) => (suggestion === undefined ? message : `${message}; ${suggestion}`))
    .slice(0, 3)
    .join("\n");
}

// The files that ship with the program: the commented settings, the rules and the schemas for editors.

export interface Shipped {
  /** The folder that has config and rules. */
  readonly folder: string;
  /** The settings as they are written. */
  readonly text: string;
  /** The settings with nothing from the environment. */
  readonly config: Config;
  /** The section `sources` as it is written. */
  readonly sources: Readonly<Record<string, Written>>;
}

/** @param from a folder within the package */
export function readShipped(from: string): Shipped {
  const folder = packageFolder(from);
  const file = join(folder, "config/monitor.yaml");
  const text = readFileSync(file, "utf8");
  const loaded = loadConfig(file, {}, { text });
  if (!loaded.ok) throw new Error("the settings that ship do not load");
  const { sources } = parse(text) as { sources: Record<string, Written> };
  return { folder, text, config: loaded.config, sources };
}
