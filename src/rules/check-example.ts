import type { z } from "zod";
import { didYouMean } from "../lib/text/nearest.ts";
import type { Path } from "../lib/yaml/parse-yaml.ts";
import type { FileContext } from "./file-context.ts";
import type { ExampleEvent } from "./schema/rule-schema.ts";

/** An example proves nothing if it names fields that events do not have, or gives them other kinds of values. */
export function checkExample(example: ExampleEvent, path: Path, { yaml, types, report }: FileContext): void {
  const fields = new Map<string, z.ZodType>(Object.entries(types.known.get(example.type)?.item.shape ?? {}));
  for (const part of ["now", "was"] as const) {
    for (const [name, value] of Object.entries(example[part] ?? {})) {
      const at = [...path, part, name];
      const field = fields.get(name);
      if (field === undefined) {
        const message = `events of type ${example.type} have no field \`${name}\``;
        report(yaml.atKey(at), message, didYouMean(name, fields.keys()));
      } else if (!field.safeParse(value).success) {
        const message = `\`${name}\` has another kind of value in events`;
        report(yaml.at(at), message, quotesHint(field, value, yaml.source(at)));
      }
    }
  }
  for (const [index, name] of (example.changed ?? []).entries())
    if (!fields.has(name)) {
      const message = `events of type ${example.type} have no field \`${name}\``;
      report(yaml.at([...path, "changed", index]), message, didYouMean(name, fields.keys()));
    }
}

function quotesHint(field: z.ZodType, value: unknown, source: string | undefined): string | undefined {
  if (typeof value === "number") return `put it in quotes: "${source ?? value}"`;
  const isNumber = typeof value === "string" && value.trim() !== "" && field.safeParse(Number(value)).success;
  return isNumber ? `write it without quotes: ${value}` : undefined;
}
