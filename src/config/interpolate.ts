/** Fills `${NAME}`, `${NAME:-default}` and `${file:PATH}` into the values of a parsed file. */
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import type { Problem } from "../lib/problem.ts";
import { asUnread, readSmallFile, readSmallFileNow, type Unread } from "../lib/read-small-file.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import type { Path, YamlFile } from "../lib/yaml/parse-yaml.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a small text file, or throws. */
export type ReadText = (path: string) => string;

export interface Interpolated {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Paths whose text came from outside, as JSON. */
  readonly filled: ReadonlySet<string>;
  /** Texts that have something from the environment or a file in them. */
  readonly given: readonly Given[];
  /** Places of the values that could not be filled in, as JSON. */
  readonly broken: ReadonlySet<string>;
}

interface Given {
  readonly path: Path;
  /** The whole text, as it was filled. */
  readonly text: string;
  /** What came from elsewhere. */
  readonly parts: readonly string[];
}

export function interpolate(yaml: YamlFile, environment: Environment, readText: ReadText): Interpolated {
  const problems: Problem[] = [];
  const filled = new Set<string>();
  const given: Given[] = [];
  const broken = new Set<string>();
  const lookUp = createLookUp(environment, readText);

  const fillText = (text: string, path: Path): string => {
    if (!text.includes("${")) return text;
    filled.add(JSON.stringify(path));
    const parts: string[] = [];
    const whole = text.replace(
      /\$\{([^}]*)(\}?)/g,
      (reference, inside: string, end: string, index: number) => {
        const found = end === "" ? { problem: `this \${ has no }` } : lookUp(inside);
        if ("text" in found) {
          parts.push(found.text);
          return found.text;
        }
        broken.add(JSON.stringify(yaml.at(path)));
        problems.push({
          file: yaml.file,
          ...yaml.atIndex(path, index),
          message: found.problem,
          ...found.more,
        });
        return reference;
      },
    );
    given.push({ path, text: whole, parts });
    return whole;
  };
  const fill = (value: unknown, path: Path): unknown => {
    if (typeof value === "string") return fillText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]));
  };
  return { value: fill(yaml.value, []), problems, filled, given, broken };
}

type Found = { text: string } | { problem: string; more?: { suggestion: string } };

function createLookUp(environment: Environment, readText: ReadText): (inside: string) => Found {
  const fromFile = (path: string, whose: string): Found => {
    try {
      return { text: readText(path).replace(/\r?\n$/, "") };
    } catch (error) {
      return { problem: `${whose} cannot be read: ${asUnread(error).message}` };
    }
  };
  return (inside) => {
    if (inside.startsWith("file:")) return fromFile(inside.slice(5), `the file ${inside.slice(5)}`);
    const [, name, , fallback] = /^([A-Za-z_][A-Za-z0-9_]*)(:-(.*))?$/s.exec(inside) ?? [];
    if (name === undefined) {
      return { problem: `this is none of \${NAME}, \${NAME:-default} and \${file:PATH}` };
    }
    const own = environment[name];
    const path = environment[`${name}_FILE`];
    if (own !== undefined && own !== "" && path !== undefined && path !== "") {
      return { problem: `the environment sets both ${name} and ${name}_FILE` };
    }
    if (path !== undefined && path !== "") return fromFile(path, `the file that ${name}_FILE names`);
    if (own !== undefined && (own !== "" || fallback === undefined)) return { text: own };
    if (fallback !== undefined) return { text: fallback };
    const meant = didYouMean(
      name,
      Object.keys(environment).filter((known) => known.startsWith("YAGURA_")),
    );
    return {
      problem: `the environment does not set ${name}`,
      more: { suggestion: meant ?? `\${${name}:-default} gives it a default` },
    };
  };
}

/** Converts text from the environment: if the schema wants a number or true and false, it is read as one. Text in the file itself stays text. */
export function coerceFilled(schema: z.ZodType, { value, filled }: Interpolated): unknown {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success || filled.size === 0) return value;
  const copy = structuredClone(value);
  for (const issue of parsed.error.issues) {
    if (issue.code !== "invalid_type" || !filled.has(JSON.stringify(issue.path))) continue;
    replaceAt(copy, issue.path, (text) => readAs(issue.expected, text));
  }
  return copy;
}

function readAs(expected: string, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if ((expected === "number" || expected === "int") && /^-?\d+(\.\d+)?$/.test(text.trim()))
    return Number(text);
  if (expected === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function replaceAt(root: unknown, path: readonly PropertyKey[], change: (value: unknown) => unknown): void {
  let parent = root as Record<PropertyKey, unknown>;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<PropertyKey, unknown>;
  const last = path.at(-1);
  if (last !== undefined) parent[last] = change(parent[last]);
}

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
