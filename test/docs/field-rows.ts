/** The fields of an item as rows of a table: name, kind, meaning. */
import { editorSchema } from "../../src/lib/editor-schema.ts";
import type { EventTypeFacts } from "../../src/model/event-types.ts";

interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Field;
  readonly properties?: Record<string, Field>;
  readonly additionalProperties?: Field;
}

/** All types must hold the same item. A field that is always there is marked with a star. */
export function fieldRows(types: readonly EventTypeFacts[]): string[][] {
  const items = new Set(types.map(({ item }) => item));
  const [item] = items;
  if (item === undefined || items.size > 1) throw new Error("these events are about several items");
  const { properties = {}, required = [] } = editorSchema(item) as Field & { required?: string[] };
  return Object.entries(properties).map(([name, field]) => {
    const star = required.includes(name) ? "*" : "";
    return [`\`${name}\`${star}`, kindOf(field), meaningOf(field)];
  });
}

function kindOf({ type = "", format, enum: words, items, properties, additionalProperties }: Field): string {
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(", ");
  if (items?.properties !== undefined) return "list of records";
  if (items !== undefined) return `list of ${kindOf(items)}s`;
  if (properties !== undefined) return "record";
  if (type === "object") return `${additionalProperties?.type === "string" ? "texts" : "values"} by name`;
  return format === "date" ? "day" : (kinds[type] ?? type);
}

const kinds: Readonly<Record<string, string>> = { string: "text", number: "number" };

function meaningOf({ description = "", items, properties }: Field): string {
  const inside = items?.properties ?? properties;
  if (inside === undefined) return description;
  const parts = Object.entries(inside).map(([name, field]) => `\`${name}\` (${field.description ?? ""})`);
  return `${description}; ${items === undefined ? "it has" : "each has"} ${parts.join(", ")}`;
}
