/** The tables of the reference of rules, written from the definitions, and the parts of which tables of other pages are made. */
import { Document, isMap, isPair, isSeq, visit } from "yaml";
import { builtInTypes } from "../../src/files/event-types.ts";
import { editorSchema } from "../../src/lib/editor-schema.ts";
import type { EventTypeFacts } from "../../src/model/event-types.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { conditionKeys } from "../../src/rules/conditions/index.ts";
import { lifeKeys } from "../../src/rules/life/life.ts";
import { rulesSchemas } from "../../src/rules/schema/rule-schema.ts";
import { type Construct, functions, more, operators, values } from "./expression-reference.ts";
import { fieldRows } from "./field-rows.ts";

export interface Key {
  readonly $ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Record<string, Key>;
  readonly items?: Key;
  readonly anyOf?: readonly Key[];
}

const rule = editorSchema(rulesSchemas(builtInTypes, notifySchemes()).rule) as unknown as Key & {
  definitions: Record<string, Key>;
};
const standing = standingProperties();
const conditions = Object.keys(conditionKeys);
const life = Object.keys(lifeKeys);

/** The keys of a value under `standing` at the top of a file. */
function standingProperties(): Record<string, Key> {
  const file = editorSchema(rulesSchemas(builtInTypes, notifySchemes()).written) as unknown as {
    readonly properties: Record<string, { readonly additionalProperties?: Key }>;
  };
  return file.properties.standing?.additionalProperties?.properties ?? {};
}

/** The text with every table between its marks written anew. */
export function withTables(text: string): string {
  return text.replace(/<!-- generated: (.+?) -->\n.*?<!-- end -->/gs, (_, name: string) => {
    return `<!-- generated: ${name} -->\n${tableOf(name)}\n<!-- end -->`;
  });
}

function tableOf(name: string): string {
  const [, prefix, what = ""] = /^(fields|types|keys) of (.+)$/.exec(name) ?? [];
  if (prefix === "fields") return table(["field", "kind", "what it is"], fieldRows(typesOf(what)));
  if (prefix === "types") return table(["type", "when it comes"], typeRows(what));
  if (prefix === "keys") return table(["key", "what it says", "example"], keysOf(what));
  return expressionTable(name);
}

function expressionTable(name: string): string {
  const constructs: Record<string, readonly Construct[]> = {
    ...{ values, operators, functions, "other functions": more },
  };
  const rows = constructs[name]?.map(({ write, about, example }) => [code(write), about, code(example)]);
  if (rows === undefined) throw new Error(`no table is called ${name}`);
  return table(["write", "meaning", "example"], rows);
}

function keysOf(what: string): string[][] {
  const all = rule.properties ?? {};
  if (what === "conditions") return keyRows(all, conditions);
  if (what === "the life of an alert") return keyRows(all, life);
  if (what === "standing") return keyRows(standing, Object.keys(standing));
  const others = Object.keys(all).filter((key) => !conditions.includes(key) && !life.includes(key));
  if (what === "a rule") return keyRows(all, others);
  const found = what.split(".").reduce<Key>((key, step) => child(key, step), rule);
  const { properties } = found.properties ? found : resolved(found.items ?? found.anyOf?.[0] ?? found);
  // Keys that every condition takes stand in a table of their own.
  const ofAll = conditions.includes(what) ? ["name", "when"] : [];
  const names = Object.keys(properties ?? {}).filter((name) => !ofAll.includes(name));
  if (names.length === 0) throw new Error(`${what} has no keys`);
  return keyRows(properties ?? {}, names);
}

function child(key: Key, step: string): Key {
  const { properties, items, anyOf } = resolved(key);
  if (properties === undefined && anyOf?.[0] !== undefined) return child(anyOf[0], step);
  const found = properties?.[step] ?? (items && resolved(items).properties?.[step]);
  if (found === undefined) throw new Error(`there is no key ${step}`);
  return found;
}

function resolved(key: Key): Key {
  const name = key.$ref?.slice("#/definitions/".length);
  return name === undefined ? key : { ...rule.definitions[name], ...key };
}

function keyRows(keys: Record<string, Key>, names: readonly string[]): string[][] {
  return rowsOf(names.map((name) => [name, resolved(keys[name] ?? {})]));
}

/** Rows about keys: what each says, what it is by default, and how it is written. */
export function rowsOf(keys: readonly (readonly [name: string, key: Key])[]): string[][] {
  return keys.map(([name, { description = "", examples = [], default: fallback }]) => {
    const isTold =
      fallback === undefined || ["", "[]", "{}"].includes(String(JSON.stringify(fallback)).replace('""', ""));
    const about =
      isTold || description.includes("default")
        ? description
        : `${description}; by default ${code(String(fallback))}`;
    return [code(name), about, examples.map((example) => code(yamlOf(name, example))).join(", ")];
  });
}

/** `key: value` on one line. */
function yamlOf(name: string, value: unknown): string {
  const document = new Document({ [name]: value });
  const [pair] = isMap(document.contents) ? document.contents.items : [];
  if (isPair(pair) && (isMap(pair.value) || isSeq(pair.value))) pair.value.flow = true;
  // 18:00 is text in YAML 1.2; with quotes it is that to every reader.
  visit(document, {
    Scalar: (_, scalar) => {
      if (/^\d+:\d+$/.test(String(scalar.value))) scalar.type = "QUOTE_DOUBLE";
    },
  });
  const text = document.toString({ lineWidth: 0 });
  return text.trim().replaceAll("[ ", "[").replaceAll(" ]", "]");
}

function typesOf(prefix: string): EventTypeFacts[] {
  const found = [...builtInTypes.known].flatMap(([type, facts]) => (isMeant(type, prefix) ? facts : []));
  if (found.length === 0) throw new Error(`no type of event begins with ${prefix}`);
  return found;
}

function typeRows(prefix: string): string[][] {
  typesOf(prefix);
  return [...builtInTypes.known].flatMap(([type, { about }]) =>
    isMeant(type, prefix) ? [[code(type), about]] : [],
  );
}

const isMeant = (type: string, prefix: string) => type === prefix || type.startsWith(`${prefix}.`);

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
