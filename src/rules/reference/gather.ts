/** Gathers the reference data that all rules share: the lists and tables of every file, and the watchlists. */
import type { Problem } from "../../lib/problem.ts";
import type { YamlFile } from "../../lib/yaml/parse-yaml.ts";
import type { Reference, Watched } from "../cel/reference.ts";
import type { ParsedFile } from "../files/parse-rule-file.ts";
import { reportTo } from "./report-at.ts";

export interface Gathered {
  readonly reference: Reference;
  /** Files that name a list, by the list's name. */
  readonly listFiles: ReadonlyMap<string, YamlFile>;
}

/** A name stands for one thing, whichever file says it: a second list or table of a name is a mistake. */
export function gatherReference(
  files: readonly ParsedFile[],
  watched: Watched | "unknown",
  problems: Problem[],
): Gathered {
  const lists = byName(files, "lists", ({ lists }) => Object.entries(lists), problems);
  const tables = byName(files, "tables", ({ tables }) => tables, problems);
  const listFiles = new Map([...lists].map(([name, { yaml }]) => [name, yaml]));
  return {
    reference: { lists: valuesOf(lists), tables: valuesOf(tables), watched },
    listFiles,
  };
}

interface Named<Value> {
  readonly value: Value;
  readonly yaml: YamlFile;
}

function byName<Value>(
  files: readonly ParsedFile[],
  key: "lists" | "tables",
  entriesOf: (file: ParsedFile) => Iterable<readonly [string, Value]>,
  problems: Problem[],
): Map<string, Named<Value>> {
  const found = new Map<string, Named<Value>>();
  for (const file of files) {
    const { yaml } = file;
    for (const [name, value] of entriesOf(file)) {
      const before = found.get(name);
      if (before === undefined) found.set(name, { value, yaml });
      else {
        const place = `${before.yaml.file}:${before.yaml.atKey([key, name]).line}`;
        const message = `there is another ${key === "lists" ? "list" : "table"} \`${name}\` at ${place}`;
        reportTo(problems, yaml.file)(
          yaml.atKey([key, name]),
          message,
          "all files see it: leave this one out, or give it another name",
        );
      }
    }
  }
  return found;
}

function valuesOf<Value>(named: ReadonlyMap<string, Named<Value>>): Record<string, Value> {
  return Object.fromEntries([...named].map(([name, { value }]) => [name, value]));
}
