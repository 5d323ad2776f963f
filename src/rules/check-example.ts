import type { z } from "zod";
import { didYouMean } from "../lib/text/nearest.ts";
import type { Path } from "../lib/yaml/parse-yaml.ts";
import type { FileContext } from "./file-context.ts";
import type { ExampleEvent } from "./rule-schema.ts";

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
        const quotes = `put it in quotes: "${yaml.source(at) ?? value}"`;
        const message = `\`${name}\` has another kind of value in events`;
        report(yaml.at(at), message, typeof value === "number" ? quotes : undefined);
      }
    }
  }
}
