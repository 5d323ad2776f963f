/** What a rule may hold, read from the JSON Schema that the monitor serves to editors. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

export interface Known {
  readonly name: string;
  readonly about: string;
}

/** The schema of one rule within that of a rule file. */
export function ruleSchema(file: JsonSchema): JsonSchema {
  const rule = file.properties?.rules?.items ?? {};
  return { ...rule, definitions: file.definitions ?? {} };
}

/** Keys that a map at this path of keys may have; none where it is no map. */
export function keysAt(schema: JsonSchema, path: readonly string[]): Known[] {
  const found = new Map<string, string>();
  for (const form of formsAt(schema, path))
    for (const [name, own] of Object.entries(form.properties ?? {}))
      if (!found.has(name)) found.set(name, own.description ?? "");
  return [...found].map(([name, about]) => ({ name, about }));
}

/** Values from closed lists, true and false, and examples that are one word, of what stands at this path. */
export function valuesAt(schema: JsonSchema, path: readonly string[]): string[] {
  const found = formsAt(schema, path).flatMap((form) => [
    ...(form.enum ?? []),
    ...(form.type === "boolean" ? [true, false] : []),
    ...(form.examples ?? []).filter((one) => /^[\w.*-]+$/.test(String(one))),
  ]);
  return [...new Set(found.filter((one) => typeof one !== "object").map(String))];
}

/** All forms that what stands at a path may have: entries of lists have the path of the list. */
function formsAt(schema: JsonSchema, path: readonly string[]): JsonSchema[] {
  const definitions = schema.definitions ?? {};
  let forms = spread(schema, definitions);
  for (const key of path) {
    const inside = forms.flatMap(({ properties }) => properties?.[key] ?? []);
    forms = inside.flatMap((one) => spread(one, definitions));
  }
  return forms;
}

/** A schema with what it refers to, its alternatives and the entries of its list. */
function spread(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema[] {
  const referred = definitions[schema.$ref?.replace("#/definitions/", "") ?? ""];
  const others = [
    ...(referred ? [referred] : []),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return [schema, ...others.flatMap((one) => spread(one, definitions))];
}
