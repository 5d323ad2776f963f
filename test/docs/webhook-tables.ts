/** The tables of docs/webhooks.md, written from the definitions. */
import type * as z from "zod";
import { editorSchema } from "../../src/lib/editor-schema.ts";
import { formats } from "../../src/outputs/webhook/formats/index.ts";
import { targetKeys, webhookSchema } from "../../src/outputs/webhook/settings.ts";
import { code, type Key, rowsOf, table } from "./reference-tables.ts";

/** The text with every table between its marks written anew. */
export function withWebhookTables(text: string): string {
  return text.replace(/<!-- generated: (.+?) -->\n.*?<!-- end -->/gs, (_, name: string) => {
    return `<!-- generated: ${name} -->\n${tableOf(name)}\n<!-- end -->`;
  });
}

function tableOf(name: string): string {
  if (name === "formats")
    return table(
      ["format", "what takes the messages", "its keys"],
      formats.map(({ name: called, about, schema }) => [
        code(called),
        about,
        Object.keys(schema.shape).map(code).join(", "),
      ]),
    );
  if (name === "keys of webhook") return keysOf(webhookSchema);
  if (name === "keys of every target") return keysOf(targetKeys);
  const format = formats.find((one) => name === `keys of ${one.name}`);
  if (format === undefined) throw new Error(`no table is called ${name}`);
  return keysOf(format.schema);
}

function keysOf(schema: z.ZodType): string {
  const { properties = {} } = editorSchema(schema) as { properties?: Record<string, Key> };
  return table(["key", "what it says", "example"], rowsOf(Object.entries(properties)));
}
