/** The files that ship with the program: the commented settings, the rules and the schemas for editors. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import type { Config } from "../../config/config.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Written } from "../../lib/yaml/written-value.ts";

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

/** The program lies somewhere below it: in dist when it is built, else in src. */
function packageFolder(from: string): string {
  const isIt = existsSync(join(from, "package.json")) && existsSync(join(from, "config/monitor.yaml"));
  if (isIt) return from;
  const above = dirname(from);
  if (above === from) throw new Error("the files that ship are not here");
  return packageFolder(above);
}
