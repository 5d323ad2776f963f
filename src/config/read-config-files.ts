/** Reads the config file and the files of secrets that it names, before any of them is needed and each within a limit. */
import { dirname, resolve } from "node:path";
import { readSmallFile, readSmallFileNow } from "../lib/files/read-small-file.ts";
import { asUnread, type Unread } from "../lib/files/unread.ts";
import type { Environment, ReadText } from "./interpolate.ts";

const mostBytes = 4_000_000;

/** Reads and waits for it: for a command that does nothing else yet. Throws Unread. */
export const readConfigFileNow: ReadText = (path) => readSmallFileNow(path, mostBytes).toString("utf8");

/** The answer gives what was read by absolute path, and throws Unread for what could not be. */
export async function readConfigFiles(path: string, environment: Environment): Promise<ReadText> {
  const file = resolve(path);
  const read = new Map<string, string | Unread>();
  const keep = async (one: string): Promise<string> => {
    const found = await readSmallFile(one, mostBytes).then(
      (bytes) => bytes.toString("utf8"),
      (error: unknown) => asUnread(error),
    );
    read.set(one, found);
    return typeof found === "string" ? found : "";
  };
  // One after the other: what is on a mount that hangs takes a thread.
  for (const name of filesNamed(await keep(file), environment)) await keep(resolve(dirname(file), name));
  return (one) => {
    const found = read.get(one) ?? readConfigFileNow(one);
    if (typeof found === "string") return found;
    throw found;
  };
}

function filesNamed(text: string, environment: Environment): string[] {
  const names = [...text.matchAll(/\$\{file:([^}]*)\}/g)].map(([, name = ""]) => name);
  const variables = [...text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)];
  const byVariable = variables.map(([, name]) => environment[`${name}_FILE`] ?? "");
  return [...new Set([...names, ...byVariable])].filter((name) => name !== "");
}
