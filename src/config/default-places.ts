/** The places of rules, database and mails that a config file does not name. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The config file where no option and no variable names one: that of a checkout, else that of the system. */
const configPlaces = ["config/monitor.yaml", "/etc/yagura/monitor.yaml"] as const;

type Exists = (path: string) => boolean;

export function defaultConfigFile(named: string | undefined, exists: Exists = existsSync): string {
  if (named !== undefined && named !== "") return named;
  return configPlaces.find((path) => exists(path)) ?? configPlaces[0];
}

/**
 * Defaults of a file that names no folders: those beside it if its rules are there, as in /etc/yagura, else those one
 * folder up, as in a checkout.
 * @param rules the folder of rules, where the file names it
 */
export function defaultsAt(folder: string, rules: string | undefined, exists: Exists = existsSync) {
  const isOwn = rules === undefined && exists(join(folder, "rules"));
  const home = isOwn ? folder : dirname(folder);
  return { rules: join(home, "rules"), data: dataOf(isOwn ? folder : undefined, home, exists) };
}

/** Every place at which the database of a file in this folder may be. */
export function defaultStates(folder: string, exists: Exists = existsSync): string[] {
  const homes = [join(folder, "data"), dataOf(folder, folder, exists), join(dirname(folder), "data")];
  return [...new Set(homes)].map((data) => join(data, "yagura.db"));
}

/** Settings in /etc/NAME have their data in /var/lib/NAME, where nothing is beside them from before. */
function dataOf(own: string | undefined, home: string, exists: Exists): string {
  const beside = join(home, "data");
  if (own === undefined || dirname(own) !== "/etc" || exists(beside)) return beside;
  return join("/var/lib", basename(own));
}

/**
 * The folder that has what ships with the program.
 * @param from a folder within it: dist where the program is built, else one of src
 */
export function packageFolder(from: string): string {
  const isIt = existsSync(join(from, "package.json")) && existsSync(join(from, "config/monitor.yaml"));
  if (isIt) return from;
  const above = dirname(from);
  if (above === from) throw new Error("the files that ship are not here");
  return packageFolder(above);
}
